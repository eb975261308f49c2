//! The printed things of a game as pictures to lay on a simulated table.

use super::texture::{Props, Texture};
use crate::cards::{CardId, Deck, IndexSet, StandardCard, Work};
use crate::games::{CARD_HEIGHT_MM, CARD_WIDTH_MM, arrow, canon};
use crate::print::{self, MatStyle, PrintError, PrintedZone, Variant};
use crate::table::Mat;
use image::RgbaImage;

/// Radius of a card's corners, mm.
const CORNER_MM: f64 = 3.0;

/// The cards of these decks and a mat, printed at `px_per_mm`. Mixed decks share the first one's back.
///
/// # Errors
/// When something does not print.
pub fn canon_props(
    decks: &[Deck<Work>],
    mat: &Mat<canon::Zone>,
    style: MatStyle,
    variant: Variant,
    px_per_mm: f64,
) -> Result<Props, PrintError> {
    let mut faces = Vec::new();
    for deck in decks {
        for design in deck.designs() {
            faces.push((design.card.clone(), print::face(design, deck, variant)));
        }
    }
    let back = decks.first().map(print::back);
    laid_out(faces, back, mat, style, px_per_mm)
}

/// The standard cards, the joker among them, and a mat for a game that is played with them, printed at `px_per_mm`.
///
/// # Errors
/// When something does not print.
pub fn standard_props<Z: PrintedZone>(
    deck: &Deck<StandardCard>,
    mat: &Mat<Z>,
    style: MatStyle,
    px_per_mm: f64,
) -> Result<Props, PrintError> {
    let faces = deck.designs().iter().map(|design| (design.card.clone(), print::standard_face(design.face, IndexSet::English))).collect();
    laid_out(faces, Some(print::back(deck)), mat, style, px_per_mm)
}

/// These faces and this back, as drawings, and a mat of Arrow, printed at `px_per_mm`. Both players' cards share the back.
///
/// # Errors
/// When something does not print.
pub fn arrow_props(
    faces: Vec<(CardId, String)>,
    back: String,
    mat: &Mat<arrow::Zone>,
    style: MatStyle,
    px_per_mm: f64,
) -> Result<Props, PrintError> {
    laid_out(faces, Some(back), mat, style, px_per_mm)
}

/// Drawings turned into pictures.
fn laid_out<Z: PrintedZone>(
    faces: Vec<(CardId, String)>,
    back: Option<String>,
    mat: &Mat<Z>,
    style: MatStyle,
    px_per_mm: f64,
) -> Result<Props, PrintError> {
    let picture = |svg: &str| print::raster(svg, px_per_mm).map(Texture::new);
    let faces = faces.into_iter().map(|(card, face)| Ok((card, picture(&face)?))).collect::<Result<_, PrintError>>()?;
    // The finest line of the mat is half a millimetre.
    let mat_picture = print::raster(&print::mat_svg(mat, style), px_per_mm.min(4.0))?;
    Ok(Props {
        mat: Texture::new(mat_picture),
        mat_mm: (mat.width_mm, mat.height_mm),
        faces,
        back: back.map_or_else(|| Ok(Texture::new(RgbaImage::new(1, 1))), |svg| picture(&svg))?,
        card_mm: (CARD_WIDTH_MM, CARD_HEIGHT_MM),
        corner_mm: CORNER_MM,
    })
}
