//! Whole rounds as text: each act, what is said about it, the state after it, the scores.
//!
//! A line that begins with `>` is an act that is judged, and carried out when it is legal; one with `!` happens anyway. All else
//! is written by `UPDATE_EXPECTED=1 cargo test playthrough`.

use super::prelude::*;
use std::fmt::Write;

#[test]
fn a_round_of_mages() {
    check("elements-mages", 3, "rules=mage");
}

#[test]
fn a_round_of_non_mages() {
    check("elements-non-mages", 3, "shrink_after_whirlwind=yes");
}

fn check(name: &str, players: u8, options: &str) {
    let path = format!("{}/tests/rules/playthroughs/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    let written = told(&text, dealt(players, options));
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        std::fs::write(&path, written).unwrap();
    } else {
        assert_eq!(written, text);
    }
}

fn told(text: &str, mut game: Elements) -> String {
    let mut out = format!("{} seats, {}\n{}", game.seats().count(), game.setup().options, state(&game));
    for line in text.lines().filter(|line| line.starts_with(['>', '!'])) {
        let (judged, act) = (line.starts_with('>'), act(&line[2..]));
        write!(out, "\n{line}\n{}\n", game.describe(&act)).unwrap();
        let objection = game.check(&act).err();
        if let Some(objection) = &objection {
            let verdict = if objection.is_warning() { "warned" } else { "refused" };
            writeln!(out, "{verdict} ({}; {}): {objection}", objection.code(), objection.rule()).unwrap();
        }
        if !judged || objection.is_none_or(|objection| objection.is_warning()) {
            game.apply(&act);
            assert_eq!(game.audit(), []);
            out += &state(&game);
        }
    }
    out += "\nscores\n";
    for row in game.scores().seats {
        let terms: Vec<String> = row.terms.iter().map(|term| format!(": {}", term.reason)).collect();
        writeln!(out, "{} {:+}, place {}{}", row.seat, row.total, row.rank, terms.join("")).unwrap();
    }
    out
}

fn state(game: &Elements) -> String {
    let pile = |pile: &Pile| {
        let mut cards = names(pile);
        cards.extend((pile.unknown() > 0).then(|| format!("{} unread", pile.unknown())));
        if cards.is_empty() { "nothing".to_owned() } else { cards.join(" ") }
    };
    let mut text = format!("{}; Ocean up {}, down {}\n", Narrate::phase(game), pile(&game.ocean().up), pile(&game.ocean().down));
    for seat in game.seats().iter() {
        let player = game.player(seat).unwrap();
        write!(text, "{seat} Island {}, Flame {}", pile(&player.island), pile(&player.flame)).unwrap();
        for held in &player.held {
            write!(text, ", holds {}", held.card.map_or("?".to_owned(), |card| card.to_string())).unwrap();
        }
        if let Some(touching) = &player.touching {
            write!(text, ", touches {} in {}", touching.card.map_or("?".to_owned(), |card| card.to_string()), touching.at).unwrap();
        }
        writeln!(text, "; {} legal moves", game.legal_moves(seat).len()).unwrap();
    }
    text
}
