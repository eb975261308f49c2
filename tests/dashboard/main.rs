//! The window, found and used by the names that it gives to those who cannot see it.
#![cfg(feature = "dashboard")]
// Helpers of tests may panic as tests do.
#![allow(clippy::unwrap_used)]

mod arrow;
mod claims;
mod helper;
mod keys;
mod layout;
mod panels;
mod rules;
mod start;
