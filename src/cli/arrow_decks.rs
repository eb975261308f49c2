//! The decks that two players of Arrow bring, and what is printed on them.

use super::deck::load::{Arrow, Decks, load};
use crate::cards::{CardId, Deck};
use crate::games::arrow::Face;
use crate::print;
use anyhow::bail;
use std::path::Path;

/// The decks when nothing is said: P1's and P2's.
const DECKS: &str = "arrow-harbour,arrow-workshop";

/// P1's and P2's deck; of one deck each plays with a copy.
#[derive(Debug)]
pub(crate) struct ArrowDecks {
    own: [Arrow; 2],
    /// As it was typed.
    name: String,
}

impl ArrowDecks {
    /// Reads what was typed: a built-in deck or the path of a TOML file, or two of them with a comma between.
    pub(crate) fn load(text: Option<&str>) -> anyhow::Result<Self> {
        let name = text.unwrap_or(DECKS).to_owned();
        let named = if Path::new(&name).is_file() { None } else { name.split_once(',') };
        let own = match named {
            Some((south, north)) => [one(south.trim())?, one(north.trim())?],
            None => {
                let deck = one(&name)?;
                [deck.clone(), deck]
            }
        };
        Ok(Self { own, name })
    }

    /// P1's and P2's, with the pictures that were brought.
    #[cfg(feature = "camera")]
    pub(crate) const fn own(&self) -> &[Arrow; 2] {
        &self.own
    }

    /// P1's and P2's.
    pub(crate) fn each(&self) -> [&Deck<Face>; 2] {
        self.own.each_ref().map(|own| &own.deck)
    }

    /// As it was typed.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Both titles, one where both are the same.
    #[cfg(feature = "camera")]
    pub(crate) fn title(&self) -> String {
        let [south, north] = self.each();
        if south.id == north.id { south.title.clone() } else { format!("{} against {}", south.title, north.title) }
    }

    /// Each face as a drawing, with its card; a card of both decks may be drawn twice.
    pub(crate) fn faces(&self) -> Vec<(CardId, String)> {
        self.own.iter().flat_map(faces).collect()
    }

    /// P1's back, as a drawing.
    pub(crate) fn back(&self) -> String {
        let [south, _] = self.each();
        print::back(south)
    }
}

/// Each face of a deck as a drawing.
pub(crate) fn faces(own: &Arrow) -> impl Iterator<Item = (CardId, String)> + '_ {
    own.deck.designs().iter().map(|design| {
        let picture = own.pictures.get(&design.card);
        (design.card.clone(), print::arrow_face(&design.face, picture))
    })
}

fn one(name: &str) -> anyhow::Result<Arrow> {
    match load(name)? {
        Decks::Arrow(mut decks) => match (decks.pop(), decks.is_empty()) {
            (Some(deck), true) => Ok(deck),
            _ => bail!("'{name}' names several decks: give one for each player, with a comma between"),
        },
        Decks::Canon(_) => bail!("'{name}' is no deck of Arrow: see kibitzer deck list"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deck_for_each_or_one_for_both() {
        let ids = |text| ArrowDecks::load(text).unwrap().each().map(|deck| deck.id.to_string());
        assert_eq!(ids(None), ["arrow-harbour", "arrow-workshop"]);
        assert_eq!(ids(Some("arrow-workshop, arrow-harbour")), ["arrow-workshop", "arrow-harbour"]);
        assert_eq!(ids(Some("arrow-harbour")), ["arrow-harbour", "arrow-harbour"]);
        let said = |text| ArrowDecks::load(Some(text)).unwrap_err().to_string();
        assert!(said("canon-nt").contains("no deck of Arrow"));
        assert!(said("arrow-harbour+arrow-workshop").contains("several decks"));
    }
}
