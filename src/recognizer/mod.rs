//! Finds and names cards in a picture: `detect → rectify → identify → read indices → judge`.
//!
//! ```text
//! picture ─detector─▶ quads ─rectify─▶ crops ─identifier─▶ readings ─judge─▶ found cards
//!  (RGB)    (ONNX)    (px)            (112×160)  (ONNX)    (probabilities,   (outline, side,
//!                                                           embeddings)       identity)
//! ```
//!
//! Where standard cards are in play, the corners are read too: an index is the least that a covered card shows ([`IndexReader`]). The
//! detector finds indices as well as cards; those that no sure name explains are read where they are and tell cards of their own. In a
//! still the outlines are laid on the edges that it shows. What the frames of a film say is joined by [`Average`].
//!
//! What may be a back is verified: seen with what lies around it ([`Verifier`]), since backs bear any print, and tables too.
//!
//! Where enrolled faces are in play, the face that the embedding suggests is laid on the card and compared with it pixel by pixel before it gives the
//! card its name and its outline (`compare`).
//!
//! Absent on purpose: the table, time, rules. A picture is judged by itself; what a [`Recognizer`] remembers of the last
//! frame only saves work, and tells what the letters of its cards mean. No OpenCV type leaves this module.

mod above;
mod align;
mod appearance;
mod average;
mod backs;
mod beside;
mod blocks;
mod compare;
mod contour;
mod corner;
mod covered;
pub mod decode;
mod detector;
mod doubles;
mod edges;
mod ends;
mod enrol;
mod error;
mod fan;
mod features;
mod format;
mod found;
mod frame;
mod gallery;
mod hand;
mod identifier;
mod identity;
mod index;
mod lanes;
mod letters;
mod level;
mod lone;
mod looks;
mod memory;
mod model;
mod overlap;
mod pixels;
mod plane;
mod portrait;
mod recognize;
mod rectangle;
mod rectify;
mod rows;
mod runtime;
mod sighting;
mod sizes;
mod still;
mod touch;
mod verifier;
mod witness;

pub use average::Average;
pub use corner::Corner;
pub use detector::{Detector, DetectorSettings, Ways};
pub use error::RecognizerError;
pub use fan::with_copies;
pub use found::FoundCard;
pub use gallery::{Gallery, GalleryError, Match};
pub use hand::{HAND_CELL_PX, HAND_PIXEL_MM, HandCell, HandPictures, HandReader, HandReaderSettings, HandReading};
pub use identifier::{Identifier, Reading};
pub use identity::{BACK, Candidates, IdentitySettings, Judgement, judge};
pub use index::{IndexReader, IndexReading, IndexSettings};
pub use model::ModelFolder;
pub use overlap::overlaps;
pub use recognize::{Recognizer, Scene, Shape};
pub use rectify::{CROP_HEIGHT, CROP_WIDTH, Crop, crop_quad, rectify};
pub use sighting::Sighting;
pub use touch::{TOUCH_AROUND, TOUCH_SIDE, TOUCH_SIDE_MM, TouchReader, TouchReading, TouchSettings, TouchWindow};
pub use verifier::{Holding, Verifier};
