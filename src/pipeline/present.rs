//! A refereed game as a screen shows it: plain words, numbers and outlines.

use super::chamber::Chamber;
use super::{
    Alert, CallView, Desk, HintView, MoveLine, MoveStatus, ScorePoint, ScoreTerm, SeatLine, Severity, Snapshot, StackCard, TableView,
    TableZone,
};
use crate::cards::{CardId, Face};
use crate::games::{Act, Narrate};
use crate::referee::{Choice, EntryOf, Input, Reason, Ruling};
use crate::table::Pile;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a screen shows beside the game itself.
#[derive(Debug, Clone, Default)]
pub struct Look {
    /// The game's title.
    pub game: String,
    /// The deck's title.
    pub deck: String,
    /// Printed colour of each card's family.
    pub palette: BTreeMap<CardId, [u8; 3]>,
    /// The players' names, P1 first; those missing are called by their seat.
    pub names: Vec<String>,
}

/// Builds the parts of a snapshot that follow from the game, and keeps what grows with it.
#[derive(Debug, Default)]
pub struct Presenter {
    look: Look,
    moves: Arc<Vec<MoveLine>>,
    history: Arc<Vec<ScorePoint>>,
    hints: Arc<Vec<HintView>>,
    chamber: Chamber,
}

impl Presenter {
    /// A presenter for a game that is about to begin.
    pub fn new(look: Look) -> Self {
        Self { look, ..Self::default() }
    }

    /// Takes a new entry into the list of moves and the scores over time.
    pub fn enter<G: Narrate>(&mut self, desk: &Desk<G>, entry: &EntryOf<G>)
    where
        EntryOf<G>: Serialize,
    {
        self.chamber.enter();
        let game = desk.referee().game();
        let at_ms = entry.stamp.at_us / 1000;
        let lines = Arc::make_mut(&mut self.moves);
        for ruling in &entry.rulings {
            settle(lines, ruling);
            lines.extend(line_of(game, entry, ruling));
        }
        let labels = |zones: Vec<G::Zone>| zones.iter().map(ToString::to_string).collect();
        self.hints = Arc::new(game.hints().into_iter().map(|(text, falls)| HintView { text, falls: labels(falls) }).collect());
        let totals: Vec<i64> = game.scores().seats.iter().map(|seat| seat.total).collect();
        if self.history.last().is_none_or(|last| last.totals != totals) {
            Arc::make_mut(&mut self.history).push(ScorePoint { at_ms, totals });
        }
    }

    /// Takes a draft of a proposition, to say at the next presentation what would come of it.
    pub fn draft(&mut self, text: &str) {
        self.chamber.draft(text);
    }

    /// Fills in all that follows from the game.
    pub fn present<G: Narrate>(&mut self, desk: &Desk<G>, snapshot: &mut Snapshot)
    where
        EntryOf<G>: Serialize,
    {
        self.chamber.present(desk, snapshot);
        let game = desk.referee().game();
        snapshot.game.clone_from(&self.look.game);
        snapshot.deck.clone_from(&self.look.deck);
        snapshot.phase = game.phase();
        snapshot.ended = game.is_over().then(|| result_text(game));
        snapshot.table = self.table(desk);
        snapshot.seats = self.seats(game);
        snapshot.history = Arc::clone(&self.history);
        snapshot.moves = Arc::clone(&self.moves);
        snapshot.hints = Arc::clone(&self.hints);
        snapshot.alerts = self.alerts(desk);
        snapshot.calls = game.calls().into_iter().map(|(title, text, seat)| CallView { title, text, seat }).collect();
    }

    fn table<G: Narrate>(&self, desk: &Desk<G>) -> TableView
    where
        EntryOf<G>: Serialize,
    {
        let (mat, game) = (desk.mat(), desk.referee().game());
        let expected = game.expected();
        let card = |card: &CardId, count| StackCard {
            title: game.title(card),
            colour: self.look.palette.get(card).copied(),
            count,
            face: Face::Up,
        };
        let cards = |zone: &G::Zone| match expected.zones.get(zone) {
            None => Vec::new(),
            Some(Pile::Squared { card: Some(top), face: Face::Up }) => vec![card(top, game.pile_count(*zone))],
            Some(Pile::Squared { face, .. }) => {
                vec![StackCard { title: String::new(), colour: None, count: game.pile_count(*zone), face: *face }]
            }
            Some(Pile::Strewn { faces, unread, backs }) => {
                let unread = (*unread > 0).then(|| StackCard {
                    title: String::new(),
                    colour: None,
                    count: Some(u32::from(*unread)),
                    face: Face::Up,
                });
                let backs = (*backs > 0).then(|| StackCard {
                    title: String::new(),
                    colour: None,
                    count: Some(u32::from(*backs)),
                    face: Face::Down,
                });
                faces.iter().map(|face| card(face, None)).chain(unread).chain(backs).collect()
            }
            Some(Pile::Counted(count) | Pile::Heaped(count)) => {
                vec![StackCard { title: String::new(), colour: None, count: Some(u32::from(*count)), face: Face::Down }]
            }
            Some(Pile::Fanned(fan)) => {
                let mut runs: Vec<(&CardId, u32)> = Vec::new();
                for id in fan {
                    match runs.last_mut() {
                        Some((last, n)) if *last == id => *n += 1,
                        _ => runs.push((id, 1)),
                    }
                }
                runs.into_iter().map(|(id, n)| card(id, Some(n))).collect()
            }
        };
        let zones = mat.zones.iter().map(|(zone, polygon)| TableZone {
            label: zone.to_string(),
            seat: G::owner(*zone),
            polygon: polygon.clone(),
            cards: cards(zone),
            marks: game.marks(*zone),
        });
        TableView { width_mm: mat.width_mm, height_mm: mat.height_mm, zones: zones.collect() }
    }

