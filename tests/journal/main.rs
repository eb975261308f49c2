//! Journals: written, cut, resumed, compared.

#![allow(clippy::unwrap_used, clippy::panic)]

mod align;
mod file;
mod replay;
mod toy;
mod verify;
