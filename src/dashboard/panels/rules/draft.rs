use super::diff::diff;
use super::editor::{editor, go_to};
use super::trials::trials;
use crate::dashboard::Command;
use crate::dashboard::rules::RulesCommand;
use crate::dashboard::screen::{Screen, name};
use crate::dashboard::theme::Palette;
use crate::pipeline::{Call, Council, DraftView, Snapshot};
use egui::{Button, ComboBox, Label, RichText, Role, Ui, WidgetInfo};

/// Rows of the field while it holds little.
const ROWS: usize = 10;

/// A proposition being written: the field, what is wrong with it, what it would change, and the buttons that create it.
pub(super) fn draft(ui: &mut Ui, council: &Council, snapshot: &Snapshot, screen: &Screen, out: &mut Vec<Command>) {
    let (rules, weighed) = (&screen.rules, screen.rules.weighed(snapshot));
    starters(ui, council, screen, out);
    let fault = weighed.and_then(|weighed| weighed.fault.as_ref());
    if let Some(written) = editor(ui, &rules.draft, fault, ROWS) {
        out.push(Command::Rules(RulesCommand::Write(written)));
    }
    if rules.draft.trim().is_empty() {
        return;
    }
    let Some(weighed) = weighed else {
        ui.weak("Checking …");
        return;
    };
    if let Some(fault) = fault {
        let palette = Palette::of(ui.visuals());
        let words = RichText::new(format!("Line {}, column {}: {}", fault.line, fault.column, fault.what)).color(palette.bad);
        if ui.add(Button::new(words).wrap().frame(false)).on_hover_text("Go there").clicked() {
            go_to(ui, &rules.draft, fault);
        }
        return;
    }
    readable(ui, weighed, snapshot, screen, out);
}

/// Files to begin with: a new rule, the open rule as it is, the worked examples.
fn starters(ui: &mut Ui, council: &Council, screen: &Screen, out: &mut Vec<Command>) {
    let open = screen.rules.open;
    let rule = council.editions.last().and_then(|edition| edition.rules.iter().find(|rule| Some(rule.number) == open));
    let mut begin = |text: &String| out.push(Command::Rules(RulesCommand::Begin(text.clone())));
    ui.horizontal(|ui| {
        let list = ComboBox::from_id_salt("starters").width(150.0).selected_text("Start from …").height(360.0).show_ui(ui, |ui| {
            let mut examples = council.starters.iter();
            for starter in examples.by_ref().take(1) {
                if ui.selectable_label(false, &starter.title).clicked() {
                    begin(&starter.text);
                }
            }
            if let Some(rule) = rule {
                if ui.selectable_label(false, format!("A change of rule {}", rule.number)).clicked() {
                    begin(&rule.change);
                }
                if ui.selectable_label(false, format!("The removal of rule {}", rule.number)).clicked() {
                    begin(&rule.removal);
                }
            }
            ui.separator();
            for starter in examples {
                if ui.selectable_label(false, &starter.title).clicked() {
                    begin(&starter.text);
                }
            }
        });
        list.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, "Start from …"));
        if rule.is_none() {
            ui.weak("Open a rule to change it.");
        }
    });
}

fn readable(ui: &mut Ui, weighed: &DraftView, snapshot: &Snapshot, screen: &Screen, out: &mut Vec<Command>) {
    let palette = Palette::of(ui.visuals());
    ui.add(Label::new(RichText::new(&weighed.name).strong()).wrap());
    if let Some(why) = &weighed.impossible {
        ui.add(Label::new(RichText::new(format!("This cannot be proposed: {why}")).color(palette.bad)).wrap());
        return;
    }
    let speaking = screen.speaking_for(snapshot);
    let proposer = speaking.filter(|seat| weighed.proposers.contains(seat)).or_else(|| weighed.proposers.first().copied());
    ui.horizontal_wrapped(|ui| {
        let label = proposer.map_or_else(|| "Propose".to_owned(), |seat| format!("Propose for {}", name(snapshot, seat)));
        if ui.add_enabled(proposer.is_some(), Button::new(label)).clicked() {
            out.extend(proposer.map(|seat| Command::Tell(Call::Act { seat, text: weighed.propose.clone() })));
        }
        let agreed = speaking.filter(|_| weighed.no_resolution.is_none());
        let hint = "A new rule that settles a dispute, once a majority has agreed to it aloud";
        if ui.add_enabled(agreed.is_some(), Button::new("Resolve by consensus")).on_hover_text(hint).clicked() {
            out.extend(agreed.map(|seat| Command::Tell(Call::Act { seat, text: weighed.resolve.clone() })));
        }
    });
    let reasons = [("Propose", &weighed.no_proposal), ("Resolve", &weighed.no_resolution)];
    for (button, why) in reasons.into_iter().filter_map(|(button, why)| Some((button, why.as_ref()?))) {
        ui.add(Label::new(RichText::new(format!("{button}: not now, {why}")).small().color(palette.muted)).wrap());
    }
    ui.add_space(4.0);
    ui.label(RichText::new("What it would change").strong());
    diff(ui, &weighed.difference);
    ui.add_space(4.0);
    ui.label(RichText::new("What the last votes would have given").strong());
    trials(ui, &weighed.trials, snapshot);
}
