use super::paint::region;
use crate::dashboard::Command;
use crate::dashboard::screen::Screen;
use crate::dashboard::theme::Palette;
use crate::pipeline::{Alert, Severity, Snapshot, SourceState};
use egui::text::{LayoutJob, TextFormat};
use egui::{Align, Color32, Frame, Label, Layout, Margin, Panel, TextStyle, Ui};

/// More alerts than this are counted instead of shown.
const SHOWN: usize = 3;

/// What needs a person now, the gravest first and among equals the newest. Takes no room while there is nothing.
pub(in crate::dashboard) fn alerts(ui: &mut Ui, snapshot: &Snapshot, screen: &Screen, out: &mut Vec<Command>) {
    let lost = match &snapshot.health.state {
        SourceState::Lost(why) => Some(Alert {
            severity: Severity::Illegal,
            text: format!("{} broke off: {why}. The game so far is kept.", snapshot.health.source),
            rule: None,
            entry: None,
        }),
        _ => None,
    };
    let warning = |text: &String| Alert { severity: Severity::Notice, text: text.clone(), rule: None, entry: None };
    let mut open: Vec<Alert> = snapshot.warnings.iter().map(warning).chain(snapshot.alerts.iter().cloned()).chain(lost).collect();
    if open.is_empty() {
        return;
    }
    open.sort_by_key(|a| a.severity);
    Panel::top("alerts").show(ui, |ui| {
        ui.add_space(3.0);
        for alert in open.iter().rev().take(SHOWN) {
            show(ui, alert, screen, out);
        }
        if let more @ 1.. = open.len().saturating_sub(SHOWN) {
            ui.weak(format!("and {more} more"));
        }
        ui.add_space(1.0);
    });
}

fn show(ui: &mut Ui, alert: &Alert, screen: &Screen, out: &mut Vec<Command>) {
    let palette = Palette::of(ui.visuals());
    let colour = palette.severity(alert.severity);
    let lost = alert.severity == Severity::Illegal && alert.entry.is_none() && alert.rule.is_none();
    let word = match alert.severity {
        Severity::Illegal if lost => "No picture",
        Severity::Illegal => "Illegal move",
        Severity::Warning => "To decide",
        Severity::Notice => "Notice",
    };
    let frame =
        Frame::new().fill(colour.gamma_multiply(0.13)).corner_radius(5).inner_margin(Margin { left: 14, right: 8, top: 4, bottom: 4 });
    let shown = frame.show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if let Some(entry) = alert.entry.filter(|&e| screen.selected_entry() != Some(e))
                    && ui.button(format!("Show move {entry}")).clicked()
                {
                    out.push(Command::Select(Some(entry)));
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(Label::new(words(ui, alert, word, colour, palette)).wrap());
                });
            });
        });
    });
    let rect = shown.response.rect;
    ui.painter().rect_filled(rect.with_max_x(rect.left() + 4.0), 2.0, colour);
    region(ui, rect, &format!("{word}: {}", alert.text));
}

/// The alert as one flowing text, so that it wraps as one.
fn words(ui: &Ui, alert: &Alert, word: &str, colour: Color32, palette: &Palette) -> LayoutJob {
    let mut job = LayoutJob::default();
    let mut add =
        |text: &str, space: f32, colour: Color32| job.append(text, space, TextFormat::simple(TextStyle::Body.resolve(ui.style()), colour));
    add(word, 0.0, colour);
    add(&alert.text, 10.0, palette.text);
    if let Some(rule) = &alert.rule {
        add(&format!("Rule: {rule}"), 10.0, palette.muted);
    }
    job
}
