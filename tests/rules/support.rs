//! One short way to set up a game of Canon, and to act in any game and ask about it.

use kibitzer::cards::{CardId, Deck, Design, Work, builtin_canon};
use kibitzer::games::canon::{Canon, Move, Options, Setup};
use kibitzer::games::{Act, Game, Objection};
use kibitzer::table::{Seat, Seats, Stamp};
use std::fmt::Display;
use std::str::FromStr;

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

/// An act of Canon from a text such as `P1 draw`.
pub fn act(text: &str) -> Act<Move> {
    parsed(text)
}

/// An act from a text such as `P1 touch ocean 4h`, or `P1 touch ocean 4h @ 1200 20`: at 1200 ms, give or take 20 ms.
pub fn parsed<M: FromStr<Err: Display>>(text: &str) -> Act<M> {
    let (text, stamp) = text.split_once(" @ ").unwrap_or((text, "0"));
    let (seat, action) = text.split_once(' ').unwrap();
    let mut ms = stamp.split(' ').map(|ms| ms.parse::<u64>().unwrap());
    let stamp = Stamp::from_ms(ms.next().unwrap());
    let stamp = Stamp { tolerance_us: ms.next().unwrap_or(0) as u32 * 1000, ..stamp };
    Act { seat: seat.parse().unwrap(), action: action.parse().unwrap_or_else(|e| panic!("{text}: {e}")), stamp }
}

/// `ok` or the code of the objection.
pub fn verdict<G: Game>(game: &G, text: &str) -> &'static str {
    match game.check(&parsed(text)) {
        Ok(()) => "ok",
        Err(objection) => objection.code(),
    }
}

/// What the referee says against an act.
pub fn says<G: Game>(game: &G, text: &str) -> String {
    game.check(&parsed(text)).unwrap_err().to_string()
}

/// Legal acts, one after another.
pub fn play<G: Game>(mut game: G, acts: &[&str]) -> G {
    for text in acts {
        assert_eq!(verdict(&game, text), "ok", "{text}");
        game.apply(&parsed(text));
    }
    game
}

/// Acts as they happened, legal or not.
pub fn happen<G: Game>(mut game: G, acts: &[&str]) -> G {
    acts.iter().for_each(|text| game.apply(&parsed(text)));
    game
}
