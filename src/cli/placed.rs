//! Where a source sees the table: from a table file, or from the mat's markers in its first frames.

use crate::calibration::{Calibration, MatPlacement, View, find_markers, find_small_markers, fit_markers, steady_markers};
use crate::games::GameKind;
use crate::source::{self, Event, Options, Pace, Source};
use crate::table::{Mat, Seats, Zone};
use anyhow::{Context, bail};
use std::path::Path;

/// Frames over which the markers are looked for when no table file is given.
const LOOKS: usize = 12;

/// Which mat a command expects, and the table file that was given for it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Placement<'a> {
    pub game: GameKind,
    pub players: Seats,
    pub table: Option<&'a Path>,
}

impl Placement<'_> {
    /// The opened source, at its beginning when it is a recording, and where it sees the table.
    pub(crate) fn open<Z: Zone>(&self, name: &str, fps: Option<f64>, mat: &Mat<Z>) -> anyhow::Result<(Box<dyn Source>, View)> {
        let options = Options { fps, ..Options::default() };
        let mut source = source::open(name, &options)?;
        let about = source.description().clone();
        if let Some(path) = self.table {
            let view = self.view_of(path, mat, (about.size, &about.name))?;
            return Ok((source, view));
        }
        let (mut looks, mut closer) = (Vec::new(), Vec::new());
        while looks.len() < LOOKS {
            match source.next()? {
                Some(Event::Frame(frame)) => {
                    looks.push(find_markers(&frame.image)?);
                    closer.push(frame.image);
                }
                Some(Event::Lost { reason, .. }) => bail!("{}: {reason}", about.name),
                Some(Event::Back { .. } | Event::Flaw(_)) => {}
                None => break,
            }
        }
        let fit = |looks: &[_]| fit_markers(&steady_markers(looks), &mat.markers, (mat.width_mm, mat.height_mm), None);
        let fit = match fit(&looks) {
            Ok((fit, _)) => fit,
            Err(_) => {
                let looks = closer.iter().map(find_small_markers).collect::<Result<Vec<_>, _>>()?;
                let found = fit(&looks);
                found
                    .with_context(|| {
                        format!("the mat is not found in {}; show its markers, or calibrate first and give --table", about.name)
                    })?
                    .0
            }
        };
        if about.pace == Pace::Recorded {
            source = source::open(name, &options)?;
        }
        Ok((source, fit.view))
    }

    /// The view of a table file, when it was made for this mat and for pictures of this size.
    pub(crate) fn view_of<Z: Zone>(&self, path: &Path, mat: &Mat<Z>, (size, name): ((u32, u32), &str)) -> anyhow::Result<View> {
        let calibration = Calibration::load(path)?;
        let (game, players) = (self.game.to_string(), self.players.into());
        calibration.check_mat(&MatPlacement { game, players, width_mm: mat.width_mm, height_mm: mat.height_mm })?;
        calibration.check_size(size, name)?;
        Ok(calibration.view)
    }
}
