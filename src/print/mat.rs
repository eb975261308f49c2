use super::aruco;
use super::fonts::Font;
use super::svg::{Anchor, Svg};
use crate::games::canon::{CARD_HEIGHT_MM, CARD_WIDTH_MM, Slot, Zone, card_place};
use crate::geometry::{Point, Table};
use crate::table::Mat;

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

/// A Canon mat as SVG in millimetres: outlines of the spaces, where the first card of each goes, small labels that face their
/// readers, and the markers. The bare place beside each row is left unprinted.
pub fn mat_svg(mat: &Mat<Zone>, style: MatStyle) -> String {
    let colours = style.colours();
    let mut svg = Svg::new(mat.width_mm, mat.height_mm);
    svg.rect([0.0, 0.0, mat.width_mm, mat.height_mm], 0.0, &format!(r#"fill="{}""#, colours.ground));
    for (zone, polygon) in &mat.zones {
        if matches!(zone, Zone::Centre(slot) | Zone::Canon(_, slot) if *slot == Slot::BEYOND) {
            continue;
        }
        let outline = format!(r#"fill="none" stroke="{}" stroke-width="0.5""#, colours.line);
        svg.polygon(polygon.vertices.iter().map(|p| [p.x, p.y]), &outline);
        space(&mut svg, mat, *zone, &colours);
    }
    seats(&mut svg, mat, &colours);
    for marker in &mat.markers {
        aruco::draw(&mut svg, marker);
    }
    svg.finish()
}

/// Where the first card of a space goes, and the space's label at the end that faces its reader.
fn space(svg: &mut Svg, mat: &Mat<Zone>, zone: Zone, colours: &Colours) {
    let (Some(card), Some(polygon)) = (card_place(mat, zone, 0), mat.zone(zone)) else { return };
    let centre = card.centre();
    turned(svg, centre, card.turn(), |svg| {
        let outline = [-CARD_WIDTH_MM / 2.0, -CARD_HEIGHT_MM / 2.0, CARD_WIDTH_MM, CARD_HEIGHT_MM];
        svg.rect(outline, 3.0, &format!(r#"fill="none" stroke="{}" stroke-width="0.4" stroke-dasharray="3 2""#, colours.faint));
    });
    let label = match zone {
        Zone::Draw => "draw".into(),
        Zone::Discard => "discard".into(),
        Zone::Centre(slot) => format!("centre {}", slot.number()),
        Zone::Canon(seat, slot) => format!("{seat} · {}", slot.number()),
    };
    // Near the edge of the space towards its reader; the piles are read from the South.
    let fan = mat.fan_direction(zone).unwrap_or(Point::new(0.0, 1.0));
    let middle = polygon.centre();
    let reach = polygon.vertices.iter().map(|&p| (p - middle).dot(fan)).fold(0.0, f64::max);
    turned(svg, middle + fan * (reach - 2.2), (-fan.x).atan2(fan.y), |svg| {
        svg.text(&label, [0.0, 0.0], Anchor::Middle, Font::Regular, 4.2, &format!(r#"fill="{}""#, colours.letters));
    });
}

/// Each seat's name at its edge.
fn seats(svg: &mut Svg, mat: &Mat<Zone>, colours: &Colours) {
    for edge in &mat.edges {
        let seven = Slot::SEVEN.iter().filter_map(|slot| mat.zone(Zone::Canon(edge.seat, *slot))).map(|p| p.centre());
        let sum = seven.fold(Point::new(0.0, 0.0), |sum, p| sum + p);
        let Some(fan) = mat.fan_direction(Zone::Canon(edge.seat, Slot::BEYOND)) else { continue };
        let row = sum * (1.0 / Slot::SEVEN.len() as f64);
        let to_edge = (edge.from - row).dot(fan);
        turned(svg, row + fan * (to_edge - 2.0), (-fan.x).atan2(fan.y), |svg| {
            let name = format!("{} · personal canon", edge.seat);
            svg.text(&name, [0.0, 0.0], Anchor::Middle, Font::Regular, 4.0, &format!(r#"fill="{}""#, colours.letters));
        });
    }
}

/// Draws about a point, turned clockwise by so many radians.
fn turned(svg: &mut Svg, at: Point<Table>, radians: f64, draw: impl FnOnce(&mut Svg)) {
    svg.group(&format!("translate({:.3} {:.3}) rotate({:.3})", at.x, at.y, radians.to_degrees()), draw);
}
