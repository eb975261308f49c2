use super::paint::keyed;
use super::rules::timer;
use crate::dashboard::Command;
use crate::dashboard::screen::pause_or_resume;
use crate::dashboard::theme::Palette;
use crate::pipeline::{Call, Snapshot, SourceState};
use egui::{Align, Layout, RichText, Ui};

/// The game, what is awaited, and what belongs to the whole window.
pub(in crate::dashboard) fn header(ui: &mut Ui, snapshot: &Snapshot, out: &mut Vec<Command>) {
    let palette = Palette::of(ui.visuals());
    ui.add_space(5.0);
    ui.horizontal(|ui| {
        let game = if snapshot.game.is_empty() { "Kibitzer" } else { &snapshot.game };
        ui.label(RichText::new(game).heading().strong());
        if !snapshot.deck.is_empty() {
            ui.label(RichText::new(&snapshot.deck).color(palette.muted));
        }
        if let Some((left, colour)) = timer(snapshot, palette).filter(|_| snapshot.ended.is_none()) {
            ui.separator();
            ui.label(RichText::new(left).strong().color(colour));
        }
        let (awaited, colour) = snapshot.ended.as_ref().map_or((&snapshot.phase, palette.text), |end| (end, palette.good));
        if !awaited.is_empty() {
            ui.separator();
            ui.label(RichText::new(awaited).strong().color(colour));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let theme = if ui.visuals().dark_mode { "Light" } else { "Dark" };
            if keyed(ui, true, theme, "D").clicked() {
                out.push(Command::Theme);
            }
            if keyed(ui, true, "Keys", "?").clicked() {
                out.push(Command::Help(true));
            }
            let call = pause_or_resume(snapshot);
            let name = if snapshot.health.state == SourceState::Paused { "Go on" } else { "Pause" };
            if keyed(ui, call.is_some(), name, "Space").clicked() {
                out.push(Command::Tell(call.unwrap_or(Call::Pause)));
            }
        });
    });
    ui.add_space(4.0);
}
