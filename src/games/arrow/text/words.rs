//! Which words are types and which the language uses itself.

use super::lex::is_word;

/// Words that no type may be, whatever their capitals.
pub(super) const RESERVED: &[&str] = &[
    "a",
    "action",
    "actions",
    "activate",
    "activates",
    "adjacent",
    "all",
    "an",
    "and",
    "another",
    "are",
    "area",
    "arrow",
    "arrows",
    "as",
    "at",
    "back",
    "be",
    "board",
    "both",
    "button",
    "cancel",
    "cannot",
    "captured",
    "card",
    "cards",
    "charge",
    "cost",
    "counter",
    "counters",
    "defense",
    "discard",
    "discards",
    "draw",
    "draws",
    "e",
    "each",
    "effects",
    "either",
    "empty",
    "end",
    "fewer",
    "for",
    "friendly",
    "from",
    "give",
    "hand",
    "has",
    "have",
    "if",
    "immediate",
    "in",
    "into",
    "is",
    "it",
    "its",
    "jump",
    "lose",
    "loses",
    "make",
    "may",
    "more",
    "move",
    "moved",
    "moves",
    "n",
    "named",
    "ne",
    "nw",
    "of",
    "off",
    "on",
    "opponent",
    "opposing",
    "or",
    "other",
    "paper",
    "persistent",
    "pile",
    "play",
    "played",
    "player",
    "players",
    "point",
    "points",
    "power",
    "put",
    "puts",
    "reaction",
    "remove",
    "removed",
    "return",
    "rock",
    "s",
    "same",
    "scissors",
    "se",
    "slide",
    "space",
    "spaces",
    "step",
    "strength",
    "superior",
    "sw",
    "take",
    "takes",
    "that",
    "the",
    "there",
    "this",
    "to",
    "top",
    "turn",
    "up",
    "w",
    "when",
    "with",
    "worth",
    "would",
    "x",
    "you",
    "your",
];

/// Longest type, in characters.
const MOST_TYPE: usize = 20;

/// Whether a word names a type: letters, with hyphens between, a capital first, and no word of the language.
pub(crate) fn is_type(word: &str) -> bool {
    let parts = word.split('-').all(|part| !part.is_empty() && part.chars().all(char::is_alphabetic));
    let capital = word.chars().next().is_some_and(char::is_uppercase);
    parts && capital && word.chars().count() <= MOST_TYPE && !RESERVED.iter().any(|reserved| is_word(word, reserved))
}

/// The same with a capital first.
pub(super) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// `a` or `an`.
pub(super) fn article(word: &str) -> &'static str {
    let word = word.to_lowercase();
    // Sounds that the first letter does not tell.
    let consonant = ["eu", "one", "uni", "use", "usu"].iter().any(|start| word.starts_with(start));
    if word.starts_with(['a', 'e', 'i', 'o', 'u']) && !consonant { "an" } else { "a" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_capitalised_and_their_own() {
        assert!(["People", "Half-Elf", "Öl", "Beast"].iter().all(|word| is_type(word)));
        let wrong = ["people", "Rock", "ROCK", "Cards", "X", "NE", "Two Words", "R2", "-A", "A-", "", "O'Neil"];
        assert_eq!(wrong.iter().find(|word| is_type(word)), None);
        assert!(!is_type(&"Ab".repeat(11)));
        assert!(RESERVED.is_sorted());
    }

    #[test]
    fn articles_follow_the_sound() {
        assert_eq!(["card", "opposing", "adjacent", "Engine", "Unicorn", "Urchin"].map(article), ["a", "an", "an", "an", "a", "an"]);
    }
}
