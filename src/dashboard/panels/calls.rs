use crate::dashboard::Command;
use crate::dashboard::screen::{Screen, name};
use crate::pipeline::{Call, HintView, Snapshot};
use egui::{ComboBox, Role, ScrollArea, Ui, WidgetInfo};

/// Height of the buttons, beyond which they scroll.
const HEIGHT: f32 = 52.0;
/// Hints that are listed.
const MOST_HINTS: usize = 60;

/// A button for each thing that can be told and no camera sees, and what the acts at hand would capture.
pub(super) fn calls(ui: &mut Ui, snapshot: &Snapshot, screen: &Screen, out: &mut Vec<Command>) {
    if snapshot.ended.is_some() || snapshot.calls.is_empty() && snapshot.hints.is_empty() {
        return;
    }
    ScrollArea::vertical().id_salt("calls").max_height(HEIGHT).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            if !snapshot.hints.is_empty() {
                what_if(ui, &snapshot.hints, screen, out);
            }
            for call in &snapshot.calls {
                let title = call.seat.map_or_else(|| call.title.clone(), |seat| format!("{}: {}", name(snapshot, seat), call.title));
                if ui.small_button(title).clicked() {
                    let seat = call.seat.or_else(|| screen.speaking_for(snapshot));
                    out.extend(seat.map(|seat| Command::Tell(Call::Act { seat, text: call.text.clone() })));
                }
            }
        });
    });
}

/// The acts that can be looked at before they are done; the chosen one stands in the field below.
fn what_if(ui: &mut Ui, hints: &[HintView], screen: &Screen, out: &mut Vec<Command>) {
    let typed = screen.act_text();
    let said = |hint: &HintView| match hint.falls.as_slice() {
        [] => format!("{}: captures nothing", hint.text),
        falls => format!("{}: captures {}", hint.text, falls.join(", ")),
    };
    let chosen = hints.iter().find(|hint| hint.text == typed).map_or_else(|| "What if …".to_owned(), said);
    let list = ComboBox::from_id_salt("what if").width(220.0).selected_text(chosen).show_ui(ui, |ui| {
        for hint in hints.iter().take(MOST_HINTS) {
            if ui.selectable_label(hint.text == typed, said(hint)).clicked() {
                out.push(Command::Suggest(hint.text.clone()));
            }
        }
    });
    list.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, "What if …"));
}
