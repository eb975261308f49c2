//! The rules of each game, with no camera.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // tests fail by panicking, their helpers too

mod arrow;
mod arrow_set;
mod arrow_text;
mod canon;
mod conformance;
mod elements;
mod notation;
mod perft;
mod playthrough;
mod read;
mod referee;
mod score;
mod support;
