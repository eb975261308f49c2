use super::tally::points;
use crate::dashboard::theme::Palette;
use crate::pipeline::{OutcomeView, Snapshot, TrialView};
use egui::{Color32, Grid, Label, RichText, Ui};

/// What the last votes gave, and what they would have given.
pub(super) fn trials(ui: &mut Ui, trials: &[TrialView], snapshot: &Snapshot) {
    let palette = Palette::of(ui.visuals());
    if trials.is_empty() {
        ui.label(RichText::new("No vote has been decided yet.").small().color(palette.muted));
        return;
    }
    Grid::new("trials").num_columns(3).spacing([14.0, 4.0]).show(ui, |ui| {
        for heading in ["Vote", "Was", "Would be"] {
            ui.label(RichText::new(heading).small().color(palette.muted));
        }
        ui.end_row();
        for trial in trials {
            ui.label(trial.vote.to_string()).on_hover_text(&trial.name);
            ui.label(RichText::new(outcome(&trial.was, snapshot)).color(palette.text));
            let differs = trial.was != trial.would;
            let text = RichText::new(outcome(&trial.would, snapshot)).color(colour(trial, palette));
            ui.label(if differs { text.strong() } else { text });
            ui.end_row();
        }
    });
    for trial in trials {
        for fault in &trial.faults {
            ui.add(Label::new(RichText::new(format!("Vote {}: {fault}", trial.vote)).small().color(palette.bad)).wrap());
        }
    }
}

fn colour(trial: &TrialView, palette: &Palette) -> Color32 {
    match (trial.was.ratified, trial.would.ratified) {
        (false, true) => palette.good,
        (true, false) => palette.bad,
        _ if trial.was == trial.would => palette.muted,
        _ => palette.info,
    }
}

fn outcome(outcome: &OutcomeView, snapshot: &Snapshot) -> String {
    let word = if outcome.ratified { "ratified" } else { "rejected" };
    let points = points(&outcome.points, snapshot);
    let points = if points.is_empty() { points } else { format!(" ({points})") };
    format!("{} : {}, {word}{points}", outcome.in_favour, outcome.against)
}
