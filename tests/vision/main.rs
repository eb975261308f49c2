//! Seeing, tested against pictures made here.

mod source;
