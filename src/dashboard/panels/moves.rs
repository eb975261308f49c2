use super::paint::{chip_before, keyed, region, row, text_at, text_before, title};
use crate::dashboard::Command;
use crate::dashboard::entry::{self, Open, clock, word};
use crate::dashboard::screen::{Screen, name};
use crate::dashboard::theme::Palette;
use crate::pipeline::{MoveLine, MoveStatus, Snapshot};
use egui::{Frame, Id, Margin, Panel, Rect, Response, RichText, ScrollArea, TextStyle, Ui, vec2};

const ROW: f32 = 25.0;
/// Height of all about the selected move, where there is room.
const DETAIL: f32 = 214.0;
/// Height of the line in its place while none is selected.
const HINT: f32 = 30.0;
/// Height that the list keeps before that.
const LIST: f32 = 90.0;

/// The moves, and below them all about the selected one.
pub(in crate::dashboard) fn moves(ui: &mut Ui, snapshot: &Snapshot, screen: &Screen, out: &mut Vec<Command>) {
    let whole = ui.available_rect_before_wrap();
    title(ui, "Moves");
    let frame = Frame::new().inner_margin(Margin::symmetric(0, 4));
    let selected = screen.selected(snapshot);
    let height = if selected.is_some() { (ui.available_height() - LIST).clamp(120.0, DETAIL) } else { HINT };
    Panel::bottom("selected move").frame(frame).exact_size(height).show_separator_line(false).show(ui, |ui| match selected {
        Some(line) => detail(ui, line, snapshot, out),
        None if snapshot.moves.is_empty() => {}
        None => {
            ui.weak("Up and Down select a move and show the rule behind it.");
        }
    });
    if snapshot.moves.is_empty() {
        ui.weak("No moves yet. They appear here as the table comes to rest.");
    } else {
        list(ui, snapshot, screen, out);
    }
    region(ui, whole, "Moves");
}

fn list(ui: &mut Ui, snapshot: &Snapshot, screen: &Screen, out: &mut Vec<Command>) {
    let scrolled_to = Id::unique("move scrolled to");
    ScrollArea::vertical().id_salt("moves").auto_shrink(false).min_scrolled_height(0.0).animated(false).stick_to_bottom(true).show(
        ui,
        |ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            for line in snapshot.moves.iter() {
                let selected = screen.selected_entry() == Some(line.entry);
                let at = Rect::from_min_size(ui.cursor().min, vec2(ui.available_width(), ROW));
                // Also when the list has shrunk: the selected move stays in sight.
                let sight = (line.entry, ui.clip_rect().height() as u32);
                if selected && ui.data(|d| d.get_temp::<(u64, u32)>(scrolled_to)) != Some(sight) {
                    if ui.clip_rect().contains_rect(at) {
                        ui.data_mut(|d| d.insert_temp(scrolled_to, sight));
                    } else {
                        ui.scroll_to_rect(at.expand2(vec2(0.0, ROW)), None);
                    }
                }
                if !ui.is_rect_visible(at) {
                    ui.allocate_space(at.size());
                } else if move_row(ui, line, selected, snapshot).clicked() {
                    out.push(Command::Select((!selected).then_some(line.entry)));
                }
            }
        },
    );
}

fn move_row(ui: &mut Ui, line: &MoveLine, selected: bool, snapshot: &Snapshot) -> Response {
    let palette = Palette::of(ui.visuals());
    let who = line.seat.map(|seat| name(snapshot, seat)).unwrap_or_default();
    let (rect, response) = row(ui, ROW, selected, || format!("Move {}: {who} {}, {}", line.entry, happened(line), word(line.status)));
    let y = rect.center().y;
    text_before(ui, rect.left() + 30.0, y, &line.entry.to_string(), TextStyle::Small, palette.muted);
    let right = match line.status {
        MoveStatus::Accepted => rect.right() - 2.0,
        status => chip_before(ui, rect.right() - 4.0, y, word(status), palette.status(status)),
    };
    let colour = line.seat.map_or(palette.muted, |seat| palette.seat(seat));
    let name_end = text_at(ui, rect.left() + 40.0, y, rect.left() + 120.0, &who, TextStyle::Body, colour);
    let left = if who.is_empty() { rect.left() + 40.0 } else { name_end + 6.0 };
    let words = if line.status == MoveStatus::Retracted { palette.muted } else { palette.text };
    let end = text_at(ui, left, y, right - 8.0, happened(line), TextStyle::Body, words);
    if line.status == MoveStatus::Retracted {
        ui.painter().hline(left..=end, y, egui::Stroke::new(1.0, palette.muted));
    }
    response
}

