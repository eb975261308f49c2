//! The rules of each game, with no camera.

mod canon;
mod conformance;
mod notation;
mod perft;
mod playthrough;
mod read;
mod score;
mod support;
