//! One short way to deal a round of Elements, act in it and ask about it.

pub use crate::support::{says, seat, seats, verdict};
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

/// An act of Elements from its text, see [`parsed`](crate::support::parsed).
pub fn act(text: &str) -> Act<Move> {
    crate::support::parsed(text)
}

/// Legal acts, one after another, all 52 cards there after each.
pub fn play(game: Elements, acts: &[&str]) -> Elements {
    audited(game, acts, crate::support::play)
}

/// Acts as they happened, legal or not, all 52 cards there after each.
pub fn happen(game: Elements, acts: &[&str]) -> Elements {
    audited(game, acts, crate::support::happen)
}

fn audited(game: Elements, acts: &[&str], next: impl Fn(Elements, &[&str]) -> Elements) -> Elements {
    acts.iter().fold(game, |game, text| {
        let game = next(game, &[*text]);
        assert_eq!(game.audit(), [], "{text}");
        game
    })
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
