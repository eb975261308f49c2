use super::fonts::Font;
use super::pdf::{Page, Part, pdf};
use super::svg::{Anchor, Svg};
use super::{Paper, PrintError};

/// Inner corners of the calibration board along its long and its short side.
pub const BOARD_CORNERS: [usize; 2] = [9, 6];
/// Side of a square of the calibration board.
pub const BOARD_SQUARE_MM: f64 = 20.0;

/// A chessboard for measuring a lens, [`BOARD_CORNERS`] inner corners with squares of [`BOARD_SQUARE_MM`], on a page across.
pub fn board_svg(paper: Paper) -> String {
    let [height, width] = paper.size_mm();
    let [columns, rows] = BOARD_CORNERS.map(|corners| corners + 1);
    let size = |squares: usize| BOARD_SQUARE_MM * squares as f64;
    let (left, top) = ((width - size(columns)) / 2.0, (height - size(rows)) / 2.0);
    let mut svg = Svg::new(width, height);
    svg.rect([0.0, 0.0, width, height], 0.0, r##"fill="#ffffff""##);
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        if (row + column) % 2 == 0 {
            svg.rect([left + size(column), top + size(row), BOARD_SQUARE_MM, BOARD_SQUARE_MM], 0.0, r##"fill="#000000""##);
        }
    }
    let label = format!(
        "{}×{} inner corners, squares of {BOARD_SQUARE_MM} mm: print at 100 %, measure a square, glue the page to something flat",
        BOARD_CORNERS[0], BOARD_CORNERS[1],
    );
    svg.text(&label, [width / 2.0, height - 10.0], Anchor::Middle, Font::Regular, 3.2, r##"fill="#555555""##);
    svg.finish()
}

/// The calibration board as a PDF of one page.
///
/// # Errors
/// When the drawing does not render.
pub fn board_pdf(paper: Paper) -> Result<Vec<u8>, PrintError> {
    let [height, width] = paper.size_mm();
    let parts = vec![Part { drawing: 0, at_mm: [0.0, 0.0], clip_mm: None }];
    pdf(&[board_svg(paper)], &[Page { size_mm: [width, height], parts }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::{pdf::page_count, raster};

    #[test]
    fn the_board_has_seven_rows_of_ten_alternating_squares_on_one_page() {
        assert_eq!(page_count(&board_pdf(Paper::Letter).unwrap()), 1);
        let picture = raster(&board_svg(Paper::A4), 1.0).unwrap();
        assert_eq!(picture.dimensions(), (297, 210));
        for (row, column) in (0..7_u32).flat_map(|row| (0..10_u32).map(move |column| (row, column))) {
            let pixel = picture.get_pixel(48 + 20 * column + 10, 35 + 20 * row + 10).0[0];
            assert_eq!(pixel, if (row + column) % 2 == 0 { 0 } else { 255 }, "{row} {column}");
        }
    }
}
