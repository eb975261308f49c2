use super::aruco;
use super::fonts::Font;
use super::svg::{Anchor, Svg};
use crate::games::canon::{Slot, Zone, card_place};
use crate::games::{CARD_HEIGHT_MM, CARD_WIDTH_MM, arrow, elements, nomic};
use crate::geometry::{Point, Quad, Table};
use crate::table::{Mat, Seat};

/// What a mat is printed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MatStyle {
    /// A matte grey-green, on which the light edges of cards stand out: for a large printer or a print shop.
    #[default]
    Felt,
    /// White with thin lines, which saves ink.
    White,
}

struct Colours {
    ground: &'static str,
    line: &'static str,
    faint: &'static str,
    letters: &'static str,
}

impl MatStyle {
    const fn colours(self) -> Colours {
        match self {
            Self::Felt => Colours { ground: "#6c7d74", line: "#9fb0a6", faint: "#81928a", letters: "#c9d6ce" },
            Self::White => Colours { ground: "#ffffff", line: "#8c9691", faint: "#cfd6d2", letters: "#5c6661" },
        }
    }
}

/// What is printed on the zones of a game's mat beside their outlines.
pub trait PrintedZone: crate::table::Zone {
    /// What the zone is called on the mat; `None` for one that is left unprinted.
    fn label(self) -> Option<String>;
    /// Where its first card goes, when that has one place.
    fn first_card(self, mat: &Mat<Self>) -> Option<Quad<Table>>;
    /// Unit vector from the zone to its reader.
    fn reader(self, mat: &Mat<Self>) -> Point<Table>;
    /// A row of a seat's zones that has a name of its own, with that name.
    fn row(seat: Seat) -> Option<(Vec<Self>, String)>;
}

impl PrintedZone for Zone {
    fn label(self) -> Option<String> {
        match self {
            Self::Centre(Slot::BEYOND) | Self::Canon(_, Slot::BEYOND) => None,
            Self::Draw => Some("draw".into()),
            Self::Discard => Some("discard".into()),
            Self::Centre(slot) => Some(format!("centre {}", slot.number())),
            Self::Canon(seat, slot) => Some(format!("{seat} · {}", slot.number())),
        }
    }

    fn first_card(self, mat: &Mat<Self>) -> Option<Quad<Table>> {
        card_place(mat, self, 0)
    }

    fn reader(self, mat: &Mat<Self>) -> Point<Table> {
        // The piles are read from the South.
        mat.fan_direction(self).unwrap_or(Point::new(0.0, 1.0))
    }

    fn row(seat: Seat) -> Option<(Vec<Self>, String)> {
        Some((Slot::SEVEN.map(|slot| Self::Canon(seat, slot)).into(), format!("{seat} · personal canon")))
    }
}

impl PrintedZone for elements::Zone {
    fn label(self) -> Option<String> {
        match self {
            Self::Ocean => Some("Ocean".into()),
            Self::Centre => None,
            Self::Island(seat) => Some(format!("{seat} · Island")),
        }
    }

    fn first_card(self, _: &Mat<Self>) -> Option<Quad<Table>> {
        None
    }

    fn reader(self, mat: &Mat<Self>) -> Point<Table> {
        // An Island's fan grows to its reader's right.
        mat.fan_direction(self).map_or(Point::new(0.0, 1.0), |fan| Point::new(-fan.y, fan.x))
    }

    fn row(_: Seat) -> Option<(Vec<Self>, String)> {
        None
    }
}

impl PrintedZone for arrow::Zone {
    fn label(self) -> Option<String> {
        let seats = [Seat::P1, Seat::P2];
        Some(match self {
            Self::Cell(cell) => match seats.into_iter().find(|seat| arrow::Cell::start(*seat) == cell) {
                Some(seat) => format!("{cell} · {seat} starts here"),
                None => cell.to_string(),
            },
            Self::Deck(seat) => format!("{seat} · deck"),
            Self::Discard(seat) => format!("{seat} · discard"),
            Self::Victory(seat) => format!("{seat} · victory"),
            Self::Persistent(seat) => format!("{seat} · Persistent Area"),
        })
    }

    fn first_card(self, mat: &Mat<Self>) -> Option<Quad<Table>> {
        arrow::card_place(mat, self, 0).filter(|_| !matches!(self, Self::Cell(_)))
    }

    fn reader(self, _: &Mat<Self>) -> Point<Table> {
        // The grid is named as South sees it.
        let (Self::Deck(seat) | Self::Discard(seat) | Self::Victory(seat) | Self::Persistent(seat)) = self else {
            return Point::new(0.0, 1.0);
        };
        Point::new(0.0, if seat == Seat::P1 { 1.0 } else { -1.0 })
    }

