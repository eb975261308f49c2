use super::claim::{ClaimRuling, Contact, first_touch};
use super::{Card, Guise, Penalty, Pile, Place, Setup, SetupError, Target};
use crate::cards::Rank;
use crate::table::{Seat, Stamp};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A match of Elements: where all 52 cards are, as far as they were read, who claims what, and who owes what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Elements {
    pub(super) setup: Arc<Setup>,
    pub(super) phase: Phase,
    pub(super) ocean: Ocean,
    /// P1 first.
    pub(super) players: Vec<Player>,
    /// Most cards of an Island now.
    pub(super) island_size: u16,
    /// Whirlwinds that blow and will make Islands smaller.
    pub(super) whirlwinds: u16,
    /// Cards claimed by their names.
    pub(super) dibs: BTreeMap<Card, Dibs>,
    /// Claims that were too close to call, with those who may have been first.
    pub(super) open: BTreeMap<Card, BTreeSet<Seat>>,
    /// Cards that lie in another hand than their rightful one.
    pub(super) owed: BTreeMap<Card, Seat>,
    /// Magic that goes on.
    pub(super) effects: Vec<Effect>,
    /// Faces that cards were given.
    pub(super) guises: BTreeMap<Card, Guise>,
    /// Rounds won, P1 first.
    pub(super) points: Vec<u32>,
}

/// How far the round is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Phase {
    /// Dealt; play starts once all touch the centre and the dealer says go.
    Dealt {
        /// Who touches the centre.
        at_centre: BTreeSet<Seat>,
    },
    /// All play at once.
    Playing,
    /// Halted by agreement, until a restart.
    Halted {
        /// Who touches the centre.
        at_centre: BTreeSet<Seat>,
        /// Whether nobody agrees on whose fault a violation is.
        disputed: bool,
    },
    /// "Fire!" was called; play has stopped.
    Fire {
        /// Who called.
        by: Seat,
    },
    /// The round is won.
    Over {
        /// By whom.
        winner: Seat,
    },
}

/// The cards that all share.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ocean {
    /// Those that lie face up.
    pub up: Pile,
    /// Those that lie face down.
    pub down: Pile,
}

/// What a seat has and owes.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// The Island.
    pub island: Pile,
    /// An Island that was passed here before this one was passed on.
    pub arriving: Pile,
    /// The Flame.
    pub flame: Pile,
    /// The Flame's type, once a card of it was read.
    pub lit: Option<Rank>,
    /// What the Play Hand holds, lifted; by the rules at most one card.
    pub held: Vec<Held>,
    /// The card that the Play Hand touches where it lies.
    pub touching: Option<Touching>,
    /// Times that the Island must be passed on.
    pub to_pass: u16,
    /// Whether the first action after a start is still to come.
    pub opening: bool,
    /// Cards put in the Ocean since an own Island card was last touched.
    pub discarded: BTreeSet<Card>,
    /// How the Flame was last emptied into the Ocean.
    pub shed: Option<Shed>,
    /// What is owed for violations.
    pub penalty: Option<Penalty>,
}

/// A card in a Play Hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Held {
    /// Which; `None` when it was not read.
    pub card: Option<Card>,
    /// Where it was taken.
    pub from: Place,
    /// When it was first touched.
    pub contact: Stamp,
}

/// A card under a Play Hand, still where it lies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Touching {
    /// Where.
    pub at: Place,
    /// Which; `None` when it was not read.
    pub card: Option<Card>,
    /// When it was first touched.
    pub contact: Stamp,
}

/// A card claimed by its name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dibs {
    /// By whom.
    pub seat: Seat,
    /// When the whole name had been said.
    pub said: Stamp,
}

/// Cards that went from a Flame to the Ocean at one time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shed {
    /// When.
    pub stamp: Stamp,
    /// How many.
    pub cards: u16,
    /// How many the Flame had.
    pub of: u16,
    /// Whether several went in one movement, which only a Whirlwind allows.
    pub together: bool,
}

