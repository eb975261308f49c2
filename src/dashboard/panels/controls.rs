use super::paint::{self, keyed, region};
use crate::dashboard::screen::{Field, Screen, name};
use crate::dashboard::theme::Palette;
use crate::dashboard::{Command, Feed};
use crate::pipeline::{Call, Snapshot};
use egui::{Align, ComboBox, Key, Layout, RichText, Ui};

/// Width of all buttons beside the fields.
const BUTTONS: f32 = 430.0;

/// What no camera sees: passes, acts told, notes, the end.
pub(in crate::dashboard) fn controls(ui: &mut Ui, snapshot: &Snapshot, screen: &mut Screen, feed: &Feed, out: &mut Vec<Command>) {
    ui.add_space(4.0);
    let speaking_for = screen.speaking_for(snapshot);
    let playing = snapshot.ended.is_none() && speaking_for.is_some();
    let (top, whole) = (ui.cursor().min, ui.available_width());
    ui.add_enabled_ui(playing, |ui| {
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
            let tell = (!screen.act.trim().is_empty() && checked(screen, snapshot, feed).is_ok()).then_some(Command::TellAct);
            // About half of what the buttons around the two fields leave.
            let width = ((whole - BUTTONS) * 0.55).clamp(90.0, 320.0);
            input(ui, screen, Field::Act, &hint, width, tell.clone(), out);
            if ui.add_enabled(tell.is_some(), egui::Button::new("Tell")).clicked() {
                out.extend(tell);
            }
            ui.separator();
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if keyed(ui, playing, "End game", "E").clicked() {
                    out.push(Command::AskEnd(true));
                }
                ui.separator();
                let add = (!screen.note.trim().is_empty()).then_some(Command::TellNote);
                if ui.add_enabled(add.is_some(), egui::Button::new("Add")).clicked() {
                    out.extend(add.clone());
                }
                let rest = ui.available_width() - 8.0;
                input(ui, screen, Field::Note, "Note (N)", rest, add, out);
            });
        });
    });
    status(ui, snapshot, screen, feed);
    region(ui, ui.max_rect().with_min_y(top.y).with_max_y(ui.min_rect().bottom()), "Controls");
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
        (Some(check), Some(seat)) => check(seat, &screen.act_text()),
        _ => Ok(()),
    }
}

/// The field, which asks for `send` on Enter while there is something to send.
fn input(ui: &mut Ui, screen: &mut Screen, field: Field, hint: &str, width: f32, send: Option<Command>, out: &mut Vec<Command>) {
    let wanted = screen.focus.take_if(|f| *f == field).is_some();
    let (text, name) = match field {
        Field::Act => (&mut screen.act, "Act in notation"),
        Field::Note => (&mut screen.note, "Note"),
    };
    let response = paint::field(ui, text, name, hint, width);
    if wanted {
        response.request_focus();
    }
    if response.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter)) {
        // What cannot be sent is to be mended, so the cursor stays.
        match send {
            Some(send) => out.push(send),
            None => response.request_focus(),
        }
    }
}
