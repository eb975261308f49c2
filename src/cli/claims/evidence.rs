//! A picture of a ruling: for each touch the frame before it and the first one with it, the card outlined, the fingertip marked; below,
//! the brackets on a line of time and the margin between them.

use super::scene::{Album, Kept, Scene, whose};
use crate::cli::annotate::{draw_over, overlay_head};
use crate::games::elements::ClaimRuling;
use crate::geometry::{Image, Point};
use crate::print::PrintError;
use crate::table::SeenTouch;
use image::imageops::{self, FilterType};
use image::{Rgb, RgbImage};
use std::fmt::Write;

/// Side of a frame's cut-out, in pixels, and of the square of the table that it shows, in card diagonals.
const CUT: u32 = 340;
const DIAGONALS: f64 = 2.2;
const GAP: u32 = 12;
const HEAD: u32 = 74;
const CAPTION: u32 = 30;
const ROW: u32 = CUT + CAPTION + GAP;
const TIMES: u32 = 44;
/// Most touches that are shown.
const MOST: usize = 6;
const GROUND: Rgb<u8> = Rgb([20, 24, 29]);
/// One for each seat, told apart by the colour-blind too.
const SEATS: [&str; 7] = ["#5cacee", "#f59e42", "#66cc8c", "#ec84c2", "#e6d65a", "#b59cff", "#5ad7d7"];

/// Draws the evidence for a ruling.
///
/// # Errors
/// When the overlay cannot be drawn.
pub(super) fn drawn(scene: &Scene<'_>, album: &Album) -> Result<RgbImage, PrintError> {
    let touches: Vec<&SeenTouch> = scene.in_order().into_iter().take(MOST).collect();
    let rows = touches.len() as u32;
    let (width, height) = (2 * CUT + 3 * GAP, HEAD + rows * ROW + 50 + rows * TIMES + 40);
    let mut sheet = RgbImage::from_pixel(width, height, GROUND);
    let mut svg = overlay_head((width, height));
    heading(&mut svg, scene, width);
    for (row, touch) in touches.iter().enumerate() {
        let top = HEAD + row as u32 * ROW;
        for (column, (number, touching)) in [(touch.without, false), (touch.with, true)].into_iter().enumerate() {
            let left = GAP + column as u32 * (CUT + GAP);
            caption(&mut svg, touch, (number, touching), album.frame(number), (left, top));
            if let Some(kept) = album.frame(number) {
                let cut = Cut::around(scene, kept);
                imageops::replace(&mut sheet, &cut.picture, i64::from(left), i64::from(top + CAPTION));
                cut.mark(&mut svg, scene, touch, kept, touching, (left, top + CAPTION));
            }
        }
    }
    time_line(&mut svg, scene.ruling, &touches, (width, HEAD + rows * ROW + 20));
    svg.push_str("</svg>");
    draw_over(&mut sheet, &svg)?;
    Ok(sheet)
}

fn colour(touch: &SeenTouch) -> &'static str {
    touch.seat.and_then(|seat| SEATS.get(seat.index())).copied().unwrap_or("#c8ccd2")
}

