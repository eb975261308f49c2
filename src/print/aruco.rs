//! The square fiducials of the ArUco 4×4 dictionary of 50, as far as the mats use them.

use super::svg::{Mm, Svg};
use crate::table::Marker;

/// Inner 4×4 bits of markers 0 to 15, row by row from the top left, highest bit first; 1 is white.
const BITS: [u16; 16] =
    [0xb532, 0x0f9a, 0x332d, 0x9946, 0x549e, 0x79cd, 0x9e2e, 0xc4f2, 0xfeda, 0xcf56, 0xf991, 0x11a7, 0x0eb7, 0x2a0f, 0x24b1, 0x263e];

/// Modules along a marker's side: four bits within a black border.
pub(super) const MODULES: usize = 6;

/// Whether a module of a marker is white; `None` for an id that no mat uses.
fn is_white(id: u16, row: usize, column: usize) -> Option<bool> {
    let bits = BITS.get(usize::from(id))?;
    let inner = |k: usize| k.checked_sub(1).filter(|k| *k < 4);
    Some(match (inner(row), inner(column)) {
        (Some(row), Some(column)) => bits >> (15 - (4 * row + column)) & 1 == 1,
        _ => false,
    })
}

/// Draws a marker upright, on a white tile that gives it a quiet zone of one module.
pub(super) fn draw(svg: &mut Svg, marker: &Marker) {
    let module = marker.side_mm / MODULES as f64;
    let (x, y) = (marker.centre.x - marker.side_mm / 2.0, marker.centre.y - marker.side_mm / 2.0);
    let tile = marker.side_mm + 2.0 * module;
    svg.rect([x - module, y - module, tile, tile], 0.0, r##"fill="#ffffff""##);
    svg.rect([x, y, marker.side_mm, marker.side_mm], 0.0, r##"fill="#000000""##);
    // One path, so that no seam shows between neighbouring white modules.
    let cells = (0..MODULES).flat_map(|row| (0..MODULES).map(move |column| (row, column)));
    let white = cells.filter(|&(row, column)| is_white(marker.id, row, column) == Some(true));
    let squares = white.map(|(row, column)| {
        let [left, top] = [x + module * column as f64, y + module * row as f64].map(Mm);
        format!("M{left} {top}h{0}v{0}h-{0}z", Mm(module))
    });
    svg.raw(format_args!(r##"<path d="{}" fill="#ffffff"/>"##, squares.collect::<String>()));
}
