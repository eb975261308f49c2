use super::{Outcome, Output};
use crate::calibration::{
    Board, CARD_MM, Calibration, Lens, LensFit, MarkerResidual, MatPlacement, Method, View, draw_polygons, find_small_markers, fit_cards,
    fit_corners, fit_markers, steady_markers,
};
use crate::games::{GameKind, arrow, canon, elements, nomic};
use crate::geometry::{Image, Point, Polygon, Quad, Table};
use crate::recognizer::{Candidates, ModelFolder, Recognizer};
use crate::source::{self, Event, Frame, Options, Pace, Source};
use crate::table::{Marker, Mat, Seats};
use anyhow::Context;
use image::RgbImage;
use serde::Serialize;
use std::path::PathBuf;

/// Frames of a video or camera over which the markers are looked for.
const LOOKS: usize = 15;
/// Pictures of the board that are taken from a video, and the seconds between them.
const BOARD_PICTURES: usize = 40;
const BOARD_EVERY_MS: f64 = 500.0;
/// A card this many pixels wide can still be read.
const READABLE_PX: f64 = 50.0;

/// Where the table is: find it once for each place of the camera.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Photo, video, folder of stills, camera (/dev/video0 or 0) or address that shows the mat.
    source: String,
    /// The game whose mat lies on the table.
    #[arg(long, value_parser = super::game)]
    game: GameKind,
    /// For how many players the mat is.
    #[arg(long, value_parser = super::seats)]
    players: Seats,
    /// Name of the table: written to calibration/NAME.toml.
    #[arg(long, default_value = "table", conflicts_with = "out")]
    table: String,
    /// File to write in place of calibration/NAME.toml.
    #[arg(long)]
    out: Option<PathBuf>,
    /// The mat's corners in pixels, for a mat without visible markers: top left, top right, bottom right, bottom left, as P1 sees it.
    #[arg(long, num_args = 4, value_names = ["X,Y", "X,Y", "X,Y", "X,Y"], value_parser = corner)]
    corners: Option<Vec<Point<Image>>>,
    /// Without a mat: take the table's plane from a few poker cards that lie flat and apart. The mat's middle is put in the picture's.
    #[arg(long, conflicts_with = "corners")]
    cards: bool,
    /// Photos or a video of the printed 9×6 board, taken with the same camera: the lens is found from them too.
    #[arg(long, num_args = 1.., value_name = "PICTURE", conflicts_with = "lens")]
    board: Vec<String>,
    /// Take the lens from this calibration of the same camera.
    #[arg(long, value_name = "FILE")]
    lens: Option<PathBuf>,
    /// Evenly spaced times for a folder of stills, in frames a second.
    #[arg(long)]
    fps: Option<f64>,
    /// Write the picture with the mat's zones drawn over it.
    #[arg(long, value_name = "PNG")]
    preview: Option<PathBuf>,
}

/// What is printed.
#[derive(Serialize)]
struct Report {
    source: String,
    size: (u32, u32),
    game: String,
    players: usize,
    method: Method,
    /// Markers of the mat that were not seen.
    missing: Vec<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lens: Option<LensReport>,
    /// Width of an upright card in the middle of the mat.
    card_px: f64,
    written: PathBuf,
    #[serde(skip_serializing_if = "Option::is_none")]
    preview: Option<PathBuf>,
}

#[derive(Serialize)]
struct LensReport {
    rms_px: f64,
    focal_px: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    focal_percent: Option<f64>,
    views: usize,
    unused: Vec<String>,
}

pub(crate) fn run(args: &Args, output: Output) -> anyhow::Result<Outcome> {
    let mat = printed_mat(args.game, args.players)?;
    let mut source = source::open(&args.source, &Options { fps: args.fps, ..Options::default() })?;
    let size = source.description().size;
    let (lens, lens_report) = lens(args, size)?;
    let frames = looks(&mut *source)?;
    let Some(last) = frames.last() else { anyhow::bail!("no frame could be read: {}", source.description().name) };
    let mat_mm = (mat.placement.width_mm, mat.placement.height_mm);
    let (view, method) = match args.corners.as_deref() {
        _ if args.cards => {
            let outlines = card_outlines(&last.image)?;
            let fit = fit_cards(&outlines, CARD_MM, mat_mm, size, lens)?;
            let cards = fit.used.iter().filter(|used| **used).count();
            (fit.view, Method::Cards { residual_mm: fit.residual_mm, cards })
        }
        Some(&[a, b, c, d]) => {
            let fit = fit_corners(&Quad::new([a, b, c, d]), mat_mm, size, lens)?;
            (fit.view, Method::Corners { reach_mm: fit.reach_mm })
        }
        _ => {
            let looks = frames.iter().map(|f| find_small_markers(&f.image)).collect::<Result<Vec<_>, _>>()?;
            let (fit, markers) = fit_markers(&steady_markers(&looks), &mat.markers, mat_mm, lens)?;
            (fit.view, Method::Markers { residual_mm: fit.residual_mm, reach_mm: fit.reach_mm, markers })
        }
    };
    let calibration = Calibration { camera: source.description().name.clone(), size, view, mat: mat.placement.clone(), method };
    // What is about to be written must be accepted when it is read.
    Calibration::from_toml(&calibration.to_toml()?).map_err(|what| anyhow::anyhow!("the calibration is of no use: {what}"))?;
    let written = args.out.clone().unwrap_or_else(|| PathBuf::from("calibration").join(format!("{}.toml", args.table)));
    calibration.save(&written)?;
    if let Some(path) = &args.preview {
        preview(&last.image, &view, &mat).save(path).with_context(|| format!("cannot write the preview: {}", path.display()))?;
    }
    let seen = |id: u16| matches!(&calibration.method, Method::Markers { markers, .. } if markers.iter().any(|m| m.id == id));
    let report = Report {
        source: calibration.camera.clone(),
        size,
        game: args.game.to_string(),
        players: args.players.count(),
        missing: mat.markers.iter().map(|m| m.id).filter(|&id| !seen(id)).collect(),
        method: calibration.method.clone(),
        lens: lens_report,
        card_px: card_px(&view, mat_mm),
        written,
        preview: args.preview.clone(),
    };
    if output.json {
        println!("{}", serde_json::to_string(&report)?)
    } else {
        print_report(&report, &mat.placement)
    }
    Ok(Outcome::Fine)
}

