use serde::{Deserialize, Serialize};

/// When a table counts as still and what counts as a visit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TrackerConfig {
    /// How long no hand may be over the table before it settles. Larger: fewer half-done moves are taken for finished ones; smaller: quick play is split better.
    pub still_for_ms: f64,
    /// How much of the past the consensus looks at. Larger: steadier readings; smaller: quicker.
    pub window_ms: f64,
    /// How long a difference that no hand caused must last before it counts. Larger: fewer misreadings become facts.
    pub drift_for_ms: f64,
    /// How long a hand may stay unseen before its reach counts as ended. Larger: bridges missed detections; smaller: settles sooner.
    pub reach_gap_ms: f64,
    /// How long a fingertip must stay in a zone to have stopped there. Larger: fewer zones are taken as visited in passing.
    pub stop_for_ms: f64,
    /// How long a hand must lie still to count as furniture that hides what is under it. Larger: fewer hidden zones.
    pub resting_hand_ms: f64,
    /// Shortest reach that can be a visit. Larger: fewer flickers become visits.
    pub shortest_reach_ms: f64,
    /// Cards nearer than this in neighbouring frames are one card. Must stay below the fan step.
    pub same_card_mm: f64,
    /// A card of a fan of which this part lies under a newer one may be unseen and still be there, 0..=1. Larger: cards are taken for gone sooner.
    pub covered_part: f64,
    /// Share of the window's frames that must show a card for it to be there, 0..=1.
    pub presence: f64,
    /// A card or fingertip may lie this far outside a zone and still belong to it.
    pub zone_margin_mm: f64,
    /// A hand that comes over the edge this near to another seat's stretch may be that seat's.
    pub doubtful_entry_mm: f64,
    /// Mean probability that names a card over the window, 0..=1.
    pub known_from: f32,
}

impl Default for TrackerConfig {
    fn default() -> Self {
        Self {
            still_for_ms: 350.0,
            window_ms: 1200.0,
            drift_for_ms: 1500.0,
            reach_gap_ms: 250.0,
            stop_for_ms: 150.0,
            resting_hand_ms: 2500.0,
            shortest_reach_ms: 120.0,
            same_card_mm: 9.0,
            covered_part: 0.45,
            presence: 0.5,
            zone_margin_mm: 25.0,
            doubtful_entry_mm: 45.0,
            known_from: 0.6,
        }
    }
}
