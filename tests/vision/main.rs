//! Seeing: sources, calibration, hands and recognition. Needs the camera feature.

#![cfg(feature = "camera")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // tests fail by panicking, their helpers too

mod calibration;
mod claims;
mod corners;
mod far;
mod film;
mod hands;
mod letters;
mod light;
mod photographs;
mod print;
mod private;
mod recognizer;
mod ribbon;
mod score;
mod slant;
mod source;
mod stage;
