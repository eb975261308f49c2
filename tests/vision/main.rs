//! Seeing, tested against pictures made here, and against photographs where they are.

mod print;
#![cfg(feature = "camera")]
// Helpers outside of the test functions may fail like them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod calibration;
mod photographs;
mod recognizer;
mod source;
mod stage;
