use super::World;
use crate::cards::Face;
use crate::games::nomic::{Ballots, Move, Objection};
use crate::games::{Act, Game};
use crate::simulate::play::violation::{met, prints_as_code, some};
use crate::table::Seat;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// A way of breaking the rules that a camera can see, or hear told. Prints and parses as the objection's code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Violation {
    /// Totals announced that are not those of the piles.
    WrongTotal,
    /// A second vote.
    TooManyVotes,
    /// Votes turned up before everybody has drawn a replacement.
    MissedDraw,
    /// Votes turned up before everybody has voted or chosen not to.
    VotesOpen,
    /// A card drawn that nobody owes.
    UndueDraw,
    /// The token passed to the wrong player.
    WrongWay,
    /// A vote laid face up.
    VoteFace,
    /// Votes turned up by somebody else than the proposer.
    NotProposer,
    /// The proposer's own card against the proposition.
    ProposerAgainst,
    /// Votes laid face up on the discard pile.
    DiscardFace,
}

impl Violation {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::WrongTotal,
        Self::TooManyVotes,
        Self::MissedDraw,
        Self::VotesOpen,
        Self::UndueDraw,
        Self::WrongWay,
        Self::VoteFace,
        Self::NotProposer,
        Self::ProposerAgainst,
        Self::DiscardFace,
    ];

    /// So many different kinds in a random order, and the same again once all are used.
    pub fn some(count: usize, seed: u64) -> Vec<Self> {
        some(Self::ALL.to_vec(), count, seed)
    }

    /// The code of the objection that it meets.
    pub const fn code(self) -> &'static str {
        match self {
            Self::WrongTotal => "wrong-total",
            Self::TooManyVotes => "too-many-votes",
            Self::MissedDraw => "missed-draw",
            Self::VotesOpen => "votes-open",
            Self::UndueDraw => "undue-draw",
            Self::WrongWay => "wrong-way",
            Self::VoteFace => "vote-face",
            Self::NotProposer => "not-proposer",
            Self::ProposerAgainst => "proposer-against",
            Self::DiscardFace => "discard-face",
        }
    }

    /// An act that breaks this rule and no earlier one, if the table offers one now.
    pub(super) fn find(self, world: &World, rng: &mut Pcg64Mcg) -> Option<(Act<Move>, Objection)> {
        let game = &world.game;
        let seats: Vec<Seat> = game.seats().iter().collect();
        let proposer = game.vote().map(|vote| vote.proposer);
        let by_all = |action: Move| seats.iter().map(|seat| (*seat, action.clone())).collect::<Vec<_>>();
        let turn_up = |by: &[Seat]| {
            let is_secret = |pile: &Ballots| game.votes(*pile).iter().any(|lying| lying.face == Face::Down);
            let piles = Ballots::BOTH.into_iter().filter(is_secret);
            piles.flat_map(|pile| by.iter().map(move |seat| (*seat, world.turn_up(pile)))).collect::<Vec<_>>()
        };
        let tries: Vec<(Seat, Move)> = match self {
            Self::WrongTotal => totals(world, rng).zip(proposer).map(|(action, seat)| (seat, action)).into_iter().collect(),
            Self::TooManyVotes => [Move::vote(Ballots::For), Move::vote(Ballots::Against)].into_iter().flat_map(by_all).collect(),
            Self::MissedDraw | Self::VotesOpen => turn_up(proposer.as_slice()),
            Self::NotProposer => turn_up(&seats),
            Self::UndueDraw if game.vote().is_some() => by_all(Move::draw(1)),
            Self::WrongWay => {
                let token = game.token();
                seats.iter().filter(|to| **to != token).map(|to| (token, Move::PassToken { to: *to })).collect()
            }
            Self::VoteFace => {
                let open = |seat: Seat| world.hand(seat).last().map(|card| (seat, Move::open_vote(Ballots::For, Some(*card))));
                seats.iter().filter_map(|seat| open(*seat)).collect()
            }
            Self::ProposerAgainst => proposer.map(|seat| (seat, Move::vote(Ballots::Against))).into_iter().collect(),
            Self::DiscardFace if game.vote().is_none() => {
                let cleared = |pile: Ballots| Move::clear(pile, world.votes(pile).len() as u16, Face::Up);
                game.proposer().into_iter().flat_map(|seat| Ballots::BOTH.map(|pile| (seat, cleared(pile)))).collect()
            }
            Self::UndueDraw | Self::DiscardFace => Vec::new(),
        };
        met(game, tries, self.code(), rng)
    }
}

/// Totals that are a little off.
fn totals(world: &World, rng: &mut Pcg64Mcg) -> Option<Move> {
    let counted = world.game.vote()?.counted?;
    let off = if rng.random_bool(0.5) { 1 } else { 2 };
    Some(Move::Announce { in_favour: counted.in_favour? + off, against: counted.against? })
}

prints_as_code!(Violation);
