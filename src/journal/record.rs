use crate::cards::CardId;
use crate::games::{Act, Game, Narrate, ScoreSheet, Term};
use crate::referee::{Choice, EntryOf, Input, Position, Reason, Ruling, Told};
use crate::table::{Seat, Stamp};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Display;

/// A game for a reader: a row for each ruling and remark, and the scores.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// In the order in which they were ruled.
    pub rows: Vec<Row>,
    /// As the table stands after the last row.
    pub scores: ScoreSheet,
    /// Whether the game has ended, so that the scores are final.
    pub over: bool,
    /// The titles of the cards that the scores name.
    pub titles: BTreeMap<CardId, String>,
}

impl Record {
    /// The title of the card that a term is about; empty when it is about none.
    pub fn title<'a>(&'a self, term: &'a Term) -> &'a str {
        term.card.as_ref().map_or("", |card| self.titles.get(card).map_or(card.as_str(), String::as_str))
    }
}

/// One ruling or remark.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// The entry that it belongs to.
    pub entry: u64,
    /// When it was ruled.
    pub stamp: Stamp,
    /// The frame that it rests on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame: Option<u64>,
    /// Who acted, when it is about one seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// What was done, in the game's notation; empty when it is about no act.
    #[serde(rename = "move", skip_serializing_if = "String::is_empty")]
    pub action: String,
    /// Who did what, in a reader's words; empty when it is about no act.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub words: String,
    /// What kind of row it is.
    pub ruling: Kind,
    /// The rule that is broken or bent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// What there is to say, for a reader.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Every seat's total after it, P1 first.
    pub totals: Vec<i64>,
}

/// What kind of row it is. Prints as a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "each is the ruling of that name")]
pub enum Kind {
    Accepted,
    Warned,
    Rejected,
    TakenBack,
    Stood,
    Undecided,
    Unexplained,
    Resolved,
    Presumed,
    Retracted,
    Corrected,
    Refused,
    Ended,
    Note,
}

impl Kind {
    /// The word, as in the journal's own lines; `warned` is an accepted act with a warning.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Warned => "warned",
            Self::Rejected => "rejected",
            Self::TakenBack => "taken-back",
            Self::Stood => "stood",
            Self::Undecided => "undecided",
            Self::Unexplained => "unexplained",
            Self::Resolved => "resolved",
            Self::Presumed => "presumed",
            Self::Retracted => "retracted",
            Self::Corrected => "corrected",
            Self::Refused => "refused",
            Self::Ended => "ended",
            Self::Note => "note",
        }
    }
}

/// Tells a game that began like `initial` for a reader.
pub fn record<G: Narrate>(initial: &G, entries: &[EntryOf<G>]) -> Record {
    let words = |act: &Act<G::Move>| initial.describe(act);
    let mut position = Position::new(initial.clone());
    let mut rows = Vec::new();
    let mut over = false;
    for entry in entries {
        let row = |saying: Saying, totals| {
            let Saying { kind, seat, action, words, reason, text } = saying;
            Row { entry: entry.entry, stamp: entry.stamp, frame: entry.frame, seat, action, words, ruling: kind, reason, text, totals }
        };
        if let Input::Told(Told::Note { text }) = &entry.input {
            rows.push(row(Saying::of(Kind::Note).text(text), totals(position.game())));
        }
        for ruling in &entry.rulings {
            position.fold(entry.entry, ruling);
            match ruling {
                Ruling::Ended { .. } => over = true,
                Ruling::Unexplained { .. } | Ruling::Refused { .. } => {}
                // Whoever goes on playing, or takes something back, opens the game again.
                _ => over = false,
            }
            rows.push(row(say(ruling, &words), totals(position.game())));
        }
    }
    let scores = position.game().scores();
    let cards = scores.seats.iter().flat_map(|score| &score.terms).filter_map(|term| term.card.as_ref());
    let titles = cards.map(|card| (card.clone(), initial.title(card))).collect();
    Record { rows, scores, over, titles }
}

fn totals(game: &impl Game) -> Vec<i64> {
    game.scores().seats.iter().map(|seat| seat.total).collect()
}

/// What a row says beside its place in the game.
struct Saying {
    kind: Kind,
    seat: Option<Seat>,
    action: String,
    words: String,
    reason: Option<Reason>,
    text: String,
}

