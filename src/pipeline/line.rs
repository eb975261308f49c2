use super::claims::Claims;
use super::eye::{Eye, EyeError, Looked, WAITING};
use super::health::Meter;
use super::{Call, Desk, Latest, Presenter, Ruled, Snapshot, SourceState};
use crate::games::Narrate;
use crate::journal::JournalError;
use crate::referee::EntryOf;
use crate::source::{Event, Frame, Pace, Source, SourceError};
use crate::table::Observation;
use crossbeam_channel::{Receiver, Sender, bounded};
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use thiserror::Error;

/// How a line runs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LineOptions {
    /// Recorded frames are shown at this multiple of their own pace; `None` takes them as fast as they can be looked at.
    pub speed: Option<f64>,
    /// Whether to stay for a person's calls after a recording has ended.
    pub stay: bool,
}

/// Why a line broke off. All entries until then are in the journal.
#[derive(Debug, Error)]
pub enum LineError {
    /// The source can give no further frame.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// A frame could not be looked at.
    #[error(transparent)]
    Eye(#[from] EyeError),
    /// Entries wait that the journal's file did not take.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A thread of the line stopped unexpectedly.
    #[error("the {0} stopped unexpectedly; the journal holds all entries until then")]
    Broken(&'static str),
}

/// A running line: source, eye and desk on their threads.
pub struct Line<G: Narrate> {
    /// The newest snapshot.
    pub snapshots: Latest<Arc<Snapshot>>,
    /// Where a person's calls go.
    pub calls: Sender<Call>,
    desk: JoinHandle<Result<Desk<G>, LineError>>,
}

/// What the desk's thread hears: one closed list, one loop.
enum Heard {
    Looked(Box<Looked>, Instant),
    State(SourceState),
    Remark(String),
    Ended(Result<(), LineError>),
}

impl<G: Narrate> Line<G> {
    /// Waits until the line has ended; answers the desk as it was left.
    ///
    /// # Errors
    /// When the line broke off.
    pub fn join(self) -> Result<Desk<G>, LineError> {
        drop(self.calls);
        self.desk.join().map_err(|_| LineError::Broken("referee's thread"))?
    }
}

/// Starts a line. `told` is called on the desk's thread with each entry as it falls, and with each remark about the source.
pub fn start<G: Narrate + Send>(
    source: Box<dyn Source>,
    eye: Eye,
    desk: Desk<G>,
    presenter: Presenter,
    options: LineOptions,
    told: impl FnMut(News<'_, G>) + Send + 'static,
) -> Line<G>
where
    EntryOf<G>: Serialize,
{
    let snapshots = Latest::default();
    let live = source.description().pace == Pace::Live;
    // What a recording holds does not run away.
    let frames: Latest<(Frame, Instant)> = Latest::keeping(if live && eye.tells_touches() { WAITING } else { 1 });
    let (calls, heard_calls) = bounded::<Call>(64);
    // Looked-at frames wait here for the desk; two keep both sides busy.
    let (to_desk, heard) = bounded::<Heard>(2);
    let paused = Arc::new(AtomicBool::new(false));
    let name = source.description().name.clone();
    thread::spawn({
        let (frames, to_desk, paused) = (frames.clone(), to_desk.clone(), Arc::clone(&paused));
        move || {
            let end = read(source, &frames, &to_desk, &paused, options.speed);
            frames.close();
            if let Err(error) = end {
                // The desk may have gone already.
                let _ = to_desk.send(Heard::Ended(Err(error.into())));
            }
        }
    });
    thread::spawn({
        let frames = frames.clone();
        move || {
            let end = look(eye, &frames, live, &to_desk);
            frames.close();
            let _ = to_desk.send(Heard::Ended(end));
        }
    });
    let desk = thread::spawn({
        let snapshots = snapshots.clone();
        move || {
            let meter = Meter::new(name);
            let mut room = Room {
                desk,
                presenter,
                meter,
                snapshots,
                frames,
                paused,
                remarks: Vec::new(),
                latest: Snapshot::default(),
                claims: Claims::default(),
                told,
            };
            let end = room.listen(&heard, &heard_calls, options.stay);
            room.frames.close();
            room.snapshots.close();
            end.map(|()| room.desk)
        }
    });
    Line { snapshots, calls, desk }
}

/// What a listener is told.
pub enum News<'a, G: Narrate> {
    /// An entry, and the desk after it.
    Entry(&'a EntryOf<G>, &'a Desk<G>),
    /// A remark about the source or the journal, for a reader.
    Remark(&'a str),
    /// What a frame shows.
    Seen(&'a Observation),
}

fn read(
    mut source: Box<dyn Source>,
    frames: &Latest<(Frame, Instant)>,
    to_desk: &Sender<Heard>,
    paused: &AtomicBool,
    speed: Option<f64>,
) -> Result<(), SourceError> {
    let live = source.description().pace == Pace::Live;
    let mut began: Option<(Instant, u64)> = None;
    while !frames.is_closed() {
        if paused.load(Ordering::Relaxed) && !live {
            thread::sleep(Duration::from_millis(20));
            began = None;
            continue;
        }
        let news = match source.next()? {
            None => return Ok(()),
            Some(Event::Frame(frame)) => {
                let captured = Instant::now();
                if live {
                    if !paused.load(Ordering::Relaxed) {
                        frames.put((frame, captured));
                    }
                    continue;
                }
                if let Some(speed) = speed {
                    let (start, first_us) = *began.get_or_insert((captured, frame.stamp.at_us));
                    let due = start + Duration::from_micros((frame.stamp.at_us.saturating_sub(first_us) as f64 / speed) as u64);
                    thread::sleep(due.saturating_duration_since(Instant::now()));
                }
                if !frames.put_when_free((frame, Instant::now())) {
                    return Ok(());
                }
                continue;
            }
            Some(Event::Lost { reason, .. }) => Heard::State(SourceState::Lost(reason)),
            Some(Event::Back { after_ms }) => {
                let back = format!("the source is back after {:.1} s", after_ms as f64 / 1000.0);
                if to_desk.send(Heard::State(SourceState::Running)).is_err() {
                    return Ok(());
                }
                Heard::Remark(back)
            }
            Some(Event::Flaw(flaw)) => Heard::Remark(flaw.to_string()),
        };
        if to_desk.send(news).is_err() {
            return Ok(());
        }
    }
    Ok(())
}

fn look(mut eye: Eye, frames: &Latest<(Frame, Instant)>, live: bool, to_desk: &Sender<Heard>) -> Result<(), LineError> {
    while let Some((frame, captured)) = frames.wait() {
        let waiting = if live { frames.waiting() } else { 0 };
        let Some(looked) = eye.keep_up(frame, waiting)? else { continue };
        if to_desk.send(Heard::Looked(Box::new(looked), captured)).is_err() {
            break;
        }
    }
    Ok(())
}

/// The desk's thread and all that it owns.
struct Room<G: Narrate, F> {
    desk: Desk<G>,
    presenter: Presenter,
    meter: Meter,
    snapshots: Latest<Arc<Snapshot>>,
    frames: Latest<(Frame, Instant)>,
    paused: Arc<AtomicBool>,
    remarks: Vec<String>,
    latest: Snapshot,
    claims: Claims,
    told: F,
}

/// Remarks kept on the screen.
const REMARKS: usize = 4;

impl<G: Narrate, F: FnMut(News<'_, G>)> Room<G, F>
where
    EntryOf<G>: Serialize,
{
    fn listen(&mut self, heard: &Receiver<Heard>, calls: &Receiver<Call>, stay: bool) -> Result<(), LineError> {
        let mut calls = calls.clone();
        let mut heard = heard.clone();
        self.publish();
        loop {
            crossbeam_channel::select! {
                recv(calls) -> call => match call {
                    Ok(Call::Quit) => {
                        let last = self.desk.finish();
                        self.entered(last);
                        break;
                    }
                    Ok(call) => self.call(&call),
                    // Nobody can call any more; the recording still plays to its end.
                    Err(_) if !stay => calls = crossbeam_channel::never(),
                    Err(_) => break,
                },
                recv(heard) -> news => match news {
                    Ok(Heard::Looked(looked, captured)) => self.looked(*looked, captured),
                    Ok(Heard::State(state)) => self.state(state),
                    Ok(Heard::Remark(text)) => self.remark(text),
                    Ok(Heard::Ended(end)) => {
                        let last = self.desk.finish();
                        self.entered(last);
                        end?;
                        self.meter.state = SourceState::Ended;
                        self.publish();
                        if !stay {
                            break;
                        }
                        heard = crossbeam_channel::never();
                    }
                    Err(_) => return Err(LineError::Broken("eye's thread")),
                },
            }
        }
        self.desk.flush()?;
        Ok(())
    }

    fn state(&mut self, state: SourceState) {
        let news = matches!(state, SourceState::Lost(_)) && !matches!(self.meter.state, SourceState::Lost(_));
        self.meter.state = state;
        match &self.meter.state {
            SourceState::Lost(reason) if news => self.remark(format!("the source is lost and awaited: {reason}")),
            _ => self.publish(),
        }
    }

    fn looked(&mut self, looked: Looked, captured: Instant) {
        let Looked { observation, view, followed, stages, remark, .. } = looked;
        if self.meter.state != SourceState::Paused {
            self.meter.state = SourceState::Running;
        }
        let ruled = self.desk.observe(&observation);
        self.claims.look(&followed, &view);
        self.latest.view = view;
        self.entered(ruled);
        self.meter.frame(observation.frame, observation.stamp, captured, stages);
        (self.told)(News::Seen(&observation));
        match remark {
            Some(remark) => self.remark(remark),
            None => self.publish(),
        }
    }

    fn call(&mut self, call: &Call) {
        match call {
            Call::Draft(text) => self.presenter.draft(text),
            Call::Pause => {
                self.paused.store(true, Ordering::Relaxed);
                self.meter.state = SourceState::Paused;
            }
            Call::Resume => {
                self.paused.store(false, Ordering::Relaxed);
                self.meter.state = SourceState::Running;
            }
            _ => {}
        }
        let entry = self.desk.call(call);
        self.entered(entry);
        self.publish();
    }

    fn entered(&mut self, ruled: Ruled<G>) {
        for entry in &ruled.entries {
            self.presenter.enter(&self.desk, entry);
            self.claims.enter(self.desk.referee().game(), entry, &self.latest.view);
            (self.told)(News::Entry(entry, &self.desk));
        }
        if let Some(error) = ruled.unwritten {
            // The entries wait in the journal and in the referee; only the file is behind.
            self.remark(error.to_string());
        }
    }

    fn remark(&mut self, text: String) {
        (self.told)(News::Remark(&text));
        self.remarks.push(text);
        let old = self.remarks.len().saturating_sub(REMARKS);
        self.remarks.drain(..old);
        self.publish();
    }

    fn publish(&mut self) {
        self.presenter.present(&self.desk, &mut self.latest);
        self.latest.claims = self.claims.all();
        self.latest.warnings.clone_from(&self.remarks);
        self.latest.health = self.meter.health(self.frames.dropped());
        self.snapshots.put(Arc::new(self.latest.clone()));
    }
}
