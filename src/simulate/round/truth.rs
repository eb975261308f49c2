//! What truly happened as a journal: facts as a camera that takes so many frames a second could tell them, ruled by the referee.

use super::happening::{Happening, What};
use super::whole::Round;
use crate::cards::Face;
use crate::games::Act;
use crate::games::elements::{Card, Elements, Move, SetupError, Zone};
use crate::journal::Said;
use crate::referee::{Entry, Input, Referee, Told, Weights};
use crate::table::{Fact, Identity, LaidCard, Layout, Stamp};
use std::collections::BTreeMap;

/// When the table as dealt has been looked at, in microseconds.
const LOOKED_AT_US: u64 = 1_500_000;

/// What truly happened, and what was said.
#[derive(Debug, Clone)]
pub struct Truth {
    /// Every fact and every word, with the rulings that it deserves.
    pub entries: Vec<Entry<Zone, Move>>,
    /// The words alone.
    pub said: Vec<Said>,
}

impl Round {
    /// The truth about this round, seen in frames taken at these moments.
    ///
    /// # Errors
    /// When the game cannot be set up.
    pub fn truth(&self, frames_us: &[u64]) -> Result<Truth, SetupError> {
        let mut referee = Referee::new(Elements::new(self.setup.clone())?, Weights::default());
        let frame = |at_us: u64| frames_us.iter().position(|at| *at >= at_us).unwrap_or(frames_us.len());
        let mut heard: Vec<(u64, usize, Input<Zone, Move>)> = vec![(LOOKED_AT_US, 0, Input::Seen(self.dealt(frame(LOOKED_AT_US))))];
        let mut said = Vec::new();
        for happening in &self.happenings {
            let Happening { at_us, seat, what } = happening;
            let k = frame(*at_us);
            let input = match what {
                What::Say(text) => {
                    said.push(Said { ms: *at_us as f64 / 1000.0, seat: *seat, text: text.clone() });
                    let Ok(action) = text.parse() else { continue };
                    Input::Told(Told::Act { act: Act { seat: *seat, action, stamp: at(*at_us) } })
                }
                what => {
                    let Some(fact) = fact(happening, what, k, frames_us) else { continue };
                    Input::Seen(fact)
                }
            };
            // Touches that no camera can tell apart in time are taken by their seats.
            let when = match &input {
                Input::Seen(Fact::Touched { by, .. }) => by.at_us,
                _ => *at_us,
            };
            heard.push((when, seat.index(), input));
        }
        heard.sort_by_key(|(when, seat, _)| (*when, *seat));
        let entries = heard.into_iter().map(|(when, _, input)| referee.hear(input, at(when), Some(frame(when) as u64))).collect();
        said.sort_by(|a: &Said, b| a.ms.total_cmp(&b.ms));
        Ok(Truth { entries, said })
    }

    /// The table as it was dealt.
    fn dealt(&self, frame: usize) -> Fact<Zone> {
        let mut zones: BTreeMap<Zone, Vec<LaidCard>> = BTreeMap::new();
        for placed in &self.cards {
            if let Some((zone, pose, face, _)) = placed.lies(LOOKED_AT_US) {
                let identity = if face == Face::Up { Identity::certain(placed.design.clone()) } else { Identity::UNKNOWN };
                zones.entry(zone).or_default().push(LaidCard { identity, face, turn_deg: pose.turn.to_degrees() as f32, change: None });
            }
        }
        let layout = Layout { zones, loose: Vec::new() };
        Fact::Settled { stamp: at(LOOKED_AT_US), frame: frame as u64, layout, visits: Vec::new(), glimpses: Vec::new() }
    }
}

const fn at(at_us: u64) -> Stamp {
    Stamp { at_us, tolerance_us: 0 }
}

fn fact(happening: &Happening, what: &What, k: usize, frames_us: &[u64]) -> Option<Fact<Zone>> {
    let (seat, stamp, frame) = (happening.seat, at(happening.at_us), k as u64);
    let named = |card: &Option<Card>| card.and_then(Card::design).map_or(Identity::UNKNOWN, Identity::certain);
    let moved = |from, to, card, face| Fact::Moved { seat, from, to, card, face, stamp, frame };
    let side = |card: &Option<Card>| if card.is_some() { Face::Up } else { Face::Down };
    Some(match what {
        What::Touch { zone, card } => {
            let (after, by) = (at(*frames_us.get(k.checked_sub(1)?)?), at(*frames_us.get(k)?));
            let bare = *zone == Zone::Centre;
            Fact::Touched { seat, neighbour: None, zone: *zone, card: named(card), bare, after, by, frame }
        }
        What::Release { zone } => Fact::Released { seat, zone: *zone, stamp, frame },
        What::Take { from, card } => moved(Some(*from), None, named(card), side(card)),
        What::Lay { to, card, face } => moved(None, Some(*to), named(card), *face),
        What::Away { card } => moved(None, None, named(card), side(card)),
        What::Pass { to } => moved(Some(Zone::Island(seat)), Some(Zone::Island(*to)), Identity::UNKNOWN, Face::Down),
        What::Say(_) => return None,
    })
}
