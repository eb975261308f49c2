use super::fonts::Font;
use super::pdf::{Page, Part, pdf};
use super::svg::{Anchor, Svg};
use super::{MatStyle, Paper, PrintError, PrintedZone, mat_svg};
use crate::table::Mat;

/// What no home printer reaches at a page's edge.
const MARGIN: f64 = 9.0;
/// What two neighbouring pages both show.
const OVERLAP: f64 = 10.0;

/// A mat on one page of its own size, for a print shop.
///
/// # Errors
/// When the drawing does not render.
pub fn mat_sheet_pdf<Z: PrintedZone>(mat: &Mat<Z>, style: MatStyle) -> Result<Vec<u8>, PrintError> {
    let parts = vec![Part { drawing: 0, at_mm: [0.0, 0.0], clip_mm: None }];
    pdf(&[mat_svg(mat, style)], &[Page { size_mm: [mat.width_mm, mat.height_mm], parts }])
}

/// A mat on as many pages as it takes, row by row. Neighbours overlap by a centimetre; each page says where it goes and shows where
/// to cut it, and each has a bar of 100 mm to check the printer by.
///
/// # Errors
/// When the drawing does not render.
pub fn mat_tiles_pdf<Z: PrintedZone>(mat: &Mat<Z>, style: MatStyle, paper: Paper) -> Result<Vec<u8>, PrintError> {
    let tiling = Tiling::of([mat.width_mm, mat.height_mm], paper);
    let mut drawings = vec![mat_svg(mat, style)];
    let mut pages = Vec::new();
    for (row, column) in (0..tiling.rows).flat_map(|row| (0..tiling.columns).map(move |column| (row, column))) {
        let [x, y, width, height] = tiling.tile(row, column);
        drawings.push(guide(&tiling, row, column));
        let mat_part = Part { drawing: 0, at_mm: [MARGIN - x, MARGIN - y], clip_mm: Some([MARGIN, MARGIN, width, height]) };
        let guide_part = Part { drawing: drawings.len() - 1, at_mm: [0.0, 0.0], clip_mm: None };
        pages.push(Page { size_mm: tiling.page, parts: vec![mat_part, guide_part] });
    }
    pdf(&drawings, &pages)
}

/// How a mat is cut into pages.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Tiling {
    page: [f64; 2],
    mat: [f64; 2],
    /// How far each page lies from the one before.
    step: [f64; 2],
    rows: usize,
    columns: usize,
}

impl Tiling {
    /// The way round that takes fewer pages.
    fn of(mat: [f64; 2], paper: Paper) -> Self {
        let [short, long] = paper.size_mm();
        let [upright, across] = [[short, long], [long, short]].map(|page| {
            let step = page.map(|side| side - 2.0 * MARGIN - OVERLAP);
            let count = |side: f64, step: f64| (((side - OVERLAP) / step).ceil() as usize).max(1);
            Self { page, mat, step, rows: count(mat[1], step[1]), columns: count(mat[0], step[0]) }
        });
        if upright.pages() <= across.pages() { upright } else { across }
    }

    const fn pages(&self) -> usize {
        self.rows * self.columns
    }

    /// The part of the mat that a page shows: x, y, width, height.
    fn tile(&self, row: usize, column: usize) -> [f64; 4] {
        let [x, y] = [self.step[0] * column as f64, self.step[1] * row as f64];
        let [width, height] = [self.step[0] + OVERLAP, self.step[1] + OVERLAP];
        [x, y, width.min(self.mat[0] - x), height.min(self.mat[1] - y)]
    }
}

