use super::Command;
use super::feed::Feed;
use super::keys::{self, Action};
use super::panels;
use super::picture::PictureTexture;
use super::screen::{Dibs, Field, Screen, name};
use super::strip::Strip;
use crate::pipeline::{Call, Snapshot};
use crossbeam_channel::TrySendError;
use egui::{CentralPanel, Context, Frame, Margin, Panel, Ui};
use std::sync::Arc;
use std::time::Duration;

/// How long something said in passing stays, in seconds.
const MESSAGE_S: f64 = 5.0;
/// How often the window looks for a newer snapshot: as often as a camera gives frames.
const LOOK_EVERY: Duration = Duration::from_millis(33);
/// The same once nothing has come for a while, so that a paused game costs little.
const LOOK_EVERY_WHEN_IDLE: Duration = Duration::from_millis(250);
const IDLE_AFTER_S: f64 = 1.0;
const SIDE_WIDTH: f32 = 420.0;
/// The most of the window's width that the side may take.
const SIDE_SHARE: f32 = 0.4;

/// The window over a running game.
pub(super) struct Watch {
    feed: Feed,
    snapshot: Arc<Snapshot>,
    screen: Screen,
    texture: PictureTexture,
    strip: Strip,
    /// When the last snapshot came, on the window's own clock in seconds.
    news_at: f64,
}

impl Watch {
    pub fn new(feed: Feed) -> Self {
        Self {
            feed,
            snapshot: Arc::default(),
            screen: Screen::default(),
            texture: PictureTexture::default(),
            strip: Strip::default(),
            news_at: 0.0,
        }
    }

    pub fn show(&mut self, ui: &mut Ui, out: &mut Vec<Command>) {
        let now = ui.input(|i| i.time);
        if let Some(newer) = (self.feed.snapshots)() {
            self.news_at = now;
            self.screen.follow(&newer);
            self.snapshot = newer;
        }
        if let Some(draft) = self.screen.rules.unsent(&self.snapshot)
            && self.tell(Call::Draft(draft.clone())).is_ok()
        {
            self.screen.rules.sent(draft);
        }
        let (snapshot, screen) = (&*self.snapshot, &mut self.screen);
        screen.message.take_if(|(_, until)| now > *until);
        for action in keys::take(ui.ctx()) {
            if action == Action::Deselect && ui.ctx().text_edit_focused() {
                continue;
            }
            out.extend(screen.command(action, snapshot));
        }

        Panel::top("header").show(ui, |ui| panels::header(ui, snapshot, out));
        panels::alerts(ui, snapshot, screen, out);
        Panel::bottom("health").show(ui, |ui| panels::health(ui, &snapshot.health));
        let widest = ui.ctx().content_rect().width() * SIDE_SHARE;
        Panel::right("side").default_size(SIDE_WIDTH.min(widest)).size_range(320.0..=widest.max(320.0)).show(ui, |ui| {
            panels::scores(ui, snapshot, screen, out);
            ui.separator();
            panels::moves(ui, snapshot, screen, out);
        });
        Panel::bottom("controls").show(ui, |ui| panels::controls(ui, snapshot, screen, &self.feed, out));
        let margin = Margin::symmetric(10, 8);
        CentralPanel::default().frame(Frame::central_panel(ui.style()).inner_margin(margin)).show(ui, |ui| {
            let texture = snapshot.view.picture.as_ref().and_then(|p| self.texture.of(ui.ctx(), p)).map(egui::TextureHandle::id);
            panels::centre(ui, snapshot, screen, (texture, &mut self.strip), out);
        });
        if screen.help {
            panels::help(ui.ctx(), out);
        }
        if screen.asking_end {
            panels::ask_end(ui.ctx(), out);
        }
    }

    /// How long the next look for a newer snapshot can wait.
    pub fn next_look(&self, now: f64) -> Duration {
        if now - self.news_at < IDLE_AFTER_S { LOOK_EVERY } else { LOOK_EVERY_WHEN_IDLE }
    }

