use super::{CalibrationError, Lens, MarkerResidual, REACH_LIMIT_MM, RESIDUAL_LIMIT_MM, View};
use crate::geometry::{Homography, Image, Table};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

/// One table as a camera sees it, with what that was found from: the content of `calibration/<table>.toml`.
#[derive(Debug, Clone, PartialEq)]
pub struct Calibration {
    /// What the source called itself, for the reader.
    pub camera: String,
    /// Width and height of the pictures that it holds for, in pixels.
    pub size: (u32, u32),
    /// Pixels to millimetres and back.
    pub view: View,
    /// The mat that lies on the table.
    pub mat: MatPlacement,
    /// How the plane was found.
    pub method: Method,
}

/// Which mat a table has.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatPlacement {
    /// The game, as `kibitzer print` calls it.
    pub game: String,
    /// For how many players.
    pub players: u8,
    /// Its width in millimetres, along the South edge.
    pub width_mm: f64,
    /// Its height in millimetres.
    pub height_mm: f64,
}

/// How a plane was found, and how good it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "lowercase", deny_unknown_fields)]
pub enum Method {
    /// From the mat's printed markers.
    Markers {
        /// How far their corners miss, root mean square.
        residual_mm: f64,
        /// Expected error at the mat's worst corner.
        reach_mm: f64,
        /// Each marker that was seen.
        markers: Vec<MarkerResidual>,
    },
    /// From the mat's four corners, pointed at.
    Corners {
        /// Expected error at the mat's worst corner.
        reach_mm: f64,
    },
    /// From cards of known size; where the mat lies is not known.
    Cards {
        /// How far their corners miss, root mean square.
        residual_mm: f64,
        /// How many cards.
        cards: usize,
    },
}

impl Method {
    /// How far the points used miss, when there are enough to tell.
    pub const fn residual_mm(&self) -> Option<f64> {
        match self {
            Self::Markers { residual_mm, .. } | Self::Cards { residual_mm, .. } => Some(*residual_mm),
            Self::Corners { .. } => None,
        }
    }
}

/// The file, field by field.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TableFile {
    camera: String,
    image_width_px: u32,
    image_height_px: u32,
    table_from_image: Homography<Table, Image>,
    mat: MatPlacement,
    method: Method,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lens: Option<Lens>,
}

const HEAD: &str = "\
# One table as one camera sees it, written by `kibitzer calibrate`.
# table_from_image takes pixels of the undistorted picture, counted from the outer corner of the top left one, to
# millimetres on the mat, counted from its top left corner with P1 at the bottom.
";

impl Calibration {
    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read, has unknown or impossible values, or its fit is too poor to use.
    pub fn load(path: &Path) -> Result<Self, CalibrationError> {
        let text = fs::read_to_string(path).map_err(|source| CalibrationError::Io { source, path: path.into() })?;
        Self::from_toml(&text).map_err(|what| CalibrationError::BadFile { what, path: path.into() })
    }

    /// Reads a file's text; says in one line what is wrong with it.
    ///
    /// # Errors
    /// When it has unknown or impossible values, or its fit is too poor to use.
    pub fn from_toml(text: &str) -> Result<Self, String> {
        let file: TableFile = toml::from_str(text).map_err(|e| one_line(&e, text))?;
        if file.image_width_px == 0 || file.image_height_px == 0 {
            return Err("the picture size is zero".into());
        }
        let (width, height) = (file.mat.width_mm, file.mat.height_mm);
        if !(width > 0.0 && height > 0.0 && width < 5000.0 && height < 5000.0) {
            return Err(format!("a mat of {width} by {height} mm cannot be"));
        }
        if file.lens.is_some_and(|l| !(l.fx_px > 0.0 && l.fy_px > 0.0)) {
            return Err("the focal length of the lens is not positive".into());
        }
        if let Some(residual_mm) = file.method.residual_mm().filter(|r| r.is_nan() || *r > RESIDUAL_LIMIT_MM) {
            return Err(format!("its residual of {residual_mm} mm is above the {RESIDUAL_LIMIT_MM} mm that will do"));
        }
        if let Method::Markers { reach_mm, .. } | Method::Corners { reach_mm } = file.method
            && (reach_mm.is_nan() || reach_mm > REACH_LIMIT_MM)
        {
            return Err(format!("its expected error of {reach_mm} mm is above the {REACH_LIMIT_MM} mm that will do"));
        }
        let view = View::new(file.lens, file.table_from_image).map_err(|e| e.to_string())?;
        let size = (file.image_width_px, file.image_height_px);
        Ok(Self { camera: file.camera, size, view, mat: file.mat, method: file.method })
    }

    /// The text of the file.
    ///
    /// # Errors
    /// When a value cannot be written as TOML.
    pub fn to_toml(&self) -> Result<String, toml::ser::Error> {
        let file = TableFile {
            camera: self.camera.clone(),
            image_width_px: self.size.0,
            image_height_px: self.size.1,
            table_from_image: *self.view.table_from_image(),
            mat: self.mat.clone(),
            method: self.method.clone(),
            lens: self.view.lens().copied(),
        };
        Ok(format!("{HEAD}{}", toml::to_string(&file)?))
    }

    /// Writes the file, and its folder when there is none. What stood there before stays until the new one is whole.
    ///
    /// # Errors
    /// When the file system refuses.
    pub fn save(&self, path: &Path) -> Result<(), CalibrationError> {
        let io = |source| CalibrationError::Io { source, path: path.into() };
        let text = self.to_toml().map_err(|e| CalibrationError::BadFile { what: e.to_string(), path: path.into() })?;
        if let Some(folder) = path.parent().filter(|f| !f.as_os_str().is_empty()) {
            fs::create_dir_all(folder).map_err(io)?;
        }
        let fresh = path.with_extension("toml.new");
        fs::write(&fresh, text).map_err(io)?;
        fs::rename(&fresh, path).map_err(io)
    }

    /// Refuses a source whose pictures have another size.
    ///
    /// # Errors
    /// When the sizes differ.
    pub fn check_size(&self, gives: (u32, u32), name: &str) -> Result<(), CalibrationError> {
        if self.size == gives { Ok(()) } else { Err(CalibrationError::OtherSize { made: self.size, gives, name: name.into() }) }
    }

    /// Refuses another mat than it was made for.
    ///
    /// # Errors
    /// When game, players or size differ.
    pub fn check_mat(&self, wanted: &MatPlacement) -> Result<(), CalibrationError> {
        let same_size = (self.mat.width_mm - wanted.width_mm).abs() < 0.5 && (self.mat.height_mm - wanted.height_mm).abs() < 0.5;
        if self.mat.game == wanted.game && self.mat.players == wanted.players && same_size {
            return Ok(());
        }
        let name = |m: &MatPlacement| format!("{} for {} ({:.0}×{:.0} mm)", m.game, m.players, m.width_mm, m.height_mm);
        Err(CalibrationError::OtherMat { made: name(&self.mat), wanted: name(wanted) })
    }
}

/// What is wrong in a TOML file and where, in one line.
fn one_line(error: &toml::de::Error, text: &str) -> String {
    let row = error.span().map_or(1, |span| text.get(..span.start).unwrap_or_default().lines().count().max(1));
    format!("{} in line {row}", error.message().replace('\n', " "))
}
