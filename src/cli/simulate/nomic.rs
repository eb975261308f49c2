use super::film::{Film, PX_PER_MM};
use super::{Args, Outcome, Output};
use crate::cards::standard_deck;
use crate::games::nomic::{self, Setup};
use crate::journal::GameSetup;
use crate::simulate::play::ScriptOptions;
use crate::simulate::play::nomic::{Violation, play};
use crate::simulate::props::standard_props;
use crate::table::{Seat, Seats};

/// The number of players when nothing is said.
const PLAYERS: u8 = 4;

pub(super) fn run(args: &Args, output: Output) -> anyhow::Result<Outcome> {
    anyhow::ensure!(args.deck.is_none(), "Card-Based Nomic is played with standard cards: leave out --deck");
    anyhow::ensure!(args.set.is_empty(), "Card-Based Nomic has no rule options but its rules: leave out --set");
    anyhow::ensure!(args.photos.is_none() && !args.single_photo, "no photo of Nomic is made: leave out --photos and --single-photo");
    let setup = Setup::new(Seats::try_from(args.players.unwrap_or(PLAYERS))?, Seat::P1)?;
    let violations = args.violations(|count| Violation::some(count, args.seed))?;
    super::prepare(&args.out, args.force)?;
    let options = ScriptOptions { seed: args.seed, moves: args.moves, violations, stand: args.stand, pace: args.pace() };
    let script = play(setup.clone(), &options)?;
    let film = Film { script, mat: nomic::mat(setup.seats), setup: GameSetup::Nomic(setup), about: ("standard".to_owned(), String::new()) };
    let deck = standard_deck()?;
    film.write(args, |mat| Ok(standard_props(&deck, mat, args.style(), PX_PER_MM)?), None, output)
}
