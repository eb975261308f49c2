use super::{MAX_SIDE_PX, PrintError, fonts};
use image::{Rgba, RgbaImage};
use resvg::{tiny_skia, usvg};

/// CSS pixels in a millimetre, the unit in which the renderer measures.
const CSS_PX_PER_MM: f64 = 96.0 / 25.4;

/// Renders an SVG whose size is in millimetres. What is not drawn on stays transparent.
///
/// # Errors
/// When the text is no SVG, or the picture would have no pixel or more than [`MAX_SIDE_PX`] on a side.
pub fn raster(svg: &str, px_per_mm: f64) -> Result<RgbaImage, PrintError> {
    let tree = usvg::Tree::from_str(svg, &fonts::options())?;
    let [width, height] = [tree.size().width(), tree.size().height()].map(|side| (f64::from(side) / CSS_PX_PER_MM * px_per_mm).round());
    let fits = |side: f64| (1.0..=f64::from(MAX_SIDE_PX)).contains(&side);
    let wrong = PrintError::Resolution { px_per_mm, width, height };
    if !fits(width) || !fits(height) {
        return Err(wrong);
    }
    let Some(mut pixels) = tiny_skia::Pixmap::new(width as u32, height as u32) else { return Err(wrong) };
    let transform = tiny_skia::Transform::from_scale(width as f32 / tree.size().width(), height as f32 / tree.size().height());
    resvg::render(&tree, transform, &mut pixels.as_mut());
    Ok(RgbaImage::from_fn(width as u32, height as u32, |x, y| {
        pixels.pixel(x, y).map_or(Rgba([0; 4]), |p| {
            let c = p.demultiply();
            Rgba([c.red(), c.green(), c.blue(), c.alpha()])
        })
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn millimetres_become_pixels_and_bad_sizes_are_refused() {
        let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88"><rect x="10" width="53" height="88" fill="#f00"/></svg>"##;
        let picture = raster(svg, 2.0).unwrap();
        assert_eq!(picture.dimensions(), (126, 176));
        assert_eq!((picture.get_pixel(10, 100).0, picture.get_pixel(30, 100).0), ([0; 4], [255, 0, 0, 255]));
        for bad in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e6] {
            assert!(matches!(raster(svg, bad), Err(PrintError::Resolution { .. })), "{bad}");
        }
        assert!(matches!(raster("<svg", 1.0), Err(PrintError::Svg(_))));
    }
}
