use super::{Ballots, Move, Nomic, Phase, Zone};
use crate::cards::CardId;
use crate::games::{Act, Card, Council, DraftView, Narrate};
use crate::table::{Seat, Stamp};

impl Narrate for Nomic {
    fn describe(&self, act: &Act<Move>) -> String {
        Self::describe(self, act)
    }

    fn title(&self, card: &CardId) -> String {
        match Card::of(card) {
            Some(card) => card.to_string(),
            None if card.is_joker() => "the token".into(),
            None => card.to_string(),
        }
    }

    fn phase(&self) -> String {
        let names = |seats: &[Seat]| seats.iter().map(Seat::to_string).collect::<Vec<_>>().join(" and ");
        match &self.phase {
            Phase::Over { winner, rule: Some(rule) } => format!("{winner} has won by rule {rule}"),
            Phase::Over { winner, rule: None } => format!("{winner} has won"),
            Phase::Idle if self.has_votes_lying() => {
                format!("{} to discard the votes", self.proposer().unwrap_or(self.token))
            }
            Phase::Idle => match self.must_pass {
                Some(to) => format!("{} to pass the token to {to}", self.token),
                None => {
                    let may = |seat: &Seat| self.seat_terms(*seat).is_some_and(|terms| terms.may_propose || terms.may_pass);
                    let seats: Vec<Seat> = self.setup.seats.iter().filter(may).collect();
                    if seats.is_empty() {
                        "Nobody may create a proposition or pass the token".into()
                    } else {
                        format!("{} to create a proposition or pass the token", names(&seats))
                    }
                }
            },
            Phase::Vote(vote) => {
                let (waiting, proposer) = (self.undecided(), vote.proposer);
                let drawing: Vec<Seat> = self.setup.seats.iter().filter(|seat| self.owes(*seat) > 0).collect();
                match () {
                    () if !self.is_started() => format!("{proposer} to start the for pile"),
                    () if !waiting.is_empty() => format!("{} to vote or choose not to", names(&waiting)),
                    () if !drawing.is_empty() => format!("{} to draw", names(&drawing)),
                    () if vote.counted.is_some() => format!("{proposer} to announce the totals"),
                    () => format!("{proposer} to turn up the votes"),
                }
            }
        }
    }

    fn hand_count(&self, seat: Seat) -> (u32, u32) {
        self.hand(seat).map_or((0, 0), |hand| (hand.known().len() as u32, u32::from(hand.unknown())))
    }

    fn owner(zone: Zone) -> Option<Seat> {
        match zone {
            Zone::Token(seat) => Some(seat),
            Zone::Draw | Zone::Discard | Zone::For | Zone::Against => None,
        }
    }

    fn pass() -> Option<Move> {
        Some(Move::Abstain)
    }

    fn calls(&self) -> Vec<(String, String, Option<Seat>)> {
        let told = |seat: Seat, action: &Move| self.judge_now(seat, action).is_ok();
        let of_seat = |word: &str, action: Move| {
            let seats = self.setup.seats.iter().filter(|seat| told(*seat, &action)).collect::<Vec<_>>();
            seats.into_iter().map(|seat| (word.to_owned(), action.to_string(), Some(seat))).collect::<Vec<_>>()
        };
        let together = |word: &str, action: Move| {
            self.setup.seats.iter().find(|seat| told(*seat, &action)).map(|_| (word.to_owned(), action.to_string(), None))
        };
        let mut calls = of_seat("No card", Move::Abstain);
        calls.extend(together("Time limit", Move::Limit));
        calls.extend(together("Rules are frozen", Move::Frozen));
        calls
    }

    fn council(&self, now: Stamp) -> Option<Council> {
        Some(Self::council_at(self, now))
    }

    fn weigh(&self, draft: &str) -> Option<DraftView> {
        Some(self.weigh_draft(draft))
    }

    fn pile_count(&self, zone: Zone) -> Option<u32> {
        match zone {
            Zone::Draw => Some(u32::from(self.draw)),
            Zone::Discard => Some(self.discard.len() as u32),
            Zone::For => Some(self.votes(Ballots::For).len() as u32),
            Zone::Against => Some(self.votes(Ballots::Against).len() as u32),
            Zone::Token(_) => None,
        }
    }
}
