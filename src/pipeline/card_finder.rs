use crate::calibration::{CARD_MM, View};
use crate::geometry::{Image, Quad, Table};
use crate::recognizer::{FoundCard, Recognizer, RecognizerError, Scene};
use crate::table::SeenCard;
use image::RgbImage;

/// Finds and names the cards on a table that is seen as a [`View`] says: every card has the known size and lies flat.
pub struct CardFinder {
    recognizer: Recognizer,
    places: Vec<Quad<Table>>,
}

/// An outline may be this much too small or too large, as a part of a card's size, and still be a card badly outlined or held up.
const SMALLEST: f64 = 0.55;
const LARGEST: f64 = 1.6;

impl CardFinder {
    /// A finder that also looks at `places`, where single cards would lie by the mat.
    pub const fn new(recognizer: Recognizer, places: Vec<Quad<Table>>) -> Self {
        Self { recognizer, places }
    }

    /// The cards of a picture, searched with its longer side at about `longer_side_px` pixels. The next picture of the same table is read
    /// faster where nothing changed.
    ///
    /// # Errors
    /// When the picture is empty or inference fails.
    pub fn find(&mut self, picture: &RgbImage, view: &View, longer_side_px: u32) -> Result<Vec<FoundCard>, RecognizerError> {
        let places: Vec<_> = self.places.iter().map(|quad| view.quad_to_image(quad)).collect();
        let scene = Scene { shape: &|quad| card_shaped(quad, view), places: &places, table: Some(*view.table_from_image()) };
        self.recognizer.recognize_frame(picture, longer_side_px, &scene)
    }
}

/// A found card where it lies on the table.
pub fn on_table(card: &FoundCard, view: &View) -> SeenCard {
    SeenCard { quad: view.quad_to_table(&card.quad), face: card.face, identity: card.identity.clone(), score: card.score }
}

/// The outline of a card of known size where this one lies on the table; `None` when it is far too large or too small for one.
fn card_shaped(quad: &Quad<Image>, view: &View) -> Option<Quad<Image>> {
    let [a, b, c, d] = quad.corners.map(|p| view.to_table(p));
    let seen = Quad::new([a, b, c, d]);
    // A fragment may be longer across than along.
    let seen = if seen.width() > 1.15 * seen.height() { Quad::new([b, c, d, a]) } else { seen };
    let (width, height) = CARD_MM;
    let fits = |seen: f64, known: f64| (SMALLEST..=LARGEST).contains(&(seen / known));
    let placed = Quad::placed(seen.centre(), width, height, seen.turn());
    (fits(seen.width(), width) && fits(seen.height(), height)).then(|| view.quad_to_image(&placed))
}
