//! Seeing, tested against pictures made here, and against photographs where they are.

mod photographs;
mod recognizer;
mod source;
mod stage;
