use crate::pipeline::{MoveStatus, Recognition, Severity};
use crate::table::Seat;
use egui::{Color32, Context, CornerRadius, FontId, Stroke, TextStyle, Theme, Visuals, vec2};

/// The colours of one appearance. Every colour of a word is readable on `panel` and on `card`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Palette {
    /// Behind everything.
    pub panel: Color32,
    /// Behind pictures and fields.
    pub well: Color32,
    /// Behind a group that stands out from the panel.
    pub card: Color32,
    /// Hairlines.
    pub line: Color32,
    /// Words.
    pub text: Color32,
    /// Words that matter less.
    pub muted: Color32,
    /// Well and legal.
    pub good: Color32,
    /// In doubt.
    pub warn: Color32,
    /// Against a rule, or broken.
    pub bad: Color32,
    /// Told by a person; selected.
    pub info: Color32,
    /// The mat.
    pub mat: Color32,
    /// A playing card's face.
    pub face: Color32,
    /// Words on a playing card's face.
    pub on_face: Color32,
    /// A playing card's back.
    pub back: Color32,
    seats: [Color32; 8],
}

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

const DARK: Palette = Palette {
    panel: rgb(0x17191e),
    well: rgb(0x0e1013),
    card: rgb(0x20242b),
    line: rgb(0x343a45),
    text: rgb(0xdfe3ea),
    muted: rgb(0x9aa3b2),
    good: rgb(0x5fcb8a),
    warn: rgb(0xf0b94a),
    bad: rgb(0xff7b74),
    info: rgb(0x76b3ff),
    mat: rgb(0x1d2b27),
    face: rgb(0xf4f1e8),
    on_face: rgb(0x22262d),
    back: rgb(0x3d4a63),
    seats: [rgb(0x5cacee), rgb(0xf59e42), rgb(0x66cc8c), rgb(0xec84c2), rgb(0xe6d65a), rgb(0xb59cff), rgb(0x5ad7d7), rgb(0xff8a7d)],
};

const LIGHT: Palette = Palette {
    panel: rgb(0xf6f7f9),
    well: rgb(0xe6e9ee),
    card: rgb(0xffffff),
    line: rgb(0xcdd3dc),
    text: rgb(0x1d222b),
    muted: rgb(0x596273),
    good: rgb(0x14703a),
    warn: rgb(0x855000),
    bad: rgb(0xb8202a),
    info: rgb(0x1259b5),
    mat: rgb(0xd6e4dc),
    face: rgb(0xfffdf6),
    on_face: rgb(0x22262d),
    back: rgb(0x5d6f92),
    seats: [rgb(0x1565b0), rgb(0xa84d00), rgb(0x1b7340), rgb(0xab2a7d), rgb(0x756200), rgb(0x6341c2), rgb(0x006e75), rgb(0xb8352a)],
};

impl Palette {
    /// The palette that these visuals belong to.
    pub const fn of(visuals: &Visuals) -> &'static Self {
        if visuals.dark_mode { &DARK } else { &LIGHT }
    }

    /// The colour that stands for a seat everywhere.
    pub fn seat(&self, seat: Seat) -> Color32 {
        self.seats.get(seat.index()).copied().unwrap_or(self.text)
    }

    pub const fn severity(&self, severity: Severity) -> Color32 {
        match severity {
            Severity::Illegal => self.bad,
            Severity::Warning => self.warn,
            Severity::Notice => self.info,
        }
    }

    pub const fn status(&self, status: MoveStatus) -> Color32 {
        match status {
            MoveStatus::Accepted => self.good,
            MoveStatus::Rejected => self.bad,
            MoveStatus::Undecided | MoveStatus::Unexplained => self.warn,
            MoveStatus::Retracted => self.muted,
            MoveStatus::Told => self.info,
        }
    }
}

/// The colour of an outline over a picture, the same on light and dark since the picture is neither.
pub(super) const fn over_picture(recognition: Recognition) -> Color32 {
    match recognition {
        Recognition::Known => rgb(0x58e08e),
        Recognition::Unknown => rgb(0xffc247),
        Recognition::Held => rgb(0x6fc3ff),
    }
}

/// Sets type sizes, spacing and colours for both appearances.
pub(super) fn install(ctx: &Context) {
    ctx.all_styles_mut(|style| {
        let size = |points: f32| FontId::proportional(points);
        style.text_styles.insert(TextStyle::Small, size(12.0));
        style.text_styles.insert(TextStyle::Body, size(14.0));
        style.text_styles.insert(TextStyle::Button, size(14.0));
        style.text_styles.insert(TextStyle::Heading, size(17.0));
        style.spacing.item_spacing = vec2(8.0, 6.0);
        style.spacing.button_padding = vec2(9.0, 4.0);
        style.spacing.interact_size.y = 26.0;
    });
    for (theme, palette) in [(Theme::Dark, &DARK), (Theme::Light, &LIGHT)] {
        ctx.style_mut_of(theme, |style| paint(&mut style.visuals, palette));
    }
}

fn paint(visuals: &mut Visuals, p: &Palette) {
    visuals.panel_fill = p.panel;
    visuals.window_fill = p.card;
    visuals.window_stroke = Stroke::new(1.0, p.line);
    visuals.extreme_bg_color = p.well;
    visuals.faint_bg_color = p.card;
    visuals.warn_fg_color = p.warn;
    visuals.error_fg_color = p.bad;
    visuals.hyperlink_color = p.info;
    visuals.weak_text_color = Some(p.muted);
    visuals.selection.bg_fill = p.info.gamma_multiply(0.28);
    visuals.selection.stroke = Stroke::new(1.0, p.text);
    let widgets = &mut visuals.widgets;
    for state in [&mut widgets.noninteractive, &mut widgets.inactive, &mut widgets.hovered, &mut widgets.active, &mut widgets.open] {
        state.corner_radius = CornerRadius::same(5);
        state.fg_stroke.color = p.text;
        state.expansion = 0.0;
    }
    widgets.noninteractive.bg_fill = p.panel;
    widgets.noninteractive.bg_stroke = Stroke::new(1.0, p.line);
    for (state, mix) in [(&mut widgets.inactive, 0.5), (&mut widgets.hovered, 0.8), (&mut widgets.open, 0.8), (&mut widgets.active, 1.0)] {
        state.weak_bg_fill = p.card.lerp_to_gamma(p.line, mix);
        state.bg_fill = state.weak_bg_fill;
        state.bg_stroke = Stroke::new(1.0, p.line);
    }
    widgets.hovered.bg_stroke = Stroke::new(1.0, p.muted);
    // The pressed and the focused look: the ring shows where the keyboard is.
    widgets.active.bg_stroke = Stroke::new(2.0, p.info);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Contrast ratio of the Web Content Accessibility Guidelines, 2.1.
    fn contrast(a: Color32, b: Color32) -> f64 {
        let luminance = |c: Color32| {
            let linear = [c.r(), c.g(), c.b()].map(|v| {
                let v = f64::from(v) / 255.0;
                if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
            });
            0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
        };
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn every_word_is_readable_in_both_appearances() {
        for p in [&DARK, &LIGHT] {
            let words = [p.text, p.muted, p.good, p.warn, p.bad, p.info].into_iter().chain(p.seats);
            for word in words {
                for behind in [p.panel, p.card] {
                    assert!(contrast(word, behind) >= 4.5, "{word:?} on {behind:?}: {:.2}", contrast(word, behind));
                }
            }
            assert!(contrast(p.on_face, p.face) >= 7.0);
            assert!(contrast(Color32::WHITE, p.back) >= 4.5);
        }
    }
}
