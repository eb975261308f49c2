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