/// What happened, without the seat where that is named beside it.
fn happened(line: &MoveLine) -> &str {
    let told = line.text.as_str();
    line.seat.and_then(|seat| told.strip_prefix(&seat.to_string())?.strip_prefix(' ')).unwrap_or(told)
}

fn detail(ui: &mut Ui, line: &MoveLine, snapshot: &Snapshot, out: &mut Vec<Command>) {
    let palette = Palette::of(ui.visuals());
    let frame = Frame::new()
        .fill(palette.card)
        .stroke(egui::Stroke::new(1.0, palette.line))
        .corner_radius(6)
        .inner_margin(Margin::symmetric(10, 8));
    frame.show(ui, |ui| {
        ui.set_min_size(ui.available_size());
        let open = Open::of(line);
        Panel::bottom("what to do").frame(Frame::NONE).show_separator_line(false).show(ui, |ui| {
            ui.horizontal(|ui| {
                if open.accept
                    && line.choices.is_empty()
                    && keyed(ui, true, "Accept", "A").on_hover_text("It counts all the same").clicked()
                {
                    out.extend(entry::accept(line, 0).map(Command::Tell));
                }
                if open.reject && keyed(ui, true, "Reject", "R").on_hover_text("It does not count").clicked() {
                    out.extend(entry::reject(line).map(Command::Tell));
                }
                if open.retract && keyed(ui, true, "Take back", "U").on_hover_text("Undo it and judge anew what followed").clicked() {
                    out.extend(entry::retract(line).map(Command::Tell));
                }
            });
        });
        ScrollArea::vertical().id_salt(("selected", line.entry)).auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 3.0;
            ui.horizontal(|ui| {
                ui.label(RichText::new(word(line.status)).strong().color(palette.status(line.status)));
                let basis = line.frame.map_or_else(|| "told".into(), |frame| format!("frame {frame}"));
                ui.label(RichText::new(format!("Move {} at {}, {basis}", line.entry, clock(line.at_ms))).small().color(palette.muted));
            });
            let who = line.seat.map(|seat| format!("{} ", name(snapshot, seat))).unwrap_or_default();
            ui.label(format!("{who}{}", happened(line)));
            if open.accept {
                choices(ui, line, out);
            }
            if let Some(reason) = &line.reason {
                ui.label(reason);
            }
            if let Some(rule) = &line.rule {
                ui.label(RichText::new(format!("Rule: {rule}")).small().color(palette.muted));
            }
        });
    });
}

fn choices(ui: &mut Ui, line: &MoveLine, out: &mut Vec<Command>) {
    for (i, choice) in line.choices.iter().enumerate() {
        let (rect, response) = row(ui, ROW, false, || choice.clone());
        let palette = Palette::of(ui.visuals());
        ui.painter().rect_stroke(rect, 4.0, egui::Stroke::new(1.0, palette.line), egui::StrokeKind::Inside);
        if i < 9 {
            text_at(ui, rect.left() + 9.0, rect.center().y, rect.right(), &(i + 1).to_string(), TextStyle::Small, palette.muted);
        }
        text_at(ui, rect.left() + 26.0, rect.center().y, rect.right() - 8.0, choice, TextStyle::Body, palette.text);
        if response.on_hover_text(choice).clicked() {
            out.extend(entry::accept(line, i).map(Command::Tell));
        }
    }
}
