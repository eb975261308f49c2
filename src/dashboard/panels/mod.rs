//! The panels: each a function from a snapshot and the screen's state to shapes and commands.

mod alerts;
mod calls;
mod centre;
mod claims;
mod controls;
mod dialogs;
mod header;
mod health;
mod live;
mod marks;
mod mat;
mod moves;
mod paint;
mod plot;
mod rules;
mod scores;

pub(super) use alerts::alerts;
pub(super) use centre::centre;
pub(super) use claims::{overrule, uphold};
pub(super) use controls::controls;
pub(super) use dialogs::{ask_end, help};
pub(super) use header::header;
pub(super) use health::health;
pub(super) use moves::moves;
pub(super) use paint::field;
pub(super) use scores::scores;