    fn seats<G: Narrate>(&self, game: &G) -> Vec<SeatLine> {
        let to_act = game.to_act();
        let line = |score: crate::games::SeatScore| {
            let (hand_known, hand_unknown) = game.hand_count(score.seat);
            let term = |term: crate::games::Term| ScoreTerm {
                reason: term.card.map_or(term.reason.clone(), |card| format!("{}: {}", game.title(&card), term.reason)),
                points: term.points,
            };
            SeatLine {
                seat: score.seat,
                name: self.look.names.get(score.seat.index()).cloned().unwrap_or_else(|| score.seat.to_string()),
                total: score.total,
                terms: score.terms.into_iter().map(term).collect(),
                rank: score.rank,
                hand_known,
                hand_unknown,
                to_act: to_act.contains(&score.seat),
            }
        };
        game.scores().seats.into_iter().map(line).collect()
    }

    fn alerts<G: Narrate>(&self, desk: &Desk<G>) -> Vec<Alert>
    where
        EntryOf<G>: Serialize,
    {
        let game = desk.referee().game();
        let mut alerts = Vec::new();
        for entry in desk.referee().entries() {
            for ruling in entry.rulings.iter().filter(|ruling| desk.is_open(entry.entry, ruling)) {
                let told = |act, reason: &Reason| format!("{}: {}", game.describe(act), reason.text);
                let illegal = |entry, act, reason: &Reason| Alert {
                    severity: Severity::Illegal,
                    text: told(act, reason),
                    rule: Some(reason.rule.clone()),
                    entry: Some(entry),
                };
                match ruling {
                    Ruling::Rejected { act, reason } => alerts.push(illegal(entry.entry, act, reason)),
                    // What a person does about it is done to the entry that it decided.
                    Ruling::Resolved { entry: of, choice } => {
                        alerts.extend(choice.judged().filter_map(|(act, reason)| Some(illegal(*of, act, reason?))));
                    }
                    Ruling::Undecided { choices } => {
                        let suspected = choices.iter().flat_map(Choice::judged).find_map(|(act, reason)| Some((act, reason?)));
                        let text = suspected.map_or("Unclear what happened: choose below".into(), |(act, reason)| {
                            format!("Perhaps illegal, choose below: {}", told(act, reason))
                        });
                        let rule = suspected.map(|(_, reason)| reason.rule.clone());
                        alerts.push(Alert { severity: Severity::Warning, text, rule, entry: Some(entry.entry) });
                    }
                    _ => {}
                }
            }
        }
        alerts
    }
}

/// The result in a line, such as `P1 wins with 12 points`.
pub fn result_text<G: Narrate>(game: &G) -> String {
    let sheet = game.scores();
    let best: Vec<_> = sheet.seats.iter().filter(|seat| seat.rank == 1).collect();
    let names = best.iter().map(|seat| seat.seat.to_string()).collect::<Vec<_>>().join(" and ");
    let points = best.first().map_or(0, |seat| seat.total);
    let verb = if best.len() == 1 { "wins" } else { "share the win" };
    format!("{names} {verb} with {points} point{}", if points.abs() == 1 { "" } else { "s" })
}

/// Marks the line that a ruling is about as settled.
fn settle<M>(lines: &mut [MoveLine], ruling: &Ruling<M>) {
    let (entry, status) = match ruling {
        Ruling::TakenBack { entry, .. } | Ruling::Retracted { entry, .. } => (*entry, MoveStatus::Retracted),
        Ruling::Resolved { entry, choice } if choice.accuses() => (*entry, MoveStatus::Rejected),
        Ruling::Stood { entry, .. } | Ruling::Resolved { entry, .. } | Ruling::Corrected { entry, .. } => (*entry, MoveStatus::Accepted),
        _ => return,
    };
    for line in lines.iter_mut().filter(|line| line.entry == entry) {
        line.status = status;
        line.choices.clear();
    }
}

