use super::DashboardError;
use egui::{ColorImage, Context, ViewportCommand};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// A picture of the window, to be taken once.
pub(super) struct Screenshot {
    path: PathBuf,
    after: Duration,
    asked: bool,
    outcome: Outcome,
}

/// How the taking went, for whoever waits for the window to close.
#[derive(Clone)]
pub(super) struct Outcome {
    path: PathBuf,
    written: Arc<OnceLock<Result<(), String>>>,
}

impl Screenshot {
    pub fn new(path: PathBuf, after: Duration) -> Self {
        let outcome = Outcome { path: path.clone(), written: Arc::default() };
        Self { path, after, asked: false, outcome }
    }

    pub fn outcome(&self) -> Outcome {
        self.outcome.clone()
    }

    /// Asks for the picture when its time has come, and closes the window when it is written.
    pub fn step(&mut self, ctx: &Context) {
        if !self.asked && ctx.input(|i| i.time) >= self.after.as_secs_f64() {
            self.asked = true;
            let (path, written, ctx2) = (self.path.clone(), self.outcome.written.clone(), ctx.clone());
            ctx.request_screenshot(move |image| {
                // The window takes one picture only, so the cell is empty.
                let _ = written.set(write(&image, &path));
                ctx2.request_repaint();
            });
        }
        if self.outcome.written.get().is_some() {
            ctx.send_viewport_cmd(ViewportCommand::Close);
        }
    }
}

impl Outcome {
    pub fn result(&self) -> Result<(), DashboardError> {
        let failed = |why: &str| Err(DashboardError::Screenshot { why: why.into(), path: self.path.clone() });
        match self.written.get() {
            Some(Ok(())) => Ok(()),
            Some(Err(why)) => failed(why),
            None => failed("the window closed before it was taken"),
        }
    }
}

fn write(image: &ColorImage, path: &Path) -> Result<(), String> {
    let [width, height] = image.size;
    let rgb = image.pixels.iter().flat_map(|p| [p.r(), p.g(), p.b()]).collect();
    let image = image::RgbImage::from_raw(width as u32, height as u32, rgb).ok_or("the window has no pixels")?;
    image.save_with_format(path, image::ImageFormat::Png).map_err(|e| e.to_string())
}
