use crate::dashboard::theme::Palette;
use crate::pipeline::DiffLine;
use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, FontId, Frame, Label, Margin, RichText, Ui};
use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

/// What a change does to a rule, line by line; in a line that is another wording of one, what differs stands out.
pub(super) fn diff(ui: &mut Ui, lines: &[DiffLine]) {
    let palette = Palette::of(ui.visuals());
    let stands_out = marks(lines);
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (at, line) in lines.iter().enumerate() {
            let (sign, text, words, ground) = match line {
                DiffLine::Kept(text) => (" ", text, palette.muted, Color32::TRANSPARENT),
                DiffLine::Removed(text) => ("−", text, palette.text, palette.bad),
                DiffLine::Added(text) => ("+", text, palette.text, palette.good),
            };
            let plain = TextFormat::simple(FontId::monospace(12.0), words);
            let marked = TextFormat { background: ground.gamma_multiply(0.25), ..plain.clone() };
            let middle = stands_out.get(&at).cloned().unwrap_or(0..0);
            let mut job = LayoutJob::default();
            job.append(&format!("{sign} "), 0.0, plain.clone());
            let parts = [(0..middle.start, &plain), (middle.clone(), &marked), (middle.end..text.len(), &plain)];
            for (part, format) in parts {
                job.append(text.get(part).unwrap_or_default(), 0.0, format.clone());
            }
            Frame::new().fill(ground.gamma_multiply(0.1)).inner_margin(Margin::symmetric(6, 2)).show(ui, |ui| {
                ui.set_width(ui.available_width());
                ui.add(Label::new(job).wrap());
            });
        }
    });
}

/// The bytes that stand out in the lines that are other wordings of each other: the first removed of the first that came, and so on.
fn marks(lines: &[DiffLine]) -> BTreeMap<usize, Range<usize>> {
    let mut found = BTreeMap::new();
    // Where each line stands that was removed and has not met its other wording yet.
    let mut gone: VecDeque<(usize, &str)> = VecDeque::new();
    let mut has_come = false;
    for (at, line) in lines.iter().enumerate() {
        match line {
            DiffLine::Kept(_) => gone.clear(),
            DiffLine::Removed(text) => {
                if has_come {
                    gone.clear();
                }
                gone.push_back((at, text));
            }
            DiffLine::Added(text) => {
                if let Some((of, old)) = gone.pop_front()
                    && let Some((was, is)) = differing(old, text)
                {
                    found.extend([(of, was), (at, is)]);
                }
            }
        }
        has_come = matches!(line, DiffLine::Added(_));
    }
    found
}

/// What lies between the beginning and the end that two lines share; `None` when they share too little to be wordings of each other.
fn differing(old: &str, new: &str) -> Option<(Range<usize>, Range<usize>)> {
    let shared = |old: &mut dyn Iterator<Item = char>, new: &mut dyn Iterator<Item = char>| -> usize {
        old.zip(new).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum()
    };
    let start = shared(&mut old.chars(), &mut new.chars());
    let (old_rest, new_rest) = (old.get(start..)?, new.get(start..)?);
    let end = shared(&mut old_rest.chars().rev(), &mut new_rest.chars().rev());
    let is_alike = 3 * (start + end) >= old.len().min(new.len());
    is_alike.then(|| (start..old.len() - end, start..new.len() - end))
}

/// A program, or another text that is code.
pub(super) fn code(ui: &mut Ui, text: &str) {
    let palette = Palette::of(ui.visuals());
    Frame::new().fill(palette.well).corner_radius(4).inner_margin(Margin::symmetric(8, 5)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.add(Label::new(RichText::new(text.trim_matches('\n')).monospace().size(12.0).color(palette.text)).wrap());
    });
}

/// Which questions a program answers.
pub(super) fn hooks(ui: &mut Ui, hooks: &[String]) {
    let palette = Palette::of(ui.visuals());
    if !hooks.is_empty() {
        ui.add(Label::new(RichText::new(format!("Answers {}", hooks.join(", "))).small().color(palette.muted)).wrap());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_in_a_wording_stands_out() {
        let (old, new) = ("A king is worth 13.", "A king is worth twenty.");
        let (was, is) = differing(old, new).unwrap();
        assert_eq!((&old[was], &new[is]), ("13", "twenty"));
        assert_eq!(differing("größer", "größte").map(|(was, is)| (was.len(), is.len())), Some((2, 2)));
        assert_eq!(differing("aa", "aaa"), Some((2..2, 2..3)));
        assert_eq!(differing("fn value(table)", "Be kind."), None);
    }

    #[test]
    fn removed_and_added_lines_go_in_pairs() {
        let (removed, added) = (|text: &str| DiffLine::Removed(text.into()), |text: &str| DiffLine::Added(text.into()));
        let lines = [
            removed("one 1"),
            removed("two 2"),
            added("one 3"),
            added("two 4"),
            added("more"),
            DiffLine::Kept("x".into()),
            removed("gone"),
        ];
        let found = marks(&lines);
        assert_eq!(found.keys().copied().collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert_eq!(found[&3], 4..5);
    }
}
