//! One short way to set up a game of Canon, act in it and ask about it.

use kibitzer::cards::{CardId, Deck, Design, Work, builtin_canon};
use kibitzer::games::canon::{Canon, Move, Options, Setup};
use kibitzer::games::{Act, Game, Objection};
use kibitzer::table::{Seat, Seats, Stamp};

pub fn seat(text: &str) -> Seat {
    text.parse().unwrap()
}

pub fn seats(count: u8) -> Seats {
    count.try_into().unwrap()
}

pub fn card(text: &str) -> CardId {
    text.parse().unwrap()
}

pub fn options(words: &str) -> Options {
    let mut options = Options::default();
    words.split_whitespace().for_each(|word| options.set(word).unwrap());
    options
}

/// A deck called `x` of works a, b, c and so on, with these numbers of copies.
pub fn small_deck(copies: &[u16]) -> Deck<Work> {
    let design = |(name, &copies): (char, &u16)| {
        let text = |s: &str| s.to_owned();
        let face = Work {
            title: format!("The {}", name.to_uppercase()),
            short: name.to_uppercase().to_string(),
            tradition: text("letter"),
            date: text(""),
            objection: text(""),
        };
        Design { card: card(&format!("x/{name}")), face, copies }
    };
    Deck::new("x".parse().unwrap(), "X".into(), ('a'..='z').zip(copies).map(design).collect()).unwrap()
}

/// A game with the New Testament deck; P1 moves first.
pub fn game(players: u8, words: &str) -> Canon {
    let deck = builtin_canon("canon-nt").unwrap();
    Canon::new(Setup::new(vec![deck], seats(players), seat("P1"), options(words)).unwrap()).unwrap()
}

/// A game with a small deck; P1 moves first.
pub fn small_game(players: u8, copies: &[u16], words: &str) -> Canon {
    Canon::new(Setup::new(vec![small_deck(copies)], seats(players), seat("P1"), options(words)).unwrap()).unwrap()
}

/// An act from a text such as `P1 draw`.
pub fn act(text: &str) -> Act<Move> {
    let (seat, action) = text.split_once(' ').unwrap();
    Act { seat: seat.parse().unwrap(), action: action.parse().unwrap_or_else(|e| panic!("{text}: {e}")), stamp: Stamp::default() }
}

/// `ok` or the code of the objection.
pub fn verdict(game: &Canon, text: &str) -> &'static str {
    match game.check(&act(text)) {
        Ok(()) => "ok",
        Err(objection) => objection.code(),
    }
}

/// What the referee says against an act.
pub fn says(game: &Canon, text: &str) -> String {
    game.check(&act(text)).unwrap_err().to_string()
}

/// Legal acts, one after another.
pub fn play(mut game: Canon, acts: &[&str]) -> Canon {
    for text in acts {
        assert_eq!(verdict(&game, text), "ok", "{text}");
        game.apply(&act(text));
    }
    game
}

/// Acts as they happened, legal or not.
pub fn happen(mut game: Canon, acts: &[&str]) -> Canon {
    acts.iter().for_each(|text| game.apply(&act(text)));
    game
}
