use crate::dashboard::entry::clock;
use crate::dashboard::screen::name;
use crate::dashboard::theme::Palette;
use crate::pipeline::{PileView, Snapshot, Verdict, VotedCard};
use crate::table::Seat;
use egui::{Frame, Label, Margin, RichText, Ui};

/// Votes that lie face up, each with its value, and their totals.
pub(super) fn piles(ui: &mut Ui, piles: &[PileView]) {
    let palette = Palette::of(ui.visuals());
    for pile in piles {
        ui.push_id(&pile.name, |ui| {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 5.0;
                let word = word(&pile.name);
                // Votes that are still to come, or were not read, leave no total.
                let total = pile.total.map_or_else(|| word.to_owned(), |total| format!("{word}: {total}"));
                ui.label(RichText::new(total).strong());
                for voted in &pile.cards {
                    card(ui, voted);
                }
                if pile.face_down > 0 {
                    ui.label(RichText::new(format!("{} face down", pile.face_down)).small().color(palette.muted));
                }
                if pile.cards.is_empty() && pile.face_down == 0 {
                    ui.label(RichText::new("no card").small().color(palette.muted));
                }
            });
        });
    }
}

fn word(pile: &str) -> &str {
    match pile {
        "for" => "For",
        "against" => "Against",
        other => other,
    }
}

/// A card as on the table, with its value beneath the rules beside it.
fn card(ui: &mut Ui, voted: &VotedCard) {
    let palette = Palette::of(ui.visuals());
    let (title, value) = (voted.name.as_deref().unwrap_or("?"), voted.value.map_or_else(|| "?".into(), |value| value.to_string()));
    Frame::new().fill(palette.face).corner_radius(3).inner_margin(Margin::symmetric(5, 1)).show(ui, |ui| {
        ui.add(Label::new(RichText::new(format!("{title} = {value}")).size(13.0).color(palette.on_face)).extend());
    });
}

/// How a vote was decided.
pub(super) fn verdict(ui: &mut Ui, verdict: &Verdict, snapshot: &Snapshot) {
    let palette = Palette::of(ui.visuals());
    let (word, colour) = if verdict.ratified { ("Ratified", palette.good) } else { ("Rejected", palette.bad) };
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(word).strong().color(colour));
        ui.label(RichText::new(&verdict.name).strong());
    });
    let by = format!("Proposed by {}, decided at {}", name(snapshot, verdict.proposer), clock(verdict.at_ms));
    ui.label(RichText::new(by).small().color(palette.muted));
    piles(ui, &verdict.piles);
    let (in_favour, against) = verdict.announced;
    ui.label(format!("Announced: {in_favour} for, {against} against"));
    let differs = verdict.piles.iter().zip([in_favour, against]).any(|(pile, said)| pile.total.is_some_and(|total| total != said));
    if differs {
        ui.label(RichText::new("The rules give other totals.").color(palette.warn));
    }
    if verdict.ratified && !verdict.took_effect {
        ui.label(RichText::new("It did not change the rulebook.").color(palette.warn));
    }
    let points = points(&verdict.points, snapshot);
    if !points.is_empty() {
        ui.label(format!("Points: {points}"));
    }
}

/// Who gets points, such as `Ada +5, Ben −2`; empty when nobody does.
pub(super) fn points(points: &[i64], snapshot: &Snapshot) -> String {
    let seats = points.iter().enumerate().filter(|(_, points)| **points != 0);
    let said = seats.filter_map(|(at, points)| {
        let sign = if *points < 0 { '−' } else { '+' };
        Some(format!("{} {sign}{}", name(snapshot, Seat::from_index(at)?), points.unsigned_abs()))
    });
    said.collect::<Vec<_>>().join(", ")
}
