//! Words that seeing and judging share: seats, times, mats, observations, layouts and facts.
//!
//! An [`Observation`] is the last place where noise lives and the first where pixels do not; a [`Fact`] is free of noise and
//! of rules. Absent on purpose: frames, models, legality.

mod fact;
mod layout;
mod mat;
mod observation;
mod seat;
mod stamp;

pub use fact::{Fact, Glimpse, Visit};
pub use layout::{Expected, LaidCard, Layout, Pile, PileChange};
pub use mat::{Edge, Marker, Mat};
pub use observation::{Alternative, Identity, Observation, SeenCard, SeenHand, SeenTouch};
pub use seat::{Seat, SeatError, Seats};
pub use stamp::Stamp;

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

/// A place on a mat that one game gives a meaning. Prints and parses as a short word such as `centre3`.
pub trait Zone: Copy + Ord + Hash + Debug + Display + FromStr + Send + Sync + 'static {}
impl<Z: Copy + Ord + Hash + Debug + Display + FromStr + Send + Sync + 'static> Zone for Z {}
