//! A window over a snapshot that the test holds, and the calls it sends.

use crossbeam_channel::{Receiver, unbounded};
use egui_kittest::Harness;
use image::RgbImage;
use kibitzer::cards::Face;
use kibitzer::dashboard::{Dashboard, Feed};
use kibitzer::geometry::{Point, Polygon, Quad};
use kibitzer::pipeline::{
    Alert, Call, Health, MoveLine, MoveStatus, Outline, Picture, Recognition, ScorePoint, ScoreTerm, SeatLine, Severity, Snapshot,
    SourceState, StackCard, TableView, TableZone, View,
};
use kibitzer::table::{Seat, Stamp};
use std::sync::{Arc, Mutex};

pub struct Window {
    pub harness: Harness<'static, Dashboard>,
    pub calls: Receiver<Call>,
    next: Arc<Mutex<Option<Arc<Snapshot>>>>,
}

pub fn seat(number: usize) -> Seat {
    Seat::from_index(number - 1).unwrap()
}

pub fn harness(dashboard: Dashboard) -> Harness<'static, Dashboard> {
    Harness::builder().with_size([1280.0, 720.0]).build_ui_state(|ui, dashboard: &mut Dashboard| dashboard.show(ui), dashboard)
}

impl Window {
    pub fn over(snapshot: Snapshot) -> Self {
        Self::checking(snapshot, |_, _| Ok(()))
    }

    pub fn checking(snapshot: Snapshot, check: impl Fn(Seat, &str) -> Result<(), String> + Send + 'static) -> Self {
        let next = Arc::new(Mutex::new(Some(Arc::new(snapshot))));
        let (sender, calls) = unbounded();
        let slot = Arc::clone(&next);
        let feed = Feed::new(move || slot.lock().unwrap().take(), sender).checking(check);
        Self { harness: harness(Dashboard::watching(feed)), calls, next }
    }

    /// The game goes on.
    pub fn shows(&mut self, snapshot: Snapshot) {
        *self.next.lock().unwrap() = Some(Arc::new(snapshot));
        self.harness.run();
    }

    pub fn press(&mut self, key: egui::Key) {
        self.harness.key_press(key);
        self.harness.run();
    }

    pub fn told(&self) -> Vec<Call> {
        self.calls.try_iter().collect()
    }
}

pub fn line(entry: u64, by: usize, text: &str, status: MoveStatus) -> MoveLine {
    MoveLine {
        entry,
        at_ms: entry * 5000,
        seat: Some(seat(by)),
        text: text.into(),
        status,
        rule: None,
        reason: None,
        frame: Some(entry * 150),
        choices: Vec::new(),
    }
}

fn seat_line(number: usize, name: &str, terms: &[(&str, i64)], rank: usize, to_act: bool) -> SeatLine {
    let terms: Vec<_> = terms.iter().map(|&(reason, points)| ScoreTerm { reason: reason.into(), points }).collect();
    let total = terms.iter().map(|t| t.points).sum();
    SeatLine { seat: seat(number), name: name.into(), total, terms, rank, hand_known: 1, hand_unknown: 4, to_act }
}

/// A game in which nothing is wrong: Ben is to move.
pub fn calm() -> Snapshot {
    let square = Quad::new([[40.0, 40.0], [100.0, 40.0], [100.0, 120.0], [40.0, 120.0]].map(Point::from));
    let outline = Outline { quad: square, label: "Mark".into(), confidence: 0.98, face: Face::Up, recognition: Recognition::Known };
    let picture = Picture { image: Arc::new(RgbImage::new(320, 180)), frame: 600, stamp: Stamp::from_ms(20_000) };
    let stack = StackCard { title: "Mark".into(), colour: Some([180, 40, 40]), count: Some(2), face: Face::Up };
    let zone = |label: &str, x: f64, cards| TableZone {
        label: label.into(),
        seat: None,
        polygon: Polygon::rectangle(x, 10.0, 70.0, 100.0),
        cards,
        marks: None,
    };
    Snapshot {
        game: "Canon".into(),
        deck: "New Testament".into(),
        phase: "Ben to move".into(),
        view: View { picture: Some(picture), outlines: vec![outline], ..View::default() },
        table: TableView {
            width_mm: 300.0,
            height_mm: 200.0,
            zones: vec![zone("centre1", 10.0, vec![stack]), zone("centre2", 90.0, vec![])],
        },
        seats: vec![
            seat_line(1, "Ada", &[("Mark: 2 own × 3 central", 6), ("Didache is in no central space", -1)], 1, false),
            seat_line(2, "Ben", &[], 2, true),
        ],
        history: Arc::new(vec![ScorePoint { at_ms: 0, totals: vec![0, 0] }, ScorePoint { at_ms: 5000, totals: vec![5, 0] }]),
        moves: Arc::new(vec![
            line(1, 1, "takes Mark from the centre", MoveStatus::Accepted),
            line(2, 2, "draws a card", MoveStatus::Accepted),
            line(3, 1, "places Mark in canon 1", MoveStatus::Accepted),
        ]),
        health: Health {
            source: "evening.mp4".into(),
            state: SourceState::Running,
            fps_in: 30.0,
            fps_processed: 24.0,
            ..Health::default()
        },
        ..Snapshot::default()
    }
}

/// The same game after Ben placed a card where the rules forbid it.
pub fn illegal() -> Snapshot {
    let mut snapshot = calm();
    let mut wrong = line(4, 2, "places Romans on centre 1", MoveStatus::Rejected);
    wrong.rule = Some("Canon, Possible moves".into());
    wrong.reason = Some("A space holds one work only.".into());
    Arc::make_mut(&mut snapshot.moves).push(wrong);
    let text = "Ben placed Romans where Mark lies: put it back.".into();
    snapshot.alerts.push(Alert { severity: Severity::Illegal, text, rule: Some("Canon, Possible moves".into()), entry: Some(4) });
    snapshot
}

/// The same game after Ben took one of two cards.
pub fn undecided() -> Snapshot {
    let mut snapshot = calm();
    let mut open = line(4, 2, "takes a card", MoveStatus::Undecided);
    open.choices = vec!["Ben takes Matthew from centre 2".into(), "Ben takes Didache from the discard pile".into()];
    Arc::make_mut(&mut snapshot.moves).push(open);
    let text = "Ben took Matthew or Didache: say which.".into();
    snapshot.alerts.push(Alert { severity: Severity::Warning, text, rule: None, entry: Some(4) });
    snapshot
}
