use super::script::{Tally, View};
use super::{Asker, Ballots, Hand, Hook, Place, Proposition, Rulebook, Setup, SetupError, Terms, Vote, setup::CARDS};
use crate::cards::Face;
use crate::games::Card;
use crate::table::{Seat, Stamp};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A game of Card-Based Nomic: what lies where, what is under vote, and the rules as they are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nomic {
    pub(super) setup: Arc<Setup>,
    pub(super) rulebook: Arc<Rulebook>,
    pub(super) phase: Phase,
    pub(super) token: Seat,
    /// To whom the token must be passed before anything else.
    pub(super) must_pass: Option<Seat>,
    pub(super) draw: u16,
    /// Each pile bottom to top.
    pub(super) discard: Vec<PileCard>,
    pub(super) in_favour: Vec<PileCard>,
    pub(super) against: Vec<PileCard>,
    /// P1 first.
    pub(super) hands: Vec<Hand>,
    /// P1 first.
    pub(super) points: Vec<i64>,
    pub(super) decided: Vec<Arc<Decided>>,
    /// Whether the last ratified proposition keeps the rules from being changed.
    pub(super) frozen: bool,
    pub(super) terms: Terms,
}

/// How far the game is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// No proposition is under vote.
    Idle,
    /// One is.
    Vote(Vote),
    /// The game is won.
    Over {
        /// By whom.
        winner: Seat,
        /// By which rule, when one says so.
        rule: Option<u16>,
    },
}

/// A card of a pile as the table can know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PileCard {
    /// Which; `None` when it was never read.
    pub card: Option<Card>,
    /// Which side is up.
    pub face: Face,
}

/// A proposition that was voted on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decided {
    /// What was voted on.
    pub proposition: Arc<Proposition>,
    /// The table when the totals were announced.
    pub table: View,
    /// The votes, and whether they ratified it.
    pub tally: Tally,
    /// Points that they brought each seat, P1 first.
    pub points: Vec<i64>,
    /// When the totals were announced.
    pub stamp: Stamp,
}

impl PileCard {
    /// The card, when it can be read where it lies.
    pub fn visible(&self) -> Option<Card> {
        self.card.filter(|_| self.face == Face::Up)
    }
}

impl Nomic {
    /// A game that has been dealt.
    ///
    /// # Errors
    /// When the set-up cannot be dealt.
    pub fn new(setup: Setup) -> Result<Self, SetupError> {
        setup.validate()?;
        let seats = setup.seats.count();
        let mut game = Self {
            rulebook: Arc::new(Rulebook::of(setup.rules.clone())),
            phase: Phase::Idle,
            token: setup.first,
            must_pass: None,
            draw: CARDS,
            discard: Vec::new(),
            in_favour: Vec::new(),
            against: Vec::new(),
            hands: vec![Hand::default(); seats],
            points: vec![0; seats],
            decided: Vec::new(),
            frozen: false,
            terms: Terms::default(),
            setup: Arc::new(setup),
        };
        let dealt = Asker::new(&game.rulebook, &game.view()).count(Hook::Deal).map_or(0, |n| n.min(52) as u16);
        let need = usize::from(dealt) * seats;
        if need > usize::from(CARDS) {
            return Err(SetupError::TooMany { seats, hand: dealt, need });
        }
        game.draw = CARDS - need as u16;
        game.hands = vec![Hand::unknown_cards(dealt); seats];
        game.settle(Stamp::default());
        Ok(game)
    }

    /// What it started from.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The rules as they are, and as they were.
    pub fn rulebook(&self) -> &Rulebook {
        &self.rulebook
    }

    /// How far it is.
    pub const fn phase(&self) -> &Phase {
        &self.phase
    }

    /// What is under vote.
    pub const fn vote(&self) -> Option<&Vote> {
        match &self.phase {
            Phase::Vote(vote) => Some(vote),
            Phase::Idle | Phase::Over { .. } => None,
        }
    }

