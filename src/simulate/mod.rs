//! Played-out games as a camera would see them, with the whole truth: for fixtures, training data and soak tests. Of Canon,
//! Arrow and Card-Based Nomic, whole games in turns ([`play`]); of Elements, whole [`round`]s without magic, and [`claims`]: who touched a card first.
//!
//! ```text
//! policy + violations ─▶ script (timed reaches) ─▶ stage (what lies where, at a moment) ─▶ render (pixels)
//!                                   └──────────────▶ truth (acts, per-frame observations, camera)
//! ```
//!
//! The table is `z = 0`, heights grow towards the camera, all lengths are millimetres. Light is linear until the sensor turns it into
//! eight bits. Everything follows from a seed: the same seed and options give the same bytes.
//!
//! Absent on purpose: models of recognition, the tracker, the referee. Rules come in only through the game engine, which judges
//! every act that is scripted.

pub mod camera;
pub mod claims;
pub mod hand;
pub mod light;
mod noise;
pub mod play;
pub mod props;
pub mod render;
pub mod round;
pub mod scene;
pub mod stage;
pub mod surface;
#[cfg(test)]
mod tests;
pub mod texture;
pub mod truth;
pub mod views;

pub use camera::{Camera, Framing};
pub use light::{Light, Sensor};
pub use render::Renderer;
pub use scene::{Art, Gesture, HandPose, Scene, SceneCard};
pub use stage::{Lying, Reach, Stage};
pub use texture::{Props, Texture};
