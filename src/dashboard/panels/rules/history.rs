use super::super::paint::capital;
use super::diff::diff;
use crate::dashboard::Command;
use crate::dashboard::entry::clock;
use crate::dashboard::rules::RulesCommand;
use crate::dashboard::screen::Screen;
use crate::dashboard::theme::Palette;
use crate::pipeline::{Council, Step};
use egui::{Align, Label, Layout, RichText, Ui};

/// Every step of the rulebook's history, the newest first.
pub(super) fn history(ui: &mut Ui, council: &Council, screen: &Screen, out: &mut Vec<Command>) {
    let steps = council.editions.iter().enumerate().filter_map(|(number, edition)| Some((number, edition.step.as_ref()?)));
    let read = screen.rules.edition(council).map(|(number, _)| number);
    let mut are_none = true;
    for (number, step) in steps.rev() {
        are_none = false;
        ui.push_id(number, |ui| show(ui, number, step, read == Some(number), out));
        ui.add_space(10.0);
    }
    if are_none {
        ui.weak("The rules are as the game began. Each change appears here, with what brought it about.");
    }
}

fn show(ui: &mut Ui, number: usize, step: &Step, is_read: bool, out: &mut Vec<Command>) {
    let palette = Palette::of(ui.visuals());
    ui.spacing_mut().item_spacing.y = 3.0;
    ui.horizontal(|ui| {
        ui.label(RichText::new(format!("{number}.")).strong());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.add_enabled(!is_read, egui::Button::new("Read").small()).on_hover_text("The rulebook after this step").clicked() {
                out.push(Command::Rules(RulesCommand::Read(Some(number))));
            }
            ui.label(RichText::new(clock(step.at_ms)).small().color(palette.muted));
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let name = if step.title.is_empty() { capital(&step.effect) } else { format!("{} ({})", step.title, step.effect) };
                ui.add(Label::new(RichText::new(name).strong()).truncate());
            });
        });
    });
    ui.add(Label::new(RichText::new(capital(&step.cause)).small().color(palette.muted)).wrap());
    if step.difference.is_empty() {
        ui.add(Label::new(RichText::new(capital(&step.effect)).small().color(palette.bad)).wrap());
    }
    diff(ui, &step.difference);
}
