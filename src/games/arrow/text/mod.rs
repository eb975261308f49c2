//! Card texts: a small language that reads as the rules' English and runs.
//!
//! A text parses into a tree ([`Text`]) and prints back as the sentence that a card shows; both ways lose nothing.

mod ast;

pub use ast::{
    Ability, Activation, Amount, Area, Condition, Cost, Doing, Effect, Event, Filter, Measure, Name, Near, Noticed, Outside, Place, Rule,
    Side, Space, Standing, Stat, Step, Subject, Target, Text, Who,
};
