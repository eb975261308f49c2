use super::policy::choose;
use super::{Violation, World};
use crate::games::Act;
use crate::games::arrow::{self, Setup, SetupError};
use crate::simulate::play::violation::Pending;
use crate::simulate::play::{self, Fate, ScriptOptions, Writer};
use crate::table::Stamp;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

/// A whole game of Arrow with its timing.
pub type Script = play::Script<World, Violation>;

/// Acts of a game that is played to its end, about.
const USUAL_LENGTH: usize = 60;
/// No game is played for longer.
const MOST_ACTS: usize = 400;

/// Plays a game and writes down when what happens. What no camera sees is told by buttons: [`play::Script::said`].
///
/// # Errors
/// When the game cannot be dealt.
pub fn play(setup: Setup, options: &ScriptOptions<Violation>) -> Result<Script, SetupError> {
    let mut rng = Pcg64Mcg::seed_from_u64(options.seed);
    let world = World::deal(setup, &mut rng)?;
    let mut writer = Writer::new(world, arrow::mat(), options.pace, rng);
    let mut waiting = Pending::new(&options.violations, options.moves.unwrap_or(USUAL_LENGTH));
    for number in 0..options.moves.unwrap_or(MOST_ACTS) {
        if waiting.is_due(number)
            && let Some((act, objection)) = waiting.take(|kind| kind.find(&writer.world, &mut writer.rng))
        {
            writer.violate(act, objection, options.stand);
        }
        let Some((seat, action)) = choose(&writer.world, &mut writer.rng) else { break };
        writer.act(Act { seat, action, stamp: Stamp::default() }, None, Fate::Counts);
    }
    Ok(writer.finish(waiting.left()))
}
