use super::paint::{line, region, well};
use crate::dashboard::entry::clock;
use crate::dashboard::fit::Fit;
use crate::dashboard::screen::{Layer, Screen};
use crate::dashboard::theme::{Palette, over_picture};
use crate::geometry::{Image, Point};
use crate::pipeline::{Outline, Picture, Recognition, Snapshot};
use egui::{Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, TextureId, Ui, pos2, vec2};

/// The latest frame with what was seen in it.
pub fn picture(ui: &mut Ui, bounds: Rect, snapshot: &Snapshot, screen: &Screen, texture: Option<TextureId>) {
    let view = &snapshot.view;
    let placed = view.picture.as_ref().and_then(|p| Some((p, Fit::within(bounds, p.image.width().into(), p.image.height().into())?)));
    let (Some((picture, fit)), Some(texture)) = (placed, texture) else {
        let source = if snapshot.health.source.is_empty() { "the source" } else { &snapshot.health.source };
        let words = format!("Waiting for the first frame from {source} …");
        well(ui, bounds, Some(&words));
        region(ui, bounds, &format!("Live picture: {words}"));
        return;
    };
    well(ui, bounds, None);
    let painter = ui.painter().with_clip_rect(fit.rect.intersect(ui.clip_rect()));
    painter.image(texture, fit.rect, Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0)), Color32::WHITE);
    if screen.shows(Layer::Zones) {
        for zone in &view.zones {
            let colour = if zone.occupied { Color32::WHITE } else { Color32::from_white_alpha(120) };
            let corners = points(&fit, &zone.polygon.vertices);
            painter.add(Shape::closed_line(corners, Stroke::new(1.0, colour)));
            // A card's own name says more than the name of the zone it lies in.
            if !zone.occupied {
                let centre = zone.polygon.centre();
                tag(&painter, fit.place(centre.x, centre.y), &zone.label, colour, 10.0, 90.0);
            }
        }
    }
    if screen.shows(Layer::Hands) {
        let palette = Palette::of(&egui::Visuals::dark());
        for hand in &view.hands {
            let colour = hand.seat.map_or(Color32::WHITE, |seat| palette.seat(seat));
            let corners = points(&fit, &hand.polygon.vertices);
            painter.add(Shape::closed_line(corners, Stroke::new(2.0, colour)));
            let name = hand.seat.map_or_else(|| "hand?".into(), |seat| crate::dashboard::screen::name(snapshot, seat));
            tag(&painter, fit.place(hand.polygon.centre().x, hand.polygon.centre().y), &name, colour, 12.0, 140.0);
        }
    }
    for outline in &view.outlines {
        card(&painter, &fit, outline, screen);
    }
    stamp(&painter, fit.rect, picture);
    region(ui, fit.rect, &format!("Live picture: frame {}, {} cards, {} hands", picture.frame, view.outlines.len(), view.hands.len()));
}

fn points(fit: &Fit, of: &[Point<Image>]) -> Vec<Pos2> {
    of.iter().map(|p| fit.place(p.x, p.y)).collect()
}

fn card(painter: &Painter, fit: &Fit, outline: &Outline, screen: &Screen) {
    let colour = over_picture(outline.recognition);
    let corners = points(fit, &outline.quad.corners);
    if screen.shows(Layer::Cards) {
        painter.add(Shape::closed_line(corners.clone(), Stroke::new(2.0, colour)));
        // The thick edge is the card's own top.
        if let [a, b, ..] = *corners.as_slice() {
            painter.line_segment([a, b], Stroke::new(4.0, colour));
        }
    }
    if screen.shows(Layer::Names) && !outline.label.is_empty() {
        let sure = outline.recognition == Recognition::Known;
        let text = if sure { outline.label.clone() } else { format!("{} {:.0}%", outline.label, outline.confidence * 100.0) };
        let centre = outline.quad.centre();
        // In a small picture, names give way before they hide each other.
        let reach = (fit.scale * outline.quad.width() as f32 * 1.35).max(34.0);
        tag(painter, fit.place(centre.x, centre.y), &text, colour, (reach * 0.22).clamp(9.0, 13.0), reach);
    }
}

/// Words on a dark ground, centred at a point.
fn tag(painter: &Painter, at: Pos2, text: &str, colour: Color32, size: f32, widest: f32) {
    let galley = line(painter, text, FontId::proportional(size), colour, widest);
    let rect = Rect::from_center_size(at, galley.size() + vec2(6.0, 2.0));
    painter.rect_filled(rect, 3.0, Color32::from_black_alpha(185));
    painter.galley(rect.min + vec2(3.0, 1.0), galley, colour);
}

fn stamp(painter: &Painter, rect: Rect, picture: &Picture) {
    let text = format!("{}  frame {}", clock(picture.stamp.at_us / 1000), picture.frame);
    let galley = painter.layout_no_wrap(text, FontId::monospace(11.0), Color32::WHITE);
    let ground = Rect::from_min_size(rect.left_bottom() - vec2(0.0, galley.size().y + 6.0), galley.size() + vec2(12.0, 6.0));
    painter.rect_filled(ground, 3.0, Color32::from_black_alpha(150));
    painter.galley(ground.min + vec2(6.0, 3.0), galley, Color32::WHITE);
}
