use super::text::{MOST_CHARACTERS, Text, TextError, is_type};
use super::{Arrows, Face, Sign};
use crate::cards::{CardId, Deck, DeckError, DeckId, Design};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::Arc;
use toml::Spanned;

/// The built-in sets, as (id, TOML text).
pub const ARROW_SETS: &[(&str, &str)] = &[("arrow", include_str!("decks/arrow.toml"))];

/// Longest name, in characters.
const MOST_NAME: usize = 22;
/// Most types of a card.
const MOST_TYPES: usize = 3;
/// Largest value on a card.
const MOST_VALUE: i64 = 99;
/// Most points of a card.
const MOST_POINTS: i64 = 9;

/// What a set's file holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Set {
    /// Every design, with the copies that are printed.
    pub deck: Deck<Face>,
    /// Decks to play with, made of copies of the set's designs.
    pub lists: Vec<Deck<Face>>,
    /// The pictures that take the place of the drawn ones, as paths from the file's folder.
    pub art: BTreeMap<CardId, String>,
}

impl Set {
    /// The set itself or one of its lists, by its id.
    pub fn deck(&self, id: &str) -> Option<&Deck<Face>> {
        std::iter::once(&self.deck).chain(&self.lists).find(|deck| deck.id.as_str() == id)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetFile {
    format: u32,
    id: String,
    #[allow(dead_code)]
    game: Game,
    title: String,
    #[serde(default)]
    set: Option<String>,
    #[serde(default)]
    #[allow(dead_code)]
    language: String,
    #[serde(default)]
    list: Vec<ListEntry>,
    #[serde(default)]
    card: Vec<Spanned<CardEntry>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Game {
    Arrow,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListEntry {
    id: String,
    title: String,
    /// Copies of each card.
    cards: BTreeMap<Spanned<String>, u16>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CardEntry {
    id: Spanned<String>,
    name: Spanned<String>,
    #[serde(default)]
    types: Vec<Spanned<String>>,
    sign: Spanned<String>,
    strength: Spanned<i64>,
    defense: Spanned<i64>,
    #[serde(default)]
    points: Option<Spanned<i64>>,
    arrows: Spanned<String>,
    #[serde(default)]
    texts: Vec<Spanned<String>>,
    #[serde(default = "one")]
    copies: u16,
    #[serde(default)]
    art: Option<String>,
}

const fn one() -> u16 {
    1
}

/// Reads the cards of a set from TOML, with the copies that are printed.
///
/// # Errors
/// As for [`read_set`].
pub fn read_deck(text: &str) -> Result<Deck<Face>, DeckError> {
    read_set(text).map(|set| set.deck)
}

/// Reads a set from TOML.
///
/// # Errors
/// When the text is not the format, or a card breaks a limit or has a text that means nothing; the message names the line and the card.
pub fn read_set(text: &str) -> Result<Set, DeckError> {
    let file: SetFile = toml::from_str(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        let card = card_at(text, at).map_or_else(String::new, |card| format!("card {card}: "));
        DeckError::Parse { line: line_of(text, at), what: format!("{card}{}", error.message().replace('\n', " ")) }
    })?;
    if file.format != 1 {
        return Err(DeckError::Format(file.format));
    }
    let id: DeckId = file.id.parse()?;
    let set = file.set.unwrap_or_else(|| file.title.clone());
    let mut names = BTreeMap::new();
    let mut art = BTreeMap::new();
    let mut designs = Vec::new();
    for entry in file.card {
        let line = line_of(text, entry.span().start);
        let entry = entry.into_inner();
        let name = entry.name.get_ref().trim().to_owned();
        if let Some(other) = names.insert(name.to_lowercase(), line) {
            let what = format!("two cards have this name, those of lines {other} and {line}: give each its own");
            return Err(DeckError::Card { card: name, what });
        }
        let reader = Reader { text, name: &name };
        let card = id.card(entry.id.get_ref()).map_err(|error| reader.wrong(&entry.id, error))?;
        if designs.iter().any(|design: &Design<Face>| design.card == card) {
            return Err(
                reader.wrong(&entry.id, format_args!("another card has the id '{}' already: give each its own", entry.id.get_ref()))
            );
        }
        if let Some(path) = entry.art.clone() {
            art.insert(card.clone(), path);
        }
        let copies = entry.copies;
        designs.push(Design { card, face: reader.face(entry, set.clone())?, copies });
    }
    let deck = Deck::new(id, file.title, designs)?;
    let lists = file.list.into_iter().map(|list| self::list(text, &deck, list)).collect::<Result<_, _>>()?;
    Ok(Set { deck, lists, art })
}

/// A deck to play with.
fn list(text: &str, set: &Deck<Face>, entry: ListEntry) -> Result<Deck<Face>, DeckError> {
    let mut designs = Vec::new();
    for (card, copies) in &entry.cards {
        let Some(design) = set.designs().iter().find(|design| design.card.name() == card.get_ref()) else {
            let line = line_of(text, card.span().start);
            return Err(DeckError::Parse {
                line,
                what: format!("the list '{}' names '{}', which is no card of the set", entry.id, card.get_ref()),
            });
        };
        designs.push(Design { copies: *copies, ..design.clone() });
    }
    let place = |design: &Design<Face>| set.designs().iter().position(|other| other.card == design.card);
    designs.sort_by_key(place);
    Deck::new(entry.id.parse()?, entry.title, designs)
}

/// Reads the entry of one card.
struct Reader<'a> {
    text: &'a str,
    name: &'a str,
}

impl Reader<'_> {
    fn wrong<T>(&self, at: &Spanned<T>, what: impl Display) -> DeckError {
        DeckError::Card { card: self.name.into(), what: format!("line {}: {what}", line_of(self.text, at.span().start)) }
    }

    fn face(&self, entry: CardEntry, set: String) -> Result<Face, DeckError> {
        let length = self.name.chars().count();
        if !(1..=MOST_NAME).contains(&length) || self.name.contains(|c: char| c.is_control() || c == '"') {
            return Err(
                self.wrong(&entry.name, format_args!("the name has {length} characters: give 1 to {MOST_NAME}, without quotation marks"))
            );
        }
        let sign = Sign::ALL.into_iter().find(|sign| sign.to_string().eq_ignore_ascii_case(entry.sign.get_ref()));
        let sign = sign
            .ok_or_else(|| self.wrong(&entry.sign, format_args!("'{}' is no sign: write rock, paper or scissors", entry.sign.get_ref())))?;
        let value = |what: &str, value: &Spanned<i64>, most: i64| match i16::try_from(*value.get_ref()) {
            Ok(number) if (0..=most).contains(&i64::from(number)) => Ok(number),
            _ => Err(self.wrong(value, format_args!("{} is no {what}: write 0 to {most}", value.get_ref()))),
        };
        let strength = value("Strength", &entry.strength, MOST_VALUE)?;
        let defense = value("Defense", &entry.defense, MOST_VALUE)?;
        let points = entry.points.as_ref().map_or(Ok(1), |points| value("number of points", points, MOST_POINTS))?;
        let arrows: Arrows = entry.arrows.get_ref().parse().map_err(|error| self.wrong(&entry.arrows, error))?;
        let mut types = Vec::<Arc<str>>::new();
        for kind in &entry.types {
            if !is_type(kind.get_ref()) || types.iter().any(|other| **other == **kind.get_ref()) || types.len() == MOST_TYPES {
                let what =
                    format!("'{}' is no further type: write up to {MOST_TYPES} different words, each with a capital", kind.get_ref());
                return Err(self.wrong(kind, what));
            }
            types.push(kind.get_ref().as_str().into());
        }
        let texts = entry.texts.iter().map(|text| self.special_text(text)).collect::<Result<Vec<Text>, _>>()?;
        let length: usize = texts.iter().map(|text| text.to_string().chars().count()).sum();
        if length > MOST_CHARACTERS {
            return Err(self
                .wrong(&entry.name, format_args!("its texts have {length} characters together: a card shows at most {MOST_CHARACTERS}")));
        }
        Ok(Face { name: self.name.into(), set, types, sign, strength, defense, points, arrows, texts })
    }

    fn special_text(&self, text: &Spanned<String>) -> Result<Text, DeckError> {
        text.get_ref().parse().map_err(|error: TextError| {
            self.wrong(text, format_args!("its text '{}', column {}: {error}", shortened(text.get_ref()), error.column()))
        })
    }
}

/// The beginning of a text, for a message of one line.
fn shortened(text: &str) -> String {
    const MOST: usize = 30;
    let start: String = text.chars().take(MOST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().count() > MOST { format!("{start}…") } else { start }
}

fn line_of(text: &str, at: usize) -> usize {
    text.get(..at).map_or(0, |before| before.matches('\n').count()) + 1
}

/// What the card entry around a place calls itself, as written.
fn card_at(text: &str, at: usize) -> Option<&str> {
    const HEAD: &str = "[[card]]";
    let start = text.get(..at)?.rfind(HEAD)?;
    let entry = text.get(start + HEAD.len()..)?;
    let entry = entry.get(..entry.find("[[").unwrap_or(entry.len()))?;
    entry.lines().find_map(|line| line.trim().strip_prefix("name")?.trim_start().strip_prefix('=').map(str::trim))
}

/// All built-in decks: each set, and after it its lists.
///
/// # Errors
/// When a built-in file is wrong.
pub fn builtin_decks() -> Result<Vec<Deck<Face>>, DeckError> {
    let mut decks = Vec::new();
    for (_, text) in ARROW_SETS {
        let Set { deck, lists, .. } = read_set(text)?;
        decks.push(deck);
        decks.extend(lists);
    }
    Ok(decks)
}

/// A built-in deck by its id: a whole set, or one of its lists.
///
/// # Errors
/// When there is none of that id.
pub fn builtin_deck(id: &str) -> Result<Deck<Face>, DeckError> {
    let decks = builtin_decks()?;
    let known = decks.iter().map(|deck| deck.id.as_str()).collect::<Vec<_>>().join(", ");
    decks.into_iter().find(|deck| deck.id.as_str() == id).ok_or_else(|| DeckError::Unknown { name: id.into(), known })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "format = 1\nid = 'my'\ngame = 'arrow'\ntitle = 'Mine'\n";

    fn card(id: &str, more: &str) -> String {
        format!("[[card]]\nid = '{id}'\nname = 'The {id}'\nsign = 'rock'\nstrength = 2\ndefense = 3\narrows = 'N SW'\n{more}\n")
    }

    fn said(cards: &str) -> String {
        let said = read_deck(&format!("{HEAD}{cards}")).unwrap_err().to_string();
        assert!(!said.contains('\n'), "{said}");
        said
    }

    #[test]
    fn a_set_holds_cards_lists_and_pictures() {
        let list = "[[list]]\nid = 'one'\ntitle = 'One'\n[list.cards]\nb = 3\na = 1\n";
        let more = "types = ['People', 'Boat']\ntexts = ['Action: Draw a card.']\npoints = 2\ncopies = 4\nart = 'b.png'";
        let set = read_set(&format!("{HEAD}{list}{}{}", card("a", ""), card("b", more))).unwrap();
        assert_eq!(set.deck.card_count(), 5);
        assert_eq!(set.art.iter().map(|(card, path)| (card.as_str(), path.as_str())).collect::<Vec<_>>(), [("my/b", "b.png")]);
        let copies: Vec<_> = set.deck("one").unwrap().designs().iter().map(|d| (d.card.as_str(), d.copies)).collect();
        assert_eq!(copies, [("my/a", 1), ("my/b", 3)]);
        let [a, b] = [0, 1].map(|n: usize| &set.deck.designs()[n].face);
        assert_eq!((a.points, a.types.len(), a.arrows.to_string().as_str(), a.set.as_str()), (1, 0, "N SW", "Mine"));
        assert_eq!((b.points, b.texts[0].to_string().as_str()), (2, "Action: Draw a card."));
    }

    #[test]
    fn what_is_wrong_is_one_line_with_its_line_and_card() {
        for (entry, wanted) in [
            (card("a", "types = ['Two Words']"), "card 'The a': line 12: 'Two Words' is no further type"),
            (card("a", "types = ['Rock']"), "line 12: 'Rock' is no further type"),
            (card("a", "texts = ['Action: Draw a card.',\n 'Play: Friendly Rock capturd.']"), "line 13: its text 'Play: Friendly Rock capturd.', column 21: expected a type, 'card' or 'cards' after 'Rock', found 'capturd'"),
            (card("a", "").replace("N SW", "N UP"), "card 'The a': line 11: 'UP' is no arrow"),
            (card("a", "").replace("rock", "stone"), "line 8: 'stone' is no sign: write rock, paper or scissors"),
            (card("a", "").replace("= 2", "= 200"), "line 9: 200 is no Strength: write 0 to 99"),
            (card("a", "").replace("= 2", "= 'two'"), "line 9 of the deck file does not parse: card 'The a': invalid type"),
            (card("a", "colour = 'red'"), "line 12 of the deck file does not parse: card 'The a': unknown field `colour`"),
            (card("a b", ""), "card 'The a b': line 6: 'my/a b' is no card id"),
            (card("a", "copies = 0"), "has no copy"),
            (card("a", "") + &card("a", ""), "card 'The a': two cards have this name, those of lines 5 and 13"),
            (card("a", "") + &card("a", "").replace("The a", "Other"), "card 'Other': line 14: another card has the id 'a' already"),
            (format!("[[list]]\nid = 'l'\ntitle = 'L'\n[list.cards]\nz = 1\n{}", card("a", "")), "line 9 of the deck file does not parse: the list 'l' names 'z'"),
            (card("a", &format!("texts = ['Action: Draw a card.{}']", " Draw a card.".repeat(9)) ).replace("']", "', 'Action: Draw a card. Draw a card. Draw a card. Draw a card. Draw a card. Draw a card. Draw a card. Draw a card. Draw a card.']"), "its texts have 26"),
            (card("a", "").replace("The a", ""), "the name has 0 characters"),
            (String::new(), "holds no card"),
        ] {
            let said = said(&entry);
            assert!(said.contains(wanted), "{said}\nshould hold: {wanted}");
        }
        assert!(matches!(read_deck(&HEAD.replace("= 1", "= 2")), Err(DeckError::Format(2))));
        assert!(builtin_deck("nowhere").unwrap_err().to_string().contains("arrow"));
    }
}
