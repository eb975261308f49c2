//! The dashboard over a running line, and the start page before it.

use super::Outcome;
use super::session::{Plan, Session};
use crate::cards::CANON_DECKS;
use crate::dashboard::{Dashboard, Feed, GameChoice, SourceChoice, StartOptions, StartRequest};
use crate::games::arrow::{Arrow, builtin_decks};
use crate::games::canon::Canon;
use crate::games::elements::Elements;
use crate::games::nomic::Nomic;
use crate::games::{GameKind, Narrate};
use crate::pipeline::{Line, LineOptions, News, start};
use crate::referee::EntryOf;
use crate::source::CameraInfo;
use crate::table::Seat;
use anyhow::Context;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Starts a game's line; answers what the window shows. `notation` is an example of how its acts are written.
pub(crate) fn open<G: Narrate + Send>(session: Session<G>, speed: f64, notation: &str) -> anyhow::Result<(Feed, Line<G>)>
where
    EntryOf<G>: Serialize,
{
    if speed.is_nan() || speed <= 0.0 {
        anyhow::bail!("a speed of {speed} shows nothing: give a factor above 0");
    }
    let Session { source, eye, desk, presenter } = session;
    let told = |news: News<'_, G>| {
        if let News::Remark(text) = news {
            tracing::warn!("{text}");
        }
    };
    let line = start(source, eye, desk, presenter, LineOptions { speed: Some(speed), stay: true }, told);
    let snapshots = line.snapshots.clone();
    let check = |_: Seat, text: &str| text.parse::<G::Move>().map(|_| ()).map_err(|error| error.to_string());
    let feed = Feed::new(move || snapshots.take(), line.calls.clone()).checking(check).with_notation(notation);
    Ok((feed, line))
}

/// A line of whichever game.
enum Running {
    Canon(Line<Canon>),
    Elements(Line<Elements>),
    Arrow(Line<Arrow>),
    Nomic(Line<Nomic>),
}

impl Running {
    fn join(self) -> anyhow::Result<()> {
        match self {
            Self::Canon(line) => drop(line.join()?),
            Self::Elements(line) => drop(line.join()?),
            Self::Arrow(line) => drop(line.join()?),
            Self::Nomic(line) => drop(line.join()?),
        }
        Ok(())
    }
}

fn open_any(plan: &Plan) -> anyhow::Result<(Feed, Running)> {
    match plan.game {
        GameKind::Canon => open(plan.open_canon()?, 1.0, "play centre3 canon-nt/mark").map(|(feed, line)| (feed, Running::Canon(line))),
        GameKind::Elements => open(plan.open_elements()?, 1.0, "touch ocean 4h").map(|(feed, line)| (feed, Running::Elements(line))),
        GameKind::Arrow => open(plan.open_arrow()?, 1.0, "place e4 arrow/crab").map(|(feed, line)| (feed, Running::Arrow(line))),
        GameKind::Nomic => open(plan.open_nomic()?, 1.0, "vote for").map(|(feed, line)| (feed, Running::Nomic(line))),
    }
}

/// The window's start page; the game that is chosen there runs until the window closes.
pub(crate) fn start_page() -> anyhow::Result<Outcome> {
    let running: Arc<Mutex<Vec<Running>>> = Arc::default();
    let lines = Arc::clone(&running);
    let begin = move |request: StartRequest| {
        let (answer, opening) = crossbeam_channel::bounded(1);
        let lines = Arc::clone(&lines);
        std::thread::spawn(move || {
            let opened = plan_of(&request).and_then(|plan| open_any(&plan));
            // The window may have closed meanwhile.
            let _ = answer.send(match opened {
                Ok((feed, line)) => {
                    lines.lock().unwrap_or_else(PoisonError::into_inner).push(line);
                    Ok(feed)
                }
                Err(error) => Err(format!("{error:#}")),
            });
        });
        opening
    };
    Dashboard::start_page(options(), begin).run("Kibitzer")?;
    for line in running.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
        line.join()?;
    }
    Ok(Outcome::Fine)
}

