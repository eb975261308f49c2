//! Seeing, tested against pictures made here.

#![cfg(feature = "camera")]
// Helpers outside of the test functions may fail like them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod calibration;
mod hands;
mod source;