/// A game's mat without its rules: what there is to find and to draw.
struct PrintedMat {
    placement: MatPlacement,
    markers: Vec<Marker>,
    zones: Vec<(String, Polygon<Table>)>,
}

fn printed_mat(game: GameKind, players: Seats) -> anyhow::Result<PrintedMat> {
    Ok(match game {
        GameKind::Canon => printed(canon::mat(players), game, players),
        GameKind::Elements => printed(elements::mat(elements::playable(players)?), game, players),
        GameKind::Arrow => arrow::playable(players).map(|_| printed(arrow::mat(), game, players))?,
        GameKind::Nomic => printed(nomic::mat(players), game, players),
    })
}

fn printed<Z: crate::table::Zone>(mat: Mat<Z>, game: GameKind, players: Seats) -> PrintedMat {
    let (width_mm, height_mm) = (mat.width_mm, mat.height_mm);
    PrintedMat {
        placement: MatPlacement { game: game.to_string(), players: u8::from(players), width_mm, height_mm },
        markers: mat.markers,
        zones: mat.zones.into_iter().map(|(zone, outline)| (zone.to_string(), outline)).collect(),
    }
}

/// The first frames; a live source's first ones are skipped while its exposure settles.
fn looks(source: &mut dyn Source) -> anyhow::Result<Vec<Frame>> {
    let live = source.description().pace == Pace::Live;
    let (mut frames, mut settle) = (Vec::new(), if live { LOOKS } else { 0 });
    while frames.len() < LOOKS {
        match source.next()? {
            None => break,
            Some(Event::Frame(_)) if settle > 0 => settle -= 1,
            Some(Event::Frame(frame)) => frames.push(frame),
            Some(Event::Lost { reason, .. }) => anyhow::bail!("{reason}: {}", source.description().name),
            Some(Event::Flaw(flaw)) => tracing::warn!("{flaw}"),
            Some(Event::Back { .. }) => {}
        }
    }
    Ok(frames)
}

/// Outlines of what is surely a card, and of which nothing is covered by another.
fn card_outlines(picture: &RgbImage) -> anyhow::Result<Vec<Quad<Image>>> {
    const SURE: f32 = 0.5;
    let found = Recognizer::open(&ModelFolder::find()?, Candidates::standard()?)?.recognize(picture)?;
    let sure: Vec<Quad<Image>> = found.iter().filter(|card| card.score >= SURE).map(|card| card.quad).collect();
    let apart = |quad: &&Quad<Image>| sure.iter().all(|other| other == *quad || other.intersection_area(quad) < 0.02 * quad.area());
    Ok(sure.iter().filter(apart).copied().collect())
}

fn lens(args: &Args, size: (u32, u32)) -> anyhow::Result<(Option<Lens>, Option<LensReport>)> {
    if let Some(path) = &args.lens {
        let other = Calibration::load(path)?;
        other.check_size(size, &args.source)?;
        let lens = other.view.lens().copied().with_context(|| format!("no lens stands in the calibration: {}", path.display()))?;
        let report = LensReport { rms_px: lens.rms_px, focal_px: lens.fx_px, focal_percent: None, views: 0, unused: Vec::new() };
        return Ok((Some(lens), Some(report)));
    }
    if args.board.is_empty() {
        return Ok((None, None));
    }
    let (mut names, mut pictures) = (Vec::new(), Vec::new());
    for text in &args.board {
        board_pictures(text, &mut names, &mut pictures)?;
    }
    let LensFit { lens, size: made, focal_percent, views, unused } = Board::default().fit_lens(&pictures)?;
    anyhow::ensure!(
        made == size,
        "the board was photographed at {}×{} pixels but {} gives {}×{}: use the same camera and mode for both",
        made.0,
        made.1,
        args.source,
        size.0,
        size.1
    );
    let unused = unused.iter().map(|u| format!("{}: {}", names.get(u.index).map_or("", String::as_str), u.reason)).collect();
    let report = LensReport { rms_px: lens.rms_px, focal_px: lens.fx_px, focal_percent: Some(focal_percent), views, unused };
    Ok((Some(lens), Some(report)))
}

