//! Kibitzer: a camera that referees a real card table.
//!
//! ```text
//! source ─Frame─▶ recognizer ─Observation─▶ tracker ─Fact─▶ referee ─Ruling─▶ journal
//!  (px)        (detect, rectify, embed)   (mm → zones,     (Game: read,      (append-only
//!                                          stillness,       check, apply)     JSON lines)
//!                                          visits)   Call ──────▲  │
//!                                           dashboard ───────────┘  └─Snapshot─▶ dashboard
//! ```
//!
//! A photo, a video, a folder of stills, a camera and a journal are one line entered at different points.
//! Rules never see geometry; vision never sees rules.

#[cfg(feature = "camera")]
pub mod calibration;
pub mod cards;
pub mod cli;
#[cfg(feature = "dashboard")]
pub mod dashboard;
pub mod games;
pub mod geometry;
#[cfg(feature = "camera")]
pub mod hands;
pub mod journal;
pub mod pipeline;
pub mod print;
#[cfg(feature = "camera")]
pub mod recognizer;
pub mod referee;
pub mod simulate;
#[cfg(feature = "camera")]
pub mod source;
pub mod table;
#[cfg(feature = "camera")]
pub mod touch;
pub mod tracker;
