use super::feed::Feed;
use super::panels::field;
use super::theme::Palette;
use super::{Command, keys};
use crossbeam_channel::{Receiver, TryRecvError};
use egui::{
    Button, CentralPanel, ComboBox, DragValue, Frame, Grid, Key, Margin, Modifiers, Response, RichText, Role, ScrollArea, Stroke, Ui,
    WidgetInfo, vec2,
};
use std::ops::RangeInclusive;
use std::path::PathBuf;

const WIDTH: f32 = 620.0;
const FIELD: f32 = 440.0;

/// What the start page offers.
#[derive(Debug, Clone, Default)]
pub struct StartOptions {
    /// The games, the most likely first.
    pub games: Vec<GameChoice>,
    /// Cameras that were found, as their number and name.
    pub cameras: Vec<(u32, String)>,
    /// What the bundled game is, such as `Canon, three players, two minutes`; `None` when none is bundled.
    pub bundled: Option<String>,
}

/// A game that can be chosen.
#[derive(Debug, Clone)]
pub struct GameChoice {
    /// The id that commands know it by.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its decks as id and title, the most likely first; empty when there is but one.
    pub decks: Vec<(String, String)>,
    /// How many can play.
    pub players: RangeInclusive<u8>,
}

/// Where the frames come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SourceChoice {
    /// The game that comes with the program.
    Bundled,
    /// A camera of this machine, by number.
    Camera(u32),
    /// A recording or a folder of stills.
    File(PathBuf),
    /// A camera on the network.
    Url(String),
}

/// What was chosen on the start page, not yet checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StartRequest {
    /// Where the frames come from.
    pub source: SourceChoice,
    /// The game's id.
    pub game: String,
    /// The deck's id; empty when the game has but one.
    pub deck: String,
    /// How many play.
    pub players: u8,
    /// Their names, P1 first; shorter where names were left out.
    pub names: Vec<String>,
    /// The table's calibration; `None` to find the mat by its markers.
    pub table: Option<PathBuf>,
}

/// Where a started game arrives: its feed, or why it cannot be started and what to do, in one line.
pub type Opening = Receiver<Result<Feed, String>>;

type Open = Box<dyn FnMut(StartRequest) -> Opening>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SourceKind {
    Camera,
    File,
    Url,
}

/// The page on which a game is chosen and started.
pub(super) struct StartPage {
    options: StartOptions,
    open: Open,
    opening: Option<Opening>,
    failed: Option<String>,
    kind: SourceKind,
    camera: u32,
    file: String,
    url: String,
    game: usize,
    deck: usize,
    players: u8,
    names: String,
    table: String,
}

impl StartPage {
    pub fn new(options: StartOptions, open: Open) -> Self {
        let players = options.games.first().map_or(2, |g| *g.players.start());
        let (kind, camera) = options.cameras.first().map_or((SourceKind::File, 0), |(number, _)| (SourceKind::Camera, *number));
        let empty = String::new;
        Self {
            options,
            open,
            opening: None,
            failed: None,
            kind,
            camera,
            file: empty(),
            url: empty(),
            game: 0,
            deck: 0,
            players,
            names: empty(),
            table: empty(),
        }
    }

