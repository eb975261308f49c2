use super::Hook;
use std::fmt::Write;

/// What programs are given, field by field.
const FIELDS: [(&str, &str); 4] = [
    (
        "table",
        "players, token, next (who gets the token next), proposer (of the vote, or of the last one, or ()), draw, discard, for_count, against_count (cards in the piles), hands, points (one for each seat), decided (propositions so far), frozen (whether the rules cannot be changed any more), rules (their numbers)",
    ),
    (
        "card",
        "rank (1 for an ace to 13 for a king), suit (\"clubs\", \"diamonds\", \"hearts\" or \"spades\"), name (such as \"10h\"), and value in cards and tally",
    ),
    (
        "tally",
        "for_total, against_total, for_cards, against_cards (those that were read), has_unread, for_voters, against_voters, abstainers, ballots (one for each seat, with seat, for_cards and against_cards), proposer, ratified (() while that is asked)",
    ),
    ("change", "action (\"add\", \"change\" or \"remove\"), rule (its number)"),
];

/// What a player must know to write a program: every hook, and every field of what it is given.
pub fn reference() -> String {
    let mut text = "A program is written in Rhai and answers hooks: functions that the game asks. Seats are numbered from 1. Rules are asked from the highest number down; the first that does not answer () decides.\n\n".to_owned();
    for hook in Hook::ALL {
        let signature = hook.signature();
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "fn {hook}({})\n    {}: {}; when no rule says so: {}",
            hook.parameters().join(", "),
            signature.meaning,
            signature.kind,
            signature.default
        );
    }
    text.push('\n');
    for (name, fields) in FIELDS {
        let _ = writeln!(text, "{name}: {fields}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::nomic::script::{About, samples};
    use rhai::Map;

    /// Every field of the maps that sample calls are given, by what they are about.
    fn fields(about: About, argument: usize) -> Vec<String> {
        let (_, arguments) = samples::of(about).next().unwrap();
        let map: Map = arguments[argument].clone().cast();
        map.keys().map(ToString::to_string).collect()
    }

    #[test]
    fn every_hook_and_every_field_is_told() {
        let text = reference();
        for hook in Hook::ALL {
            assert!(text.contains(&format!("fn {hook}(")), "{hook}");
        }
        for (name, about, argument) in
            [("table", About::Table, 0), ("card", About::Card, 1), ("tally", About::Tally, 1), ("change", About::Change, 1)]
        {
            let told = FIELDS.iter().find(|(known, _)| *known == name).unwrap().1;
            for field in fields(about, argument) {
                assert!(told.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| word == field), "{name}.{field}");
            }
        }
    }
}
