use crate::dashboard::rules::LONGEST_DRAFT;
use crate::dashboard::theme::Palette;
use crate::pipeline::DraftFault;
use egui::text::{CCursor, CCursorRange, LayoutJob, TextFormat};
use egui::widgets::text_edit::TextEditState;
use egui::{FontId, Galley, Id, Stroke, TextBuffer, TextEdit, Ui, WidgetInfo};
use std::sync::Arc;

const HINT: &str = "Write a proposition here, or start from one above.";
const SIZE: f32 = 12.5;

/// A field for a file, the line of its fault marked. Answers the text when it was changed.
pub(super) fn editor(ui: &mut Ui, text: &str, fault: Option<&DraftFault>, rows: usize) -> Option<String> {
    let palette = Palette::of(ui.visuals());
    let mut written = text.to_owned();
    let wrong = fault.map(|fault| fault.line);
    let mut layout = |ui: &Ui, text: &dyn TextBuffer, width: f32| marked(ui, text.as_str(), wrong, width, palette);
    let field = TextEdit::multiline(&mut written)
        .id(id())
        .hint_text(HINT)
        .desired_width(f32::INFINITY)
        .desired_rows(rows)
        .font(FontId::monospace(SIZE))
        .char_limit(LONGEST_DRAFT)
        .layouter(&mut layout);
    let response = ui.add(field);
    response.widget_info(|| {
        let plain = WidgetInfo::text_edit(ui.is_enabled(), text, text, HINT);
        WidgetInfo { label: Some("Proposition".into()), ..plain }
    });
    (written != text).then_some(written)
}

/// Puts the cursor where a fault is.
pub(super) fn go_to(ui: &Ui, text: &str, fault: &DraftFault) {
    let before: usize = text.split('\n').take(fault.line.saturating_sub(1)).map(|line| line.chars().count() + 1).sum();
    let at = (before + fault.column.saturating_sub(1)).min(text.chars().count());
    let mut state = TextEditState::load(ui.ctx(), id()).unwrap_or_default();
    state.cursor.set_char_range(Some(CCursorRange::one(CCursor::new(at))));
    state.store(ui.ctx(), id());
    ui.memory_mut(|memory| memory.request_focus(id()));
}

fn id() -> Id {
    Id::unique("proposition")
}

/// The text, with this line, counted from 1, underlined.
fn marked(ui: &Ui, text: &str, wrong: Option<usize>, width: f32, palette: &Palette) -> Arc<Galley> {
    let mut job = LayoutJob::default();
    job.wrap.max_width = width;
    let plain = TextFormat::simple(FontId::monospace(SIZE), palette.text);
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let mut format = plain.clone();
        if wrong == Some(number) {
            (format.underline, format.background) = (Stroke::new(1.0, palette.bad), palette.bad.gamma_multiply(0.14));
        } else if line.trim_start().starts_with('#') || line.trim_start().starts_with("//") {
            format.color = palette.muted;
        }
        job.append(line, 0.0, format);
    }
    if text.is_empty() {
        job.append("", 0.0, plain);
    }
    ui.ctx().fonts_mut(|fonts| fonts.layout_job(job))
}
