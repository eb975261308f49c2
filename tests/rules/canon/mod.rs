//! Canon: every sentence of both rule texts that a table can keep or break, and every ruling, each by name.

mod components;
mod end;
mod how_to_play;
mod possible_moves;
mod prelude;
mod rulings;
mod setting_up;
mod standing_violations;
mod variations;
