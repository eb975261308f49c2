//! Card Attributes and the tags of Special Text: what every card has, and what a deck's file must say of it.

use super::prelude::*;
use kibitzer::games::arrow::text::Text;
use kibitzer::games::arrow::{builtin_decks, read_deck};

const ENTRY: &str = "[[card]]\nid = 'a'\nname = 'A'\nsign = 'rock'\nstrength = 1\ndefense = 2\narrows = 'N'\n";

fn read(entry: &str) -> Result<Deck<Face>, String> {
    read_deck(&format!("format = 1\nid = 'my'\ngame = 'arrow'\ntitle = 'My'\n{entry}")).map_err(|error| error.to_string())
}

#[test]
pub(super) fn every_card_has_its_attributes() {
    let deck = read(ENTRY).unwrap();
    // A card is worth a point where nothing else is said, and needs no special text.
    assert_eq!((deck.designs()[0].face.points, deck.designs()[0].face.texts.len()), (1, 0));
    for needed in ["sign", "strength", "defense", "arrows"] {
        let without: String = ENTRY.lines().filter(|line| !line.starts_with(needed)).map(|line| format!("{line}\n")).collect();
        let said = read(&without).unwrap_err();
        assert!(said.contains(&format!("missing field `{needed}`")), "{said}");
    }
}

#[test]
pub(super) fn every_card_is_rock_paper_or_scissors() {
    for sign in ["rock", "paper", "scissors"] {
        assert_eq!(read(&ENTRY.replace("rock", sign)).unwrap().designs()[0].face.sign.to_string().to_lowercase(), sign);
    }
    assert!(read(&ENTRY.replace("rock", "well")).unwrap_err().contains("'well' is no sign"));
}

#[test]
pub(super) fn every_card_of_the_set_has_a_type_and_some_have_texts() {
    for deck in builtin_decks().unwrap() {
        let faces: Vec<&Face> = deck.designs().iter().map(|design| &design.face).collect();
        for face in &faces {
            assert!(!face.types.is_empty(), "{}", face.name);
        }
        let texts = faces.iter().filter(|face| !face.texts.is_empty()).count();
        assert!((1..faces.len()).contains(&texts), "{texts} of {}", faces.len());
    }
}

#[test]
pub(super) fn every_special_text_is_tagged() {
    for tagged in
        ["Play: This card has +1 Strength.", "Action: Draw a card.", "Immediate: Draw a card.", "Persistent.", "Reaction: Draw a card."]
    {
        assert!(tagged.parse::<Text>().is_ok(), "{tagged}");
    }
    for untagged in ["Draw a card.", "This card has +1 Strength.", "Sometimes: Draw a card."] {
        assert!(untagged.parse::<Text>().is_err(), "{untagged}");
    }
}