/// Magic that goes on until it is stopped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effect {
    /// Whose.
    pub seat: Seat,
    /// On what.
    pub target: Target,
    /// Cards of the target on which it was stopped.
    pub except: BTreeSet<Card>,
}

impl Elements {
    /// A match whose first round has been dealt: Islands face down, the rest in the Ocean, face down among mages and face up else.
    ///
    /// # Errors
    /// When the set-up cannot be played.
    pub fn new(setup: Setup) -> Result<Self, SetupError> {
        setup.validate()?;
        let points = vec![0; setup.seats.count()];
        Ok(Self::dealt(Arc::new(setup), points))
    }

    pub(super) fn dealt(setup: Arc<Setup>, points: Vec<u32>) -> Self {
        let rest = Pile::unread(setup.ocean_size());
        let (up, down) = if setup.is_mage() { (Pile::default(), rest) } else { (rest, Pile::default()) };
        let island_size = setup.island_size();
        let player = || Player { island: Pile::unread(island_size), ..Player::default() };
        Self {
            phase: Phase::Dealt { at_centre: BTreeSet::new() },
            ocean: Ocean { up, down },
            players: setup.seats.iter().map(|_| player()).collect(),
            island_size,
            whirlwinds: 0,
            dibs: BTreeMap::new(),
            open: BTreeMap::new(),
            owed: BTreeMap::new(),
            effects: Vec::new(),
            guises: BTreeMap::new(),
            points,
            setup,
        }
    }

    /// What it started from.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// How far the round is.
    pub const fn phase(&self) -> &Phase {
        &self.phase
    }

    /// The Ocean.
    pub const fn ocean(&self) -> &Ocean {
        &self.ocean
    }

    /// A seat's cards and dues; `None` for a seat that does not play.
    pub fn player(&self, seat: Seat) -> Option<&Player> {
        self.players.get(seat.index())
    }

    /// Most cards of an Island now.
    pub const fn island_size(&self) -> u16 {
        self.island_size
    }

    /// The face that a card shows; its own unless magic gave it another.
    pub fn shown(&self, card: Card) -> Guise {
        self.guises.get(&card).copied().unwrap_or(Guise { rank: card.rank, suit: Some(card.suit) })
    }

    /// Where a card is known to be.
    pub fn whereabouts(&self, card: Card) -> Option<Place> {
        if self.ocean.up.holds(card) || self.ocean.down.holds(card) {
            return Some(Place::Ocean);
        }
        self.setup.seats.iter().zip(&self.players).find_map(|(seat, player)| {
            let held = player.held.iter().any(|held| held.card == Some(card));
            match () {
                () if player.island.holds(card) || player.arriving.holds(card) => Some(Place::Island(seat)),
                () if player.flame.holds(card) => Some(Place::Flame(seat)),
                () if held => Some(Place::Hand(seat)),
                () => None,
            }
        })
    }

    /// Everyone's first contact with a card that still counts: hands on it, hands that hold it, and calls of its name.
    pub(super) fn contacts(&self, card: Card) -> Vec<Contact> {
        let hands = self.setup.seats.iter().zip(&self.players).flat_map(|(seat, player)| {
            let touching = player.touching.iter().filter(|t| t.card == Some(card) && t.at == Place::Ocean).map(|t| t.contact);
            let held = player.held.iter().filter(|h| h.card == Some(card) && h.from == Place::Ocean).map(|h| h.contact);
            touching.chain(held).map(move |stamp| Contact::at(seat, stamp))
        });
        hands.chain(self.dibs.get(&card).map(|dibs| Contact::at(dibs.seat, dibs.said))).collect()
    }

    /// The ruling on the claim to a card, if this seat came upon it at this moment too.
    pub(super) fn claim_with(&self, seat: Seat, card: Card, stamp: Stamp) -> ClaimRuling {
        let mut contacts = self.contacts(card);
        contacts.push(Contact::at(seat, stamp));
        first_touch(&contacts)
    }