/// The picture of a photo, or some of the pictures of a video or folder.
fn board_pictures(text: &str, names: &mut Vec<String>, pictures: &mut Vec<RgbImage>) -> anyhow::Result<()> {
    let mut source = source::open(text, &Options { fps: Some(1.0), ..Options::default() })?;
    anyhow::ensure!(source.description().pace == Pace::Recorded, "the board is taken from photos or a recorded video, not live: {text}");
    let mut next_ms = 0.0;
    while let Some(event) = source.next()? {
        match event {
            Event::Frame(frame) if frame.stamp.ms() >= next_ms && pictures.len() < BOARD_PICTURES => {
                next_ms = frame.stamp.ms() + BOARD_EVERY_MS;
                names.push(format!("{text} at {:.1} s", frame.stamp.ms() / 1000.0));
                pictures.push(frame.image);
            }
            Event::Flaw(flaw) => tracing::warn!("{flaw}"),
            _ => {}
        }
    }
    Ok(())
}

/// How wide a card shows in the middle of the mat.
pub(crate) fn card_px(view: &View, (width_mm, height_mm): (f64, f64)) -> f64 {
    let card = Quad::placed(Point::new(width_mm / 2.0, height_mm / 2.0), CARD_MM.0, CARD_MM.1, 0.0);
    view.quad_to_image(&card).width()
}

fn preview(picture: &RgbImage, view: &View, mat: &PrintedMat) -> RgbImage {
    let mut drawn = picture.clone();
    let outline = vec![(String::new(), Polygon::rectangle(0.0, 0.0, mat.placement.width_mm, mat.placement.height_mm))];
    let corner = |m: &Marker| Polygon::rectangle(m.centre.x - m.side_mm / 2.0, m.centre.y - m.side_mm / 2.0, m.side_mm, m.side_mm);
    let markers: Vec<_> = mat.markers.iter().map(|m| (m.id.to_string(), corner(m))).collect();
    for (what, colour) in [(&outline, [255, 255, 255]), (&mat.zones, [80, 255, 120]), (&markers, [255, 170, 40])] {
        if let Err(error) = draw_polygons(&mut drawn, view, what, colour) {
            tracing::warn!("part of the preview is missing: {error}");
        }
    }
    drawn
}

fn print_report(report: &Report, mat: &MatPlacement) {
    let line = |name: &str, text: String| println!("{name:<9} {text}");
    line("source", format!("{}, {}×{} pixels", report.source, report.size.0, report.size.1));
    line("mat", format!("{} for {}: {:.0}×{:.0} mm", report.game, report.players, mat.width_mm, mat.height_mm));
    if let Some(lens) = &report.lens {
        let doubt = lens.focal_percent.map_or(String::new(), |p| format!(" ± {p:.2}%"));
        line("lens", format!("focal length {:.0} pixels{doubt}, corners miss by {:.2} pixels", lens.focal_px, lens.rms_px));
        for unused in &lens.unused {
            line("", format!("not used: {unused}"));
        }
    }
    match &report.method {
        Method::Markers { residual_mm, reach_mm, markers } => {
            let each: Vec<String> = markers.iter().map(marker_line).collect();
            line("markers", each.join(", "));
            if !report.missing.is_empty() {
                line("", format!("not seen: {}", report.missing.iter().map(u16::to_string).collect::<Vec<_>>().join(", ")));
            }
            line("plane", format!("markers miss by {residual_mm:.2} mm; expect {reach_mm:.1} mm at the worst corner of the mat"));
        }
        Method::Corners { reach_mm } => line("plane", format!("from four corners; expect {reach_mm:.1} mm at the worst of them")),
        Method::Cards { residual_mm, cards } => {
            line("plane", format!("from {cards} card{}, missed by {residual_mm:.2} mm", if *cards == 1 { "" } else { "s" }))
        }
    }
    line("scale", format!("a card is {:.0} pixels wide in the middle", report.card_px));
    if report.card_px < READABLE_PX {
        line("", format!("warning: below {READABLE_PX:.0} pixels cards are hard to read; move the camera nearer or raise its resolution"));
    }
    line("written", report.written.display().to_string());
    if let Some(path) = &report.preview {
        line("preview", path.display().to_string());
    }
}

fn marker_line(marker: &MarkerResidual) -> String {
    let left_out = if marker.used { "" } else { " left out: the others contradict it" };
    format!("{} ({:.1} mm){left_out}", marker.id, marker.residual_mm)
}

fn corner(text: &str) -> Result<Point<Image>, String> {
    let parts = text.split_once(',').and_then(|(x, y)| Some((x.trim().parse::<f64>().ok()?, y.trim().parse::<f64>().ok()?)));
    match parts {
        Some((x, y)) if x.is_finite() && y.is_finite() => Ok(Point::new(x, y)),
        _ => Err(format!("'{text}' is no corner: give pixels as x,y such as 102,48.5")),
    }
}
