use super::policy::choose;
use super::{Violation, World};
use crate::games::Act;
use crate::games::arrow::{self, Setup, SetupError};
use crate::simulate::play::{self, Fate, ScriptOptions, Writer};
use crate::table::Stamp;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use std::collections::VecDeque;

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
    let length = options.moves.unwrap_or(USUAL_LENGTH) as f64;
    let mut waiting: VecDeque<Violation> = options.violations.iter().copied().collect();
    let mut broken = 0.0;
    for number in 0..options.moves.unwrap_or(MOST_ACTS) {
        let due = (broken + 0.55) * length / (options.violations.len() as f64 + 0.4);
        // The first one that there is an occasion for.
        let found = (number as f64 >= due)
            .then(|| (0..waiting.len()).find_map(|at| Some((at, waiting.get(at)?.find(&writer.world, &mut writer.rng)?))));
        if let Some((at, (act, objection))) = found.flatten() {
            waiting.remove(at);
            broken += 1.0;
            writer.violate(act, objection, options.stand);
        }
        let Some((seat, action)) = choose(&writer.world, &mut writer.rng) else { break };
        writer.act(Act { seat, action, stamp: Stamp::default() }, None, Fate::Counts);
    }
    Ok(writer.finish(waiting.into()))
}
