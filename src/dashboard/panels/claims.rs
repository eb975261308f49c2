use super::paint::{keyed, region, text_at, well};
use crate::dashboard::Command;
use crate::dashboard::fit::Fit;
use crate::dashboard::screen::{Screen, name};
use crate::dashboard::strip::Strip;
use crate::dashboard::theme::Palette;
use crate::pipeline::{Call, ClaimView, Snapshot};
use egui::{Align2, Color32, FontId, Pos2, Rect, Sense, Shape, Stroke, TextStyle, Ui, pos2, vec2};

/// Height of the strip of frames, and of each contact's row on the time line.
const STRIP: f32 = 76.0;
const ROW: f32 = 22.0;
const GAP: f32 = 6.0;

/// The claim that is looked at: its frames, who touched when, what was ruled, and what a person can do about it.
pub(in crate::dashboard) fn claims(
    ui: &mut Ui,
    bounds: Rect,
    snapshot: &Snapshot,
    screen: &Screen,
    strip: &mut Strip,
    out: &mut Vec<Command>,
) {
    let Some((number, claim)) = screen.claim(snapshot) else {
        let words = "No claims yet. Each touch of a card that all share appears here, with the frames about it.";
        well(ui, bounds, Some(words));
        region(ui, bounds, &format!("Claim: {words}"));
        return;
    };
    let chosen = screen.claim_frame(claim);
    let head = Rect::from_min_size(bounds.min, vec2(bounds.width(), 46.0));
    header(ui, head, number, claim, snapshot, out);
    let lines = ROW * claim.contacts.len() as f32 + 34.0;
    let line = bounds.with_min_y(bounds.bottom() - lines);
    let frames = Rect::from_min_max(pos2(bounds.left(), line.top() - STRIP - GAP), pos2(bounds.right(), line.top() - GAP));
    let picture = Rect::from_min_max(pos2(bounds.left(), head.bottom() + GAP), pos2(bounds.right(), frames.top() - GAP));
    shown(ui, picture, claim, chosen, strip);
    film(ui, frames, claim, chosen, strip, out);
    times(ui, line, claim, chosen, snapshot);
    region(ui, bounds, &format!("Claim to {}: {}", claim.card, claim.ruling));
}

fn header(ui: &mut Ui, rect: Rect, number: usize, claim: &ClaimView, snapshot: &Snapshot, out: &mut Vec<Command>) {
    let palette = Palette::of(ui.visuals());
    let title = format!("Claim {} of {}: {}", number + 1, snapshot.claims.len(), claim.card);
    text_at(ui, rect.left(), rect.top() + 10.0, rect.right() - 380.0, &title, TextStyle::Heading, palette.text);
    text_at(ui, rect.left(), rect.top() + 34.0, rect.right(), &claim.ruling, TextStyle::Body, palette.info);
    let buttons = Rect::from_min_max(pos2(rect.right() - 372.0, rect.top()), pos2(rect.right(), rect.top() + 24.0));
    ui.scope_builder(egui::UiBuilder::new().max_rect(buttons).layout(egui::Layout::right_to_left(egui::Align::Center)), |ui| {
        for contact in claim.contacts.iter().rev().filter(|_| claim.contacts.len() > 1) {
            if ui.button(format!("Give to {}", name(snapshot, contact.seat))).on_hover_text("While the claim is open").clicked() {
                out.push(Command::Tell(Call::Act { seat: contact.seat, text: format!("award {}", claim.card) }));
            }
        }
        if keyed(ui, true, "Overrule", "X").on_hover_text("This touch does not count").clicked() {
            out.push(Command::Tell(overrule(claim)));
        }
        if keyed(ui, true, "Uphold", "Y").on_hover_text("Note in the journal that the ruling stands").clicked() {
            out.push(Command::Tell(uphold(claim)));
        }
    });
}

/// The ruling stands.
pub(in crate::dashboard) fn uphold(claim: &ClaimView) -> Call {
    Call::Note(format!("claim to {} upheld at entry {}: {}", claim.card, claim.entry, claim.ruling))
}

/// The last touch of a claim does not count.
pub(in crate::dashboard) const fn overrule(claim: &ClaimView) -> Call {
    Call::Retract { entry: claim.entry }
}