/// An entry as lines for a reader, one a ruling.
pub fn line_texts<G: Narrate>(game: &G, entry: &EntryOf<G>) -> Vec<MoveLine> {
    entry.rulings.iter().filter_map(|ruling| line_of(game, entry, ruling)).collect()
}

fn line_of<G: Narrate>(game: &G, entry: &EntryOf<G>, ruling: &Ruling<G::Move>) -> Option<MoveLine> {
    let told = matches!(entry.input, Input::Told(_));
    let blank = MoveLine {
        entry: entry.entry,
        at_ms: entry.stamp.at_us / 1000,
        seat: None,
        text: String::new(),
        status: MoveStatus::Accepted,
        rule: None,
        reason: None,
        frame: entry.frame,
        choices: Vec::new(),
    };
    let ruled = |act: &Act<G::Move>, status, reason: Option<&Reason>| MoveLine {
        seat: Some(act.seat),
        text: game.describe(act),
        status,
        rule: reason.map(|reason| reason.rule.clone()),
        reason: reason.map(|reason| reason.text.clone()),
        ..blank.clone()
    };
    let said = |text: String, status| MoveLine { text, status, ..blank.clone() };
    Some(match ruling {
        Ruling::Accepted { act, warning } => ruled(act, if told { MoveStatus::Told } else { MoveStatus::Accepted }, warning.as_ref()),
        Ruling::Rejected { act, reason } => ruled(act, MoveStatus::Rejected, Some(reason)),
        Ruling::TakenBack { act, .. } => {
            MoveLine { text: format!("taken back: {}", game.describe(act)), ..ruled(act, MoveStatus::Accepted, None) }
        }
        Ruling::Stood { act, .. } => {
            MoveLine { text: format!("left to stand: {}", game.describe(act)), ..ruled(act, MoveStatus::Accepted, None) }
        }
        Ruling::Undecided { choices } => {
            let choices = choices.iter().map(|choice| choice_text(game, choice)).collect();
            MoveLine { choices, ..said("unclear what happened".into(), MoveStatus::Undecided) }
        }
        Ruling::Unexplained { differences } => said(differences.join("; "), MoveStatus::Unexplained),
        Ruling::Resolved { entry, choice } => {
            let broken = choice.reasons.iter().flatten().next();
            MoveLine {
                entry: *entry,
                rule: broken.map(|reason| reason.rule.clone()),
                reason: broken.map(|reason| reason.text.clone()),
                ..said(
                    format!("entry {entry} was: {}", choice_text(game, choice)),
                    if broken.is_some() { MoveStatus::Rejected } else { MoveStatus::Accepted },
                )
            }
        }
        Ruling::Doubted { entry, .. } => {
            said(format!("entry {entry} is in doubt: the table plays on as if nothing had been wrong"), MoveStatus::Told)
        }
        Ruling::Presumed { entry, choice } => {
            said(format!("entry {entry} counts as: {}, until somebody decides it", choice_text(game, choice)), MoveStatus::Accepted)
        }
        Ruling::Retracted { entry, now_illegal } => {
            said(format!("entry {entry} no longer counts{}", fallen(now_illegal)), MoveStatus::Told)
        }
        Ruling::Corrected { entry, acts, now_illegal } => {
            let acts = acts.iter().map(|act| game.describe(act)).collect::<Vec<_>>().join(", then ");
            said(format!("entry {entry} corrected to: {acts}{}", fallen(now_illegal)), MoveStatus::Told)
        }
        Ruling::Refused { why } => said(why.clone(), MoveStatus::Told),
        Ruling::Ended { .. } => said(format!("the game is over: {}", result_text(game)), MoveStatus::Accepted),
    })
}

fn fallen(now_illegal: &[(u64, Reason)]) -> String {
    match now_illegal {
        [] => String::new(),
        list => format!(
            "; now illegal: {}",
            list.iter().map(|(n, reason)| format!("entry {n} ({})", reason.code)).collect::<Vec<_>>().join(", ")
        ),
    }
}

/// An account in a reader's words.
pub fn choice_text<G: Narrate>(game: &G, choice: &Choice<G::Move>) -> String {
    let act = |(act, reason): (&Act<G::Move>, &Option<Reason>)| {
        let mark = reason.as_ref().map_or(String::new(), |reason| format!(" (breaks {})", reason.rule));
        format!("{}{mark}", game.describe(act))
    };
    match choice.acts.is_empty() {
        true => "nothing happened".into(),
        false => choice.acts.iter().zip(&choice.reasons).map(act).collect::<Vec<_>>().join(", then "),
    }
}
