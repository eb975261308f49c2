use crate::cards::{CardId, Face};
use crate::geometry::{Image, Quad};
use crate::table::Identity;

/// One card in a picture.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundCard {
    /// Outline of the whole card in pixels, also where something lies on it; from the card's own top left where the print tells it.
    pub quad: Quad<Image>,
    /// Which side is seen.
    pub face: Face,
    /// Which design it is.
    pub identity: Identity,
    /// Confidence that there is a card, 0..=1.
    pub score: f32,
}

impl FoundCard {
    /// Whether it has a name.
    pub(super) fn is_named(&self) -> bool {
        self.identity.card().is_some()
    }

    /// Whether this is a face that could not be named.
    pub(super) const fn is_unread(&self) -> bool {
        matches!((self.face, &self.identity), (Face::Up, Identity::Unknown { .. }))
    }

    /// The same card without its name, which another card bears; what else it might be stays.
    pub(super) fn unnamed(&self) -> Self {
        Self { identity: Identity::Unknown { alternatives: self.identity.alternatives().to_vec() }, ..self.clone() }
    }

    /// The same card, not read if its design is one of these and less likely than this.
    pub(super) fn doubted_below(self, least: f32, is_asked: impl Fn(&CardId) -> bool) -> Self {
        match &self.identity {
            Identity::Known { card, confidence, .. } if *confidence < least && is_asked(card) => {
                Self { identity: self.identity.doubted(), ..self }
            }
            _ => self,
        }
    }
}
