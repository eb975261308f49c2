use super::{CalibrationError, Fit, Lens, REACH_LIMIT_MM, RESIDUAL_LIMIT_MM};
use crate::geometry::{Image, Point, Table};
use crate::table::Marker;
use image::RgbImage;
use opencv::aruco::{self, PREDEFINED_DICTIONARY_NAME};
use opencv::core::{Mat, Point2f, Size, TermCriteria, TermCriteria_Type, Vec3b, Vector, VectorToVec, no_array};
use opencv::imgproc;
use serde::{Deserialize, Serialize};

/// A marker found in a picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SeenMarker {
    /// Number in the dictionary.
    pub id: u16,
    /// Corners of its black square, clockwise from its own top left.
    pub corners: [Point<Image>; 4],
}

/// How well one marker fits the plane.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MarkerResidual {
    /// Number in the dictionary.
    pub id: u16,
    /// Root mean square over its corners, in millimetres.
    pub residual_mm: f64,
    /// False when it was left out because the others contradict it.
    pub used: bool,
}

/// The least noise of a refined marker corner, in pixels.
pub(super) const CORNER_NOISE_PX: f64 = 0.25;

/// Finds the 4×4 markers of a picture, down to about 20 pixels a side.
///
/// # Errors
/// When OpenCV fails.
pub fn find_markers(picture: &RgbImage) -> Result<Vec<SeenMarker>, CalibrationError> {
    markers_in(&grey(picture)?)
}

/// Finds smaller markers too, in four times the time: for once, not for every frame.
///
/// # Errors
/// When OpenCV fails.
pub fn find_small_markers(picture: &RgbImage) -> Result<Vec<SeenMarker>, CalibrationError> {
    let grey = grey(picture)?;
    let mut seen = markers_in(&grey)?;
    let mut doubled = Mat::default();
    imgproc::resize(&grey, &mut doubled, Size::default(), 2.0, 2.0, imgproc::INTER_CUBIC)?;
    for marker in markers_in(&doubled)? {
        if !seen.iter().any(|s| s.id == marker.id) {
            seen.push(SeenMarker { corners: marker.corners.map(|p| p * 0.5), ..marker });
        }
    }
    seen.sort_by_key(|m| m.id);
    Ok(seen)
}

fn markers_in(grey: &Mat) -> Result<Vec<SeenMarker>, CalibrationError> {
    let dictionary = aruco::get_predefined_dictionary(PREDEFINED_DICTIONARY_NAME::DICT_4X4_50)?;
    let mut outlines = Vector::<Vector<Point2f>>::new();
    let mut ids = Vector::<i32>::new();
    let parameters = aruco::DetectorParameters::create()?;
    aruco::detect_markers(grey, &dictionary, &mut outlines, &mut ids, &parameters, &mut no_array())?;
    let mut found = Vec::new();
    for (id, mut corners) in ids.iter().zip(outlines.iter()) {
        refine(grey, &mut corners)?;
        let (Ok(id), Ok(corners)) = (u16::try_from(id), <[Point2f; 4]>::try_from(corners.to_vec())) else { continue };
        // OpenCV counts from a pixel's centre, we from its corner.
        found.push(SeenMarker { id, corners: corners.map(|p| Point::new(f64::from(p.x) + 0.5, f64::from(p.y) + 0.5)) });
    }
    found.sort_by_key(|m| m.id);
    Ok(found)
}

/// What several looks of a camera that stands still agree on: markers seen in at least half of them, each coordinate the middle
/// one of all looks, so that noise averages out and a passing hand does not matter.
pub fn steady_markers(looks: &[Vec<SeenMarker>]) -> Vec<SeenMarker> {
    let mut ids: Vec<u16> = looks.iter().flatten().map(|m| m.id).collect();
    ids.sort_unstable();
    ids.dedup();
    let steady = ids.into_iter().filter_map(|id| {
        let seen: Vec<&SeenMarker> = looks.iter().flatten().filter(|m| m.id == id).collect();
        let middle = |of: &dyn Fn(&SeenMarker) -> f64| {
            let mut values: Vec<f64> = seen.iter().map(|m| of(m)).collect();
            values.sort_by(f64::total_cmp);
            values.get(values.len() / 2).copied().unwrap_or_default()
        };
        let corners = [0, 1, 2, 3].map(|i: usize| {
            let corner = |m: &SeenMarker| m.corners.get(i).copied().unwrap_or(Point::new(0.0, 0.0));
            Point::new(middle(&|m| corner(m).x), middle(&|m| corner(m).y))
        });
        (2 * seen.len() >= looks.len()).then_some(SeenMarker { id, corners })
    });
    steady.collect()
}

