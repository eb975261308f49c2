use super::agenda::agenda;
use super::policy::choose;
use super::{Violation, World};
use crate::games::nomic::{Move, Proposition, Setup, SetupError, mat};
use crate::games::{Act, Game};
use crate::simulate::play::violation::Pending;
use crate::simulate::play::{self, Fate, ScriptOptions, Writer};
use crate::table::{Seat, Stamp};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::VecDeque;

/// A whole game of Card-Based Nomic with its timing.
pub type Script = play::Script<World, Violation>;

/// Propositions of a game that is played to its end.
const PROPOSITIONS: usize = 20;
/// Acts of such a game, about.
const USUAL_LENGTH: usize = 270;
/// No game is played for longer.
const MOST_ACTS: usize = 900;
/// How often the token is passed without a proposition.
const PASSES: f64 = 0.1;

/// Plays a game and writes down when what happens. What no camera sees is told by buttons: [`play::Script::said`].
///
/// # Errors
/// When the game cannot be dealt.
pub fn play(setup: Setup, options: &ScriptOptions<Violation>) -> Result<Script, SetupError> {
    let mut rng = Pcg64Mcg::seed_from_u64(options.seed);
    let mat = mat(setup.seats);
    let world = World::deal(setup, &mut rng)?;
    let mut agenda: VecDeque<Proposition> = agenda(&mut rng).into();
    let mut writer = Writer::new(world, mat, options.pace, rng);
    let mut waiting = Pending::new(&options.violations, options.moves.unwrap_or(USUAL_LENGTH));
    for number in 0..options.moves.unwrap_or(MOST_ACTS) {
        for seat in writer.world.game.seats().iter() {
            let card = writer.rng.random_range(0..writer.world.hand(seat).len().max(1));
            writer.world.hold_out(seat, card);
        }
        if waiting.is_due(number)
            && let Some((act, objection)) = waiting.take(|kind| kind.find(&writer.world, &mut writer.rng))
        {
            writer.violate(act, objection, options.stand);
        }
        let next = choose(&writer.world, &mut writer.rng);
        let Some((seat, action)) = next.or_else(|| open(&writer.world, &mut agenda, &mut writer.rng)) else { break };
        writer.act(Act { seat, action, stamp: Stamp::default() }, None, Fate::Counts);
    }
    Ok(writer.finish(waiting.left()))
}

/// What the holder of the token does while no proposition is under vote; `None` once there have been enough.
fn open(world: &World, agenda: &mut VecDeque<Proposition>, rng: &mut Pcg64Mcg) -> Option<(Seat, Move)> {
    let seat = world.game.token();
    if world.game.is_over() {
        return None;
    }
    let decided = world.game.decided().len();
    if decided >= PROPOSITIONS {
        return None;
    }
    let is_legal = |action: &Move| world.game.check(&Act { seat, action: action.clone(), stamp: Stamp::default() }).is_ok();
    let pass = Move::PassToken { to: world.game.next_holder() };
    if rng.random_bool(PASSES) && is_legal(&pass) {
        return Some((seat, pass));
    }
    if decided + 1 == PROPOSITIONS {
        // The last of the agenda ends the game, when it is ratified.
        agenda.drain(..agenda.len().saturating_sub(1));
    }
    std::iter::from_fn(|| agenda.pop_front()).map(Move::propose).find(is_legal).map(|action| (seat, action))
}