/// Cut and glue marks, the page's label and a bar to measure.
fn guide(tiling: &Tiling, row: usize, column: usize) -> String {
    let [page_width, page_height] = tiling.page;
    let [_, _, width, height] = tiling.tile(row, column);
    let (right, bottom) = (MARGIN + width, MARGIN + height);
    let mut svg = Svg::new(page_width, page_height);
    let pen = r##"stroke="#000000" stroke-width="0.15""##;
    let dashes = r##"stroke="#000000" stroke-width="0.15" stroke-dasharray="1 2""##;
    for (x, y) in [(MARGIN, MARGIN), (right, MARGIN), (right, bottom), (MARGIN, bottom)] {
        let away = |at: f64, low: bool| if low { [at - 1.0, at - 6.0] } else { [at + 1.0, at + 6.0] };
        let [x1, x2] = away(x, x <= MARGIN);
        let [y1, y2] = away(y, y <= MARGIN);
        svg.line([[x1, y], [x2, y]], pen);
        svg.line([[x, y1], [x, y2]], pen);
    }
    // The next page's edge lies on this line.
    if column + 1 < tiling.columns {
        let x = right - OVERLAP;
        svg.line([[x, MARGIN], [x, bottom]], dashes);
    }
    if row + 1 < tiling.rows {
        let y = bottom - OVERLAP;
        svg.line([[MARGIN, y], [right, y]], dashes);
    }
    let (rows, columns) = (tiling.rows, tiling.columns);
    let place = format!("row {} of {rows}, column {} of {columns}", row + 1, column + 1);
    let how = "cut the left and top edges; lay each page on the dashed lines of the one before";
    let grey = r##"fill="#333333""##;
    let label = format!("{place} · {how}");
    // A narrow last column has its cut mark under the label.
    svg.rect([MARGIN + 1.0, 2.5, Font::Regular.width(&label) * 2.6 + 2.0, 5.0], 0.0, r##"fill="#ffffff""##);
    svg.text(&label, [MARGIN + 2.0, 6.0], Anchor::Start, Font::Regular, 2.6, grey);
    let y = page_height - 4.2;
    svg.line([[MARGIN + 8.0, y - 1.0], [MARGIN + 8.0, y + 1.0]], pen);
    svg.line([[MARGIN + 8.0, y], [MARGIN + 108.0, y]], pen);
    svg.line([[MARGIN + 108.0, y - 1.0], [MARGIN + 108.0, y + 1.0]], pen);
    svg.text("100 mm: print at 100 %", [MARGIN + 111.0, y + 0.9], Anchor::Start, Font::Regular, 2.6, grey);
    svg.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::canon::mat;
    use crate::print::pdf::page_count;
    use crate::table::Seats;

    #[test]
    fn the_mat_for_two_is_one_sheet_or_ten_pages() {
        let mat = mat(Seats::try_from(2).unwrap());
        let sheet = mat_sheet_pdf(&mat, MatStyle::White).unwrap();
        let tiles = mat_tiles_pdf(&mat, MatStyle::Felt, Paper::A4).unwrap();
        assert!(sheet.starts_with(b"%PDF-") && tiles.starts_with(b"%PDF-"));
        assert_eq!((page_count(&sheet), page_count(&tiles)), (1, 10));
    }

    #[test]
    fn tiles_cover_every_mat_and_fit_their_pages() {
        for seats in (2u8..=8).map(|n| Seats::try_from(n).unwrap()) {
            let mat = mat(seats);
            for paper in [Paper::A4, Paper::Letter] {
                let tiling = Tiling::of([mat.width_mm, mat.height_mm], paper);
                let [x, y, width, height] = tiling.tile(tiling.rows - 1, tiling.columns - 1);
                assert!((x + width - mat.width_mm).abs() < 1e-9 && (y + height - mat.height_mm).abs() < 1e-9);
                assert!(width > 0.0 && height > 0.0);
                let [_, _, width, height] = tiling.tile(0, 0);
                assert!(width + 2.0 * MARGIN <= tiling.page[0] + 1e-9 && height + 2.0 * MARGIN <= tiling.page[1] + 1e-9);
                println!("{} players, {paper:?}: {}×{} pages", seats.count(), tiling.columns, tiling.rows);
            }
        }
    }
}
