//! Journals: written, cut, resumed, compared.

#![allow(clippy::unwrap_used, clippy::panic)]

mod align;
mod arrow;
mod elements;
mod file;
mod nomic;
mod program;
mod replay;
mod toy;
mod verify;
