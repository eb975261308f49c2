use super::film::{Film, PX_PER_MM};
use super::{Args, Outcome, Output};
use crate::cli::arrow_decks::ArrowDecks;
use crate::games::arrow::{self, Setup};
use crate::journal::GameSetup;
use crate::simulate::play::ScriptOptions;
use crate::simulate::play::arrow::{Violation, play};
use crate::simulate::props::arrow_props;

pub(super) fn run(args: &Args, output: Output) -> anyhow::Result<Outcome> {
    anyhow::ensure!(args.players.is_none_or(|players| players == 2), "Arrow is played by two: leave out --players");
    anyhow::ensure!(args.set.is_empty(), "Arrow has no rule options: leave out --set");
    anyhow::ensure!(args.photos.is_none() && !args.single_photo, "no photo of Arrow is made: leave out --photos and --single-photo");
    let decks = ArrowDecks::load(args.deck.as_deref())?;
    let setup = Setup::new(decks.each())?;
    let violations = args.violations(|count| Violation::some(count, args.seed))?;
    super::prepare(&args.out, args.force)?;
    let options = ScriptOptions { seed: args.seed, moves: args.moves, violations, stand: args.stand, pace: args.pace() };
    let script = play(setup.clone(), &options)?;
    let film = Film { script, mat: arrow::mat(), setup: GameSetup::Arrow(setup), about: (decks.name().to_owned(), String::new()) };
    film.write(args, |mat| Ok(arrow_props(decks.faces(), decks.back(), mat, args.style(), PX_PER_MM)?), None, output)
}
