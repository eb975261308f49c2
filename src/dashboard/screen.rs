use super::Command;
use super::entry::{self, Open};
use super::keys::Action;
use super::rules::Rules;
use crate::pipeline::{Call, ClaimView, MoveLine, Snapshot, SourceState};
use crate::table::{Seat, Stamp};

/// What the centre of the window shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Centre {
    Overview,
    Camera,
    Table,
    Claims,
    Rules,
}

impl Centre {
    const ALL: [Self; 5] = [Self::Overview, Self::Camera, Self::Table, Self::Claims, Self::Rules];

    /// What can be shown of this game.
    pub fn of(snapshot: &Snapshot) -> Vec<Self> {
        Self::ALL.into_iter().filter(|view| *view != Self::Rules || snapshot.council.is_some()).collect()
    }

    pub const fn title(self) -> &'static str {
        match self {
            Self::Overview => "Overview",
            Self::Camera => "Camera",
            Self::Table => "Table",
            Self::Claims => "Claims",
            Self::Rules => "Rules",
        }
    }
}

/// What may be painted over the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layer {
    Cards,
    Names,
    Zones,
    Hands,
}

impl Layer {
    pub const ALL: [Self; 4] = [Self::Cards, Self::Names, Self::Zones, Self::Hands];

    pub const fn title(self) -> &'static str {
        match self {
            Self::Cards => "Cards",
            Self::Names => "Names",
            Self::Zones => "Zones",
            Self::Hands => "Hands",
        }
    }
}

/// A field that text is typed into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    Act,
    Note,
}

/// What the window remembers that no snapshot holds.
pub(super) struct Screen {
    selection: Option<Selection>,
    speaking_for: Option<SpeakingFor>,
    pub open_score: Option<Seat>,
    /// The entry that opened the claim that is looked at, when it is not the newest, and the frame of it.
    claim: Option<u64>,
    claim_frame: Option<usize>,
    /// A card that a seat is calling: since when, and until when, in the source's time.
    pub dibs: Option<Dibs>,
    pub centre: Centre,
    pub rules: Rules,
    layers: Vec<Layer>,
    pub help: bool,
    pub asking_end: bool,
    pub act: String,
    pub note: String,
    /// The field to put the cursor into when it is next painted.
    pub focus: Option<Field>,
    /// Something said in passing, and until when on the window's own clock.
    pub message: Option<(String, f64)>,
}

/// A card's name being said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Dibs {
    pub seat: Seat,
    pub from: Stamp,
    /// When the whole name had been said; `None` while it is.
    pub to: Option<Stamp>,
}

#[derive(Debug, Clone, Copy)]
struct Selection {
    entry: u64,
    /// Chosen by the person, so that no alert takes it away.
    by_hand: bool,
}

/// A seat chosen in the controls; it holds until other seats may act.
struct SpeakingFor {
    seat: Seat,
    while_to_act: Vec<Seat>,
}

impl Default for Screen {
    fn default() -> Self {
        Self {
            selection: None,
            speaking_for: None,
            open_score: None,
            claim: None,
            claim_frame: None,
            dibs: None,
            centre: Centre::Overview,
            rules: Rules::default(),
            layers: vec![Layer::Cards, Layer::Names, Layer::Hands],
            help: false,
            asking_end: false,
            act: String::new(),
            note: String::new(),
            focus: None,
            message: None,
        }
    }
}

impl Screen {
    /// Takes note of a new snapshot: an open alert's move is selected while the person has selected nothing.
    pub fn follow(&mut self, snapshot: &Snapshot) {
        let about_a_move = || snapshot.alerts.iter().filter(|a| a.entry.is_some());
        if self.selection.is_some_and(|s| !s.by_hand && about_a_move().all(|a| a.entry != Some(s.entry))) {
            self.selection = None;
        }
        if self.selection.is_none() {
            let gravest = about_a_move().max_by_key(|a| a.severity);
            self.selection = gravest.and_then(|a| a.entry).map(|entry| Selection { entry, by_hand: false });
        }
        if self.speaking_for.as_ref().is_some_and(|s| s.while_to_act != to_act(snapshot)) {
            self.speaking_for = None;
        }
    }

    pub fn select(&mut self, entry: Option<u64>) {
        self.selection = entry.map(|entry| Selection { entry, by_hand: true });
    }

    /// Lets go of the selection as soon as no alert holds it, since the person has settled it.
    pub fn settled(&mut self) {
        if let Some(selection) = &mut self.selection {
            selection.by_hand = false;
        }
    }

    pub fn speak_for(&mut self, seat: Seat, snapshot: &Snapshot) {
        self.speaking_for = Some(SpeakingFor { seat, while_to_act: to_act(snapshot) });
    }

