use super::paint::{region, well};
use crate::dashboard::entry::clock;
use crate::dashboard::screen::name;
use crate::dashboard::theme::Palette;
use crate::pipeline::Snapshot;
use crate::table::Seat;
use egui::{Rect, Ui, UiBuilder, vec2};
use egui_plot::{HoverPosition, Line, Plot, PlotPoints};

/// Seconds and points that the axes reach at least.
const LEAST_S: f64 = 60.0;
const LEAST_POINTS: f64 = 5.0;

/// The totals over time, a stepped line for each seat in its colour.
pub fn over_time(ui: &mut Ui, bounds: Rect, snapshot: &Snapshot) {
    let Some(last) = snapshot.history.last() else {
        let words = "The scores over time appear here after the first move.";
        well(ui, bounds, Some(words));
        region(ui, bounds, &format!("Scores over time: {words}"));
        return;
    };
    let palette = Palette::of(ui.visuals());
    let now = snapshot.view.picture.as_ref().map_or(last.at_ms, |p| p.stamp.at_us / 1000).max(last.at_ms);
    let plot = Plot::new("scores over time")
        .height(bounds.height())
        .width(bounds.width())
        .allow_zoom(false)
        .allow_drag(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .set_margin_fraction(vec2(0.0, 0.18))
        // A game that has just begun is drawn on the scale of one under way.
        .include_x(LEAST_S)
        .include_y(LEAST_POINTS)
        .show_crosshair(false)
        .show_background(false)
        .grid_color(palette.line)
        .cursor_color(palette.muted)
        .x_axis_formatter(|mark, _| clock((mark.value.max(0.0) * 1000.0) as u64))
        .y_axis_formatter(|mark, _| if mark.value.fract() == 0.0 { format!("{:.0}", mark.value) } else { String::new() })
        .label_formatter(|at| match at {
            HoverPosition::NearDataPoint { plot_name, position, .. } => {
                Some(format!("{plot_name}: {:.0} at {}", position.y, clock((position.x.max(0.0) * 1000.0) as u64)))
            }
            HoverPosition::Elsewhere { .. } => None,
        });
    let mut place = ui.new_child(UiBuilder::new().max_rect(bounds));
    let response = plot.show(&mut place, |plot| {
        for (i, seat) in (0..last.totals.len()).filter_map(|i| Some((i, Seat::from_index(i)?))) {
            let points = steps(snapshot.history.iter().filter_map(|p| Some((p.at_ms, *p.totals.get(i)?))), now);
            plot.line(Line::new(name(snapshot, seat), PlotPoints::from(points)).color(palette.seat(seat)).width(2.0).allow_band(false));
        }
    });
    let totals: Vec<String> = last.totals.iter().map(ToString::to_string).collect();
    response
        .response
        .widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, format!("Scores over time, now {}", totals.join(", "))));
}

/// The corners of a stepped line in seconds and points, drawn on until `now`.
fn steps(totals: impl Iterator<Item = (u64, i64)>, now: u64) -> Vec<[f64; 2]> {
    let mut corners: Vec<[f64; 2]> = Vec::new();
    for (at_ms, total) in totals {
        let (x, y) = (at_ms as f64 / 1000.0, total as f64);
        if let Some(&[_, before]) = corners.last() {
            corners.push([x, before]);
        }
        corners.push([x, y]);
    }
    if let Some(&[_, total]) = corners.last() {
        corners.push([now as f64 / 1000.0, total]);
    }
    corners
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_total_holds_until_it_changes_and_until_now() {
        let corners = steps([(0, 0), (2000, 3)].into_iter(), 5000);
        assert_eq!(corners, vec![[0.0, 0.0], [2.0, 0.0], [2.0, 3.0], [5.0, 3.0]]);
    }
}
