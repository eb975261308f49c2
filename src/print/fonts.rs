//! The fonts that the program carries, and the widths of their letters.

use resvg::usvg::{self, fontdb};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// A face of DejaVu Sans.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Font {
    Regular,
    Bold,
    Condensed,
    CondensedBold,
}

/// Height of a capital letter, for a font of size 1.
pub(super) const CAP_HEIGHT: f64 = 0.729;

impl Font {
    /// The SVG attributes that choose it.
    pub(super) const fn attributes(self) -> &'static str {
        match self {
            Self::Regular => r#"font-family="DejaVu Sans""#,
            Self::Bold => r#"font-family="DejaVu Sans" font-weight="bold""#,
            Self::Condensed => r#"font-family="DejaVu Sans" font-stretch="semi-condensed""#,
            Self::CondensedBold => r#"font-family="DejaVu Sans" font-weight="bold" font-stretch="semi-condensed""#,
        }
    }

    /// Width of a line of text for a font of size 1, kerning left out.
    pub(super) fn width(self, text: &str) -> f64 {
        let mut known = ADVANCES.lock().unwrap_or_else(PoisonError::into_inner);
        text.chars().map(|c| *known.entry((self, c)).or_insert_with(|| self.measure(c))).sum()
    }

    /// The advance of one letter. Bars on both sides make blanks count.
    fn measure(self, letter: char) -> f64 {
        let line = |text: &str| {
            let mut svg = String::from(r#"<svg xmlns="http://www.w3.org/2000/svg" width="900" height="200">"#);
            let _ = write!(svg, r#"<text x="100" y="100" font-size="100" {}>{}</text></svg>"#, self.attributes(), super::svg::escape(text));
            let tree = usvg::Tree::from_str(&svg, &options()).ok()?;
            tree.root().children().first().map(|node| f64::from(node.bounding_box().width()) / 100.0)
        };
        match (line(&format!("|{letter}|")), line("||")) {
            (Some(with), Some(without)) => (with - without).max(0.0),
            _ => 0.6,
        }
    }
}

static ADVANCES: Mutex<BTreeMap<(Font, char), f64>> = Mutex::new(BTreeMap::new());

static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut database = fontdb::Database::new();
    for face in [dejavu::sans::regular(), dejavu::sans::bold(), dejavu::sans_condensed::regular(), dejavu::sans_condensed::bold()] {
        database.load_font_data(face.to_vec());
    }
    Arc::new(database)
});

/// Parsing options that know these fonts and no others.
pub(super) fn options() -> usvg::Options<'static> {
    usvg::Options { fontdb: Arc::clone(&FONTS), font_family: "DejaVu Sans".into(), ..usvg::Options::default() }
}

/// Breaks a text into lines of at most `width` for a font of size 1. A word that is longer stands alone.
pub(super) fn wrap(font: Font, text: &str, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if font.width(line) + font.width(" ") + font.width(word) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_the_fonts() {
        // Advances in the font files, of 2048 units an em: space 651, 'W' 2025, 'i' 569 in the regular face.
        for (text, units) in [(" ", 651.0), ("W", 2025.0), ("i", 569.0), ("W i", 3245.0)] {
            assert!((Font::Regular.width(text) - units / 2048.0).abs() < 2e-3, "{text}: {}", Font::Regular.width(text));
        }
        assert!(Font::CondensedBold.width("Matthew") < 0.95 * Font::Bold.width("Matthew"));
    }

    #[test]
    fn wrapped_lines_fit_and_lose_no_word() {
        let text = "Hippolytus links it to the Naassenes; Eusebius calls it heretical.";
        let lines = wrap(Font::Condensed, text, 20.0);
        assert!(lines.len() > 1 && lines.iter().all(|line| Font::Condensed.width(line) <= 20.0));
        assert_eq!(lines.join(" "), text);
    }
}
