//! Colours that stay apart in dim light and for colour-blind readers: neighbours differ in lightness as well as in hue.

/// A ground and the colour of letters on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Hue {
    pub(super) ground: &'static str,
    pub(super) letters: &'static str,
}

/// Traditions of one deck that get a colour each.
pub const MOST_TRADITIONS: usize = 10;

/// The title strips, one a tradition, in the order in which a deck names its traditions.
pub(super) const STRIPS: [Hue; MOST_TRADITIONS] = [
    Hue { ground: "#17468f", letters: "#ffffff" },
    Hue { ground: "#f0a30a", letters: "#111111" },
    Hue { ground: "#a8201a", letters: "#ffffff" },
    Hue { ground: "#8fd0f0", letters: "#111111" },
    Hue { ground: "#0a5c3f", letters: "#ffffff" },
    Hue { ground: "#f2b8cf", letters: "#111111" },
    Hue { ground: "#4a1f66", letters: "#ffffff" },
    Hue { ground: "#c9d94a", letters: "#111111" },
    Hue { ground: "#2e2e2e", letters: "#ffffff" },
    Hue { ground: "#c98a4b", letters: "#111111" },
];

/// A strong colour and a light tint far from it, for emblems and their fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) dark: &'static str,
    pub(super) light: &'static str,
    /// A third colour that shows on both.
    pub(super) accent: &'static str,
}

/// The emblems' colours.
pub(super) const EMBLEMS: [Pair; 8] = [
    Pair { dark: "#0b3c8c", light: "#ffe9a8", accent: "#e2711d" },
    Pair { dark: "#9d1c1c", light: "#d7ecff", accent: "#2b8fc6" },
    Pair { dark: "#00573f", light: "#ffd9de", accent: "#d1478c" },
    Pair { dark: "#5b1f7a", light: "#dff3c8", accent: "#5aa02c" },
    Pair { dark: "#1c1c1c", light: "#ffd7a0", accent: "#d23c2a" },
    Pair { dark: "#00607a", light: "#f6dcf2", accent: "#c2559d" },
    Pair { dark: "#7a3e00", light: "#cdeeea", accent: "#1f9e8f" },
    Pair { dark: "#a3135c", light: "#e9e9e9", accent: "#6f8f00" },
];
