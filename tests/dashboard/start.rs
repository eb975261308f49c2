use crate::helper::{calm, harness};
use crossbeam_channel::{Sender, bounded, unbounded};
use egui::{Key, Modifiers, Role};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use kibitzer::dashboard::{Dashboard, Feed, GameChoice, SourceChoice, StartOptions, StartRequest};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

type Answer = Sender<Result<Feed, String>>;

struct Page {
    harness: Harness<'static, Dashboard>,
    asked: Arc<Mutex<Vec<(StartRequest, Answer)>>>,
}

fn page(cameras: Vec<(u32, String)>) -> Page {
    let decks = vec![("canon-nt".into(), "New Testament".into()), ("canon-ot".into(), "Old Testament".into())];
    let game = GameChoice { id: "canon".into(), title: "Canon".into(), decks, players: 2..=8 };
    let options = StartOptions { games: vec![game], cameras, bundled: Some("Canon, three players".into()) };
    let asked = Arc::new(Mutex::new(Vec::new()));
    let asks = Arc::clone(&asked);
    let dashboard = Dashboard::start_page(options, move |request| {
        let (answer, opening) = bounded(1);
        asks.lock().unwrap().push((request, answer));
        opening
    });
    Page { harness: harness(dashboard), asked }
}

impl Page {
    fn click(&mut self, name: &str) {
        self.harness.get_by_label(name).click();
        self.harness.run();
    }

    fn fill(&mut self, name: &str, text: &str) {
        self.harness.get_by_role_and_label(Role::TextInput, name).focus();
        self.harness.run();
        self.harness.get_by_role_and_label(Role::TextInput, name).type_text(text);
        self.harness.run();
    }

    fn asked(&self) -> (StartRequest, Answer) {
        self.asked.lock().unwrap().pop().unwrap()
    }
}

#[test]
fn the_form_becomes_a_request() {
    let mut page = page(Vec::new());
    page.click("Video or folder");
    page.fill("Path", "game.mp4");
    page.fill("Names", "Ada, Ben ,");
    page.click("Start");
    let (request, _) = page.asked();
    let source = SourceChoice::File(PathBuf::from("game.mp4"));
    let names = vec!["Ada".into(), "Ben".into()];
    assert_eq!(request, StartRequest { source, game: "canon".into(), deck: "canon-nt".into(), players: 2, names, table: None });
}

#[test]
fn nothing_starts_without_a_path() {
    let mut page = page(Vec::new());
    page.click("Start");
    page.harness.key_press_modifiers(Modifiers::COMMAND, Key::Enter);
    page.harness.run();
    assert!(page.asked.lock().unwrap().is_empty());
}

#[test]
fn a_failure_is_said_on_the_page_and_can_be_mended_there() {
    let mut page = page(vec![(0, "USB camera".into())]);
    page.harness.key_press_modifiers(Modifiers::COMMAND, Key::Enter);
    page.harness.run();
    let (request, answer) = page.asked();
    assert_eq!(request.source, SourceChoice::Camera(0));
    page.harness.get_by_label("Opening …");
    answer.send(Err("camera 0 gives no frames: is another program using it?".into())).unwrap();
    page.harness.run();
    page.harness.get_by_label("camera 0 gives no frames: is another program using it?");
    page.click("Start");
    assert_eq!(page.asked.lock().unwrap().len(), 1);
}

#[test]
fn an_opened_game_replaces_the_page() {
    let mut page = page(Vec::new());
    page.click("Watch the bundled game");
    let (request, answer) = page.asked();
    assert_eq!(request.source, SourceChoice::Bundled);
    let (calls, _) = unbounded();
    let mut once = Some(Arc::new(calm()));
    assert!(answer.send(Ok(Feed::new(move || once.take(), calls))).is_ok());
    page.harness.run();
    page.harness.run();
    assert!(page.harness.query_by_label("Start").is_none());
    page.harness.get_by_label("Live picture: frame 600, 1 cards, 0 hands");
}