impl Saying {
    const fn of(kind: Kind) -> Self {
        Self { kind, seat: None, action: String::new(), words: String::new(), reason: None, text: String::new() }
    }

    fn acts<M: Display>(self, acts: &[Act<M>], words: &impl Fn(&Act<M>) -> String) -> Self {
        let seat = acts.first().map(|act| act.seat).filter(|seat| acts.iter().all(|act| act.seat == *seat));
        let action = |act: &Act<M>| if seat.is_some() { act.action.to_string() } else { format!("{} {}", act.seat, act.action) };
        let joined = |texts: Vec<String>| texts.join(", ");
        let words = joined(acts.iter().map(words).collect());
        Self { seat, action: joined(acts.iter().map(action).collect()), words, ..self }
    }

    fn reason(self, reason: Option<&Reason>) -> Self {
        match reason {
            Some(reason) => Self { reason: Some(reason.clone()), text: reason.text.clone(), ..self },
            None => self,
        }
    }

    fn text(self, text: impl Into<String>) -> Self {
        Self { text: text.into(), ..self }
    }
}

fn say<M: Display>(ruling: &Ruling<M>, words: &impl Fn(&Act<M>) -> String) -> Saying {
    let one = |kind, act: &Act<M>| Saying::of(kind).acts(std::slice::from_ref(act), words);
    match ruling {
        Ruling::Accepted { act, warning: None } => one(Kind::Accepted, act),
        Ruling::Accepted { act, warning } => one(Kind::Warned, act).reason(warning.as_ref()),
        Ruling::Rejected { act, reason } => one(Kind::Rejected, act).reason(Some(reason)),
        Ruling::TakenBack { act, entry } => one(Kind::TakenBack, act).text(format!("what entry {entry} rejected was undone")),
        Ruling::Stood { act, entry } => one(Kind::Stood, act).text(format!("what entry {entry} rejected stays and counts")),
        Ruling::Undecided { choices } => {
            let account = |choice| format!("{} ({:.0}%)", account(choice, words), choice.weight * 100.0);
            let choices: Vec<_> = choices.iter().map(account).collect();
            Saying::of(Kind::Undecided).text(format!("either {}", choices.join(" or ")))
        }
        Ruling::Doubted { entry, choices } => {
            let choices: Vec<_> = choices.iter().map(|choice| account(choice, words)).collect();
            Saying::of(Kind::Undecided).text(format!("entry {entry} is in doubt, since play goes on: either {}", choices.join(" or ")))
        }
        Ruling::Unexplained { differences } => Saying::of(Kind::Unexplained).text(differences.join("; ")),
        Ruling::Resolved { entry, choice } => {
            let kind = if choice.accuses() { Kind::Rejected } else { Kind::Resolved };
            let decided = Saying::of(kind).acts(&choice.acts, words).reason(choice.reasons.iter().flatten().next());
            decided.text(format!("entry {entry} is decided"))
        }
        Ruling::Presumed { entry, choice } => {
            let presumed = Saying::of(Kind::Presumed).acts(&choice.acts, words);
            presumed.text(format!("entry {entry} counts as this until somebody decides it"))
        }
        Ruling::Retracted { entry, now_illegal } => {
            Saying::of(Kind::Retracted).text(format!("entry {entry} no longer counts{}", fallout(now_illegal)))
        }
        Ruling::Corrected { entry, acts, now_illegal } => {
            let instead = Saying::of(Kind::Corrected).acts(acts, words);
            instead.text(format!("entry {entry} counts as this instead{}", fallout(now_illegal)))
        }
        Ruling::Refused { why } => Saying::of(Kind::Refused).text(why),
        Ruling::Ended { .. } => Saying::of(Kind::Ended).text("the game is over"),
    }
}

fn account<M>(choice: &Choice<M>, words: &impl Fn(&Act<M>) -> String) -> String {
    if choice.acts.is_empty() {
        return "nothing".into();
    }
    let acts: Vec<_> = choice.acts.iter().map(words).collect();
    let broken = choice.reasons.iter().flatten().map(|reason| format!(", against the rule: {}", reason.text));
    acts.join(", ") + broken.collect::<String>().as_str()
}

fn fallout(now_illegal: &[(u64, Reason)]) -> String {
    now_illegal.iter().map(|(entry, reason)| format!("; that makes entry {entry} illegal: {}", reason.text)).collect()
}
