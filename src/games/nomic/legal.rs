use super::proposition::examples;
use super::{Ballots, Carry, Move, Nomic, Phase, PileCard, Place};
use crate::cards::Face;
use crate::games::Card;
use crate::table::Seat;

impl Nomic {
    /// Every legal move of a seat, but for what has no end: of propositions only the worked examples are listed, of votes turned up only
    /// the one that was not read, of totals that nobody can compare a few. What the table decides together is no seat's move.
    pub(super) fn legal(&self, seat: Seat) -> Vec<Move> {
        if !self.setup.seats.contains(seat) {
            return Vec::new();
        }
        let mut moves = match &self.phase {
            Phase::Idle => self.idle_moves(seat),
            Phase::Vote(_) => [self.voting_moves(seat), self.counting_moves(seat)].concat(),
            Phase::Over { .. } => Vec::new(),
        };
        moves.extend(self.clearing_moves());
        moves.retain(|action| self.judge_now(seat, action).is_ok());
        moves
    }

    fn idle_moves(&self, seat: Seat) -> Vec<Move> {
        let pass = Move::PassToken { to: self.next_holder() };
        let may_propose = self.judge_occasion(seat).is_ok();
        let proposals = examples().iter().filter(|_| may_propose).cloned().map(Move::propose);
        std::iter::once(pass).chain(proposals).collect()
    }

    fn voting_moves(&self, seat: Seat) -> Vec<Move> {
        let votes = Ballots::BOTH.into_iter().flat_map(|pile| {
            let named = Card::all().filter(|_| self.terms.votes_face_up).map(Some);
            let open = std::iter::once(None).chain(named).map(move |card| Move::open_vote(pile, card));
            std::iter::once(Move::vote(pile)).chain(open)
        });
        let draws = (1..=self.owes(seat)).map(Move::draw);
        votes.chain(draws).chain([Move::Abstain, Move::Reshuffle]).collect()
    }

    fn counting_moves(&self, seat: Seat) -> Vec<Move> {
        let turned = Ballots::BOTH.map(|pile| Move::TurnUp { pile, cards: vec![None; self.votes(pile).len()] });
        let Some(vote) = self.vote().filter(|vote| vote.proposer == seat) else { return Vec::new() };
        let totals = |counted: Option<i64>| counted.map_or_else(|| vec![0, 1], |total| vec![total]);
        let announced = vote.counted.iter().flat_map(|counted| {
            let pair = move |in_favour| totals(counted.against).into_iter().map(move |against| Move::Announce { in_favour, against });
            totals(counted.in_favour).into_iter().flat_map(pair)
        });
        turned.into_iter().chain(announced).collect()
    }

    fn clearing_moves(&self) -> impl Iterator<Item = Move> {
        let face = if self.terms.discard_face_up { Face::Up } else { Face::Down };
        Ballots::BOTH.into_iter().map(move |pile| Move::clear(pile, self.votes(pile).len() as u16, face))
    }

    /// Votes on a pile that already lies there face down, and draws: they leave the table looking as it does.
    pub(super) fn without_trace(&self) -> Vec<(Seat, Move)> {
        let covered = |pile: &Ballots| self.votes(*pile).last().is_some_and(|top: &PileCard| top.face == Face::Down);
        let votes = || Ballots::BOTH.into_iter().filter(covered).map(Move::vote);
        let moves =
            self.setup.seats.iter().flat_map(|seat| std::iter::once(Move::draw(1)).chain(votes()).map(move |action| (seat, action)));
        moves.filter(|(seat, action)| self.judge_now(*seat, action).is_ok() && self.leaves_a_pile(action)).collect()
    }

    /// Whether the pile that a card comes from still shows after it.
    fn leaves_a_pile(&self, action: &Move) -> bool {
        action.carry().is_none_or(|carry: &Carry| carry.from() != Place::Draw || self.draw > carry.count())
    }
}
