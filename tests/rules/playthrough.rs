//! Whole games as text: each act, what is said about it, the state after it, the scores.
//!
//! A line that begins with `>` is an act that is judged, and carried out when it is legal; one with `!` happens anyway. All else
//! is written by `UPDATE_EXPECTED=1 cargo test playthrough`.

use crate::support::{act, game};
use kibitzer::games::canon::{Canon, Phase, StackCard, Zone};
use kibitzer::games::{Game, Objection};
use std::fmt::Write;

#[test]
fn canon_for_two() {
    check("canon-2p", 2, "remove_random=92");
}

#[test]
fn canon_for_three_to_the_last_holder() {
    check("canon-3p", 3, "end=last_holder final_move=play_only");
}

fn check(name: &str, players: u8, options: &str) {
    let path = format!("{}/tests/rules/playthroughs/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    let written = told(&text, game(players, options));
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        std::fs::write(&path, written).unwrap();
    } else {
        assert_eq!(written, text);
    }
}

fn told(text: &str, mut game: Canon) -> String {
    let setup = game.setup();
    let mut out = format!("{} seats, deck {}, {}\n{}", setup.seats.count(), setup.decks[0], setup.options, state(&game));
    for line in text.lines().filter(|line| line.starts_with(['>', '!'])) {
        let (judged, act) = (line.starts_with('>'), act(&line[2..]));
        write!(out, "\n{line}\n{}\n", game.describe(&act)).unwrap();
        match game.check(&act) {
            Ok(()) => {}
            Err(objection) => writeln!(out, "refused ({}; {}): {objection}", objection.code(), objection.rule()).unwrap(),
        }
        if game.check(&act).is_ok() || !judged {
            game.apply(&act);
            out += &state(&game);
        }
    }
    out += "\nscores\n";
    for row in game.scores().seats {
        writeln!(out, "{} {:+}, place {}", row.seat, row.total, row.rank).unwrap();
        for term in row.terms {
            writeln!(out, "  {:+} {}: {}", term.points, game.setup().short(&term.card.unwrap()), term.reason).unwrap();
        }
    }
    out
}

fn state(game: &Canon) -> String {
    let short = |s: &StackCard| s.card.as_ref().map_or("?".to_owned(), |card| game.setup().short(card).to_owned());
    let pile = |cards: &[StackCard]| match cards {
        [] => "nothing".to_owned(),
        cards => cards.iter().map(short).collect::<Vec<_>>().join(" "),
    };
    let phase = match game.phase() {
        Phase::Playing { turn } => format!("{turn} to move"),
        Phase::Final { to_move } => format!("last moves of {}", to_move.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")),
        Phase::Over => "over".to_owned(),
    };
    let mut text = format!("{phase}; draw {}; discard {}\n", game.draw_count(), pile(game.discard()));
    for seat in game.seats().iter() {
        let hand = game.hand(seat).unwrap();
        let known: Vec<String> = hand.known().iter().map(|(card, n)| format!("{n} {}", game.setup().short(card))).collect();
        let known = if known.is_empty() { String::new() } else { format!(", known {}", known.join(" ")) };
        writeln!(text, "{seat} holds {}{known}; {} legal moves", hand.count(), game.legal_moves(seat).len()).unwrap();
    }
    let space = |(zone, stack): (&Zone, &Vec<StackCard>)| format!("{zone}: {}", pile(stack));
    let spaces: Vec<String> = game.spaces().iter().map(space).collect();
    if spaces.is_empty() { text } else { text + spaces.join("; ").as_str() + "\n" }
}
