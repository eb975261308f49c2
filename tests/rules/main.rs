//! Tests of the rules and of judging by them; no camera needed.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod referee;