    /// Who has claimed a card; `None` while nobody has, or nobody can tell who.
    pub fn claimant(&self, card: Card) -> Option<Seat> {
        match first_touch(&self.contacts(card)) {
            ClaimRuling::First { seat, .. } => Some(seat),
            ClaimRuling::Nobody | ClaimRuling::TooClose { .. } => None,
        }
    }

    /// The Flame's type, when it is known.
    pub fn lit(&self, seat: Seat) -> Option<Rank> {
        self.player(seat)?.lit
    }

    /// Cards of a type that this seat's Flame can hold once a card comes to it: four, less those known to be elsewhere.
    pub(super) fn left_for_flame(&self, seat: Seat, rank: Rank, coming: Option<Card>) -> u16 {
        let elsewhere = Card::all()
            .filter(|card| card.rank == rank)
            .filter(|card| Some(*card) != coming && self.whereabouts(*card).is_some_and(|place| place != Place::Flame(seat)));
        let burning = self.setup.seats.iter().zip(&self.players).filter(|(other, player)| *other != seat && player.lit == Some(rank));
        let unread: u16 = burning.map(|(_, player)| player.flame.unknown()).sum();
        4u16.saturating_sub(elsewhere.count() as u16).saturating_sub(unread)
    }

    /// Whether a Flame holds four cards that are, or may be, of one type.
    pub(super) fn may_burn(&self, seat: Seat) -> bool {
        let Some(player) = self.player(seat) else { return false };
        let ranks = Rank::ALL.into_iter().filter(|rank| player.lit.is_none_or(|lit| lit == *rank));
        let pure = player.flame.known().all(|card| Some(card.rank) == player.lit);
        player.flame.count() == 4 && pure && ranks.into_iter().any(|rank| self.left_for_flame(seat, rank, None) >= 4)
    }

    /// A card that the seat's Play Hand holds and that fits neither Flame nor Island, so that it must be given up at once.
    pub fn must_give_up(&self, seat: Seat) -> Option<Card> {
        let player = self.player(seat)?;
        let card = player.held.first()?.card?;
        let fits_flame = player.lit.is_none_or(|lit| lit == card.rank);
        let fits_island = player.island.count() < self.island_size;
        let from_flame = player.held.first()?.from == Place::Flame(seat);
        (from_flame || !(fits_flame || fits_island)).then_some(card)
    }

    /// Cards on which this seat's magic must stop, because others have claimed them.
    pub fn must_stop(&self, seat: Seat) -> BTreeSet<Card> {
        let own = self.effects.iter().filter(|effect| effect.seat == seat);
        own.flat_map(|effect| self.claimed_by_others(seat).filter(|card| effect.covers(*card))).collect()
    }

    fn claimed_by_others(&self, seat: Seat) -> impl Iterator<Item = Card> + '_ {
        self.setup.seats.iter().zip(&self.players).filter(move |(other, _)| *other != seat).flat_map(|(_, player)| {
            let touching = player.touching.iter().filter(|touching| touching.at == Place::Ocean).filter_map(|touching| touching.card);
            touching.chain(player.held.iter().filter(|held| held.from == Place::Ocean).filter_map(|held| held.card))
        })
    }
}

impl Effect {
    /// Whether it lies on a card that came from the Ocean.
    pub(super) fn covers(&self, card: Card) -> bool {
        let on_it = match self.target {
            Target::Player(_) => false,
            Target::Cards { at, card: target } => at == Place::Ocean && target.is_none_or(|target| target == card),
        };
        on_it && !self.except.contains(&card)
    }
}

impl Player {
    /// The only card in the Play Hand, lifted; `None` when there is none or several.
    pub fn holding(&self) -> Option<&Held> {
        match self.held.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }
}
