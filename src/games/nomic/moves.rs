use super::{Proposition, Zone};
use crate::cards::Face;
use crate::games::Card;
use crate::table::Seat;
use std::sync::Arc;

/// What a player does, or what is told about the game. It can say all that the rules allow and what they forbid.
///
/// Prints and parses as `propose {"action":"remove","rule":9}`, `vote for`, `vote against`, `draw`, `abstain`, `pass-token P2`,
/// `reshuffle`, `turn-up for 10h ?`, `announce 14 9`, `clear for x2`, `limit`, `resolve {…}`, `frozen`, `won P2 19`; open votes as
/// `vote for 10h face-up`, forbidden ways as `move draw > for ?`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Creates a proposition.
    Propose(Arc<Proposition>),
    /// Carries a card, or several at once, from one place to another.
    Carry(Carry),
    /// Chooses to place no card, or no more.
    Abstain,
    /// Lays the token before a seat.
    PassToken {
        /// Whose it is then.
        to: Seat,
    },
    /// Shuffles the discard pile and lays it where the draw pile was.
    Reshuffle,
    /// Turns up the votes of a pile and spreads them.
    TurnUp {
        /// Which pile.
        pile: Ballots,
        /// Its cards in any order; `None` for one that was not read.
        cards: Vec<Option<Card>>,
    },
    /// Says the totals of both piles.
    Announce {
        /// The for pile's.
        in_favour: i64,
        /// The against pile's.
        against: i64,
    },
    /// A majority agrees on a time limit for the vote.
    Limit,
    /// A majority agrees on a new rule that settles a dispute.
    Resolve(Arc<Proposition>),
    /// The table confirms that the proposition just ratified keeps the rules from being changed any more.
    Frozen,
    /// The table says who has won by a rule that no program keeps.
    Won {
        /// Who.
        winner: Seat,
        /// By which rule.
        rule: u16,
    },
}

/// A pile of votes. Prints as `for` or `against`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the two piles")]
pub enum Ballots {
    For,
    Against,
}

/// Where a card can be. Prints as `hand` or as a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// The hand of the player who acts.
    Hand,
    /// The draw pile.
    Draw,
    /// The discard pile.
    Discard,
    /// One of the piles of votes.
    Votes(Ballots),
}

/// Cards carried from one place to another.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Carry {
    from: Place,
    to: Place,
    card: Option<Card>,
    face: Face,
    count: u16,
}

impl Ballots {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::For, Self::Against];

    /// Where they lie.
    pub const fn zone(self) -> Zone {
        match self {
            Self::For => Zone::For,
            Self::Against => Zone::Against,
        }
    }
}

impl Place {
    /// The zone of the mat; `None` for a hand.
    pub const fn zone(self) -> Option<Zone> {
        match self {
            Self::Hand => None,
            Self::Draw => Some(Zone::Draw),
            Self::Discard => Some(Zone::Discard),
            Self::Votes(ballots) => Some(ballots.zone()),
        }
    }
}

impl Carry {
    /// One card carried, with this side up where it came to rest; in a hand there is no such side. What nobody can read is not
    /// named: what comes from the draw pile into a hand, what a hand places face down, and votes, which are discarded as a pile.
    pub fn new(from: Place, to: Place, card: Option<Card>, face: Face) -> Self {
        let face = if to == Place::Hand { Face::Down } else { face };
        let unreadable = match (from, to) {
            (Place::Draw, Place::Hand) | (Place::Votes(_), Place::Discard) => true,
            (Place::Hand, _) => face == Face::Down,
            _ => false,
        };
        Self { from, to, card: card.filter(|_| !unreadable), face, count: 1 }
    }

    /// The same with this many cards at once, at least one.
    #[must_use]
    pub fn times(self, count: u16) -> Self {
        Self { count: count.max(1), ..self }
    }

    /// Where it came from.
    pub const fn from(&self) -> Place {
        self.from
    }

    /// Where it went.
    pub const fn to(&self) -> Place {
        self.to
    }

    /// Which card, when it was read. Of several only the first is named.
    pub const fn card(&self) -> Option<Card> {
        self.card
    }

    /// Which side was up where it came to rest.
    pub const fn face(&self) -> Face {
        self.face
    }

    /// How many cards, at least one.
    pub const fn count(&self) -> u16 {
        self.count
    }
}

impl Move {
    /// Creates a proposition.
    pub fn propose(proposition: Proposition) -> Self {
        Self::Propose(Arc::new(proposition))
    }

    /// Places a card of the hand on a pile of votes, face down.
    pub fn vote(pile: Ballots) -> Self {
        Carry::new(Place::Hand, Place::Votes(pile), None, Face::Down).into()
    }

    /// Places a card of the hand on a pile of votes, face up.
    pub fn open_vote(pile: Ballots, card: Option<Card>) -> Self {
        Carry::new(Place::Hand, Place::Votes(pile), card, Face::Up).into()
    }

    /// Takes cards off the draw pile into the hand.
    pub fn draw(count: u16) -> Self {
        Carry::new(Place::Draw, Place::Hand, None, Face::Down).times(count).into()
    }

    /// Turns up a pile of votes: its cards, sorted, those that were not read last.
    pub fn turn_up(pile: Ballots, cards: impl IntoIterator<Item = Option<Card>>) -> Self {
        let mut cards: Vec<Option<Card>> = cards.into_iter().collect();
        cards.sort_by_key(|card| (card.is_none(), *card));
        Self::TurnUp { pile, cards }
    }

    /// Lays all cards of a pile of votes on the discard pile.
    pub fn clear(pile: Ballots, count: u16, face: Face) -> Self {
        Carry::new(Place::Votes(pile), Place::Discard, None, face).times(count).into()
    }

    /// The carry, when it is one.
    pub const fn carry(&self) -> Option<&Carry> {
        match self {
            Self::Carry(carry) => Some(carry),
            _ => None,
        }
    }
}

impl From<Carry> for Move {
    fn from(carry: Carry) -> Self {
        Self::Carry(carry)
    }
}