    fn row(_: Seat) -> Option<(Vec<Self>, String)> {
        None
    }
}

impl PrintedZone for nomic::Zone {
    fn label(self) -> Option<String> {
        Some(match self {
            Self::Draw => "draw".into(),
            Self::Discard => "discard".into(),
            Self::For => "for".into(),
            Self::Against => "against".into(),
            Self::Token(seat) => format!("{seat} · token"),
        })
    }

    fn first_card(self, mat: &Mat<Self>) -> Option<Quad<Table>> {
        nomic::card_place(mat, self, 0)
    }

    fn reader(self, mat: &Mat<Self>) -> Point<Table> {
        // The piles are read from the South, a token's place by its seat.
        let place = nomic::card_place(mat, self, 0).filter(|_| matches!(self, Self::Token(_)));
        place.map_or(Point::new(0.0, 1.0), |card| card.up() * -1.0)
    }

    fn row(_: Seat) -> Option<(Vec<Self>, String)> {
        None
    }
}

/// A mat as SVG in millimetres: outlines of the zones, where the first card of each goes, small labels that face their readers,
/// and the markers. What has no label is left unprinted.
pub fn mat_svg<Z: PrintedZone>(mat: &Mat<Z>, style: MatStyle) -> String {
    let colours = style.colours();
    let mut svg = Svg::new(mat.width_mm, mat.height_mm);
    svg.rect([0.0, 0.0, mat.width_mm, mat.height_mm], 0.0, &format!(r#"fill="{}""#, colours.ground));
    for (zone, polygon) in &mat.zones {
        let Some(label) = zone.label() else { continue };
        let outline = format!(r#"fill="none" stroke="{}" stroke-width="0.5""#, colours.line);
        svg.polygon(polygon.vertices.iter().map(|p| [p.x, p.y]), &outline);
        space(&mut svg, mat, (*zone, &label), &colours);
    }
    rows(&mut svg, mat, &colours);
    for marker in &mat.markers {
        aruco::draw(&mut svg, marker);
    }
    svg.finish()
}

/// Where the first card of a zone goes, and the zone's label at the end that faces its reader.
fn space<Z: PrintedZone>(svg: &mut Svg, mat: &Mat<Z>, (zone, label): (Z, &str), colours: &Colours) {
    let Some(polygon) = mat.zone(zone) else { return };
    if let Some(card) = zone.first_card(mat) {
        turned(svg, card.centre(), card.turn(), |svg| {
            let outline = [-CARD_WIDTH_MM / 2.0, -CARD_HEIGHT_MM / 2.0, CARD_WIDTH_MM, CARD_HEIGHT_MM];
            svg.rect(outline, 3.0, &format!(r#"fill="none" stroke="{}" stroke-width="0.4" stroke-dasharray="3 2""#, colours.faint));
        });
    }
    // Near the edge of the zone towards its reader.
    let to_reader = zone.reader(mat);
    let middle = polygon.centre();
    let reach = polygon.vertices.iter().map(|&p| (p - middle).dot(to_reader)).fold(0.0, f64::max);
    turned(svg, middle + to_reader * (reach - 2.2), (-to_reader.x).atan2(to_reader.y), |svg| {
        svg.text(label, [0.0, 0.0], Anchor::Middle, Font::Regular, 4.2, &format!(r#"fill="{}""#, colours.letters));
    });
}

/// The name of each seat's row at its edge.
fn rows<Z: PrintedZone>(svg: &mut Svg, mat: &Mat<Z>, colours: &Colours) {
    for edge in &mat.edges {
        let Some((zones, name)) = Z::row(edge.seat) else { continue };
        let Some(to_reader) = zones.first().map(|zone| zone.reader(mat)) else { continue };
        let row = Point::mean(zones.iter().filter_map(|zone| mat.zone(*zone)).map(|p| p.centre()));
        let to_edge = (edge.from - row).dot(to_reader);
        turned(svg, row + to_reader * (to_edge - 2.0), (-to_reader.x).atan2(to_reader.y), |svg| {
            svg.text(&name, [0.0, 0.0], Anchor::Middle, Font::Regular, 4.0, &format!(r#"fill="{}""#, colours.letters));
        });
    }
}

/// Draws about a point, turned clockwise by so many radians.
fn turned(svg: &mut Svg, at: Point<Table>, radians: f64, draw: impl FnOnce(&mut Svg)) {
    svg.group(&format!("translate({:.3} {:.3}) rotate({:.3})", at.x, at.y, radians.to_degrees()), draw);
}
