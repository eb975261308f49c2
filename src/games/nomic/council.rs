//! The rules and the vote on them, for a reader. What lies face down is counted and never named, even where its card is known.

use super::editions::diff_lines;
use super::proposition::{EXAMPLES, TEMPLATES, read_proposition};
use super::{Asker, Ballot, Ballots, Closed, Decided, Hand, Nomic, PileCard, Proposition, Vote};
use crate::cards::Face;
use crate::games::{BallotView, Card, Council, PileView, Proposal, Standing, Starter, Verdict, VoteView, VotedCard};
use crate::table::{Seat, Stamp};
use std::sync::{Arc, LazyLock};

impl Nomic {
    pub(super) fn council_at(&self, now: Stamp) -> Council {
        let game = self.at(now);
        Council {
            editions: self.editions(),
            vote: game.vote().map(|vote| game.vote_view(vote, now)),
            verdict: self.decided.last().map(|decided| self.verdict(decided)),
            starters: starters(),
        }
    }

    fn vote_view(&self, vote: &Vote, now: Stamp) -> VoteView {
        let ballot = |seat: Seat| BallotView {
            seat,
            placed: vote.ballot(seat).map_or(0, Ballot::placed),
            owes: self.owes(seat),
            standing: self.standing(vote, seat),
        };
        VoteView {
            proposal: self.proposal(&vote.proposition),
            proposer: vote.proposer,
            ballots: self.setup.seats.iter().map(ballot).collect(),
            deadline_us: vote.deadline_us,
            time_up: vote.surely_up(now),
            piles: self.piles(vote),
        }
    }

    fn proposal(&self, proposition: &Proposition) -> Proposal {
        let wording = proposition.change.wording();
        Proposal {
            title: proposition.title.clone(),
            action: proposition.change.to_string(),
            text: wording.map(|wording| wording.text.trim().to_owned()),
            hooks: wording.map_or_else(Vec::new, |wording| wording.hooks.iter().map(|hook| hook.name().to_owned()).collect()),
            program: wording.and_then(|wording| wording.program.clone()),
            difference: diff_lines(self.rulebook.difference(&proposition.change)),
        }
    }

    fn standing(&self, vote: &Vote, seat: Seat) -> Standing {
        let ballot = vote.ballot(seat);
        match ballot.and_then(|ballot| ballot.closed) {
            Some(Closed::TimeUp) => Standing::TimeUp,
            Some(Closed::Said) => Standing::Declined,
            None if !self.is_started() => match seat == vote.proposer {
                true => Standing::Awaited,
                false => Standing::Waits,
            },
            None if !self.has_decided(seat) => Standing::Awaited,
            None if ballot.is_some_and(|ballot| ballot.placed() > 0) => Standing::Voted,
            None if self.hand(seat).map_or(0, Hand::count) == 0 => Standing::NoCard,
            None => Standing::Declined,
        }
    }

    /// The votes that lie face up, once some do.
    fn piles(&self, vote: &Vote) -> Vec<PileView> {
        let is_up = |lying: &PileCard| lying.face == Face::Up;
        if !Ballots::BOTH.into_iter().any(|ballots| self.votes(ballots).iter().any(is_up)) {
            return Vec::new();
        }
        let asker = Asker::new(&self.rulebook, &self.view());
        let pile = |ballots| {
            let lying = self.votes(ballots);
            let counted = vote.counted.and_then(|counted| match ballots {
                Ballots::For => counted.in_favour,
                Ballots::Against => counted.against,
            });
            PileView {
                name: ballots.to_string(),
                cards: lying.iter().filter(|lying| is_up(lying)).map(|lying| voted(lying.visible(), &asker)).collect(),
                face_down: lying.iter().filter(|lying| !is_up(lying)).count() as u16,
                total: counted,
            }
        };
        Ballots::BOTH.map(pile).into()
    }

    fn verdict(&self, decided: &Decided) -> Verdict {
        let (rulebook, took_effect) = self.rulebook_of(decided);
        let asker = Asker::new(&rulebook, &decided.table);
        let tally = &decided.tally;
        let placed = |count: fn(&(u16, u16)) -> u16| tally.ballots.iter().map(|ballot| usize::from(count(ballot))).sum::<usize>();
        let pile = |ballots: Ballots, cards: &[Card], placed: usize| {
            let unread = placed.saturating_sub(cards.len());
            PileView {
                name: ballots.to_string(),
                cards: cards.iter().copied().map(Some).chain((0..unread).map(|_| None)).map(|card| voted(card, &asker)).collect(),
                face_down: 0,
                total: if unread == 0 { asker.total(cards) } else { None },
            }
        };
        let piles = vec![
            pile(Ballots::For, &tally.for_cards, placed(|ballot| ballot.0)),
            pile(Ballots::Against, &tally.against_cards, placed(|ballot| ballot.1)),
        ];
        Verdict {
            name: decided.proposition.name(),
            proposer: tally.proposer,
            at_ms: decided.stamp.at_us / 1000,
            piles,
            announced: (tally.for_total, tally.against_total),
            ratified: tally.ratified == Some(true),
            took_effect,
            points: decided.points.clone(),
        }
    }
}

fn voted(card: Option<Card>, asker: &Asker<'_>) -> VotedCard {
    VotedCard { name: card.map(|card| card.to_string()), value: card.map(|card| asker.value(card)) }
}

/// A file for a new rule, then the worked examples.
fn starters() -> Arc<Vec<Starter>> {
    static STARTERS: LazyLock<Arc<Vec<Starter>>> = LazyLock::new(|| {
        let add = TEMPLATES.into_iter().filter(|(name, _)| *name == "add").map(|(_, text)| ("A new rule".to_owned(), text));
        let examples = EXAMPLES.into_iter().filter_map(|(_, text)| Some((read_proposition(text).ok()?.name(), text)));
        Arc::new(add.chain(examples).map(|(title, text)| Starter { title, text: text.to_owned() }).collect())
    });
    Arc::clone(&STARTERS)
}
