//! A drawing in millimetres that grows by one shape at a time.

use super::fonts::Font;
use std::fmt::{Display, Write};

/// An SVG drawing whose unit is the millimetre.
#[derive(Debug)]
pub(super) struct Svg {
    text: String,
}

/// How a line of text stands at its point.
#[derive(Debug, Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
}

impl Svg {
    /// An empty drawing of this size.
    pub(super) fn new(width_mm: f64, height_mm: f64) -> Self {
        let (w, h) = (Mm(width_mm), Mm(height_mm));
        let head = format!(r#"<svg xmlns="http://www.w3.org/2000/svg" width="{w}mm" height="{h}mm" viewBox="0 0 {w} {h}">"#);
        Self { text: head }
    }

    /// Adds ready SVG.
    pub(super) fn raw(&mut self, part: impl Display) {
        let _ = writeln!(self.text, "{part}");
    }

    /// A rectangle with corners of radius `r`; `style` holds attributes such as `fill="#fff"`.
    pub(super) fn rect(&mut self, [x, y, w, h]: [f64; 4], r: f64, style: &str) {
        let [x, y, w, h, r] = [x, y, w, h, r].map(Mm);
        self.raw(format_args!(r#"<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{r}" {style}/>"#));
    }

    /// A disc or circle.
    pub(super) fn circle(&mut self, [x, y]: [f64; 2], r: f64, style: &str) {
        let [x, y, r] = [x, y, r].map(Mm);
        self.raw(format_args!(r#"<circle cx="{x}" cy="{y}" r="{r}" {style}/>"#));
    }

    /// A closed polygon.
    pub(super) fn polygon(&mut self, points: impl IntoIterator<Item = [f64; 2]>, style: &str) {
        self.raw(format_args!(r#"<path d="{}Z" {style}/>"#, outline(points)));
    }

    /// An open line.
    pub(super) fn line(&mut self, points: impl IntoIterator<Item = [f64; 2]>, style: &str) {
        self.raw(format_args!(r#"<path d="{}" fill="none" {style}/>"#, outline(points)));
    }

    /// A line of text on the baseline `at`, of font size `size`.
    pub(super) fn text(&mut self, line: &str, at: [f64; 2], anchor: Anchor, font: Font, size: f64, style: &str) {
        let [x, y] = at.map(Mm);
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
        };
        let (size, font, line) = (Mm(size), font.attributes(), escape(line));
        self.raw(format_args!(r#"<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}" {font} {style}>{line}</text>"#));
    }

    /// Draws inside a group with this `transform`.
    pub(super) fn group(&mut self, transform: &str, draw: impl FnOnce(&mut Self)) {
        self.raw(format_args!(r#"<g transform="{transform}">"#));
        draw(self);
        self.raw("</g>");
    }

    /// Draws what is cut off outside a rounded rectangle; `name` must be unlike all others in the drawing.
    pub(super) fn clipped(&mut self, name: &str, [x, y, w, h]: [f64; 4], r: f64, draw: impl FnOnce(&mut Self)) {
        let [x, y, w, h, r] = [x, y, w, h, r].map(Mm);
        self.raw(format_args!(r#"<clipPath id="{name}"><rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{r}"/></clipPath>"#));
        self.raw(format_args!(r#"<g clip-path="url(#{name})">"#));
        draw(self);
        self.raw("</g>");
    }

    /// The finished text.
    pub(super) fn finish(mut self) -> String {
        self.text.push_str("</svg>\n");
        self.text
    }
}

fn outline(points: impl IntoIterator<Item = [f64; 2]>) -> String {
    let mut d = String::new();
    for [x, y] in points {
        let _ = write!(d, "{}{} {}", if d.is_empty() { 'M' } else { 'L' }, Mm(x), Mm(y));
    }
    d
}

/// A length to the micrometre, which keeps the text short.
#[derive(Clone, Copy)]
pub(super) struct Mm(pub(super) f64);

impl Display for Mm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", (self.0 * 1000.0).round() / 1000.0)
    }
}

/// Text as XML; characters that XML cannot hold are left out.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}