fn options() -> StartOptions {
    let deck = |(id, _): &(&str, &str)| {
        let title = crate::cards::builtin_canon(id).map_or_else(|_| (*id).to_owned(), |deck| deck.title);
        ((*id).to_owned(), title)
    };
    let canon = GameChoice { id: "canon".into(), title: "Canon".into(), decks: CANON_DECKS.iter().map(deck).collect(), players: 2..=8 };
    let bundled = bundled_video().map(|_| "a game of Canon for two".to_owned());
    let elements = GameChoice { id: "elements".into(), title: "Elements".into(), decks: Vec::new(), players: 3..=7 };
    let decks =
        builtin_decks().map_or_else(|_| Vec::new(), |decks| decks.into_iter().map(|deck| (deck.id.to_string(), deck.title)).collect());
    let arrow = GameChoice { id: "arrow".into(), title: "Arrow".into(), decks, players: 2..=2 };
    let nomic = GameChoice { id: "nomic".into(), title: "Nomic".into(), decks: Vec::new(), players: 2..=8 };
    StartOptions { games: vec![canon, elements, arrow, nomic], cameras: numbered_cameras(), bundled }
}

/// The cameras of this machine, as the number in their device's name and what they call themselves.
fn numbered_cameras() -> Vec<(u32, String)> {
    let number = |camera: &CameraInfo| camera.path.to_str().and_then(|path| path.strip_prefix("/dev/video")).and_then(|n| n.parse().ok());
    crate::source::cameras().into_iter().filter_map(|camera| Some((number(&camera)?, camera.name))).collect()
}

fn plan_of(request: &StartRequest) -> anyhow::Result<Plan> {
    let bundled = bundled_video();
    if request.source == SourceChoice::Bundled {
        return bundled_plan().context("no game is bundled: run from the project's folder");
    }
    let source = match &request.source {
        SourceChoice::Bundled => bundled.unwrap_or_default().display().to_string(),
        SourceChoice::Camera(number) => number.to_string(),
        SourceChoice::File(path) => path.display().to_string(),
        SourceChoice::Url(url) => url.clone(),
    };
    let deck = (!request.deck.is_empty()).then(|| request.deck.clone());
    Ok(Plan {
        source,
        game: super::game(&request.game).map_err(anyhow::Error::msg)?,
        players: request.players.try_into()?,
        deck,
        table: request.table.clone(),
        log: None,
        options: Vec::new(),
        first: "P1".parse()?,
        names: request.names.clone(),
        observations: None,
        said: None,
        fps: None,
    })
}

/// The game that comes with the program.
fn bundled_plan() -> Option<Plan> {
    let video = bundled_video()?;
    Some(Plan {
        source: video.display().to_string(),
        game: GameKind::Canon,
        players: 2.try_into().ok()?,
        deck: Some("canon-nt".into()),
        table: None,
        log: None,
        options: bundled_options(&video),
        first: "P1".parse().ok()?,
        names: Vec::new(),
        observations: None,
        said: None,
        fps: None,
    })
}

fn bundled_video() -> Option<PathBuf> {
    let places = [Path::new("fixtures"), Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures"))];
    places.iter().map(|place| place.join("canon-2p/video.mp4")).find(|path| path.is_file())
}

/// The rule options that the bundled game was played with, from its truth.
fn bundled_options(video: &Path) -> Vec<String> {
    use crate::journal::{GameSetup, Header, read_header};
    let truth: Option<Header<GameSetup>> = read_header(&video.with_file_name("truth.jsonl")).ok();
    truth.map_or_else(Vec::new, |header| match header.setup {
        GameSetup::Canon(setup) => setup.options.to_string().split_whitespace().map(str::to_owned).collect(),
        GameSetup::Elements(_) | GameSetup::Arrow(_) | GameSetup::Nomic(_) => Vec::new(),
    })
}
