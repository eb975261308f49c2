//! A whole game as text: each act, what is said about it, the state after it, the rules at the end.
//!
//! A line that begins with `>` is an act that is judged, and carried out when it is legal; one with `!` happens anyway. All else
//! is written by `UPDATE_EXPECTED=1 cargo test playthrough`.

use super::prelude::*;
use kibitzer::games::nomic::PileCard;
use std::fmt::Write;

#[test]
fn a_game_of_four() {
    let path = format!("{}/tests/rules/playthroughs/nomic-4p.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    let written = told(&text, nomic(4));
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        std::fs::write(&path, written).unwrap();
    } else {
        assert_eq!(written, text);
    }
}

fn told(text: &str, mut game: Nomic) -> String {
    let mut out = format!("{} seats\n{}", game.seats().count(), state(&game));
    for line in text.lines().filter(|line| line.starts_with(['>', '!'])) {
        let (judged, act) = (line.starts_with('>'), act(&line[2..]));
        write!(out, "\n{line}\n{}\n", Narrate::describe(&game, &act)).unwrap();
        let objection = game.check(&act).err();
        if let Some(objection) = &objection {
            writeln!(out, "refused ({}; {}): {objection}", objection.code(), objection.rule()).unwrap();
        }
        if !judged || objection.is_none() {
            game.apply(&act);
            out += &state(&game);
        }
    }
    out += "\nrules\n";
    for rule in game.rulebook().rules() {
        writeln!(out, "{rule}\n[{}]", game.rulebook().enforcement(rule.number).unwrap()).unwrap();
    }
    out += "\nscores\n";
    for row in game.scores().seats {
        writeln!(out, "{} {:+}, place {}", row.seat, row.total, row.rank).unwrap();
    }
    out
}

fn state(game: &Nomic) -> String {
    let name = |lying: &PileCard| match (lying.face, lying.card) {
        (Face::Down, None) => "back".to_owned(),
        (Face::Down, Some(card)) => format!("({card})"),
        (Face::Up, card) => card.map_or("?".into(), |card| card.to_string()),
    };
    let pile =
        |cards: &[PileCard]| if cards.is_empty() { "nothing".to_owned() } else { cards.iter().map(name).collect::<Vec<_>>().join(" ") };
    let hands: Vec<String> = game.seats().iter().map(|seat| format!("{seat} {}", hand(game, &seat.to_string()))).collect();
    let legal: Vec<String> = game.seats().iter().map(|seat| game.legal_moves(seat).len().to_string()).collect();
    let [in_favour, against] = Ballots::BOTH.map(|ballots| pile(game.votes(ballots)));
    format!(
        "{}; token {}; rules {}\ndraw {}, discard {}, for {in_favour}, against {against}\nhands {}; points {:?}; legal moves {}\n",
        Narrate::phase(game),
        game.token(),
        game.rulebook().rules().count(),
        game.draw_count(),
        pile(game.discard()),
        hands.join(" "),
        game.points(),
        legal.join(" ")
    )
}
