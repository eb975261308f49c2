use super::marks::{fall, marks};
use super::paint::{line, lines, region, well};
use crate::cards::Face;
use crate::dashboard::fit::Fit;
use crate::dashboard::screen::Screen;
use crate::dashboard::theme::Palette;
use crate::geometry::{Polygon, Table};
use crate::pipeline::{Snapshot, StackCard, TableZone};
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Ui, vec2};

/// A card's height over its width, as a poker card's.
const CARD_ASPECT: f32 = 88.0 / 63.0;
/// Points for a millimetre from which empty zones carry their names.
const LABELS_FROM: f32 = 0.6;
/// Narrower cards carry no words, only their colour; the words come on hovering.
const WORDS_FROM: f32 = 20.0;

/// The mat from above with what the engine believes lies on it.
///
/// Where an act is being typed that would capture cards, those are marked.
pub(in crate::dashboard) fn table(ui: &mut Ui, bounds: Rect, snapshot: &Snapshot, screen: &Screen) {
    let table = &snapshot.table;
    let Some(fit) = Fit::within(bounds.shrink(4.0), table.width_mm, table.height_mm) else {
        let words = "The table appears here once the game has begun.";
        well(ui, bounds, Some(words));
        region(ui, bounds, &format!("Table: {words}"));
        return;
    };
    let palette = Palette::of(ui.visuals());
    well(ui, bounds, None);
    ui.painter().rect(fit.rect, 6.0, palette.mat, Stroke::new(1.0, palette.line), StrokeKind::Inside);
    region(ui, fit.rect, &format!("Table: {} cards shown", table.zones.iter().map(|z| z.cards.len()).sum::<usize>()));
    let typed = screen.act_text();
    let falls = snapshot.hints.iter().find(|hint| hint.text == typed).map_or(&[][..], |hint| &hint.falls);
    for zone in &table.zones {
        show(ui, &fit, zone, palette);
        if falls.contains(&zone.label) {
            let rect = bounding(&fit, &zone.polygon);
            fall(ui.painter(), rect.shrink(3.0), palette);
            region(ui, rect, &format!("{} would be captured", zone.label));
        }
    }
}

fn show(ui: &Ui, fit: &Fit, zone: &TableZone, palette: &Palette) {
    let corners: Vec<Pos2> = zone.polygon.vertices.iter().map(|p| fit.place(p.x, p.y)).collect();
    let colour = zone.seat.map_or(palette.muted, |seat| palette.seat(seat));
    let outline = if zone.cards.is_empty() { colour.gamma_multiply(0.45) } else { colour };
    ui.painter().add(Shape::closed_line(corners, Stroke::new(1.0, outline)));
    let rect = bounding(fit, &zone.polygon);
    if zone.cards.is_empty() && fit.scale >= LABELS_FROM {
        let galley = line(ui.painter(), &zone.label, FontId::proportional(9.0), palette.muted, rect.width() - 4.0);
        if galley.size().y < rect.height() && !galley.elided {
            ui.painter().galley(rect.center() - galley.size() / 2.0, galley, palette.muted);
        }
    } else if !zone.cards.is_empty() {
        let card = stack(ui, rect.shrink(2.0), &zone.cards, palette);
        if let (Some(card), Some(shown)) = (card, &zone.marks) {
            marks(ui.painter(), card, shown, palette);
        }
    }
    region(ui, rect, &said(zone)).on_hover_text(said(zone));
}

/// A zone and its cards in words, top card first.
fn said(zone: &TableZone) -> String {
    if zone.cards.is_empty() {
        return format!("{}: empty", zone.label);
    }
    let card = |card: &StackCard| {
        let title = match (card.face, card.title.as_str()) {
            (Face::Down, _) => "face down",
            (Face::Up, "") => "not read",
            (Face::Up, title) => title,
        };
        card.count.filter(|&n| n > 1).map_or_else(|| title.to_owned(), |n| format!("{title} ×{n}"))
    };
    let cards: Vec<String> = zone.cards.iter().rev().map(card).collect();
    let marks = zone.marks.as_ref().map_or_else(String::new, |marks| {
        let owner = marks.owner.map_or_else(String::new, |seat| format!("{seat}'s, "));
        let counting = marks.arrows.iter().filter(|(_, counts)| *counts).count();
        let falls = if marks.falls { ", captured" } else { "" };
        format!(" ({owner}{}, {counting} of {} arrows count{falls})", marks.values, marks.arrows.len())
    });
    format!("{}: {}{marks}", zone.label, cards.join(", "))
}

fn bounding(fit: &Fit, polygon: &Polygon<Table>) -> Rect {
    Rect::from_points(&polygon.vertices.iter().map(|p| fit.place(p.x, p.y)).collect::<Vec<_>>())
}

/// More cards than these lie side by side in rows: of so many in one stack too little would show.
const MOST_STACKED: usize = 14;

