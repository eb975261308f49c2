use super::{Canon, Move, Objection, Place, Zone};
use crate::games::{Act, Carried, Game, ScoreSheet};
use crate::table::{Expected, Fact, Layout, Seat, Seats};

impl Game for Canon {
    type Zone = Zone;
    type Move = Move;
    type Objection = Objection;

    fn seats(&self) -> Seats {
        self.setup.seats
    }

    fn to_act(&self) -> Vec<Seat> {
        self.turn().into_iter().collect()
    }

    fn legal_moves(&self, seat: Seat) -> Vec<Move> {
        self.legal(seat)
    }

    fn check(&self, act: &Act<Move>) -> Result<(), Objection> {
        self.judge(act.seat, &act.action)
    }

    fn offences(&self, act: &Act<Move>) -> usize {
        // Every further card is one too many: that a whole pile is gone is rather a pile that was not seen.
        let further = act.action.carry().map_or(0, |carry| usize::from(carry.count()).saturating_sub(2));
        self.shown_on_the_table(act.seat, &act.action).count() + further
    }

    fn apply(&mut self, act: &Act<Move>) {
        self.carry_out(act.seat, &act.action);
    }

    fn expected(&self) -> Expected<Zone> {
        self.expected_table()
    }

    fn reaches(&self, _: Seat, action: &Move) -> Vec<Zone> {
        action.carry().map_or_else(Vec::new, |carry| [carry.from(), carry.to()].into_iter().filter_map(Place::zone).collect())
    }

    fn carries(&self, act: &Act<Move>) -> Option<Carried<Zone>> {
        let carry = act.action.carry()?;
        let card = carry.card().cloned();
        let hand = self.hand(act.seat).filter(|_| carry.from() == Place::Hand);
        let was_known = hand.zip(card.as_ref()).is_some_and(|(hand, card)| hand.known().contains_key(card));
        let was_covered = matches!(carry.from(), Place::Discard { depth: 1.. });
        Some(Carried { card, from: carry.from().zone(), to: carry.to().zone(), was_known, was_covered })
    }

    fn read(&self, fact: &Fact<Zone>) -> Vec<Act<Move>> {
        self.read_fact(fact)
    }

    fn traceless(&self) -> Vec<(Seat, Move)> {
        self.without_trace()
    }

    fn scores(&self) -> ScoreSheet {
        super::score::of(self)
    }
}

impl Canon {
    /// Warnings about how the table lies: a pile that could be taken for a space, because it is not turned across the
    /// central canon's (Canon, How to play).
    pub fn remarks(&self, layout: &Layout<Zone>) -> Vec<Objection> {
        /// A card's turn, folded to how far it is off the direction of the central spaces.
        fn off_deg(turn_deg: f32) -> f32 {
            let folded = turn_deg.rem_euclid(180.0);
            folded.min(180.0 - folded)
        }
        const ACROSS_FROM_DEG: f32 = 45.0;
        let lies_along = |pile: &Zone| layout.cards(pile).last().is_some_and(|top| off_deg(top.turn_deg) < ACROSS_FROM_DEG);
        [Zone::Draw, Zone::Discard].into_iter().filter(lies_along).map(|pile| Objection::PileTurned { pile }).collect()
    }
}
