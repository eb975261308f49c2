use super::{live, mat};
use crate::dashboard::Command;
use crate::dashboard::fit::share;
use crate::dashboard::screen::{Centre, Layer, Screen};
use crate::pipeline::Snapshot;
use egui::{Align, Layout, Rect, TextureId, Ui, Vec2, vec2};

/// The picture, the table, or both.
pub(in crate::dashboard) fn centre(ui: &mut Ui, snapshot: &Snapshot, screen: &Screen, texture: Option<TextureId>, out: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        for view in Centre::ALL {
            if ui.selectable_label(screen.centre == view, view.title()).clicked() {
                out.push(Command::Show(view));
            }
        }
        if screen.centre != Centre::Table {
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
    let rest = ui.available_rect_before_wrap();
    match screen.centre {
        Centre::Camera => live::picture(ui, rest, snapshot, screen, texture),
        Centre::Table => mat::table(ui, rest, snapshot),
        Centre::Both => {
            let (camera, table) = halves(rest, snapshot);
            live::picture(ui, camera, snapshot, screen, texture);
            mat::table(ui, table, snapshot);
        }
    }
}

fn halves(rest: Rect, snapshot: &Snapshot) -> (Rect, Rect) {
    let picture: Vec2 = snapshot.view.picture.as_ref().map_or(vec2(16.0, 9.0), |p| vec2(p.image.width() as f32, p.image.height() as f32));
    let mat = vec2(snapshot.table.width_mm as f32, snapshot.table.height_mm as f32);
    share(rest, picture, if mat.x > 0.0 && mat.y > 0.0 { mat } else { vec2(4.0, 3.0) }, 8.0)
}
