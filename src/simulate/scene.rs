//! What can be seen at a moment, as plain data.

use crate::geometry::{Point, Quad, Table};

/// What a card shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Art {
    /// The face of this number in [`super::Props::faces`].
    Face(usize),
    /// The back.
    Back,
}

/// One card, or the top of a squared pile.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SceneCard {
    /// What it shows.
    pub art: Art,
    /// Its centre.
    pub centre: Point<Table>,
    /// Clockwise turn from upright, radians.
    pub turn: f64,
    /// Height of its underside, mm: for a pile, the thickness of the cards below.
    pub height_mm: f64,
    /// Whether the room below it is filled by cards of its pile.
    pub pile: bool,
}

/// What the fingers of a hand do.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Gesture {
    /// They grasp: 0 for an open hand, 1 for a pinch.
    Grasp(f64),
    /// The index finger points, the others are curled.
    Point,
}

/// A hand over the table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HandPose {
    /// Which of the renderer's hands.
    pub hand: usize,
    /// Where thumb and finger meet, or the touching point of a pointing finger.
    pub tip: Point<Table>,
    /// Height of that point, mm.
    pub height_mm: f64,
    /// Clockwise turn of the pointing direction, radians; zero points North.
    pub turn: f64,
    /// What the fingers do.
    pub gesture: Gesture,
    /// Velocity of the tip, mm a second.
    pub velocity: Point<Table>,
    /// The card between the fingers.
    pub held: Option<SceneCard>,
}

/// Everything that can be seen at a moment.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Scene {
    /// Cards at rest, each over those before it.
    pub cards: Vec<SceneCard>,
    /// Hands, the nearest to the camera last.
    pub hands: Vec<HandPose>,
}

impl SceneCard {
    /// Its outline on a plane parallel to the table, for cards of `size_mm`.
    pub fn quad(&self, size_mm: (f64, f64)) -> Quad<Table> {
        Quad::placed(self.centre, size_mm.0, size_mm.1, self.turn)
    }
}
