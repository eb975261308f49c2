use super::load::Arrow;
use crate::cards::{Deck, Design};
use crate::cli::{Outcome, Output};
use crate::games::arrow::text::Text;
use crate::games::arrow::{Face, Sign};
use serde_json::json;
use std::collections::BTreeSet;

pub(super) fn show(decks: &[Arrow], output: Output) -> anyhow::Result<()> {
    for Arrow { deck, .. } in decks {
        if !output.json {
            output.line(format_args!("{}: {}, {} designs, {} cards", deck.id, deck.title, deck.designs().len(), deck.card_count()))?;
        }
        for Design { card, face, copies } in deck.designs() {
            if output.json {
                output.line(json!({"card": card, "copies": copies, "face": face}))?;
                continue;
            }
            let Face { name, types, sign, strength, defense, arrows, .. } = face;
            let (sign, arrows) = (sign.to_string(), arrows.to_string());
            output.line(format_args!("{copies:>3} × {name:<22} {sign:<8} {strength}/{defense}  {arrows:<20} {}", types.join(" ")))?;
            for text in &face.texts {
                output.line(format_args!("      {text}"))?;
            }
        }
    }
    Ok(())
}

pub(super) fn check(decks: &[Arrow], output: Output) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::Fine;
    for Arrow { deck, pictures } in decks {
        let problems = problems(deck);
        let sum = |value: fn(&Face) -> i64| deck.designs().iter().map(|d| i64::from(d.copies) * value(&d.face)).sum::<i64>();
        let (strength, defense) = (sum(|face| face.strength.into()), sum(|face| face.defense.into()));
        let arrows = sum(|face| face.arrows.count().into());
        let signs = Sign::ALL.map(|sign| (sign, sum_of(deck, sign)));
        if output.json {
            let signs: serde_json::Map<_, _> = signs.iter().map(|(sign, count)| (sign.to_string(), json!(count))).collect();
            output.line(json!({
                "deck": deck.id, "designs": deck.designs().len(), "cards": deck.card_count(), "signs": signs, "strength": strength,
                "defense": defense, "arrows": arrows, "pictures": pictures.len(), "problems": problems,
            }))?;
        } else {
            output.line(format_args!("{}: {}", deck.id, deck.title))?;
            output.line(format_args!("designs  {:>4}", deck.designs().len()))?;
            output.line(format_args!("cards    {:>4}", deck.card_count()))?;
            for (sign, count) in signs {
                output.line(format_args!("{:<8} {count:>4}", sign.to_string()))?;
            }
            output.line(format_args!("strength {strength:>4}  of all cards together"))?;
            output.line(format_args!("defense  {defense:>4}"))?;
            output.line(format_args!("arrows   {arrows:>4}"))?;
            output.line(format_args!("pictures {:>4}  brought; the others are drawn", pictures.len()))?;
            for problem in &problems {
                output.line(format_args!("problem: {problem}"))?;
            }
        }
        if !problems.is_empty() {
            outcome = Outcome::Problems;
        }
    }
    Ok(outcome)
}

fn sum_of(deck: &Deck<Face>, sign: Sign) -> u32 {
    deck.designs().iter().filter(|d| d.face.sign == sign).map(|d| u32::from(d.copies)).sum()
}

/// What does not hinder reading a deck but playing it well: texts that speak of types and names that no card has.
fn problems(deck: &Deck<Face>) -> Vec<String> {
    let faces = || deck.designs().iter().map(|d| &d.face);
    let types: BTreeSet<&str> = faces().flat_map(|face| face.types.iter().map(AsRef::as_ref)).collect();
    let names: BTreeSet<&str> = faces().map(|face| face.name.as_str()).collect();
    let mut found = Vec::new();
    for face in faces() {
        let filters: Vec<_> = face.texts.iter().flat_map(Text::filters).collect();
        let kinds: BTreeSet<&str> = filters.iter().filter_map(|filter| filter.kind.as_deref()).collect();
        let named: BTreeSet<&str> = filters.iter().filter_map(|filter| filter.named()).collect();
        found.extend(kinds.difference(&types).map(|kind| format!("card '{}' speaks of the type {kind}, which no card has", face.name)));
        found.extend(named.difference(&names).map(|name| format!("card '{}' speaks of \"{name}\", which is no card", face.name)));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::arrow::{builtin_decks, read_deck};

    #[test]
    fn misspelt_types_and_names_are_problems() {
        let card = "[[card]]\nid='a'\nname='A'\ntypes=['Boat']\nsign='rock'\nstrength=1\ndefense=2\narrows='N'\n";
        let texts = r#"texts = ['Play: Friendly Boat cards have +1 Defense.', 'Action: Slide a Baot card. Remove a card named "B".']"#;
        let deck = read_deck(&format!("format=1\nid='my'\ngame='arrow'\ntitle='My'\n{card}{texts}")).unwrap();
        assert_eq!(problems(&deck), ["card 'A' speaks of the type Baot, which no card has", "card 'A' speaks of \"B\", which is no card"]);
        for deck in builtin_decks().unwrap() {
            assert_eq!(problems(&deck), Vec::<String>::new(), "{}", deck.id);
        }
    }
}
