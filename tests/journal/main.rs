//! Journals: written, cut, resumed, compared.

mod align;
mod file;
mod toy;