/// Moves corners to where the edges cross, looking no further than a marker's own cell: inside lie other edges.
fn refine(grey: &Mat, corners: &mut Vector<Point2f>) -> Result<(), CalibrationError> {
    let side = corners.iter().zip(corners.iter().cycle().skip(1)).map(|(a, b)| (a - b).norm()).fold(f64::INFINITY, f64::min);
    let radius = (side / 6.0 * 0.7).clamp(1.0, 6.0) as i32;
    let until = TermCriteria::new(TermCriteria_Type::COUNT as i32 + TermCriteria_Type::EPS as i32, 40, 0.005)?;
    imgproc::corner_sub_pix(grey, corners, Size::new(radius, radius), Size::new(-1, -1), until)?;
    Ok(())
}

pub(super) fn grey(picture: &RgbImage) -> Result<Mat, CalibrationError> {
    let rgb = Mat::new_rows_cols_with_bytes::<Vec3b>(picture.height() as i32, picture.width() as i32, picture)?;
    let mut grey = Mat::default();
    imgproc::cvt_color_def(&rgb, &mut grey, imgproc::COLOR_RGB2GRAY)?;
    Ok(grey)
}

/// The corners of a printed marker, in the order in which they are seen.
pub(super) fn printed_corners(marker: &Marker) -> [Point<Table>; 4] {
    let half = marker.side_mm / 2.0;
    [(-half, -half), (half, -half), (half, half), (-half, half)].map(|(x, y)| marker.centre + Point::new(x, y))
}

/// The seen markers that the mat has, each once, with where they are printed.
pub(super) fn matched<'a>(seen: &'a [SeenMarker], printed: &'a [Marker]) -> impl Iterator<Item = (&'a SeenMarker, &'a Marker)> + Clone {
    // The same number twice: one is not ours, and nothing tells which.
    let once = |s: &SeenMarker| seen.iter().filter(|o| o.id == s.id).count() == 1;
    seen.iter().filter(move |s| once(s)).filter_map(|s| printed.iter().find(|m| m.id == s.id).map(|m| (s, m)))
}

/// The view from the mat's markers in a picture; with how well each of them fits.
///
/// One marker that the others contradict is left out.
///
/// # Errors
/// When none is seen, they disagree, or they say too little about the far side of the mat.
pub fn fit_markers(
    seen: &[SeenMarker],
    printed: &[Marker],
    mat_mm: (f64, f64),
    lens: Option<Lens>,
) -> Result<(Fit, Vec<MarkerResidual>), CalibrationError> {
    let all: Vec<_> = matched(seen, printed).collect();
    if all.is_empty() {
        return Err(CalibrationError::NoMarkers { wanted: printed.len(), foreign: seen.iter().map(|s| s.id).collect() });
    }
    let fit = |used: &[(&SeenMarker, &Marker)]| {
        let pairs: Vec<_> = used.iter().flat_map(|(s, m)| s.corners.into_iter().zip(printed_corners(m))).collect();
        Fit::from_pairs(&pairs, lens, mat_mm, CORNER_NOISE_PX)
    };
    let mut best = fit(&all)?;
    let mut used = all.clone();
    if best.residual_mm > RESIDUAL_LIMIT_MM && all.len() >= 3 {
        for out in 0..all.len() {
            let rest: Vec<_> = all.iter().enumerate().filter(|(i, _)| *i != out).map(|(_, pair)| *pair).collect();
            let other = fit(&rest)?;
            if other.residual_mm < best.residual_mm {
                (best, used) = (other, rest);
            }
        }
    }
    let what = describe(&used);
    if best.residual_mm > RESIDUAL_LIMIT_MM {
        let advice = "lay the mat flat, print it at 100%, and use a lens calibration for a wide-angle camera";
        return Err(CalibrationError::Disagree { what, residual_mm: best.residual_mm, limit_mm: RESIDUAL_LIMIT_MM, advice });
    }
    if best.reach_mm > REACH_LIMIT_MM {
        return Err(CalibrationError::TooVague { what, reach_mm: best.reach_mm, limit_mm: REACH_LIMIT_MM });
    }
    let residuals = all.iter().map(|(s, m)| {
        let squares = s.corners.into_iter().zip(printed_corners(m)).map(|(p, place)| best.view.to_table(p).distance(place).powi(2));
        MarkerResidual { id: m.id, residual_mm: (squares.sum::<f64>() / 4.0).sqrt(), used: used.iter().any(|(u, _)| u.id == s.id) }
    });
    Ok((best, residuals.collect()))
}

fn describe(used: &[(&SeenMarker, &Marker)]) -> String {
    let ids: Vec<String> = used.iter().map(|(s, _)| s.id.to_string()).collect();
    if let [one] = ids.as_slice() { format!("marker {one}") } else { format!("markers {}", ids.join(", ")) }
}
