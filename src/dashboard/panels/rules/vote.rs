use super::super::paint::{capital, text_at, text_before, title};
use super::proposal::proposal;
use super::tally::{piles, verdict};
use crate::dashboard::screen::name;
use crate::dashboard::theme::Palette;
use crate::pipeline::{BallotView, Council, Snapshot, Standing, VoteView};
use egui::{Color32, Label, Pos2, RichText, Role, Sense, TextStyle, Ui, WidgetInfo, vec2};

const ROW: f32 = 22.0;

/// How the vote stands, what is voted on, and how the last one ended.
pub(super) fn vote(ui: &mut Ui, council: &Council, snapshot: &Snapshot) {
    match &council.vote {
        Some(vote) => under_vote(ui, vote, snapshot),
        None => _ = ui.weak("No proposition is under vote."),
    }
    if let Some(last) = &council.verdict {
        ui.add_space(6.0);
        ui.separator();
        title(ui, "The last vote");
        verdict(ui, last, snapshot);
    }
}

fn under_vote(ui: &mut Ui, vote: &VoteView, snapshot: &Snapshot) {
    let palette = Palette::of(ui.visuals());
    let what = &vote.proposal;
    let proposer = name(snapshot, vote.proposer);
    let (heading, by) = match what.title.as_str() {
        "" => (capital(&what.action), format!("Proposed by {proposer}")),
        title => (title.to_owned(), format!("To {}, proposed by {proposer}", what.action)),
    };
    ui.add(Label::new(RichText::new(heading).strong().size(15.0)).wrap());
    ui.label(RichText::new(by).small().color(palette.muted));
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for ballot in &vote.ballots {
            row(ui, ballot, snapshot);
        }
    });
    if !vote.piles.is_empty() {
        ui.add_space(4.0);
        ui.label(RichText::new("The votes that lie face up").strong());
        piles(ui, &vote.piles);
    }
    ui.add_space(4.0);
    ui.label(RichText::new("What is proposed").strong());
    proposal(ui, what);
}

/// What a seat has done, without what it voted.
fn row(ui: &mut Ui, ballot: &BallotView, snapshot: &Snapshot) {
    let palette = Palette::of(ui.visuals());
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let (words, colour) = words(ballot, palette);
    let who = name(snapshot, ballot.seat);
    let owes = match ballot.owes {
        0 => String::new(),
        1 => "has to draw a card".into(),
        n => format!("has to draw {n} cards"),
    };
    response.widget_info(|| {
        let owes = if owes.is_empty() { String::new() } else { format!(", {owes}") };
        WidgetInfo::labeled(Role::Label, true, format!("{who}: {words}{owes}"))
    });
    let y = rect.center().y;
    ui.painter().circle_filled(Pos2::new(rect.left() + 6.0, y), 5.0, palette.seat(ballot.seat));
    let right = if owes.is_empty() { rect.right() } else { text_before(ui, rect.right(), y, &owes, TextStyle::Small, palette.warn) };
    let half = rect.left() + rect.width() * 0.32;
    text_at(ui, rect.left() + 18.0, y, half - 6.0, &who, TextStyle::Body, palette.text);
    text_at(ui, half, y, right - 6.0, &words, TextStyle::Body, colour);
}

fn words(ballot: &BallotView, palette: &Palette) -> (String, Color32) {
    let placed = match ballot.placed {
        1 => "placed a card".to_owned(),
        n => format!("placed {n} cards"),
    };
    match (ballot.standing, ballot.placed) {
        (Standing::Waits, _) => ("waits for the for pile".into(), palette.muted),
        (Standing::Awaited, 0) => ("awaited".into(), palette.info),
        (Standing::Awaited, _) => (format!("{placed}, awaited"), palette.info),
        (Standing::Voted, _) => (placed, palette.good),
        (Standing::Declined, 0) => ("chose to place none".into(), palette.muted),
        (Standing::Declined, _) => (format!("{placed}, no more"), palette.good),
        (Standing::TimeUp, 0) => ("placed none in time".into(), palette.muted),
        (Standing::TimeUp, _) => (format!("{placed}, time is up"), palette.good),
        (Standing::NoCard, 0) => ("has no card".into(), palette.muted),
        (Standing::NoCard, _) => (format!("{placed}, has no more"), palette.good),
    }
}