/// The chosen frame, with the fingertips and the card.
fn shown(ui: &Ui, rect: Rect, claim: &ClaimView, chosen: usize, strip: &mut Strip) {
    well(ui, rect, None);
    let Some(frame) = claim.frames.get(chosen) else { return };
    let (width, height) = (f64::from(frame.image.width()), f64::from(frame.image.height()));
    let (Some(fit), Some(texture)) = (Fit::within(rect, width, height), strip.of(ui.ctx(), claim, chosen)) else { return };
    let painter = ui.painter().with_clip_rect(fit.rect);
    painter.image(texture, fit.rect, Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0)), Color32::WHITE);
    let place = |p: crate::geometry::Point<crate::geometry::Image>| fit.place(p.x - frame.origin.x, p.y - frame.origin.y);
    if let Some(card) = &claim.outline {
        painter.add(Shape::closed_line(card.corners.iter().map(|p| place(*p)).collect(), Stroke::new(2.0, Color32::WHITE)));
    }
    let palette = Palette::of(&egui::Visuals::dark());
    for contact in &claim.contacts {
        let Some(tip) = contact.tip.map(place) else { continue };
        let colour = palette.seat(contact.seat);
        // Dashed until it touches.
        let touches = frame.frame >= contact.with;
        painter.circle_stroke(tip, 9.0, Stroke::new(if touches { 3.0 } else { 1.0 }, colour));
        painter.text(tip + vec2(12.0, -12.0), Align2::LEFT_BOTTOM, contact.seat.to_string(), FontId::proportional(14.0), colour);
    }
    let text = format!("frame {}  {:.3} s", frame.frame, frame.at_ms / 1000.0);
    painter.text(fit.rect.left_bottom() + vec2(6.0, -4.0), Align2::LEFT_BOTTOM, text, FontId::monospace(12.0), Color32::WHITE);
}

/// All frames, small; a click chooses one.
fn film(ui: &mut Ui, rect: Rect, claim: &ClaimView, chosen: usize, strip: &mut Strip, out: &mut Vec<Command>) {
    let palette = Palette::of(ui.visuals());
    let side = (rect.width() / claim.frames.len().max(1) as f32).min(rect.height());
    for (k, frame) in claim.frames.iter().enumerate() {
        let at = Rect::from_min_size(rect.min + vec2(k as f32 * side, 0.0), vec2(side - 2.0, side - 2.0));
        if let Some(texture) = strip.of(ui.ctx(), claim, k) {
            ui.painter().image(texture, at, Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0)), Color32::WHITE);
        }
        for contact in claim.contacts.iter().filter(|contact| contact.with == frame.frame) {
            ui.painter().rect_filled(at.with_max_y(at.top() + 4.0), 0.0, palette.seat(contact.seat));
        }
        if k == chosen {
            ui.painter().rect_stroke(at, 2.0, Stroke::new(2.0, palette.text), egui::StrokeKind::Inside);
        }
        let response = ui.interact(at, ui.scope_id().with(("claim frame", k)), Sense::click());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, format!("Frame {}", frame.frame)));
        if response.clicked() {
            out.push(Command::ClaimFrame(k));
        }
    }
}

/// The time line: each contact's bracket, the chosen frame, and the margin between the first two.
fn times(ui: &Ui, rect: Rect, claim: &ClaimView, chosen: usize, snapshot: &Snapshot) {
    let palette = Palette::of(ui.visuals());
    let from = claim.contacts.iter().map(|contact| contact.after_ms).fold(f64::MAX, f64::min) - 40.0;
    let to = claim.contacts.iter().map(|contact| contact.by_ms).fold(f64::MIN, f64::max) + 40.0;
    let left = rect.left() + 70.0;
    let x = |ms: f64| left + ((ms - from) / (to - from).max(1.0)).clamp(0.0, 1.0) as f32 * (rect.right() - left - 170.0);
    let middle = |k: usize| claim.contacts.get(k).map(|contact| (contact.after_ms + contact.by_ms) / 2.0);
    if let Some(frame) = claim.frames.get(chosen).filter(|frame| (from..=to).contains(&frame.at_ms)) {
        ui.painter().vline(x(frame.at_ms), rect.y_range(), Stroke::new(1.0, palette.text));
    }
    for (k, contact) in claim.contacts.iter().enumerate() {
        let y = rect.top() + ROW * (k as f32 + 0.5);
        let colour = palette.seat(contact.seat);
        text_at(ui, rect.left(), y, left - 6.0, &name(snapshot, contact.seat), TextStyle::Body, colour);
        let bar = Rect::from_min_max(pos2(x(contact.after_ms), y - 6.0), pos2(x(contact.by_ms).max(x(contact.after_ms) + 2.0), y + 6.0));
        ui.painter().rect_filled(bar, 2.0, colour.gamma_multiply(0.6));
        let times = format!("{:.3} to {:.3} s", contact.after_ms / 1000.0, contact.by_ms / 1000.0);
        text_at(ui, rect.right() - 160.0, y, rect.right(), &times, TextStyle::Small, palette.muted);
    }
    let y = rect.bottom() - 14.0;
    let words = match (middle(0), middle(1), claim.contacts.first(), claim.contacts.get(1)) {
        (Some(a), Some(b), Some(one), Some(other)) => {
            ui.painter().line_segment([pos2(x(a), y - 12.0), pos2(x(b), y - 12.0)], Stroke::new(2.0, palette.warn));
            let off = ((one.by_ms - one.after_ms) + (other.by_ms - other.after_ms)) / 2.0;
            format!("{:.0} ms apart, ± {:.0} ms", (b - a).abs(), off)
        }
        _ => "nobody else touched it".into(),
    };
    text_at(
        ui,
        rect.left(),
        y,
        rect.right(),
        &format!("{words}    Left and Right step, comma and period change the claim"),
        TextStyle::Small,
        palette.muted,
    );
}
