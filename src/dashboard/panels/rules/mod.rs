//! A game whose rules change: the rulebook, and beside it the vote, the history or a draft.

mod diff;
mod draft;
mod editor;
mod history;
mod proposal;
mod rulebook;
mod tally;
mod timer;
mod trials;
mod vote;

pub(super) use timer::timer;

use super::paint::region;
use crate::dashboard::Command;
use crate::dashboard::rules::{Page, RulesCommand};
use crate::dashboard::screen::Screen;
use crate::dashboard::theme::Palette;
use crate::pipeline::{Council, Snapshot};
use egui::{Frame, Margin, Rect, ScrollArea, Ui, UiBuilder};

/// Share of the width that the rulebook takes.
const BOOK: f32 = 0.46;
const GAP: f32 = 10.0;

/// The rulebook and the page beside it.
pub(super) fn rules(ui: &mut Ui, bounds: Rect, snapshot: &Snapshot, screen: &Screen, out: &mut Vec<Command>) {
    let Some(council) = snapshot.council.as_deref() else { return };
    let middle = bounds.left() + (bounds.width() - GAP) * BOOK;
    let (left, right) = (bounds.with_max_x(middle), bounds.with_min_x(middle + GAP));
    sheet(ui, left, "Rulebook", |ui| rulebook::rulebook(ui, council, screen, out));
    sheet(ui, right, screen.rules.page.title(), |ui| page(ui, council, snapshot, screen, out));
}

fn page(ui: &mut Ui, council: &Council, snapshot: &Snapshot, screen: &Screen, out: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        for page in Page::ALL {
            if ui.selectable_label(screen.rules.page == page, page.title()).clicked() {
                out.push(Command::Rules(RulesCommand::Turn(page)));
            }
        }
    });
    ui.separator();
    scrolled(ui, ("page", screen.rules.page.title()), |ui| match screen.rules.page {
        Page::Vote => vote::vote(ui, council, snapshot),
        Page::History => history::history(ui, council, screen, out),
        Page::Draft => draft::draft(ui, council, snapshot, screen, out),
    });
}

/// Contents that scroll, clear of the bar.
fn scrolled(ui: &mut Ui, id: impl egui::AsIdSalt, contents: impl FnOnce(&mut Ui)) {
    ScrollArea::vertical().id_salt(id).auto_shrink(false).show(ui, |ui| {
        Frame::new().inner_margin(Margin { right: 8, ..Margin::ZERO }).show(ui, contents);
    });
}

/// A part of the view on its own ground.
fn sheet(ui: &mut Ui, rect: Rect, name: &str, contents: impl FnOnce(&mut Ui)) {
    let palette = Palette::of(ui.visuals());
    ui.painter().rect_filled(rect, 6.0, palette.card);
    let inner = rect.shrink2(egui::vec2(10.0, 8.0));
    ui.scope_builder(UiBuilder::new().id_salt(name).max_rect(inner), |ui| {
        ui.set_clip_rect(inner.expand(2.0).intersect(ui.clip_rect()));
        Frame::new().inner_margin(Margin::ZERO).show(ui, contents);
    });
    region(ui, rect, name);
}
