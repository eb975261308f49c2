//! Journals: written, cut, resumed, compared.

#![allow(clippy::unwrap_used, clippy::panic)]

mod align;
mod file;
mod toy;
mod verify;
