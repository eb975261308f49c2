use super::{Carry, Move, Nomic, Place};
use crate::cards::Face;
use crate::games::card::Named;
use crate::games::{Act, Card};

impl Nomic {
    /// An act in a reader's words, such as `P2 votes for, with a card face down`.
    pub fn describe(&self, act: &Act<Move>) -> String {
        let Act { seat, action, .. } = act;
        match action {
            Move::Propose(proposition) => format!("{seat} creates a proposition: {}", proposition.name()),
            Move::Carry(carry) => format!("{seat} {}", carried(carry)),
            Move::Abstain => match self.vote().and_then(|vote| vote.ballot(*seat)) {
                Some(ballot) if ballot.placed() > 0 => format!("{seat} places no more cards"),
                _ => format!("{seat} chooses to place no card"),
            },
            Move::PassToken { to } => format!("{seat} passes the token to {to}"),
            Move::Reshuffle => format!("{seat} shuffles the discard pile into a new draw pile"),
            Move::TurnUp { pile, cards } => format!("{seat} turns up the {pile} pile: {}", listed(cards)),
            Move::Announce { in_favour, against } => format!("{seat} announces {in_favour} for and {against} against"),
            Move::Limit => "The players agree on a time limit".into(),
            Move::Resolve(proposition) => format!("The players agree at once: {}", proposition.name()),
            Move::Frozen => "The table confirms that the rules cannot be changed any more".into(),
            Move::Won { winner, rule } => format!("The table says that {winner} has won by rule {rule}"),
        }
    }
}

fn listed(cards: &[Option<Card>]) -> String {
    cards.iter().map(|card| Named(*card).to_string()).collect::<Vec<_>>().join(", ")
}

fn carried(carry: &Carry) -> String {
    let cards = match (carry.card(), carry.count()) {
        (Some(card), 1) => card.to_string(),
        (Some(card), n) => format!("{card} and {} more", n - 1),
        (None, 1) => "a card".into(),
        (None, n) => format!("{n} cards"),
    };
    let face = if carry.face() == Face::Up { "face up" } else { "face down" };
    let name = |place: Place| place.zone().map_or_else(|| "the hand".to_owned(), |zone| format!("the {zone} pile"));
    match (carry.from(), carry.to()) {
        (Place::Draw, Place::Hand) => format!("draws {cards}"),
        (Place::Hand, Place::Votes(pile)) => format!("votes {pile}, with {cards} {face}"),
        (Place::Votes(pile), Place::Discard) => format!("lays {cards} of the {pile} pile on the discard pile, {face}"),
        (from, Place::Hand) => format!("takes {cards} from {}", name(from)),
        (from, to) => format!("moves {cards} from {} to {}, {face}", name(from), name(to)),
    }
}
