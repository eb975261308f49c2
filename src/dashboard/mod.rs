//! The window: panels that paint a [`Snapshot`] and collect the [`Call`]s of the person who watches.
//!
//! A panel is a function from a snapshot and the screen's own state to shapes and [`Command`]s; nothing acts while painting.
//! Absent on purpose: rules, geometry beyond fitting a picture into a rectangle, threads, files (but for a screenshot).

mod command;
mod entry;
mod feed;
mod fit;
mod keys;
mod panels;
mod picture;
mod rules;
mod screen;
mod screenshot;
mod start;
mod strip;
mod theme;
mod watch;

pub use feed::{Feed, NotationCheck, Snapshots};
pub use start::{GameChoice, Opening, SourceChoice, StartOptions, StartRequest};

use crate::pipeline::{Call, Snapshot};
use command::Command;
use screenshot::Screenshot;
use start::StartPage;
use std::path::PathBuf;
use std::time::Duration;
use thiserror::Error;
use watch::Watch;

/// The window rests this many times as long as it paints: without a graphics card, painting takes time from seeing.
const LEAST_REST: u32 = 3;
/// How often the start page looks whether the game has opened.
const LOOK_FOR_GAME_EVERY: Duration = Duration::from_millis(100);

/// Why there is no window.
#[derive(Debug, Error)]
pub enum DashboardError {
    /// The system gives no window.
    #[error(
        "no window opens: {0}; run where DISPLAY or WAYLAND_DISPLAY names a screen, or use a command that needs none (see kibitzer --help)"
    )]
    NoWindow(String),
    /// The picture of the window could not be written.
    #[error("the screenshot cannot be written: {why}: {path}; name a .png file in a folder that exists")]
    Screenshot {
        /// What the system said.
        why: String,
        /// Where it was to go.
        path: PathBuf,
    },
}

/// Light, dark, or as the system says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Appearance {
    /// As the system says; dark where it says nothing.
    #[default]
    System,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// The window's contents.
pub struct Dashboard {
    stage: Stage,
    appearance: Option<Appearance>,
    screenshot: Option<Screenshot>,
    /// What painting the window once costs, in processor time.
    cost: Duration,
}

enum Stage {
    Start(Box<StartPage>),
    Watch(Box<Watch>),
}

impl Dashboard {
    /// Watches a game that already runs.
    pub fn watching(feed: Feed) -> Self {
        Self::on(Stage::Watch(Box::new(Watch::new(feed))))
    }

    /// Opens on the start page. `open` is called with what was chosen; it answers at once with where the game will arrive, or the reason
    /// why it cannot, in one line.
    pub fn start_page(options: StartOptions, open: impl FnMut(StartRequest) -> Opening + 'static) -> Self {
        Self::on(Stage::Start(Box::new(StartPage::new(options, Box::new(open)))))
    }

    fn on(stage: Stage) -> Self {
        Self { stage, appearance: Some(Appearance::System), screenshot: None, cost: Duration::ZERO }
    }

    /// Light or dark from the start; the person can still change it.
    #[must_use]
    pub fn with_appearance(mut self, appearance: Appearance) -> Self {
        self.appearance = Some(appearance);
        self
    }

    /// Writes a PNG of the window once it has been open for `after`, then closes it.
    #[must_use]
    pub fn screenshot_to(mut self, path: PathBuf, after: Duration) -> Self {
        self.screenshot = Some(Screenshot::new(path, after));
        self
    }

    /// Opens the window and stays until it is closed; the referee is then told [`Call::Quit`].
    ///
    /// # Errors
    /// When the system gives no window, or a screenshot was asked for and could not be written.
    pub fn run(self, title: &str) -> Result<(), DashboardError> {
        let outcome = self.screenshot.as_ref().map(Screenshot::outcome);
        let viewport =
            egui::ViewportBuilder::default().with_title(title).with_inner_size([1280.0, 720.0]).with_min_inner_size([1024.0, 600.0]);
        let options = eframe::NativeOptions { viewport, ..Default::default() };
        eframe::run_native(title, options, Box::new(|_| Ok(Box::new(self)))).map_err(|e| no_window(&e))?;
        outcome.map_or(Ok(()), |outcome| outcome.result())
    }

    /// Paints the window's contents and carries out what was asked for.
    pub fn show(&mut self, ui: &mut egui::Ui) {
        if let Some(appearance) = self.appearance.take() {
            theme::install(ui.ctx());
            ui.ctx().set_theme(match appearance {
                Appearance::System => egui::ThemePreference::System,
                Appearance::Light => egui::ThemePreference::Light,
                Appearance::Dark => egui::ThemePreference::Dark,
            });
        }
        let mut commands = Vec::new();
        let opened = match &mut self.stage {
            Stage::Start(page) => page.show(ui, &mut commands),
            Stage::Watch(watch) => {
                watch.show(ui, &mut commands);
                None
            }
        };
        for command in commands {
            self.carry_out(ui.ctx(), command);
        }
        if let Some(feed) = opened {
            self.stage = Stage::Watch(Box::new(Watch::new(feed)));
        }
        if let Some(screenshot) = &mut self.screenshot {
            screenshot.step(ui.ctx());
        }
        let now = ui.input(|i| i.time);
        let next = match &self.stage {
            Stage::Start(_) => LOOK_FOR_GAME_EVERY,
            Stage::Watch(watch) => watch.next_look(now),
        };
        ui.ctx().request_repaint_after(next.max(self.cost * LEAST_REST));
    }

    fn carry_out(&mut self, ctx: &egui::Context, command: Command) {
        match command {
            Command::Theme => {
                ctx.set_theme(if ctx.theme() == egui::Theme::Dark { egui::ThemePreference::Light } else { egui::ThemePreference::Dark });
            }
            Command::Quit => ctx.send_viewport_cmd(egui::ViewportCommand::Close),
            command => {
                if let Stage::Watch(watch) = &mut self.stage {
                    watch.carry_out(ctx, command);
                }
            }
        }
    }
}

/// Says in the reader's words why there is no window; the library's own words, with its source's paths, go to the log.
fn no_window(error: &eframe::Error) -> DashboardError {
    tracing::debug!("no window: {error}");
    DashboardError::NoWindow(match error {
        eframe::Error::Winit(_) | eframe::Error::WinitEventLoop(_) => "no screen is reached".into(),
        eframe::Error::Glutin(_) | eframe::Error::NoGlutinConfigs(..) | eframe::Error::OpenGL(_) => "the screen offers no OpenGL".into(),
        other => other.to_string(),
    })
}

impl eframe::App for Dashboard {
    fn ui(&mut self, ui: &mut egui::Ui, frame: &mut eframe::Frame) {
        self.cost = frame.info().cpu_usage.map_or(Duration::ZERO, |s| Duration::from_secs_f32(s.clamp(0.0, 1.0)));
        self.show(ui);
    }

    fn persist_egui_memory(&self) -> bool {
        false
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        if let Stage::Watch(watch) = &self.stage {
            // A referee that does not hear this ends when the feed is dropped.
            let _ = watch.tell(Call::Quit);
        }
    }
}

/// Opens a window over a running game and stays until it is closed.
///
/// # Errors
/// As [`Dashboard::run`].
pub fn run(title: &str, feed: Feed) -> Result<(), DashboardError> {
    Dashboard::watching(feed).run(title)
}
