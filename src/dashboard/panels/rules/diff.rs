use crate::dashboard::theme::Palette;
use crate::pipeline::DiffLine;
use egui::{Color32, Frame, Label, Margin, RichText, Ui};

/// What a change does to a rule, line by line.
pub(super) fn diff(ui: &mut Ui, lines: &[DiffLine]) {
    let palette = Palette::of(ui.visuals());
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for line in lines {
            let (sign, text, colour) = match line {
                DiffLine::Kept(text) => (" ", text, palette.muted),
                DiffLine::Removed(text) => ("−", text, palette.bad),
                DiffLine::Added(text) => ("+", text, palette.good),
            };
            let is_kept = matches!(line, DiffLine::Kept(_));
            let fill = if is_kept { Color32::TRANSPARENT } else { colour.gamma_multiply(0.12) };
            Frame::new().fill(fill).inner_margin(Margin::symmetric(6, 2)).show(ui, |ui| {
                ui.set_width(ui.available_width());
                let words = RichText::new(format!("{sign} {text}")).monospace().size(12.0);
                let words = words.color(if is_kept { palette.muted } else { palette.text });
                ui.add(Label::new(words).wrap());
            });
        }
    });
}

/// A program, or another text that is code.
pub(super) fn code(ui: &mut Ui, text: &str) {
    let palette = Palette::of(ui.visuals());
    Frame::new().fill(palette.well).corner_radius(4).inner_margin(Margin::symmetric(8, 5)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.add(Label::new(RichText::new(text.trim_matches('\n')).monospace().size(12.0).color(palette.text)).wrap());
    });
}

/// Which questions a program answers.
pub(super) fn hooks(ui: &mut Ui, hooks: &[String]) {
    let palette = Palette::of(ui.visuals());
    if !hooks.is_empty() {
        ui.add(Label::new(RichText::new(format!("Answers {}", hooks.join(", "))).small().color(palette.muted)).wrap());
    }
}
