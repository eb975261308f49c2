use super::diff::{code, diff, hooks};
use crate::dashboard::theme::Palette;
use crate::pipeline::Proposal;
use egui::{Label, RichText, Ui};

/// What a proposition is called and does, what it says, and what it would change.
pub(super) fn proposal(ui: &mut Ui, proposal: &Proposal) {
    let palette = Palette::of(ui.visuals());
    if let Some(text) = &proposal.text {
        ui.add(Label::new(RichText::new(text).color(palette.text)).wrap());
    }
    hooks(ui, &proposal.hooks);
    match &proposal.program {
        Some(program) => code(ui, program),
        None if proposal.text.is_some() => {
            _ = ui.label(RichText::new("No program: the players would keep it.").small().color(palette.muted))
        }
        None => {}
    }
    ui.add_space(4.0);
    ui.label(RichText::new("What it would change").strong());
    diff(ui, &proposal.difference);
}