    /// Paints the page; answers the feed once a game has been opened.
    pub fn show(&mut self, ui: &mut Ui, out: &mut Vec<Command>) -> Option<Feed> {
        for action in keys::take(ui.ctx()) {
            match action {
                keys::Action::Theme => out.push(Command::Theme),
                keys::Action::Quit => out.push(Command::Quit),
                _ => {}
            }
        }
        let opened = self.poll();
        CentralPanel::default().show(ui, |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                let side = ((ui.available_width() - WIDTH) / 2.0).max(0.0);
                ui.add_space(((ui.available_height() - 560.0) / 2.0).clamp(8.0, 120.0));
                ui.horizontal_top(|ui| {
                    ui.add_space(side);
                    ui.vertical(|ui| {
                        ui.set_width(WIDTH.min(ui.available_width()));
                        self.page(ui);
                    });
                });
            });
        });
        opened
    }

    fn poll(&mut self) -> Option<Feed> {
        let answer = match self.opening.as_ref()?.try_recv() {
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => {
                Err("the game stopped while it was being opened: try again, or run the same with -v for more".into())
            }
            Ok(answer) => answer,
        };
        self.opening = None;
        match answer {
            Ok(feed) => Some(feed),
            Err(why) => {
                self.failed = Some(why);
                None
            }
        }
    }

    fn page(&mut self, ui: &mut Ui) {
        let palette = Palette::of(ui.visuals());
        ui.label(RichText::new("Kibitzer").size(30.0).strong());
        ui.label(RichText::new("A camera that referees a real card table").color(palette.muted));
        ui.add_space(12.0);
        let idle = self.opening.is_none();
        if let Some(bundled) = self.options.bundled.clone() {
            group(ui, palette, |ui| {
                ui.horizontal(|ui| {
                    ui.vertical(|ui| {
                        ui.label(RichText::new("New here?").strong());
                        ui.label(RichText::new(bundled).color(palette.muted));
                    });
                    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                        if ui.add_enabled(idle, primary("Watch the bundled game", palette)).clicked() {
                            self.start(SourceChoice::Bundled);
                        }
                    });
                });
            });
            ui.add_space(8.0);
        }
        group(ui, palette, |ui| {
            ui.add_enabled_ui(idle, |ui| self.form(ui));
            ui.add_space(8.0);
            let source = self.source();
            ui.horizontal(|ui| {
                let ready = idle && source.is_some() && !self.options.games.is_empty();
                let start = ui.add_enabled(ready, primary("Start", palette));
                let typed = ready && ui.input_mut(|i| i.consume_key(Modifiers::COMMAND, Key::Enter));
                if let (true, Some(source)) = (start.clicked() || typed, source) {
                    self.start(source);
                }
                match (&self.failed, idle) {
                    (_, false) => ui.label("Opening …"),
                    (Some(why), true) => ui.label(RichText::new(why).color(palette.bad)),
                    (None, true) => ui.label(RichText::new("Ctrl+Enter starts").small().color(palette.muted)),
                };
            });
        });
    }

    fn form(&mut self, ui: &mut Ui) {
        Grid::new("start").num_columns(2).spacing([16.0, 10.0]).min_col_width(90.0).show(ui, |ui| {
            ui.label("Watch");
            ui.horizontal(|ui| {
                ui.selectable_value(&mut self.kind, SourceKind::Camera, "Camera");
                ui.selectable_value(&mut self.kind, SourceKind::File, "Video or folder");
                ui.selectable_value(&mut self.kind, SourceKind::Url, "Network camera");
            });
            ui.end_row();
            self.source_row(ui);
            ui.end_row();
            self.game_rows(ui);
            ui.label("Names");
            field(ui, &mut self.names, "Names", "Ada, Ben, Cy (optional; clockwise from the South edge)", FIELD);
            ui.end_row();
            ui.label("Table file");
            field(ui, &mut self.table, "Table file", "calibration/table.toml (optional with a printed mat)", FIELD);
            ui.end_row();
        });
    }

    fn source_row(&mut self, ui: &mut Ui) {
        match self.kind {
            SourceKind::Camera => {
                ui.label("Camera");
                let name = |number: u32, name: &str| if name.is_empty() { format!("Camera {number}") } else { format!("{number}: {name}") };
                let cameras = &self.options.cameras;
                if cameras.is_empty() {
                    ui.horizontal(|ui| {
                        let number = ui.add(DragValue::new(&mut self.camera).range(0..=63));
                        name_number(ui, &number, "Camera number", self.camera.into());
                        ui.weak("No camera was found; a number can be tried all the same.");
                    });
                } else {
                    let chosen = cameras.iter().find(|(n, _)| *n == self.camera).map_or_else(String::new, |(n, t)| name(*n, t));
                    let combo = ComboBox::from_id_salt("camera").width(300.0).selected_text(&chosen).show_ui(ui, |ui| {
                        for (number, title) in cameras {
                            ui.selectable_value(&mut self.camera, *number, name(*number, title));
                        }
                    });
                    combo.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, format!("Camera: {chosen}")));
                }
            }
            SourceKind::File => {
                ui.label("Path");
                field(ui, &mut self.file, "Path", "game.mp4, or a folder of stills", FIELD);
            }
            SourceKind::Url => {
                ui.label("Address");
                field(ui, &mut self.url, "Address", "rtsp://camera.local/stream", FIELD);
            }
        }
    }

    fn game_rows(&mut self, ui: &mut Ui) {
        ui.label("Game");
        let chosen = self.options.games.get(self.game);
        let (title, players) = chosen.map_or((String::new(), 2..=8), |g| (g.title.clone(), g.players.clone()));
        ui.horizontal(|ui| {
            let before = self.game;
            let combo = ComboBox::from_id_salt("game").width(200.0).selected_text(&title).show_ui(ui, |ui| {
                for (i, game) in self.options.games.iter().enumerate() {
                    ui.selectable_value(&mut self.game, i, &game.title);
                }
            });
            combo.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, format!("Game: {title}")));
            if self.game != before {
                self.deck = 0;
            }
            self.players = self.players.clamp(*players.start(), *players.end());
            ui.label("with");
            let number = ui.add_enabled(players.start() != players.end(), DragValue::new(&mut self.players).range(players));
            name_number(ui, &number, "Players", self.players.into());
            ui.label("players");
        });
        ui.end_row();
        let decks = self.options.games.get(self.game).map_or(&[][..], |g| &g.decks);
        if let Some((_, title)) = decks.get(self.deck) {
            ui.label("Deck");
            let combo = ComboBox::from_id_salt("deck").width(200.0).selected_text(title).show_ui(ui, |ui| {
                for (i, (_, title)) in decks.iter().enumerate() {
                    ui.selectable_value(&mut self.deck, i, title);
                }
            });
            combo.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, format!("Deck: {title}")));
            ui.end_row();
        }
    }

    /// The source as typed; `None` while it is empty.
    fn source(&self) -> Option<SourceChoice> {
        let filled = |text: &str| Some(text.trim().to_owned()).filter(|t| !t.is_empty());
        match self.kind {
            SourceKind::Camera => Some(SourceChoice::Camera(self.camera)),
            SourceKind::File => filled(&self.file).map(|path| SourceChoice::File(path.into())),
            SourceKind::Url => filled(&self.url).map(SourceChoice::Url),
        }
    }

    fn start(&mut self, source: SourceChoice) {
        let chosen = self.options.games.get(self.game);
        let request = StartRequest {
            source,
            game: chosen.map(|g| g.id.clone()).unwrap_or_default(),
            deck: chosen.and_then(|g| g.decks.get(self.deck)).map(|(id, _)| id.clone()).unwrap_or_default(),
            players: self.players,
            names: self.names.split(',').map(|n| n.trim().to_owned()).filter(|n| !n.is_empty()).collect(),
            table: Some(self.table.trim()).filter(|t| !t.is_empty()).map(PathBuf::from),
        };
        self.failed = None;
        self.opening = Some((self.open)(request));
    }
}

fn group(ui: &mut Ui, palette: &Palette, contents: impl FnOnce(&mut Ui)) {
    let frame = Frame::new().fill(palette.card).stroke(Stroke::new(1.0, palette.line)).corner_radius(8).inner_margin(Margin::same(16));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        contents(ui);
    });
}

/// The button that most people want.
fn primary(name: &str, palette: &Palette) -> Button<'static> {
    Button::new(RichText::new(name).strong().color(palette.panel)).fill(palette.info).min_size(vec2(110.0, 32.0))
}

fn name_number(ui: &Ui, response: &Response, name: &str, value: f64) {
    response.widget_info(|| WidgetInfo { label: Some(name.to_owned()), ..WidgetInfo::drag_value(ui.is_enabled(), value) });
}
