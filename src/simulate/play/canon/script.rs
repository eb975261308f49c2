use super::policy::{Memory, choose};
use super::{Violation, World};
use crate::games::canon::{self, Canon, Setup, SetupError, Zone};
use crate::games::{Act, Game};
use crate::simulate::play::violation::Pending;
use crate::simulate::play::{self, Fate, Pace, ScriptOptions, Writer};
use crate::simulate::stage::Lying;
use crate::table::Stamp;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use std::collections::BTreeMap;

/// A whole game of Canon with its timing.
pub type Script = play::Script<World, Violation>;

/// Plays a game and writes down when what happens.
///
/// # Errors
/// When the game cannot be dealt.
pub fn play(setup: Setup, options: &ScriptOptions<Violation>) -> Result<Script, SetupError> {
    let mut rng = Pcg64Mcg::seed_from_u64(options.seed);
    let world = World::deal(setup, &mut rng)?;
    let mat = canon::mat(world.game.seats());
    let mut writer = Writer::new(world, mat, options.pace, rng);
    let seats = writer.world.game.seats().count();
    let wanted = options.moves.unwrap_or(usize::MAX);
    // Without a wish, a game has about three moves for each card of the draw pile.
    let length = options.moves.unwrap_or(3 * writer.world.draw.len() + seats);
    let pile = writer.world.draw.len();
    let mut memory = Memory::default();
    let mut waiting = Pending::new(&options.violations, length);
    let mut last = None;
    for turn_number in 0..wanted {
        let Some(turn) = writer.world.game.turn() else { break };
        let is_due = |kind: &Violation| waiting.is_due(turn_number) || (*kind == Violation::OutOfTurn && seats == 2);
        let next = waiting.next().filter(is_due);
        if let Some(kind) = next
            && let Some((act, objection)) = kind.find(&writer.world, last, &mut writer.rng)
        {
            waiting.take_next();
            let by = act.seat;
            writer.violate(act, objection, options.stand);
            if options.stand && by == turn {
                last = Some(turn);
            }
            if writer.world.game.turn() != Some(turn) {
                continue;
            }
        }
        let mut share = draw_share(pile - writer.world.draw.len(), pile, turn_number, length.saturating_sub(2 * seats + 2));
        if next == Some(Violation::HandFull) {
            // Somebody has to fill a hand first.
            share = if writer.world.hand(turn).len() < 7 && turn.index() == 0 { 0.9 } else { 0.1 };
        }
        let Some(action) = choose(&writer.world, turn, &memory, share, &mut writer.rng) else { break };
        memory.note(turn, &action);
        writer.act(Act { seat: turn, action, stamp: Stamp::default() }, None, Fate::Counts);
        last = Some(turn);
    }
    Ok(writer.finish(waiting.left()))
}

/// The chance that the next move is a draw, so that the pile runs out evenly over `moves` moves.
fn draw_share(drawn: usize, pile: usize, moved: usize, moves: usize) -> f64 {
    let rate = pile as f64 / moves.max(1) as f64;
    let behind = rate * moved as f64 - drawn as f64;
    (rate + 0.35 * behind).clamp(0.05, 0.95)
}

/// A table as a game leaves it after this many moves, without the film: for photos.
///
/// # Errors
/// When the game cannot be dealt.
pub fn finished_table(setup: Setup, seed: u64, moves: Option<usize>) -> Result<(BTreeMap<Zone, Vec<Lying>>, Canon), SetupError> {
    let options = ScriptOptions { seed, moves, violations: Vec::new(), stand: false, pace: Pace::default() };
    let script = play(setup, &options)?;
    Ok((script.table_at_the_end(), script.end.game))
}