    /// Who has the token.
    pub const fn token(&self) -> Seat {
        self.token
    }

    /// To whom the token must be passed before anything else.
    pub const fn must_pass(&self) -> Option<Seat> {
        self.must_pass
    }

    /// Cards in the draw pile.
    pub const fn draw_count(&self) -> u16 {
        self.draw
    }

    /// The discard pile, bottom to top.
    pub fn discard(&self) -> &[PileCard] {
        &self.discard
    }

    /// A pile of votes, bottom to top.
    pub fn votes(&self, pile: Ballots) -> &[PileCard] {
        match pile {
            Ballots::For => &self.in_favour,
            Ballots::Against => &self.against,
        }
    }

    pub(super) const fn votes_mut(&mut self, pile: Ballots) -> &mut Vec<PileCard> {
        match pile {
            Ballots::For => &mut self.in_favour,
            Ballots::Against => &mut self.against,
        }
    }

    /// A seat's hand; `None` for a seat that does not play.
    pub fn hand(&self, seat: Seat) -> Option<&Hand> {
        self.hands.get(seat.index())
    }

    /// Points of each seat, P1 first.
    pub fn points(&self) -> &[i64] {
        &self.points
    }

    /// The propositions that were voted on, the first first.
    pub fn decided(&self) -> &[Arc<Decided>] {
        &self.decided
    }

    /// Whether a ratified proposition keeps the rules from being changed any more.
    pub const fn is_frozen(&self) -> bool {
        self.frozen
    }

    /// What the rulebook says of the table as it stands.
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Who created the proposition under vote or, when there is none, the last.
    pub fn proposer(&self) -> Option<Seat> {
        self.vote().map(|vote| vote.proposer).or_else(|| self.decided.last().map(|decided| decided.tally.proposer))
    }

    /// Every card that lies read on the table or is known to be in a hand, with its place.
    pub(super) fn located(&self) -> impl Iterator<Item = (Card, Whereabouts)> {
        let pile = |place: Place, pile: &[PileCard]| {
            pile.iter().filter_map(move |lying| lying.card.map(|card| (card, Whereabouts::On(place)))).collect::<Vec<_>>()
        };
        let hands = self.setup.seats.iter().zip(&self.hands);
        let held = hands.flat_map(|(seat, hand)| hand.known().iter().map(move |card| (*card, Whereabouts::With(seat))));
        let votes = Ballots::BOTH.into_iter().flat_map(move |ballots| pile(Place::Votes(ballots), self.votes(ballots)));
        pile(Place::Discard, &self.discard).into_iter().chain(votes).chain(held)
    }

    /// Whether a seat may hold a card: it took it face up, or one of its unknown cards could be it.
    pub fn could_hold(&self, seat: Seat, card: Card) -> bool {
        let known = self.located().find(|(located, _)| *located == card).map(|(_, place)| place);
        self.hand(seat).is_some_and(|hand| match known {
            Some(place) => place == Whereabouts::With(seat),
            None => hand.unknown() > 0,
        })
    }

    /// What programs see.
    pub(super) fn view(&self) -> View {
        View {
            players: self.setup.seats.into(),
            token: self.token,
            next: self.terms.seats.get(self.token.index()).map_or_else(|| self.setup.seats.after(self.token), |terms| terms.next),
            proposer: self.proposer(),
            draw: self.draw,
            discard: self.discard.len() as u16,
            for_count: self.in_favour.len() as u16,
            against_count: self.against.len() as u16,
            hands: self.hands.iter().map(Hand::count).collect(),
            points: self.points.clone(),
            decided: self.decided.len() as u32,
            frozen: self.frozen,
            rules: self.rulebook.rules().map(|rule| rule.number).collect(),
        }
    }
}

/// Where a card is known to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Whereabouts {
    /// On the table.
    On(Place),
    /// In a hand.
    With(Seat),
}
