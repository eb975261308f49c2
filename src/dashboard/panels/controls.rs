use super::paint::{keyed, region};
use crate::dashboard::screen::{Field, Screen, name};
use crate::dashboard::theme::Palette;
use crate::dashboard::{Command, Feed};
use crate::pipeline::{Call, Snapshot};
use egui::{Align, ComboBox, Key, Layout, RichText, TextEdit, Ui};

/// What no camera sees: passes, acts told, notes, the end.
pub(in crate::dashboard) fn controls(ui: &mut Ui, snapshot: &Snapshot, screen: &mut Screen, feed: &Feed, out: &mut Vec<Command>) {
    ui.add_space(4.0);
    let speaking_for = screen.speaking_for(snapshot);
    let playing = snapshot.ended.is_none() && speaking_for.is_some();
    let shown = ui.add_enabled_ui(playing, |ui| {
        ui.horizontal(|ui| {
            let who = speaking_for.map(|seat| name(snapshot, seat)).unwrap_or_default();
            let chosen = ComboBox::from_id_salt("seat").width(84.0).selected_text(&who).show_ui(ui, |ui| {
                for seat in &snapshot.seats {
                    if ui.selectable_label(speaking_for == Some(seat.seat), &seat.name).clicked() {
                        out.push(Command::ActFor(seat.seat));
                    }
                }
            });
            chosen.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, playing, format!("Seat: {who}")));
            if keyed(ui, playing, "Passes", "P").clicked() {
                out.extend(speaking_for.map(|seat| Command::Tell(Call::Pass(seat))));
            }
            let hint = if feed.notation.is_empty() { "Or did this (T)".into() } else { format!("Or did this (T), as {}", feed.notation) };
            let bad = !screen.act.trim().is_empty() && checked(screen, snapshot, feed).is_err();
            field(ui, screen, Field::Act, &hint, 230.0, out);
            if ui.add_enabled(!screen.act.trim().is_empty() && !bad, egui::Button::new("Tell")).clicked() {
                out.push(Command::TellAct);
            }
            ui.separator();
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if keyed(ui, playing, "End game", "E").clicked() {
                    out.push(Command::AskEnd(true));
                }
                ui.separator();
                if ui.add_enabled(!screen.note.trim().is_empty(), egui::Button::new("Add")).clicked() {
                    out.push(Command::TellNote);
                }
                let rest = ui.available_width() - 8.0;
                field(ui, screen, Field::Note, "Note (N)", rest, out);
            });
        });
    });
    status(ui, snapshot, screen, feed);
    region(ui, shown.response.rect, "Controls");
    ui.add_space(2.0);
}

/// The line below: what is wrong with the act being typed, else what was last said.
fn status(ui: &mut Ui, snapshot: &Snapshot, screen: &Screen, feed: &Feed) {
    let palette = Palette::of(ui.visuals());
    let wrong = if screen.act.trim().is_empty() { None } else { checked(screen, snapshot, feed).err() };
    let (text, colour) = match (&wrong, &screen.message) {
        (Some(wrong), _) => (wrong.as_str(), palette.warn),
        (None, Some((said, _))) => (said.as_str(), palette.info),
        (None, None) => ("What the camera cannot see, tell here.", palette.muted),
    };
    ui.add(egui::Label::new(RichText::new(text).small().color(colour)).truncate());
}

fn checked(screen: &Screen, snapshot: &Snapshot, feed: &Feed) -> Result<(), String> {
    match (&feed.check, screen.speaking_for(snapshot)) {
        (Some(check), Some(seat)) => check(seat, screen.act.trim()),
        _ => Ok(()),
    }
}

fn field(ui: &mut Ui, screen: &mut Screen, field: Field, hint: &str, width: f32, out: &mut Vec<Command>) {
    let wanted = screen.focus == Some(field);
    let (text, label, send) = match field {
        Field::Act => (&mut screen.act, "Act in notation", Command::TellAct),
        Field::Note => (&mut screen.note, "Note", Command::TellNote),
    };
    let response = ui.add(TextEdit::singleline(text).hint_text(hint).desired_width(width));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, ui.is_enabled(), label));
    if wanted {
        response.request_focus();
        screen.focus = None;
    }
    if response.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter)) {
        out.push(send);
    }
}
