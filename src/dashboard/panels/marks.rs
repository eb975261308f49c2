//! What a card on the table shows beside its title: whose it is, its values, its arrows and which of them count.

use super::paint::line;
use crate::dashboard::theme::Palette;
use crate::pipeline::CardMarks;
use egui::{FontId, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, vec2};

/// Narrower cards carry no values.
const VALUES_FROM: f32 = 26.0;

/// Paints them over a card that fills `rect`.
pub(super) fn marks(painter: &Painter, rect: Rect, marks: &CardMarks, palette: &Palette) {
    let colour = marks.owner.map_or(palette.muted, |seat| palette.seat(seat));
    painter.rect_stroke(rect, 3.0, Stroke::new(2.0, colour), StrokeKind::Inside);
    if rect.width() >= VALUES_FROM {
        let galley = line(painter, &marks.values, FontId::proportional(9.0), palette.on_face, rect.width() - 6.0);
        let at = Pos2::new(rect.center().x - galley.size().x / 2.0, rect.bottom() - galley.size().y - 4.0);
        painter.galley(at, galley, palette.on_face);
    }
    for ((right, up), counts) in &marks.arrows {
        let lit = if *counts { palette.warn } else { palette.on_face.gamma_multiply(0.55) };
        arrow(painter, rect, vec2(f32::from(*right), -f32::from(*up)), lit, *counts);
    }
    if marks.falls {
        fall(painter, rect, palette);
    }
}

/// The mark of a card that is captured, or would be.
pub(super) fn fall(painter: &Painter, rect: Rect, palette: &Palette) {
    painter.rect_stroke(rect.expand(1.5), 4.0, Stroke::new(2.5, palette.bad), StrokeKind::Outside);
}

/// A triangle at the card's edge or corner; one that counts is larger.
fn arrow(painter: &Painter, rect: Rect, way: Vec2, colour: egui::Color32, counts: bool) {
    let half = rect.size() / 2.0;
    let tip = rect.center() + vec2(way.x * half.x, way.y * half.y);
    let forward = way.normalized();
    let aside = vec2(-forward.y, forward.x);
    let size = (rect.width() * if counts { 0.17 } else { 0.11 }).clamp(3.0, 11.0);
    let base = tip - forward * size;
    painter.add(Shape::convex_polygon(vec![tip, base + aside * size * 0.7, base - aside * size * 0.7], colour, Stroke::NONE));
}
