use super::{Card, Carry, Move, Place, Spell, Target, Touch, Work};
use crate::cards::Face;
use crate::games::card::Named;
use crate::table::Seat;
use std::collections::BTreeSet;
use std::fmt;

/// A place in a reader's words, such as `P2's Island`.
pub(super) struct Spot(pub Place);

/// Seats that something still waits for. Prints as `P2 and P3`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing(pub Vec<Seat>);

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Place::Play => f.write_str("the Play Hand"),
            Place::Ocean => f.write_str("the Ocean"),
            Place::Centre => f.write_str("the middle of the Ocean"),
            Place::Island(seat) => write!(f, "{seat}'s Island"),
            Place::Flame(seat) => write!(f, "{seat}'s Flame"),
            Place::Hand(seat) => write!(f, "{seat}'s Play Hand"),
        }
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.0.iter().map(Seat::to_string).collect();
        f.write_str(&names.join(" and "))
    }
}

fn cards(card: Option<Card>, count: u16) -> String {
    match (card, count) {
        (None, 1) => "a card".into(),
        (None, n) => format!("{n} cards"),
        (Some(card), 1) => card.to_string(),
        (Some(card), n) => format!("{card} and {} more", n - 1),
    }
}

fn names(cards: &BTreeSet<Card>) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(", ")
}

fn side(face: Face) -> &'static str {
    match face {
        Face::Up => "face up",
        Face::Down => "face down",
    }
}

/// A move in a reader's words, to follow a seat's name, such as `takes 4h from the Ocean`.
pub(super) fn describe(action: &Move) -> String {
    match action {
        Move::Touch(Touch { at: Place::Centre, .. }) => "touches the middle of the Ocean".into(),
        Move::Touch(Touch { at, card, count, flame_hand }) => {
            format!("touches {} in {}{}", cards(*card, *count), Spot(*at), with(*flame_hand))
        }
        Move::Release => "lets go".into(),
        Move::Carry(carry) => describe_carry(carry),
        Move::Turn { card, face } => format!("turns {} {} in the Ocean", Named(*card), side(*face)),
        Move::Rearrange { count, stacked } => {
            format!("moves {} about in the Ocean{}", cards(None, *count), if *stacked { ", into a pile" } else { "" })
        }
        Move::Look { island } => format!("looks at {}", Spot(Place::Island(*island))),
        Move::Arrange { island } => format!("arranges {}", Spot(Place::Island(*island))),
        Move::Whirlwind { cards: None } => "calls a Whirlwind".into(),
        Move::Whirlwind { cards: Some(count) } => format!("calls a Whirlwind with {} of the Flame", cards(None, *count)),
        Move::PassIsland { to, cards: count } => {
            let what = count.map_or_else(|| "the Island".to_owned(), |count| format!("{} of the Island", cards(None, count)));
            format!("passes {what} to {}", to.map_or_else(|| "the left".to_owned(), |seat| seat.to_string()))
        }
        Move::Fire => "calls Fire".into(),
        Move::Verify { cards } => format!("shows the Flame: {}", names(cards)),
        Move::Dibs { card, .. } => format!("calls {card}"),
        Move::Award { card } => format!("is given the claim to {card}"),
        Move::Go => "says go".into(),
        Move::Halt { disputed: false } => "asks for a halt".into(),
        Move::Halt { disputed: true } => "asks for a halt, the fault being disputed".into(),
        Move::Reverse => "reverses the violation".into(),
        Move::Show { cards } => format!("shows what lies face up in the Ocean: {}", names(cards)),
        Move::Deal => "deals a new round".into(),
        Move::Magic(spell) => describe_spell(spell),
        Move::Stop { card: Some(card) } => format!("stops the magic on {card}"),
        Move::Stop { card: None } => "stops all own magic".into(),
    }
}

fn with(flame_hand: bool) -> &'static str {
    if flame_hand { " with the Flame Hand" } else { "" }
}

fn describe_carry(carry: &Carry) -> String {
    let what = cards(carry.card, carry.count);
    let (from, to) = (Spot(carry.from), Spot(carry.to));
    let turned = if carry.face == Face::Down { ", face down" } else { "" };
    let with = with(carry.flame_hand);
    match (carry.from, carry.to) {
        (_, Place::Play) => format!("takes {what} from {from}{with}"),
        (Place::Play, _) => format!("puts {what} in {to}{turned}{with}"),
        _ => format!("moves {what} from {from} to {to}{turned}{with}"),
    }
}

fn describe_spell(spell: &Spell) -> String {
    let on = match spell.target {
        Target::Player(seat) => seat.to_string(),
        Target::Cards { at, card: None } => format!("the cards in {}", Spot(at)),
        Target::Cards { at, card: Some(card) } => format!("{card} in {}", Spot(at)),
    };
    let what = match spell.work {
        Work::Body => format!("works magic upon the body of {on}"),
        Work::Mind => format!("works magic upon the mind of {on}"),
        Work::Scry => format!("scries {on}"),
        Work::Illusion => format!("casts an illusion over {on}"),
        Work::Transform(guise) => format!("transforms {on} into {guise}"),
        Work::Swap(card) => format!("swaps {on} with {card}"),
        Work::Push => format!("moves {on} by magic"),
        Work::Draw => format!("draws {on} nearer by magic"),
        Work::Flip => format!("turns {on} over by magic"),
        Work::Shuffle => format!("shuffles {on} by magic"),
        Work::Hide => format!("makes {on} invisible"),
        Work::Take => format!("takes {on} away by magic"),
    };
    let traits: Vec<&str> = spell.traits.iter().map(|which| which.word()).collect();
    if traits.is_empty() { what } else { format!("{what} ({})", traits.join(", ")) }
}
