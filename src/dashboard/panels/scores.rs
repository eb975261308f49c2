use super::paint::{chip_before, region, row, text_at, text_before, title};
use crate::dashboard::Command;
use crate::dashboard::screen::Screen;
use crate::dashboard::theme::Palette;
use crate::pipeline::{SeatLine, Snapshot};
use egui::{Pos2, ScrollArea, Shape, Stroke, TextStyle, Ui, vec2};

const ROW: f32 = 27.0;
/// Beyond four seats, so that the moves keep their room.
const TIGHT_ROW: f32 = 23.0;
/// Longer lists of terms scroll.
const TERMS_HEIGHT: f32 = 132.0;

/// Every seat's total, and the open seat's terms.
pub(in crate::dashboard) fn scores(ui: &mut Ui, snapshot: &Snapshot, screen: &Screen, out: &mut Vec<Command>) {
    let top = ui.cursor().min;
    ui.add_space(6.0);
    title(ui, "Scores");
    let height = if snapshot.seats.len() > 4 { TIGHT_ROW } else { ROW };
    if snapshot.seats.is_empty() {
        ui.weak("The seats appear here once the game has begun.");
    }
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        for seat in &snapshot.seats {
            let open = screen.open_score == Some(seat.seat);
            if seat_row(ui, seat, height, open).clicked() {
                out.push(Command::OpenScore((!open).then_some(seat.seat)));
            }
            if open {
                terms(ui, seat);
            }
        }
    });
    region(ui, egui::Rect::from_min_max(top, Pos2::new(ui.max_rect().right(), ui.cursor().top())), "Scores");
}

fn hand(seat: &SeatLine) -> String {
    match (seat.hand_known, seat.hand_unknown) {
        (0, 0) => "no hand".into(),
        (0, unknown) => format!("{unknown} in hand"),
        (known, unknown) => format!("{} in hand, {known} known", known + unknown),
    }
}

fn seat_row(ui: &mut Ui, seat: &SeatLine, height: f32, open: bool) -> egui::Response {
    let palette = Palette::of(ui.visuals());
    let (rect, response) = row(ui, height, false, || {
        let turn = if seat.to_act { ", to move" } else { "" };
        format!("{}: {} points, rank {}, {}{turn}", seat.name, seat.total, seat.rank, hand(seat))
    });
    let (y, colour) = (rect.center().y, palette.seat(seat.seat));
    triangle(ui, Pos2::new(rect.left() + 10.0, y), open, palette.muted);
    ui.painter().circle_filled(Pos2::new(rect.left() + 26.0, y), 5.0, colour);
    let total = text_before(ui, rect.right() - 8.0, y, &signed(seat.total), TextStyle::Heading, palette.text);
    let rank = text_before(ui, rect.right() - 52.0, y, &format!("#{}", seat.rank), TextStyle::Small, palette.muted);
    let hand = text_before(ui, rank.min(total) - 10.0, y, &hand(seat), TextStyle::Small, palette.muted);
    let right = if seat.to_act { chip_before(ui, hand - 8.0, y, "to move", palette.info) } else { hand };
    text_at(ui, rect.left() + 38.0, y, right - 6.0, &seat.name, TextStyle::Body, palette.text);
    response
}

/// A number with a true minus sign.
fn signed(number: i64) -> String {
    if number < 0 { format!("−{}", number.unsigned_abs()) } else { number.to_string() }
}

fn triangle(ui: &Ui, at: Pos2, down: bool, colour: egui::Color32) {
    let turned = |x: f32, y: f32| at + if down { vec2(-y, x) } else { vec2(x, y) };
    let points = vec![turned(-2.5, -4.0), turned(3.5, 0.0), turned(-2.5, 4.0)];
    ui.painter().add(Shape::convex_polygon(points, colour, Stroke::NONE));
}

fn terms(ui: &mut Ui, seat: &SeatLine) {
    let palette = Palette::of(ui.visuals());
    if seat.terms.is_empty() {
        ui.indent(("terms", seat.seat), |ui| ui.weak("No points yet."));
        return;
    }
    ScrollArea::vertical().id_salt(("terms", seat.seat)).max_height(TERMS_HEIGHT).show(ui, |ui| {
        for term in &seat.terms {
            let points = if term.points > 0 { format!("+{}", term.points) } else { signed(term.points) };
            let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 19.0), egui::Sense::hover());
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, format!("{}: {points}", term.reason)));
            let y = rect.center().y;
            let colour = if term.points < 0 { palette.bad } else { palette.text };
            let left = text_before(ui, rect.right() - 8.0, y, &points, TextStyle::Body, colour);
            text_at(ui, rect.left() + 38.0, y, left - 10.0, &term.reason, TextStyle::Small, palette.muted);
        }
    });
    ui.add_space(4.0);
}
