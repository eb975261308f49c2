//! Pages made of drawings that are placed in millimetres.

use super::{PrintError, fonts};
use krilla::Document;
use krilla::geom::{PathBuilder, Rect, Size, Transform};
use krilla::page::PageSettings;
use krilla::paint::FillRule;
use krilla_svg::{SurfaceExt, SvgSettings};
use resvg::usvg::Tree;

/// What pages are printed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Paper {
    /// 210×297 mm.
    #[default]
    A4,
    /// 8½×11 inches.
    Letter,
}

impl Paper {
    /// Width and height, upright, in millimetres.
    pub const fn size_mm(self) -> [f64; 2] {
        match self {
            Self::A4 => [210.0, 297.0],
            Self::Letter => [215.9, 279.4],
        }
    }
}

/// One page: its size, and which drawings lie where.
#[derive(Debug, Clone)]
pub(super) struct Page {
    pub(super) size_mm: [f64; 2],
    pub(super) parts: Vec<Part>,
}

/// A drawing on a page.
#[derive(Debug, Clone)]
pub(super) struct Part {
    /// Number in the list of drawings.
    pub(super) drawing: usize,
    /// Where its top left corner lies on the page.
    pub(super) at_mm: [f64; 2],
    /// The rectangle of the page outside which it is cut off.
    pub(super) clip_mm: Option<[f64; 4]>,
}

const PT_PER_MM: f64 = 72.0 / 25.4;
/// Points in a CSS pixel, the unit of a parsed drawing.
const PT_PER_PX: f64 = 0.75;

/// A PDF of these pages. Text stays text and lines stay lines.
///
/// # Errors
/// When a drawing does not parse or the pages cannot be written.
pub(super) fn pdf(drawings: &[String], pages: &[Page]) -> Result<Vec<u8>, PrintError> {
    let trees = drawings.iter().map(|svg| Tree::from_str(svg, &fonts::options())).collect::<Result<Vec<_>, _>>()?;
    let mut document = Document::new();
    for page in pages {
        let [width, height] = page.size_mm.map(|mm| (mm * PT_PER_MM) as f32);
        let settings = PageSettings::from_wh(width, height).ok_or_else(|| PrintError::Pdf("a page has no size".into()))?;
        let mut sheet = document.start_page_with(settings);
        let mut surface = sheet.surface();
        for part in &page.parts {
            let Some(tree) = trees.get(part.drawing) else { continue };
            let clip = part.clip_mm.and_then(|clip| {
                let [x, y, w, h] = clip.map(|mm| (mm * PT_PER_MM) as f32);
                let mut path = PathBuilder::new();
                path.push_rect(Rect::from_xywh(x, y, w, h)?);
                path.finish()
            });
            if let Some(clip) = &clip {
                surface.push_clip_path(clip, &FillRule::NonZero);
            }
            let [x, y] = part.at_mm.map(|mm| (mm * PT_PER_MM) as f32);
            surface.push_transform(&Transform::from_translate(x, y));
            let size = Size::from_wh(tree.size().width() * PT_PER_PX as f32, tree.size().height() * PT_PER_PX as f32);
            if let Some(size) = size {
                surface.draw_svg(tree, size, SvgSettings::default());
            }
            surface.pop();
            if clip.is_some() {
                surface.pop();
            }
        }
        surface.finish();
        sheet.finish();
    }
    document.finish().map_err(|error| PrintError::Pdf(format!("{error:?}")))
}

/// Pages of a PDF whose page objects are not packed away, as those made here.
#[cfg(test)]
pub(super) fn page_count(bytes: &[u8]) -> usize {
    let text = String::from_utf8_lossy(bytes);
    text.match_indices("/Type/Page").filter(|(at, found)| !text[at + found.len()..].starts_with('s')).count()
}