/// Cards from the bottom up, each a little further than the one below it, as far as the zone has room.
///
/// Answers where the topmost lies.
fn stack(ui: &Ui, rect: Rect, cards: &[StackCard], palette: &Palette) -> Option<Rect> {
    if cards.len() > MOST_STACKED {
        rows(ui, rect, cards, palette);
        return None;
    }
    let steps = cards.len().saturating_sub(1) as f32;
    // A zone that lies on its side holds cards on their sides; their words stay upright.
    let lying = rect.width() > rect.height();
    let (across, along) = if lying { (rect.height(), rect.width()) } else { (rect.width(), rect.height()) };
    let short = across.min(along / (CARD_ASPECT + 0.22 * steps));
    let long = short * CARD_ASPECT;
    let step = if steps > 0.0 { ((along - long) / steps).min(short * 0.3) } else { 0.0 };
    let turned = |across: f32, along: f32| if lying { vec2(along, across) } else { vec2(across, along) };
    let first = rect.center() - turned(short, long + step * steps) / 2.0;
    let mut top = None;
    for (i, card) in cards.iter().enumerate() {
        let rect = Rect::from_min_size(first + turned(0.0, step * i as f32), turned(short, long));
        show_card(ui, rect, card, palette);
        top = Some(rect);
    }
    top
}

/// Cards side by side, as large as they fit.
fn rows(ui: &Ui, rect: Rect, cards: &[StackCard], palette: &Palette) {
    let width = |rows: usize| (rect.width() / cards.len().div_ceil(rows) as f32).min(rect.height() / (rows as f32 * CARD_ASPECT));
    let Some(rows) = (1..=cards.len()).max_by(|a, b| width(*a).total_cmp(&width(*b))) else { return };
    let (columns, size) = (cards.len().div_ceil(rows), vec2(width(rows), width(rows) * CARD_ASPECT));
    let first = rect.center() - vec2(size.x * columns as f32, size.y * rows as f32) / 2.0;
    for (i, card) in cards.iter().enumerate() {
        let corner = first + vec2(size.x * (i % columns) as f32, size.y * (i / columns) as f32);
        show_card(ui, Rect::from_min_size(corner, size).shrink(0.5), card, palette);
    }
}

fn show_card(ui: &Ui, rect: Rect, card: &StackCard, palette: &Palette) {
    let painter = ui.painter();
    let edge = Stroke::new(1.0, palette.on_face.gamma_multiply(0.6));
    match card.face {
        Face::Down => {
            painter.rect(rect, 3.0, palette.back, Stroke::new(1.0, Color32::WHITE.gamma_multiply(0.5)), StrokeKind::Inside);
            painter.rect_stroke(rect.shrink(3.0), 2.0, Stroke::new(1.0, Color32::WHITE.gamma_multiply(0.25)), StrokeKind::Inside);
        }
        Face::Up => {
            painter.rect(rect, 3.0, palette.face, edge, StrokeKind::Inside);
            if let Some([r, g, b]) = card.colour {
                let band = rect.shrink(1.0).with_max_y(rect.top() + (rect.height() * 0.12).max(3.0));
                painter.rect_filled(band, 2.0, Color32::from_rgb(r, g, b));
            }
            if rect.width() >= WORDS_FROM {
                title(painter, rect, card, palette);
            }
        }
    }
    if let Some(count) = card.count.filter(|&n| n > 1) {
        let radius = (rect.size().min_elem() * 0.3).clamp(4.5, 7.5);
        let centre = rect.right_bottom() - vec2(radius + 1.0, radius + 1.0);
        painter.circle_filled(centre, radius, palette.on_face);
        painter.text(centre, Align2::CENTER_CENTER, count.to_string(), FontId::proportional(radius * 1.4), palette.face);
    }
}

/// The title below the band, as large as lets its longest word fit; where none does, what of it there is room for.
fn title(painter: &Painter, rect: Rect, card: &StackCard, palette: &Palette) {
    let text = if card.title.is_empty() { "?" } else { &card.title };
    let top = rect.top() + rect.height() * 0.12 + 2.0;
    let mut room = Rect::from_min_max(Pos2::new(rect.left() + 3.0, top), rect.max - vec2(3.0, 1.0));
    if rect.width() > rect.height() && card.count.is_some_and(|n| n > 1) {
        room.max.x -= 14.0;
    }
    let longest = text.split_whitespace().max_by_key(|word| word.chars().count()).unwrap_or(text);
    let widest = |size: f32| painter.layout_no_wrap(longest.to_owned(), FontId::proportional(size), palette.on_face).size().x;
    match [13.0, 12.0, 11.0, 10.0, 9.0, 8.0].into_iter().find(|&size| widest(size) <= room.width()) {
        Some(size) => {
            let rows = ((room.height() / (size * 1.25)) as usize).max(1);
            let galley = lines(painter, text, FontId::proportional(size), palette.on_face, room.width(), rows);
            painter.galley(room.min, galley, palette.on_face);
        }
        None => {
            let clip = room.intersect(painter.clip_rect());
            painter.with_clip_rect(clip).text(room.min, Align2::LEFT_TOP, text, FontId::proportional(8.0), palette.on_face);
        }
    }
}
