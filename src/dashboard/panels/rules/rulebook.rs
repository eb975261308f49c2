use super::super::paint::{capital, chip_before, title};
use super::diff::{code, hooks};
use super::scrolled;
use crate::dashboard::Command;
use crate::dashboard::entry::clock;
use crate::dashboard::rules::RulesCommand;
use crate::dashboard::screen::Screen;
use crate::dashboard::theme::Palette;
use crate::pipeline::{Council, Edition, Keeper, RuleView};
use egui::{Align, Color32, ComboBox, Frame, Label, Layout, Margin, RichText, Role, Sense, Shape, Ui, WidgetInfo};

/// The rulebook that is read, and the choice of another.
pub(super) fn rulebook(ui: &mut Ui, council: &Council, screen: &Screen, out: &mut Vec<Command>) {
    let Some((number, edition)) = screen.rules.edition(council) else { return };
    let last = council.editions.len() - 1;
    ui.horizontal(|ui| {
        title(ui, "Rulebook");
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| editions(ui, council, number, out));
    });
    if number < last {
        past(ui, out);
    }
    ui.separator();
    let changed = edition.step.as_ref().map(|step| step.rule);
    scrolled(ui, ("rules", number), |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        if edition.rules.is_empty() {
            ui.weak("There is no rule left.");
        }
        for rule in &edition.rules {
            ui.push_id(rule.number, |ui| entry(ui, rule, changed == Some(rule.number), screen, out));
        }
    });
}

/// An edition in a line.
fn name(number: usize, last: usize, edition: &Edition) -> String {
    match &edition.step {
        _ if number == last => "As it is now".to_owned(),
        None => "As the game began".to_owned(),
        Some(step) => format!("{} {}: {}", clock(step.at_ms), after(number), step.effect),
    }
}

fn after(number: usize) -> String {
    if number == 1 { "after 1 step".into() } else { format!("after {number} steps") }
}

fn editions(ui: &mut Ui, council: &Council, chosen: usize, out: &mut Vec<Command>) {
    let last = council.editions.len().saturating_sub(1);
    let named = |number: usize| council.editions.get(number).map(|edition| name(number, last, edition)).unwrap_or_default();
    let width = ui.available_width().min(230.0);
    let list = ComboBox::from_id_salt("edition").width(width).truncate().selected_text(named(chosen)).show_ui(ui, |ui| {
        for number in (0..=last).rev() {
            if ui.selectable_label(number == chosen, named(number)).clicked() {
                out.push(Command::Rules(RulesCommand::Read((number < last).then_some(number))));
            }
        }
    });
    list.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, format!("Edition: {}", named(chosen))));
}

/// Says that these rules are not in force.
fn past(ui: &mut Ui, out: &mut Vec<Command>) {
    let palette = Palette::of(ui.visuals());
    Frame::new().fill(palette.warn.gamma_multiply(0.13)).corner_radius(5).inner_margin(Margin::symmetric(8, 3)).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.label(RichText::new("No longer in force").color(palette.warn));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if ui.small_button("Back to now").clicked() {
                    out.push(Command::Rules(RulesCommand::Read(None)));
                }
            });
        });
    });
}

/// Who keeps a rule, in a word and in a sentence.
fn keeper(rule: &RuleView, palette: &Palette) -> (&'static str, String, Color32) {
    match &rule.keeper {
        Keeper::Program => ("program", "kept by its program".into(), palette.good),
        Keeper::Table => ("table", "kept by the players".into(), palette.muted),
        Keeper::SetAside(why) => ("set aside", format!("kept by the players, its program set aside: {why}"), palette.bad),
    }
}

fn entry(ui: &mut Ui, rule: &RuleView, is_new: bool, screen: &Screen, out: &mut Vec<Command>) {
    let palette = Palette::of(ui.visuals());
    let is_open = screen.rules.open == Some(rule.number);
    let (word, sentence, colour) = keeper(rule, palette);
    let ground = ui.painter().add(Shape::Noop);
    let head = Frame::new().inner_margin(Margin { left: 10, right: 4, top: 4, bottom: 4 }).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 2.0;
        let line = ui.label(RichText::new(format!("Rule {}", rule.number)).strong()).rect;
        let left = chip_before(ui, ui.max_rect().right(), line.center().y, word, colour);
        if is_new {
            chip_before(ui, left - 6.0, line.center().y, "this step", palette.info);
        }
        ui.add(Label::new(RichText::new(&rule.text).color(palette.text)).wrap().selectable(false));
    });
    let rect = head.response.rect;
    let response = ui.interact(rect, ui.scope_id().with("rule"), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_open, format!("Rule {}: {}, {sentence}", rule.number, rule.text)));
    let visuals = ui.visuals();
    let fill = match (is_open, response.hovered() || response.has_focus()) {
        (true, _) => visuals.selection.bg_fill.gamma_multiply(0.6),
        (false, true) => visuals.widgets.hovered.weak_bg_fill.gamma_multiply(0.5),
        (false, false) => Color32::TRANSPARENT,
    };
    ui.painter().set(ground, Shape::rect_filled(rect, 4.0, fill));
    if response.has_focus() {
        ui.painter().rect_stroke(rect, 4.0, ui.visuals().widgets.active.bg_stroke, egui::StrokeKind::Inside);
    }
    if is_new {
        ui.painter().rect_filled(rect.with_max_x(rect.left() + 3.0), 1.0, palette.info);
    }
    if response.clicked() {
        out.push(Command::Rules(RulesCommand::Open((!is_open).then_some(rule.number))));
    }
    if is_open {
        details(ui, rule, &sentence, colour, out);
    }
}

/// Who keeps an open rule, its program, and what can be proposed about it.
fn details(ui: &mut Ui, rule: &RuleView, sentence: &str, colour: Color32, out: &mut Vec<Command>) {
    Frame::new().inner_margin(Margin { left: 10, right: 4, top: 0, bottom: 8 }).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 5.0;
        ui.add(Label::new(RichText::new(capital(sentence)).small().color(colour)).wrap());
        hooks(ui, &rule.hooks);
        if let Some(program) = &rule.program {
            code(ui, program);
        }
        ui.horizontal(|ui| {
            if ui.small_button("Draft a change").clicked() {
                out.push(Command::Rules(RulesCommand::Begin(rule.change.clone())));
            }
            if ui.small_button("Draft its removal").clicked() {
                out.push(Command::Rules(RulesCommand::Begin(rule.removal.clone())));
            }
        });
    });
}
