use super::{Asker, Hook, Nomic, Phase};
use crate::table::Seat;
use serde::{Deserialize, Serialize};

/// What the rulebook says of the table as it stands: asked once after every act, so that judging runs no program.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// Of each seat, P1 first.
    pub seats: Vec<SeatTerms>,
    /// Cards that the proposer starts the for pile with.
    pub opening_votes: u16,
    /// Cards drawn for each of them.
    pub opening_draws: u16,
    /// Whether votes are placed face up.
    pub votes_face_up: bool,
    /// Whether votes are discarded face up.
    pub discard_face_up: bool,
    /// Whether the discard pile replaces an empty draw pile.
    pub refill: bool,
    /// How long a time limit is; `None` when there is none to create.
    pub limit_seconds: Option<u32>,
    /// Whether a consensus may make a rule at once.
    pub may_resolve: bool,
}

/// What the rulebook says of a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatTerms {
    /// Whether it may create a proposition.
    pub may_propose: bool,
    /// Whether it may pass the token.
    pub may_pass: bool,
    /// Who gets the token from it.
    pub next: Seat,
    /// Most cards that it may vote, when it is not the proposer's.
    pub most_votes: u16,
    /// Cards drawn for each.
    pub vote_draws: u16,
    /// Whether it may choose to place none.
    pub may_abstain: bool,
    /// Cards drawn for that.
    pub abstain_draws: u16,
    /// Most cards in its hand.
    pub hand_limit: Option<u16>,
}

impl Terms {
    /// Asks all that bears on what may be done next. Questions about a vote wait for one, and so do those about none.
    pub(super) fn ask(game: &Nomic, asker: &Asker<'_>) -> Self {
        let voting = matches!(game.phase, Phase::Vote(_));
        let cards = |hook| asker.count(hook).map_or(0, |n| n.min(52) as u16);
        let seat_terms = |seat: Seat| {
            let number = |hook, default: u16| if voting { asker.cards_of(hook, seat).unwrap_or(default) } else { default };
            SeatTerms {
                may_propose: !voting && asker.flag_of(Hook::MayPropose, seat, true),
                may_pass: !voting && asker.flag_of(Hook::MayPass, seat, true),
                next: asker.seat_of(Hook::NextToken, seat).unwrap_or_else(|| game.setup.seats.after(seat)),
                most_votes: number(Hook::MostVotes, 52),
                vote_draws: number(Hook::VoteDraws, 0),
                may_abstain: voting && asker.flag_of(Hook::MayAbstain, seat, true),
                abstain_draws: number(Hook::AbstainDraws, 0),
                hand_limit: if voting { asker.cards_of(Hook::HandLimit, seat) } else { None },
            }
        };
        Self {
            seats: game.setup.seats.iter().map(seat_terms).collect(),
            opening_votes: if voting { cards(Hook::OpeningVotes) } else { 0 },
            opening_draws: if voting { cards(Hook::OpeningDraws) } else { 0 },
            votes_face_up: voting && asker.flag(Hook::VotesFaceUp, false),
            discard_face_up: asker.flag(Hook::DiscardFaceUp, false),
            refill: voting && asker.flag(Hook::Refill, false),
            limit_seconds: if voting { asker.count(Hook::LimitSeconds) } else { None },
            may_resolve: asker.flag(Hook::MayResolve, false),
        }
    }
}
