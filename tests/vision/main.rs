//! Seeing, tested against pictures made here.

mod print;
mod source;
