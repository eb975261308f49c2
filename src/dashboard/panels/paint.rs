use crate::dashboard::theme::Palette;
use egui::text::{LayoutJob, TextWrapping};
use egui::{
    Align2, Button, Color32, FontId, Galley, Painter, Pos2, Rect, Response, Role, Sense, TextEdit, TextStyle, Ui, WidgetInfo, vec2,
};
use std::sync::Arc;

/// One line of text, cut with an ellipsis where it would be wider than `width`.
pub fn line(painter: &Painter, text: &str, font: FontId, colour: Color32, width: f32) -> Arc<Galley> {
    lines(painter, text, font, colour, width, 1)
}

/// At most `rows` lines of text, cut with an ellipsis.
pub fn lines(painter: &Painter, text: &str, font: FontId, colour: Color32, width: f32, rows: usize) -> Arc<Galley> {
    let mut job = LayoutJob::simple(text.to_owned(), font, colour, width);
    job.wrap = TextWrapping { max_width: width.max(0.0), max_rows: rows, break_anywhere: rows == 1, overflow_character: Some('…') };
    painter.layout_job(job)
}

/// Paints one line, centred on `y`, from `left` to at most `right`; answers where it ends.
pub fn text_at(ui: &Ui, left: f32, y: f32, right: f32, text: &str, style: TextStyle, colour: Color32) -> f32 {
    let galley = line(ui.painter(), text, style.resolve(ui.style()), colour, right - left);
    let size = galley.size();
    ui.painter().galley(Pos2::new(left, y - size.y / 2.0), galley, colour);
    left + size.x
}

/// Paints one line that ends at `right`; answers where it begins.
pub fn text_before(ui: &Ui, right: f32, y: f32, text: &str, style: TextStyle, colour: Color32) -> f32 {
    ui.painter().text(Pos2::new(right, y), Align2::RIGHT_CENTER, text, style.resolve(ui.style()), colour).left()
}

/// Paints a word on a tinted ground that ends at `right`; answers where it begins.
pub fn chip_before(ui: &Ui, right: f32, y: f32, text: &str, colour: Color32) -> f32 {
    let galley = ui.painter().layout_no_wrap(text.to_owned(), TextStyle::Small.resolve(ui.style()), colour);
    let size = galley.size() + vec2(12.0, 4.0);
    let rect = Rect::from_min_size(Pos2::new(right - size.x, y - size.y / 2.0), size);
    ui.painter().rect_filled(rect, size.y / 2.0, colour.gamma_multiply(0.15));
    ui.painter().galley(rect.min + vec2(6.0, 2.0), galley, colour);
    rect.left()
}

/// A clickable row of the full width, named for those who cannot see it.
pub fn row(ui: &mut Ui, height: f32, selected: bool, name: impl Fn() -> String) -> (Rect, Response) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, ui.is_enabled(), selected, name()));
    let visuals = ui.visuals();
    let fill = match (selected, response.hovered()) {
        (true, _) => visuals.selection.bg_fill,
        (false, true) => visuals.widgets.hovered.weak_bg_fill.gamma_multiply(0.5),
        (false, false) => Color32::TRANSPARENT,
    };
    ui.painter().rect_filled(rect, 4.0, fill);
    if response.has_focus() {
        ui.painter().rect_stroke(rect, 4.0, visuals.widgets.active.bg_stroke, egui::StrokeKind::Inside);
    }
    (rect, response)
}

/// Names a part of the window for those who cannot see it.
pub fn region(ui: &Ui, rect: Rect, name: &str) -> Response {
    let response = ui.interact(rect, ui.scope_id().with(("region", name)), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Region, true, name));
    response
}

/// A field for one line of text, named for those who cannot see it.
pub fn field(ui: &mut Ui, text: &mut String, name: &str, hint: &str, width: f32) -> Response {
    let response = ui.add(TextEdit::singleline(text).hint_text(hint).desired_width(width));
    response.widget_info(|| {
        let plain = WidgetInfo::text_edit(ui.is_enabled(), text.as_str(), text.as_str(), hint);
        WidgetInfo { label: Some(name.to_owned()), ..plain }
    });
    response
}

/// A button that also shows its key.
pub fn keyed(ui: &mut Ui, enabled: bool, name: &str, key: &str) -> Response {
    let response = ui.add_enabled(enabled, Button::new(name).right_text(egui::RichText::new(key).small().weak()));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, name));
    response
}

/// A dark place for a picture, with words in its middle while it is empty.
pub fn well(ui: &Ui, rect: Rect, words: Option<&str>) {
    let palette = Palette::of(ui.visuals());
    ui.painter().rect_filled(rect, 6.0, palette.well);
    if let Some(words) = words {
        let galley = lines(ui.painter(), words, TextStyle::Body.resolve(ui.style()), palette.muted, rect.width() - 32.0, 3);
        ui.painter().galley(rect.center() - galley.size() / 2.0, galley, palette.muted);
    }
}

/// A text with a capital.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The title of a part of a panel.
pub fn title(ui: &mut Ui, text: &str) {
    ui.label(egui::RichText::new(text).strong().size(15.0));
}
