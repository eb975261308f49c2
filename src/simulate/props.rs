//! The printed things of a game as pictures to lay on a simulated table.

use super::texture::{Props, Texture};
use crate::cards::{Deck, Work};
use crate::games::canon::{CARD_HEIGHT_MM, CARD_WIDTH_MM, Zone};
use crate::print::{self, MatStyle, PrintError, Variant};
use crate::table::Mat;

/// Radius of a card's corners, mm.
const CORNER_MM: f64 = 3.0;

/// The cards of these decks and a mat, printed at `px_per_mm`. Mixed decks share the first one's back.
///
/// # Errors
/// When something does not print.
pub fn canon_props(decks: &[Deck<Work>], mat: &Mat<Zone>, style: MatStyle, variant: Variant, px_per_mm: f64) -> Result<Props, PrintError> {
    let mut faces = Vec::new();
    for deck in decks {
        for design in deck.designs() {
            let face = print::raster(&print::face(design, deck, variant), px_per_mm)?;
            faces.push((design.card.clone(), Texture::new(face)));
        }
    }
    let back = match decks.first() {
        Some(deck) => print::raster(&print::back(deck), px_per_mm)?,
        None => image::RgbaImage::new(1, 1),
    };
    // The finest line of the mat is half a millimetre.
    let mat_picture = print::raster(&print::mat_svg(mat, style), px_per_mm.min(4.0))?;
    Ok(Props {
        mat: Texture::new(mat_picture),
        mat_mm: (mat.width_mm, mat.height_mm),
        faces,
        back: Texture::new(back),
        card_mm: (CARD_WIDTH_MM, CARD_HEIGHT_MM),
        corner_mm: CORNER_MM,
    })
}