    pub fn carry_out(&mut self, ctx: &Context, command: Command) {
        let screen = &mut self.screen;
        match command {
            Command::Tell(call) => {
                if matches!(call, Call::Accept { .. } | Call::Reject { .. } | Call::Retract { .. }) {
                    screen.settled();
                }
                screen.asking_end &= call != Call::End;
                self.say_and_tell(ctx, call);
            }
            Command::TellAct => {
                let text = screen.act_text();
                if let Some(seat) = screen.speaking_for(&self.snapshot).filter(|_| !text.is_empty()) {
                    screen.act.clear();
                    let said = screen.dibs.take_if(|dibs| dibs.to.is_some() && text.starts_with("dibs "));
                    let call = match said {
                        Some(Dibs { seat, to: Some(at), .. }) => Call::ActAt { seat, text, at },
                        _ => Call::Act { seat, text },
                    };
                    self.say_and_tell(ctx, call);
                }
            }
            Command::TellNote => {
                let text = screen.note.trim().to_owned();
                if !text.is_empty() {
                    screen.note.clear();
                    self.say_and_tell(ctx, Call::Note(text));
                }
            }
            Command::Select(entry) => screen.select(entry),
            Command::ActFor(seat) => screen.speak_for(seat, &self.snapshot),
            Command::OpenScore(seat) => screen.open_score = seat,
            Command::Show(centre) => screen.centre = centre,
            Command::Rules(command) => screen.rules.carry_out(command),
            Command::Toggle(layer) => screen.toggle(layer),
            Command::Help(open) => screen.help = open,
            Command::AskEnd(open) => screen.asking_end = open,
            Command::ClaimFrame(frame) => screen.choose_frame(frame),
            Command::StepClaim(by) => screen.step_claim(&self.snapshot, by),
            Command::Dibs(seat) => {
                let now = self.snapshot.view.picture.as_ref().map(|picture| picture.stamp).unwrap_or_default();
                match &mut screen.dibs {
                    Some(dibs) if dibs.to.is_none() => {
                        dibs.to = Some(now);
                        screen.act = "dibs ".into();
                        screen.focus = Some(Field::Act);
                    }
                    dibs => {
                        *dibs = Some(Dibs { seat, from: now, to: None });
                        let who = name(&self.snapshot, seat);
                        self.say(ctx, format!("{who} is calling a card: press B once the whole name is said, then type the card"));
                    }
                }
            }
            Command::Suggest(act) => screen.act = act,
            Command::Focus(field) => screen.focus = Some(field),
            Command::Say(text) => self.say(ctx, text),
            // These belong to the whole window.
            Command::Theme | Command::Quit => {}
        }
        ctx.request_repaint();
    }

    /// Tells the referee, without waiting; if that cannot be, says why and what to do.
    pub fn tell(&self, call: Call) -> Result<(), &'static str> {
        self.feed.calls.try_send(call).map_err(|error| match error {
            TrySendError::Full(_) => "The referee is busy and did not hear that: try again in a moment",
            TrySendError::Disconnected(_) => "The referee has stopped: nothing more can be told. Close the window; the game is kept",
        })
    }

    fn say_and_tell(&mut self, ctx: &Context, call: Call) {
        let told = said(&call, &self.snapshot);
        let answer = self.tell(call).map_or_else(str::to_owned, |()| told);
        self.say(ctx, answer);
    }

    fn say(&mut self, ctx: &Context, text: String) {
        self.screen.message = Some((text, ctx.input(|i| i.time) + MESSAGE_S));
    }
}

/// A call in a few words, said back to the person who made it.
fn said(call: &Call, snapshot: &Snapshot) -> String {
    match call {
        Call::Pass(seat) => format!("Told: {} passes", name(snapshot, *seat)),
        Call::Act { seat, text } | Call::ActAt { seat, text, .. } => {
            // A whole proposition is too long to be said back.
            let text = text.split_once(" {").map_or_else(|| text.clone(), |(verb, _)| format!("{verb} …"));
            format!("Told: {} {text}", name(snapshot, *seat))
        }
        Call::Accept { entry, choice: None } => format!("Move {entry} accepted"),
        Call::Accept { entry, choice: Some(choice) } => format!("Choice {} of move {entry} accepted", choice + 1),
        Call::Reject { entry } => format!("Move {entry} rejected"),
        Call::Retract { entry } => format!("Move {entry} taken back"),
        Call::End => "The game is ended".into(),
        Call::Note(_) => "Note added to the journal".into(),
        Call::Draft(_) => "Checking the draft".into(),
        Call::Pause => "Paused".into(),
        Call::Resume => "Going on".into(),
        Call::Quit => "Closing".into(),
    }
}
