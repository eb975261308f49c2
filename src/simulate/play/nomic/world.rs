use crate::cards::{CardId, Face, StandardCard};
use crate::games::nomic::{Ballots, Carry, Move, Nomic, Place, Setup, SetupError, Zone, card_place};
use crate::games::{Act, Card, Game};
use crate::geometry::{Quad, Table};
use crate::simulate::play::{self, Way, shuffle};
use crate::table::{Mat, Seat};
use rand_pcg::Pcg64Mcg;

/// A game with nothing hidden: the engine's view, every hand and the order of every pile.
#[derive(Debug, Clone)]
pub struct World {
    /// The game as the table knows it.
    pub game: Nomic,
    /// P1's first; the last card of a hand is the next that it votes with.
    hands: Vec<Vec<Card>>,
    /// Each pile bottom to top.
    draw: Vec<Card>,
    discard: Vec<Card>,
    in_favour: Vec<Card>,
    against: Vec<Card>,
    /// How the discard pile is shuffled next.
    shuffles: Pcg64Mcg,
}

impl World {
    /// Shuffles and deals.
    ///
    /// # Errors
    /// When the set-up cannot be dealt.
    pub fn deal(setup: Setup, rng: &mut Pcg64Mcg) -> Result<Self, SetupError> {
        let game = Nomic::new(setup)?;
        let mut draw: Vec<Card> = Card::all().collect();
        shuffle(&mut draw, rng);
        let dealt = |seat: Seat| game.hand(seat).map_or(0, |hand| usize::from(hand.count()));
        let hands = game.seats().iter().map(|seat| draw.split_off(draw.len().saturating_sub(dealt(seat)))).collect();
        Ok(Self { game, hands, draw, discard: Vec::new(), in_favour: Vec::new(), against: Vec::new(), shuffles: rng.clone() })
    }

    /// A seat's hand.
    pub fn hand(&self, seat: Seat) -> &[Card] {
        self.hands.get(seat.index()).map_or(&[], Vec::as_slice)
    }

    /// Makes this card of a seat's hand the next that it votes with.
    pub fn hold_out(&mut self, seat: Seat, card: usize) {
        if let Some(hand) = self.hands.get_mut(seat.index())
            && card < hand.len()
        {
            let last = hand.len() - 1;
            hand.swap(card, last);
        }
    }

    /// The votes of a pile, bottom to top.
    pub fn votes(&self, pile: Ballots) -> &[Card] {
        match pile {
            Ballots::For => &self.in_favour,
            Ballots::Against => &self.against,
        }
    }

    /// Turns up a whole pile of votes.
    pub fn turn_up(&self, pile: Ballots) -> Move {
        Move::turn_up(pile, self.votes(pile).iter().copied().map(Some))
    }

    /// The moves that a seat can make with what it really holds and that the rules allow, cards one at a time; but no propositions.
    pub fn moves(&self, seat: Seat) -> Vec<Move> {
        let mut moves = Vec::new();
        for action in self.game.legal_moves(seat) {
            match &action {
                Move::Propose(_) => {}
                Move::TurnUp { pile, .. } => moves.push(self.turn_up(*pile)),
                Move::Carry(carry) if carry.from() == Place::Draw && carry.count() > 1 => {}
                Move::Carry(carry) if carry.from() == Place::Hand && carry.face() == Face::Up => {
                    if carry.card().is_some_and(|card| self.hand(seat).contains(&card)) {
                        moves.push(action);
                    }
                }
                _ => moves.push(action),
            }
        }
        moves
    }

    /// The discard pile as it will be shuffled.
    fn shuffled(&self) -> Vec<Card> {
        let mut cards = self.discard.clone();
        shuffle(&mut cards, &mut self.shuffles.clone());
        cards
    }

    fn pile(&mut self, seat: Seat, place: Place) -> Option<&mut Vec<Card>> {
        Some(match place {
            Place::Hand => self.hands.get_mut(seat.index())?,
            Place::Draw => &mut self.draw,
            Place::Discard => &mut self.discard,
            Place::Votes(Ballots::For) => &mut self.in_favour,
            Place::Votes(Ballots::Against) => &mut self.against,
        })
    }

    /// The cards that a carry takes, bottom to top.
    fn taken(&self, seat: Seat, carry: &Carry) -> Vec<Card> {
        let pile = match carry.from() {
            Place::Hand => self.hand(seat),
            Place::Draw => &self.draw,
            Place::Discard => &self.discard,
            Place::Votes(ballots) => self.votes(ballots),
        };
        match carry.card() {
            Some(card) if carry.from() == Place::Hand => vec![card],
            _ => pile.get(pile.len().saturating_sub(usize::from(carry.count()))..).unwrap_or_default().to_vec(),
        }
    }
}

impl play::World for World {
    type Game = Nomic;

    fn game(&self) -> &Nomic {
        &self.game
    }

    fn apply(&mut self, act: &Act<Move>) {
        match &act.action {
            Move::Carry(carry) => {
                let taken = self.taken(act.seat, carry);
                if let Some(from) = self.pile(act.seat, carry.from()) {
                    from.retain(|card| !taken.contains(card));
                }
                if let Some(to) = self.pile(act.seat, carry.to()) {
                    to.extend(taken);
                }
            }
            Move::Reshuffle => {
                shuffle(&mut self.discard, &mut self.shuffles);
                self.draw.append(&mut self.discard);
            }
            _ => {}
        }
        self.game.apply(act);
    }

    fn way(&self, act: &Act<Move>) -> Option<Way<Zone>> {
        let (cards, shown, face, from, to) = match &act.action {
            Move::PassToken { to } => {
                let (from, to) = (Some(Zone::Token(self.game.token())), Some(Zone::Token(*to)));
                return Some(Way {
                    card: token()?,
                    along: Vec::new(),
                    shown: Face::Up,
                    face: Face::Up,
                    from: from.map(|zone| (zone, 0)),
                    to,
                    turn: 0.0,
                });
            }
            Move::Reshuffle => (self.shuffled(), Face::Down, Face::Down, Some(Zone::Discard), Some(Zone::Draw)),
            Move::TurnUp { pile, .. } => (self.votes(*pile).to_vec(), Face::Down, Face::Up, Some(pile.zone()), Some(pile.zone())),
            Move::Carry(carry) => (self.taken(act.seat, carry), carry.face(), carry.face(), carry.from().zone(), carry.to().zone()),
            _ => return None,
        };
        let mut cards = cards.into_iter().filter_map(Card::design);
        Some(Way { card: cards.next()?, along: cards.collect(), shown, face, from: from.map(|zone| (zone, 0)), to, turn: 0.0 })
    }

    fn place(mat: &Mat<Zone>, zone: Zone, number: usize) -> Option<Quad<Table>> {
        card_place(mat, zone, number)
    }

    fn piles(&self) -> Vec<(Zone, Face, Vec<CardId>)> {
        let draw = self.draw.iter().filter_map(|card| card.design()).collect();
        let token = (Zone::Token(self.game.token()), Face::Up, token().into_iter().collect());
        vec![(Zone::Draw, Face::Down, draw), token]
    }
}

/// The card that stands for the token.
fn token() -> Option<CardId> {
    StandardCard::Joker.id().ok()
}
