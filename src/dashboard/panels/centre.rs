use super::calls::calls;
use super::{claims, live, mat, plot, rules};
use crate::dashboard::Command;
use crate::dashboard::fit::share;
use crate::dashboard::screen::{Centre, Layer, Screen};
use crate::dashboard::strip::Strip;
use crate::pipeline::Snapshot;
use egui::{Align, Layout, Rect, TextureId, Ui, Vec2, vec2};

/// Least height of the scores over time.
const PLOT: f32 = 120.0;
const GAP: f32 = 8.0;

/// The picture, the table, or both above the scores over time.
pub(in crate::dashboard) fn centre(
    ui: &mut Ui,
    snapshot: &Snapshot,
    screen: &Screen,
    (texture, strip): (Option<TextureId>, &mut Strip),
    out: &mut Vec<Command>,
) {
    ui.horizontal(|ui| {
        for view in Centre::of(snapshot) {
            if ui.selectable_label(screen.centre == view, view.title()).clicked() {
                out.push(Command::Show(view));
            }
        }
        if matches!(screen.centre, Centre::Camera | Centre::Overview) {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                for layer in Layer::ALL.into_iter().rev() {
                    let mut on = screen.shows(layer);
                    if ui.checkbox(&mut on, layer.title()).changed() {
                        out.push(Command::Toggle(layer));
                    }
                }
            });
        }
    });
    if screen.centre != Centre::Claims {
        calls(ui, snapshot, screen, out);
    }
    let rest = ui.available_rect_before_wrap();
    match screen.centre {
        Centre::Camera => live::picture(ui, rest, snapshot, screen, texture),
        Centre::Table => mat::table(ui, rest, snapshot, screen),
        Centre::Claims => claims::claims(ui, rest, snapshot, screen, strip, out),
        Centre::Rules => rules::rules(ui, rest, snapshot, screen, out),
        Centre::Overview => {
            let (camera, table) = halves(rest.with_max_y(rest.bottom() - PLOT - GAP), snapshot);
            live::picture(ui, camera, snapshot, screen, texture);
            mat::table(ui, table, snapshot, screen);
            plot::over_time(ui, rest.with_min_y(camera.bottom().max(table.bottom()) + GAP), snapshot);
        }
    }
}

/// Where the picture and the table go. Side by side they are no higher than they need.
fn halves(bounds: Rect, snapshot: &Snapshot) -> (Rect, Rect) {
    let picture: Vec2 = snapshot.view.picture.as_ref().map_or(vec2(16.0, 9.0), |p| vec2(p.image.width() as f32, p.image.height() as f32));
    let mat = vec2(snapshot.table.width_mm as f32, snapshot.table.height_mm as f32);
    let mat = if mat.x > 0.0 && mat.y > 0.0 { mat } else { vec2(4.0, 3.0) };
    let (camera, table) = share(bounds, picture, mat, GAP);
    if camera.top() < table.top() {
        return (camera, table);
    }
    let needs = |place: Rect, size: Vec2| place.width() * size.y / size.x;
    let bottom = bounds.bottom().min(bounds.top() + needs(camera, picture).max(needs(table, mat)));
    (camera.with_max_y(bottom), table.with_max_y(bottom))
}
