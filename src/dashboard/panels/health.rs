use super::paint::region;
use crate::dashboard::theme::Palette;
use crate::pipeline::{Health, SourceState};
use egui::{Align, Layout, RichText, Sense, Ui, vec2};

/// How the program fares, in one line.
pub(in crate::dashboard) fn health(ui: &mut Ui, health: &Health) {
    let palette = Palette::of(ui.visuals());
    ui.add_space(2.0);
    let shown = ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 14.0;
        let (word, colour) = match &health.state {
            SourceState::Starting => ("Starting", palette.warn),
            SourceState::Running => ("Running", palette.good),
            SourceState::Paused => ("Paused", palette.warn),
            SourceState::Lost(_) => ("Lost", palette.bad),
            SourceState::Ended => ("Ended", palette.info),
        };
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            let (dot, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
            ui.painter().circle_filled(dot.center(), 4.5, colour);
            ui.label(RichText::new(word).small().strong().color(colour));
            ui.label(RichText::new(&health.source).small());
        });
        let figure = |ui: &mut Ui, text: String, hint: &str| ui.label(RichText::new(text).small().color(palette.muted)).on_hover_text(hint);
        if health.state == SourceState::Starting {
            return;
        }
        figure(
            ui,
            format!("{:.0} fps in, {:.0} looked at", health.fps_in, health.fps_processed),
            "Frames in a second that the source gives, and that were looked at",
        );
        let dropped = RichText::new(format!("{} dropped", health.frames_dropped)).small();
        let dropped = if health.frames_dropped > 0 { dropped.color(palette.warn) } else { dropped.color(palette.muted) };
        ui.label(dropped).on_hover_text("Frames that came too fast to be looked at");
        figure(
            ui,
            format!("{:.0} ms behind (99%: {:.0})", health.latency_median_ms, health.latency_p99_ms),
            "From a frame's capture to its appearance here: the middle value, and the one that 99 frames in 100 keep within",
        );
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let stages: Vec<String> = health.stages.iter().map(|s| format!("{} {:.1}", s.stage, s.ms)).collect();
            if !stages.is_empty() {
                figure(ui, format!("{} ms", stages.join(" + ")), "Mean time of each stage for a frame");
            }
        });
    });
    region(ui, shown.response.rect, "Health");
    ui.add_space(1.0);
}
