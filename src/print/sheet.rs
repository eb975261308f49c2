use super::face::{HEIGHT, WIDTH};
use super::fonts::Font;
use super::pdf::{Page, Part, pdf};
use super::svg::{Anchor, Svg};
use super::{Paper, PrintError, back};
use crate::cards::{Deck, Design};

/// Columns and rows of cards on a page.
const GRID: [usize; 2] = [3, 3];

/// Every copy of every card of a deck on pages of nine with crop marks, each design's `face` an SVG of a card's size. Each page of faces is followed by its backs, mirrored
/// for a printer that turns the sheet over its long edge.
///
/// # Errors
/// When a face does not render.
pub fn deck_pdf<F>(deck: &Deck<F>, face: impl Fn(&Design<F>) -> String, paper: Paper) -> Result<Vec<u8>, PrintError> {
    let size_mm = paper.size_mm();
    let [columns, rows] = GRID;
    let corner = [(size_mm[0] - WIDTH * columns as f64) / 2.0, (size_mm[1] - HEIGHT * rows as f64) / 2.0];
    let designs = deck.designs();
    let mut drawings: Vec<String> = designs.iter().map(face).collect();
    let back_number = drawings.len();
    drawings.push(back(deck));
    let marks = drawings.len();

    let copies: Vec<usize> =
        designs.iter().enumerate().flat_map(|(number, d)| std::iter::repeat_n(number, usize::from(d.copies))).collect();
    let sheets = copies.len().div_ceil(columns * rows);
    let place = |cell: usize, mirrored: bool| {
        let (row, column) = (cell / columns, cell % columns);
        let column = if mirrored { columns - 1 - column } else { column };
        [corner[0] + WIDTH * column as f64, corner[1] + HEIGHT * row as f64]
    };
    let mut pages = Vec::new();
    for (sheet, cards) in copies.chunks(columns * rows).enumerate() {
        for mirrored in [false, true] {
            let side = if mirrored { "backs" } else { "faces" };
            let label = format!("{} · sheet {} of {sheets} · {side} · print at 100 %, turn over the long edge", deck.title, sheet + 1);
            drawings.push(crop_marks(size_mm, corner, &label));
            let part = |drawing, at_mm| Part { drawing, at_mm, clip_mm: None };
            let cells = cards.iter().enumerate();
            let mut parts: Vec<Part> =
                cells.map(|(cell, &card)| part(if mirrored { back_number } else { card }, place(cell, mirrored))).collect();
            parts.push(part(marks + pages.len(), [0.0, 0.0]));
            pages.push(Page { size_mm, parts });
        }
    }
    pdf(&drawings, &pages)
}

/// Short lines in the margins where the cuts go, and a line of text.
fn crop_marks([width, height]: [f64; 2], [left, top]: [f64; 2], label: &str) -> String {
    let mut svg = Svg::new(width, height);
    let pen = r##"stroke="#000000" stroke-width="0.15""##;
    let reach = |margin: f64| [margin - 5.5_f64.min(margin - 1.0), margin - 1.0];
    for column in 0..=GRID[0] {
        let x = left + WIDTH * column as f64;
        let [from, to] = reach(top);
        svg.line([[x, from], [x, to]], pen);
        svg.line([[x, height - from], [x, height - to]], pen);
    }
    for row in 0..=GRID[1] {
        let y = top + HEIGHT * row as f64;
        let [from, to] = reach(left);
        svg.line([[from, y], [to, y]], pen);
        svg.line([[width - from, y], [width - to, y]], pen);
    }
    svg.text(label, [width / 2.0, height - 2.6], Anchor::Middle, Font::Regular, 2.4, r##"fill="#555555""##);
    svg.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::builtin_canon;
    use crate::print::pdf::page_count;
    use crate::print::{Variant, arrow_face, face};

    #[test]
    fn a_deck_of_108_takes_12_sheets_of_two_sides() {
        let deck = builtin_canon("canon-jp").unwrap();
        for paper in [Paper::A4, Paper::Letter] {
            let bytes = deck_pdf(&deck, |design| face(design, &deck, Variant::WithObjections), paper).unwrap();
            assert!(bytes.starts_with(b"%PDF-"));
            assert_eq!(page_count(&bytes), 24);
        }
    }
    #[test]
    fn a_deck_of_30_takes_4_sheets_of_two_sides() {
        let deck = crate::games::arrow::builtin_deck("arrow-harbour").unwrap();
        let bytes = deck_pdf(&deck, |design| arrow_face(design, &deck, None), Paper::A4).unwrap();
        assert!(bytes.starts_with(b"%PDF-"));
        assert_eq!(page_count(&bytes), 8);
    }
}
