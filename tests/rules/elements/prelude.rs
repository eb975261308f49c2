//! One short way to deal a round of Elements, act in it and ask about it.

pub use crate::support::{seat, seats};
pub use kibitzer::games::elements::{Card, Elements, Move, Options, Phase, Pile, Place, Player, Setup, Zone};
pub use kibitzer::games::{Act, Game, Narrate, Objection};
pub use kibitzer::table::Stamp;

pub fn options(words: &str) -> Options {
    let mut options = Options::default();
    words.split_whitespace().for_each(|word| options.set(word).unwrap());
    options
}

pub fn card(text: &str) -> Card {
    text.parse().unwrap()
}

/// A round that has been dealt by P1.
pub fn dealt(players: u8, words: &str) -> Elements {
    Elements::new(Setup::new(seats(players), seat("P1"), options(words)).unwrap()).unwrap()
}

/// A round of mages that has been started, every Island touched.
pub fn mages(players: u8) -> Elements {
    started(dealt(players, "rules=mage"))
}

/// A round of non-mages that has been started, every Island touched, with these cards known to lie face up in the Ocean.
pub fn non_mages(players: u8, words: &str, ocean: &str) -> Elements {
    let game = dealt(players, words);
    started(if ocean.is_empty() { game } else { play(game, &[&format!("P1 show {ocean}")]) })
}

/// All touch the centre, the dealer says go, all touch their Islands.
pub fn started(game: Elements) -> Elements {
    let each = |game: &Elements, what: &str| -> Vec<String> {
        game.seats().iter().map(|seat| format!("{seat} {}", what.replace('#', &seat.to_string()))).collect()
    };
    let (centre, island, release) = (each(&game, "touch centre"), each(&game, "touch #.island"), each(&game, "release"));
    let all: Vec<&str> = centre.iter().map(String::as_str).chain(["P1 go"]).collect();
    let game = play(game, &all);
    let all: Vec<&str> = island.iter().chain(&release).map(String::as_str).collect();
    play(game, &all)
}

/// An act from a text such as `P1 touch ocean 4h`, or `P1 touch ocean 4h @ 1200 20`: at 1200 ms, give or take 20 ms.
pub fn act(text: &str) -> Act<Move> {
    let (text, stamp) = text.split_once(" @ ").unwrap_or((text, "0"));
    let (seat, action) = text.split_once(' ').unwrap();
    let mut ms = stamp.split(' ').map(|ms| ms.parse::<u64>().unwrap());
    let stamp = Stamp { tolerance_us: 0, ..Stamp::from_ms(ms.next().unwrap()) };
    let stamp = Stamp { tolerance_us: ms.next().unwrap_or(0) as u32 * 1000, ..stamp };
    Act { seat: seat.parse().unwrap(), action: action.parse().unwrap_or_else(|e| panic!("{text}: {e}")), stamp }
}

/// `ok` or the code of the objection.
pub fn verdict(game: &Elements, text: &str) -> &'static str {
    match game.check(&act(text)) {
        Ok(()) => "ok",
        Err(objection) => objection.code(),
    }
}

/// What the referee says against an act.
pub fn says(game: &Elements, text: &str) -> String {
    game.check(&act(text)).unwrap_err().to_string()
}

/// Legal acts, one after another.
pub fn play(mut game: Elements, acts: &[&str]) -> Elements {
    for text in acts {
        assert_eq!(verdict(&game, text), "ok", "{text}");
        game.apply(&act(text));
        assert_eq!(game.audit(), [], "{text}");
    }
    game
}

/// Acts as they happened, legal or not.
pub fn happen(mut game: Elements, acts: &[&str]) -> Elements {
    for text in acts {
        game.apply(&act(text));
        assert_eq!(game.audit(), [], "{text}");
    }
    game
}

pub fn player<'a>(game: &'a Elements, name: &str) -> &'a Player {
    game.player(seat(name)).unwrap()
}

pub fn names(pile: &Pile) -> Vec<String> {
    pile.known().map(|card| card.to_string()).collect()
}

/// What a seat owes, in a reader's words; empty when it owes nothing.
pub fn due(game: &Elements, name: &str) -> String {
    game.due(seat(name)).unwrap_or_default()
}
