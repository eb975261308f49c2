//! The special texts of a card, broken into lines with their tags in bold.

use crate::games::arrow::text::Text;
use crate::print::fonts::Font;
use crate::print::svg::{Anchor, Svg};

const LARGEST: f64 = 3.3;
const SMALLEST: f64 = 2.2;
/// From one line's baseline to the next, for a font of size 1.
const LEAD: f64 = 1.2;
/// More between two texts.
const GAP: f64 = 0.4;

/// Texts set in lines of a size.
pub(super) struct Words {
    size: f64,
    /// Each line's words with their fonts and places, and how far its baseline lies below the top.
    lines: Vec<(Vec<(Font, String, f64)>, f64)>,
    /// How high all lines are.
    pub(super) height: f64,
}

impl Words {
    /// The largest setting within a width and a height; the smallest one when none fits.
    pub(super) fn fitted(texts: &[Text], width: f64, height: f64) -> Self {
        let steps = 22;
        let sizes = (0..=steps).map(|k| LARGEST - (LARGEST - SMALLEST) * f64::from(k) / f64::from(steps));
        let mut set = Self::set(texts, width, SMALLEST);
        for size in sizes {
            set = Self::set(texts, width, size);
            if set.height <= height {
                break;
            }
        }
        set
    }

    fn set(texts: &[Text], width: f64, size: f64) -> Self {
        let blank = Font::Condensed.width(" ") * size;
        let mut lines: Vec<(Vec<(Font, String, f64)>, f64)> = Vec::new();
        let mut y = 0.0;
        for (number, text) in texts.iter().enumerate() {
            y += if number > 0 { GAP * size } else { 0.0 };
            let printed = text.to_string();
            // A tag ends with its colon; "Persistent." is all tag.
            let tag = printed.find(": ").map_or(printed.len(), |at| at + 1);
            let mut x = f64::INFINITY;
            for (at, word) in words(&printed) {
                let font = if at < tag { Font::CondensedBold } else { Font::Condensed };
                let wide = font.width(word) * size;
                if x + wide > width {
                    y += LEAD * size;
                    lines.push((Vec::new(), y));
                    x = 0.0;
                }
                if let Some((line, _)) = lines.last_mut() {
                    line.push((font, word.into(), x));
                }
                x += wide + blank;
            }
        }
        Self { size, lines, height: y + 0.25 * size }
    }

    /// Draws the lines below a point.
    pub(super) fn draw(&self, svg: &mut Svg, [left, top]: [f64; 2], style: &str) {
        for (line, y) in &self.lines {
            for run in line.chunk_by(|a, b| a.0 == b.0) {
                let Some((font, _, x)) = run.first() else { continue };
                let text: Vec<&str> = run.iter().map(|(_, word, _)| word.as_str()).collect();
                svg.text(&text.join(" "), [left + x, top + y], Anchor::Start, *font, self.size, style);
            }
        }
    }
}

/// The words of a text with their places.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split(' ').scan(0, |at, word| {
        let start = *at;
        *at += word.len() + 1;
        Some((start, word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::arrow::text::MOST_CHARACTERS;

    fn text(said: &str) -> Text {
        said.parse().unwrap()
    }

    #[test]
    fn the_longest_text_that_is_allowed_fits_with_no_word_lost() {
        let long = format!("Reaction: When \"{}\", draw a card.{}", "mm ".repeat(19).trim(), " Take off a button. Draw a card.".repeat(4));
        assert!((200..=MOST_CHARACTERS).contains(&long.chars().count()));
        let set = Words::fitted(&[text(&long)], 46.6, 23.0);
        assert!(set.height <= 23.0 && set.size > SMALLEST, "{} at {}", set.height, set.size);
        let words: Vec<&str> = set.lines.iter().flat_map(|(line, _)| line.iter().map(|(_, word, _)| word.as_str())).collect();
        assert_eq!(words.join(" "), long);
        for (line, _) in &set.lines {
            let (font, word, x) = line.last().unwrap();
            assert!(x + font.width(word) * set.size <= 46.6 + 1e-9);
        }
    }

    #[test]
    fn tags_are_bold() {
        let set = Words::fitted(&[text("Persistent."), text("Hand Reaction (Cost 1): When \"it: rains\", draw a card.")], 46.6, 23.0);
        let bold: Vec<&str> =
            set.lines.iter().flat_map(|(line, _)| line).filter(|w| w.0 == Font::CondensedBold).map(|w| w.1.as_str()).collect();
        assert_eq!(bold, ["Persistent.", "Hand", "Reaction", "(Cost", "1):"]);
    }
}