fn text(svg: &mut String, (x, y): (f64, f64), size: f64, colour: &str, anchor: &str, words: &str) {
    let words = words.replace('&', "&amp;").replace('<', "&lt;");
    let _ = write!(svg, r#"<text x="{x:.1}" y="{y:.1}" font-size="{size}" fill="{colour}" text-anchor="{anchor}">{words}</text>"#);
}

fn heading(svg: &mut String, scene: &Scene<'_>, width: u32) {
    let words = scene.headline();
    let (card, ruling) = words.split_once(": ").unwrap_or(("", &words));
    let left = f64::from(GAP);
    text(svg, (left, 28.0), 20.0, "#ffffff", "start", card);
    // DejaVu Sans Bold averages 0.66 em a letter.
    let size = (f64::from(width) - 2.0 * left) / (0.66 * ruling.chars().count() as f64);
    text(svg, (left, 56.0), size.min(17.0), "#ffffff", "start", ruling);
}

fn caption(svg: &mut String, touch: &SeenTouch, (number, touching): (u64, bool), kept: Option<&Kept>, (left, top): (u32, u32)) {
    let says = if touching { "touches" } else { "not yet" };
    let when = kept.map_or_else(|| "not kept".to_owned(), |kept| format!("{:.3} s", kept.stamp.ms() / 1000.0));
    let at = (f64::from(left), f64::from(top) + 21.0);
    text(svg, at, 15.0, colour(touch), "start", &format!("{} {says}, frame {number}, {when}", whose(touch)));
}

/// A square of a frame around the card, enlarged.
struct Cut {
    picture: RgbImage,
    corner: Point<Image>,
    scale: f64,
}

impl Cut {
    fn around(scene: &Scene<'_>, kept: &Kept) -> Self {
        let quad = kept.table.quad_to_image(&scene.claim.quad);
        let [a, b, c, d] = quad.corners;
        let side = (DIAGONALS * a.distance(c).max(b.distance(d))).max(24.0);
        let (width, height) = (f64::from(kept.image.width()), f64::from(kept.image.height()));
        let side = side.min(width).min(height);
        let within = |middle: f64, length: f64| (middle - side / 2.0).clamp(0.0, length - side).round();
        let corner = Point::new(within(quad.centre().x, width), within(quad.centre().y, height));
        let pixels = side.floor().max(1.0) as u32;
        let part = imageops::crop_imm(kept.image.as_ref(), corner.x as u32, corner.y as u32, pixels, pixels).to_image();
        let picture = imageops::resize(&part, CUT, CUT, FilterType::CatmullRom);
        Self { picture, corner, scale: f64::from(CUT) / f64::from(pixels) }
    }

    /// Marks the card and the fingertip.
    fn mark(&self, svg: &mut String, scene: &Scene<'_>, touch: &SeenTouch, kept: &Kept, touching: bool, (left, top): (u32, u32)) {
        let to_sheet = |p: Point<Image>| {
            let inside = (p - self.corner) * self.scale;
            (inside.x + f64::from(left), inside.y + f64::from(top))
        };
        let _ = write!(svg, r#"<svg x="{left}" y="{top}" width="{CUT}" height="{CUT}" viewBox="{left} {top} {CUT} {CUT}">"#);
        let outline = kept.table.quad_to_image(&scene.claim.quad).corners.map(to_sheet);
        let points = outline.iter().fold(String::new(), |mut text, (x, y)| {
            let _ = write!(text, "{x:.1},{y:.1} ");
            text
        });
        for (ink, width, opacity) in [("#000", 5.0, 0.5), ("#ffffff", 2.2, 1.0)] {
            let _ = write!(
                svg,
                r#"<polygon points="{points}" fill="none" stroke="{ink}" stroke-width="{width}" stroke-opacity="{opacity}" stroke-linejoin="round"/>"#
            );
        }
        let (x, y) = to_sheet(kept.table.to_image(touch.tip));
        let dash = if touching { "none" } else { "5 4" };
        for (ink, width) in [("#000", 5.5), (colour(touch), 3.0)] {
            let _ = write!(
                svg,
                r#"<circle cx="{x:.1}" cy="{y:.1}" r="15" fill="none" stroke="{ink}" stroke-width="{width}" stroke-dasharray="{dash}"/>"#
            );
        }
        svg.push_str("</svg>");
    }
}

/// The brackets under each other, and what lies between the first two.
fn time_line(svg: &mut String, ruling: &ClaimRuling, touches: &[&SeenTouch], (width, top): (u32, u32)) {
    let from = touches.iter().map(|t| t.after.ms()).fold(f64::MAX, f64::min);
    let to = touches.iter().map(|t| t.by.ms()).fold(f64::MIN, f64::max);
    let room = (0.08 * (to - from)).max(4.0);
    let (left, right) = (70.0, f64::from(width) - 24.0);
    let x = |ms: f64| left + (right - left) * (ms - from + room) / (to - from + 2.0 * room);
    let top = f64::from(top);
    let row = |k: usize| top + f64::from(TIMES) * (k as f64 + 0.5);
    for (k, touch) in touches.iter().enumerate() {
        let (a, b, y) = (x(touch.after.ms()), x(touch.by.ms()), row(k));
        text(svg, (f64::from(GAP), y + 6.0), 16.0, colour(touch), "start", &whose(touch));
        let _ = write!(
            svg,
            r##"<line x1="{left}" x2="{right}" y1="{y}" y2="{y}" stroke="#3a424c" stroke-width="1.5"/><rect x="{a:.1}" y="{:.1}" width="{:.1}" height="16" rx="3" fill="{}"/>"##,
            y - 8.0,
            (b - a).max(2.0),
            colour(touch)
        );
        let times = format!("{:.0} to {:.0} ms", touch.after.ms(), touch.by.ms());
        let middle = ((a + b) / 2.0).clamp(left + 60.0, right - 60.0);
        text(svg, (middle, y + 23.0), 11.5, "#c8ccd2", "middle", &times);
    }
    let (Some(one), Some(other)) = (touches.first(), touches.get(1)) else { return };
    let y = row(touches.len()) - 4.0;
    let middle = |touch: &SeenTouch| (x(touch.after.ms()) + x(touch.by.ms())) / 2.0;
    let (words, a, b) = match ruling {
        ClaimRuling::First { lead: Some(lead), .. } => {
            let ms = |us: u64| us as f64 / 1000.0;
            (format!("{:.1} ms ± {:.1}", ms(lead.margin_us), ms(lead.uncertainty_us)), middle(one), middle(other))
        }
        ClaimRuling::TooClose { overlap_us, .. } => {
            let a = x(one.after.ms().max(other.after.ms()));
            (format!("overlap {:.1} ms", *overlap_us as f64 / 1000.0), a, x(one.by.ms().min(other.by.ms())))
        }
        _ => return,
    };
    let _ = write!(
        svg,
        r##"<path d="M{a:.1} {:.1}V{:.1}M{b:.1} {:.1}V{:.1}M{a:.1} {y:.1}H{b:.1}" stroke="#ffffff" stroke-width="2" fill="none"/>"##,
        y - 6.0,
        y + 6.0,
        y - 6.0,
        y + 6.0
    );
    text(svg, ((a + b) / 2.0, y + 22.0), 14.0, "#ffffff", "middle", &words);
}