    /// The claim that is looked at, with its place: the chosen one, else the newest.
    pub fn claim<'s>(&self, snapshot: &'s Snapshot) -> Option<(usize, &'s ClaimView)> {
        let opened = |claim: &ClaimView| claim.contacts.first().map(|contact| contact.entry);
        let chosen = self.claim.and_then(|entry| snapshot.claims.iter().position(|claim| opened(claim) == Some(entry)));
        let number = chosen.or(snapshot.claims.len().checked_sub(1))?;
        Some((number, snapshot.claims.get(number)?))
    }

    /// The frame of a claim that is looked at: the chosen one, else the first that shows the contact.
    pub fn claim_frame(&self, claim: &ClaimView) -> usize {
        let first = claim.contacts.first().map_or(0, |contact| contact.with);
        let contact = claim.frames.iter().position(|frame| frame.frame >= first).unwrap_or(0);
        self.claim_frame.unwrap_or(contact).min(claim.frames.len().saturating_sub(1))
    }

    pub const fn choose_frame(&mut self, frame: usize) {
        self.claim_frame = Some(frame);
    }

    /// Goes to a claim so many places on.
    pub fn step_claim(&mut self, snapshot: &Snapshot, by: isize) {
        let Some((number, _)) = self.claim(snapshot) else { return };
        let to = number.saturating_add_signed(by).min(snapshot.claims.len().saturating_sub(1));
        let newest = to + 1 == snapshot.claims.len();
        let opened = snapshot.claims.get(to).and_then(|claim| claim.contacts.first()).map(|contact| contact.entry);
        (self.claim, self.claim_frame) = (opened.filter(|_| !newest), None);
    }

    /// What a key does to the claim that is looked at.
    fn about_claim(&self, action: Action, snapshot: &Snapshot) -> Option<Command> {
        let (_, claim) = self.claim(snapshot)?;
        Some(match action {
            Action::Frame(by) => {
                let to = self.claim_frame(claim).saturating_add_signed(by).min(claim.frames.len().saturating_sub(1));
                Command::ClaimFrame(to)
            }
            Action::Claim(by) => Command::StepClaim(by),
            Action::Uphold => Command::Tell(super::panels::uphold(claim)),
            _ => Command::Tell(super::panels::overrule(claim)),
        })
    }

    /// What stands in the field for acts; to a call of a card that was timed, the time it took is added.
    pub fn act_text(&self) -> String {
        let text = self.act.trim();
        match self.dibs {
            Some(Dibs { from, to: Some(to), .. }) if text.starts_with("dibs ") && !text.ends_with("ms") => {
                format!("{text} {:.0}ms", to.ms_since(from))
            }
            _ => text.to_owned(),
        }
    }

    /// What a seat calls; `None` where the game has no such call now.
    fn calls(&self, title: &str, snapshot: &Snapshot) -> Option<Command> {
        let call = snapshot.calls.iter().find(|call| call.title == title)?;
        let seat = call.seat.or_else(|| self.speaking_for(snapshot))?;
        Some(Command::Tell(Call::Act { seat, text: call.text.clone() }))
    }

    pub fn toggle(&mut self, layer: Layer) {
        if self.shows(layer) {
            self.layers.retain(|&l| l != layer);
        } else {
            self.layers.push(layer);
        }
    }

    pub fn shows(&self, layer: Layer) -> bool {
        self.layers.contains(&layer)
    }

    /// The number of the selected entry.
    pub fn selected_entry(&self) -> Option<u64> {
        self.selection.map(|s| s.entry)
    }

    /// The selected move: of an entry's several lines, the one that can be settled.
    pub fn selected<'s>(&self, snapshot: &'s Snapshot) -> Option<&'s MoveLine> {
        let entry = self.selected_entry()?;
        let lines = || snapshot.moves.iter().filter(|m| m.entry == entry);
        lines().find(|m| Open::of(m).reject).or_else(|| lines().next())
    }

    /// The seat that the controls speak for: the one chosen, else the first that may act, else the first.
    pub fn speaking_for(&self, snapshot: &Snapshot) -> Option<Seat> {
        let chosen = self.speaking_for.as_ref().map(|s| s.seat);
        let next = || snapshot.seats.iter().find(|s| s.to_act).or(snapshot.seats.first()).map(|s| s.seat);
        chosen.or_else(next)
    }

    /// What a key asks for now; `None` where it has nothing to act on.
    pub fn command(&self, action: Action, snapshot: &Snapshot) -> Option<Command> {
        let modal = self.help || self.asking_end;
        match action {
            Action::Help => return Some(Command::Help(!self.help)),
            Action::Theme => return Some(Command::Theme),
            Action::Quit => return Some(Command::Quit),
            Action::Deselect if self.help => return Some(Command::Help(false)),
            Action::Deselect if self.asking_end => return Some(Command::AskEnd(false)),
            _ if modal => return None,
            _ => {}
        }
        let about = |what: fn(&MoveLine) -> Option<Call>, doing: &str| {
            Some(match self.selected(snapshot) {
                None => Command::Say("Select a move first, with Up and Down".into()),
                Some(line) => what(line).map_or_else(
                    || Command::Say(format!("Move {} is {} and cannot be {doing}", line.entry, entry::word(line.status).to_lowercase())),
                    Command::Tell,
                ),
            })
        };
        match action {
            Action::PauseOrResume => pause_or_resume(snapshot).map(Command::Tell),
            Action::Pass => self.speaking_for(snapshot).filter(|_| snapshot.ended.is_none()).map(|seat| Command::Tell(Call::Pass(seat))),
            Action::Accept => about(|line| entry::accept(line, 0), "accepted"),
            Action::Choose(choice) => {
                let line = self.selected(snapshot).filter(|l| !l.choices.is_empty())?;
                entry::accept(line, choice).map(Command::Tell)
            }
            Action::Reject => about(entry::reject, "rejected"),
            Action::Retract => about(entry::retract, "taken back"),
            Action::Earlier => {
                self.neighbour(snapshot, |moves, entry| moves.iter().rev().skip_while(|m| m.entry != entry).find(|m| m.entry != entry))
            }
            Action::Later => {
                self.neighbour(snapshot, |moves, entry| moves.iter().skip_while(|m| m.entry != entry).find(|m| m.entry != entry))
            }
            Action::Deselect => Some(Command::Select(None)),
            Action::NextView => Some(Command::Show(after(&Centre::of(snapshot), self.centre))),
            Action::Layer(layer) => Some(Command::Toggle(layer)),
            Action::TypeAct | Action::NextSeat if snapshot.ended.is_some() => None,
            Action::NextSeat => {
                let seats: Vec<Seat> = snapshot.seats.iter().map(|s| s.seat).collect();
                self.speaking_for(snapshot).map(|seat| Command::ActFor(after(&seats, seat)))
            }
            Action::OpenScore => {
                let seats: Vec<Option<Seat>> = snapshot.seats.iter().map(|s| Some(s.seat)).chain([None]).collect();
                Some(Command::OpenScore(after(&seats, self.open_score)))
            }
            Action::Frame(_) | Action::Claim(_) | Action::Uphold | Action::Overrule => {
                if self.centre == Centre::Claims {
                    self.about_claim(action, snapshot)
                } else {
                    None
                }
            }
            Action::Call(title) => self.calls(title, snapshot),
            Action::Dibs => {
                let playing = snapshot.calls.iter().any(|call| call.title == "Whirlwind");
                playing.then(|| self.speaking_for(snapshot)).flatten().map(Command::Dibs)
            }
            Action::SpeakFor(number) => snapshot.seats.get(number).map(|line| Command::ActFor(line.seat)),
            Action::TypeAct => Some(Command::Focus(Field::Act)),
            Action::TypeNote => Some(Command::Focus(Field::Note)),
            Action::End => (snapshot.ended.is_none()).then_some(Command::AskEnd(true)),
            Action::Help | Action::Theme | Action::Quit => None,
        }
    }

    /// Selects what `step` finds from the selected entry, or the last while none is selected. Lines of one entry are one step.
    fn neighbour(&self, snapshot: &Snapshot, step: impl Fn(&[MoveLine], u64) -> Option<&MoveLine>) -> Option<Command> {
        let to = match self.selected(snapshot) {
            Some(line) => step(&snapshot.moves, line.entry),
            None => snapshot.moves.last(),
        };
        to.map(|line| Command::Select(Some(line.entry)))
    }
}

/// The call that stops the source or lets it go on; `None` when it can do neither.
pub(super) fn pause_or_resume(snapshot: &Snapshot) -> Option<Call> {
    match snapshot.health.state {
        SourceState::Running | SourceState::Starting => Some(Call::Pause),
        SourceState::Paused => Some(Call::Resume),
        SourceState::Lost(_) | SourceState::Ended => None,
    }
}

/// A seat's name as the snapshot has it.
pub(super) fn name(snapshot: &Snapshot, seat: Seat) -> String {
    snapshot.seats.iter().find(|s| s.seat == seat).map_or_else(|| seat.to_string(), |s| s.name.clone())
}

fn to_act(snapshot: &Snapshot) -> Vec<Seat> {
    snapshot.seats.iter().filter(|s| s.to_act).map(|s| s.seat).collect()
}

/// The one after `from`, the first after the last.
fn after<T: Copy + PartialEq>(all: &[T], from: T) -> T {
    all.iter().skip_while(|&&t| t != from).nth(1).or(all.first()).copied().unwrap_or(from)
}
