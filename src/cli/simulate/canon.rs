use super::film::{Film, PX_PER_MM};
use super::{Args, Outcome, Output, photos};
use crate::cards::{Deck, Work, load_canon_parts};
use crate::games::canon::{self, Options, Setup};
use crate::journal::GameSetup;
use crate::simulate::play::ScriptOptions;
use crate::simulate::play::canon::{Violation, play};
use crate::simulate::props::canon_props;
use crate::table::{Seat, Seats};
use anyhow::Context;

/// The deck and the number of players when nothing is said.
const DECK: &str = "canon-nt";
const PLAYERS: u8 = 2;

pub(super) fn run(args: &Args, output: Output) -> anyhow::Result<Outcome> {
    let seats = Seats::try_from(args.players.unwrap_or(PLAYERS))?;
    let mut options = Options::default();
    for word in &args.set {
        options.set(word)?;
    }
    let name = args.deck.as_deref().unwrap_or(DECK);
    let decks = load_canon_parts(name)?;
    let first = Seat::from_index(0).context("there is no first seat")?;
    let setup = Setup::new(decks.clone(), seats, first, options)?;
    let violations = args.violations(|count| Violation::some(count, seats.count(), args.seed))?;
    super::prepare(&args.out, args.force)?;
    match args.photos {
        Some(count) => photos::run(args, &decks, &setup, count, output),
        None => film(args, name, &decks, setup, violations, output),
    }
}

fn film(
    args: &Args,
    name: &str,
    decks: &[Deck<Work>],
    setup: Setup,
    violations: Vec<Violation>,
    output: Output,
) -> anyhow::Result<Outcome> {
    let options = ScriptOptions { seed: args.seed, moves: args.moves, violations, stand: args.stand, pace: args.pace() };
    let script = play(setup.clone(), &options)?;
    let (end, mat) = (script.end.game.clone(), canon::mat(setup.seats));
    let about = (name.to_owned(), setup.options.to_string());
    let film = Film { script, mat: mat.clone(), setup: GameSetup::Canon(setup), about };
    let props = |mat: &_| Ok(canon_props(decks, mat, args.style(), args.variant(), PX_PER_MM)?);
    film.write(
        args,
        props,
        Some(&|stage, view| photos::write_truth(&args.out.join("photo.json"), "photo.jpg", stage, &mat, &end, view)),
        output,
    )
}
