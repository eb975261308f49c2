use serde::{Deserialize, Serialize};

/// When a card counts as taken or laid, and whose hand it was, on a table where all act at once.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AtOnceConfig {
    /// Cards nearer than this in neighbouring frames are one card. Must stay below the fan step.
    pub same_card_mm: f64,
    /// A card that an arm hides in part may be seen so far from where it lies, if it is read the same.
    pub shifted_mm: f64,
    /// A card that lies still this near to where it was has only been nudged. Larger: short moves within the Ocean go unnoticed.
    pub nudge_mm: f64,
    /// How far a card in a hand may get from one frame to the next. Larger: fast hands are followed better, and confused more easily.
    pub stride_mm: f64,
    /// How long a card must be missing in plain sight before it counts as taken. Larger: fewer missed readings become facts.
    pub gone_after_ms: f64,
    /// In so many frames at least, those that hide it not counted.
    pub gone_frames: u32,
    /// How long a card must lie still, away from fingers, before it counts as laid. Larger: fewer cards held still are taken for laid.
    pub rest_ms: f64,
    /// A card that moves less than this lies still.
    pub still_mm: f64,
    /// Without a hand that may have laid it, a card must lie for so long before it is believed.
    pub drift_for_ms: f64,
    /// Part of a card that a hand or another card may cover before it counts as hidden, 0..=1. Larger: cards are taken for gone sooner.
    pub covered_part: f64,
    /// A fingertip this near to a card may be at work on it.
    pub finger_mm: f64,
    /// A fingertip this far from a card has left it.
    pub away_mm: f64,
    /// How long a hand may stay unseen near the edge, and how long over the table, before it counts as gone. Larger: bridges missed detections.
    pub hand_gap_ms: (f64, f64),
    /// A hand whose fingertip was last seen this far from where it came over the edge was over the table.
    pub deep_mm: f64,
    /// A hand that is gone may still turn out to have taken or laid something for so long.
    pub remember_hand_ms: f64,
    /// A touch this near to a card's edge is on it.
    pub touch_margin_mm: f64,
    /// A card or fingertip may lie this far outside a zone and still belong to it.
    pub zone_margin_mm: f64,
    /// A hand that comes over the edge this near to another seat's stretch may be that seat's.
    pub doubtful_entry_mm: f64,
    /// Mean probability that names a card over the frames that show it, 0..=1.
    pub known_from: f32,
    /// How long the table must show nothing new before it counts as settled.
    pub still_for_ms: f64,
    /// How long the table as dealt is looked at until every face is read. Larger: the first reading is more complete, and later.
    pub first_look_ms: f64,
    /// How far apart in time cards may come to rest and still have been laid at once.
    pub at_once_ms: f64,
}

impl Default for AtOnceConfig {
    fn default() -> Self {
        Self {
            same_card_mm: 9.0,
            shifted_mm: 25.0,
            nudge_mm: 45.0,
            stride_mm: 120.0,
            gone_after_ms: 230.0,
            gone_frames: 5,
            rest_ms: 200.0,
            still_mm: 5.0,
            drift_for_ms: 1500.0,
            covered_part: 0.12,
            finger_mm: 30.0,
            away_mm: 45.0,
            hand_gap_ms: (220.0, 700.0),
            deep_mm: 140.0,
            remember_hand_ms: 3000.0,
            touch_margin_mm: 8.0,
            zone_margin_mm: 25.0,
            doubtful_entry_mm: 45.0,
            known_from: 0.4,
            still_for_ms: 350.0,
            first_look_ms: 2500.0,
            at_once_ms: 200.0,
        }
    }
}
