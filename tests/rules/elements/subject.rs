//! What the conformance harness must be told about Elements.

use super::prelude::*;
use crate::conformance::Subject;
use kibitzer::cards::{Face, Rank, Suit};
use kibitzer::games::elements::{Carry, Guise, Spell, Target, Touch, Trait, Work};
use kibitzer::table::{Fact, Identity, Layout, Seat};
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64Mcg;
use std::collections::BTreeSet;

impl Subject for Elements {
    fn openings() -> Vec<Self> {
        let fours = ["P2 move ocean > P2.flame 4c", "P2 move ocean > P2.flame 4d", "P2 move ocean > P2.flame 4h"];
        let nearly = play(non_mages(3, "", "4c 4d 4h 4s Kh Ks"), &fours);
        let fire = play(nearly.clone(), &["P2 move ocean > P2.flame 4s", "P2 fire"]);
        let all: Vec<String> = Card::all().take(34).map(|card| card.to_string()).collect();
        vec![
            dealt(3, ""),
            dealt(7, "rules=mage"),
            mages(3),
            non_mages(4, "double_islands=yes shrink_after_whirlwind=yes", "4c 4d"),
            non_mages(3, "", &all.join(" ")),
            play(nearly.clone(), &["P2 whirlwind"]),
            happen(nearly, &["P1 take P2.flame 4c", "P3 touch ocean Kh @ 0", "P1 touch ocean Kh @ 0"]),
            fire,
        ]
    }

    fn any_move(&self, rng: &mut Pcg64Mcg) -> Move {
        let seat = |rng: &mut Pcg64Mcg| Seat::from_index(rng.random_range(0..3)).unwrap();
        let all: Vec<Card> = Card::all().take(20).collect();
        let card = |rng: &mut Pcg64Mcg| *all.choose(rng).unwrap();
        let maybe = |rng: &mut Pcg64Mcg| Some(card(rng)).filter(|_| rng.random_range(0..3) > 0);
        let place = |rng: &mut Pcg64Mcg| match rng.random_range(0..10) {
            0..=2 => Place::Ocean,
            3 | 4 => Place::Play,
            5 | 6 => Place::Island(seat(rng)),
            7 | 8 => Place::Flame(seat(rng)),
            _ if rng.random_bool(0.5) => Place::Hand(seat(rng)),
            _ => Place::Centre,
        };
        let face = |rng: &mut Pcg64Mcg| if rng.random_bool(0.7) { Face::Up } else { Face::Down };
        let count = |rng: &mut Pcg64Mcg| if rng.random_bool(0.9) { 1 } else { 2 };
        let flame_hand = |rng: &mut Pcg64Mcg| rng.random_bool(0.05);
        match rng.random_range(0..24) {
            0..=3 => Move::Touch(Touch { at: place(rng), card: maybe(rng), count: count(rng), flame_hand: flame_hand(rng) }),
            4..=11 => {
                let carry = Carry::new(place(rng), place(rng), maybe(rng)).facing(face(rng));
                Move::Carry(Carry { count: count(rng), flame_hand: flame_hand(rng), ..carry })
            }
            12 => Move::Turn { card: maybe(rng), face: face(rng) },
            13 => Move::Rearrange { count: rng.random_range(1..60), stacked: rng.random_bool(0.3) },
            14 => [Move::Look { island: seat(rng) }, Move::Arrange { island: seat(rng) }].choose(rng).unwrap().clone(),
            15 => Move::Whirlwind { cards: Some(rng.random_range(1..4)).filter(|_| rng.random_bool(0.5)) },
            16 => {
                let (to, cards) = (Some(seat(rng)), Some(rng.random_range(1..7)));
                Move::PassIsland { to: to.filter(|_| rng.random_bool(0.5)), cards: cards.filter(|_| rng.random_bool(0.5)) }
            }
            17 => [Move::Fire, Move::Go, Move::Reverse, Move::Release, Move::Deal].choose(rng).unwrap().clone(),
            18 => {
                let rank = *Rank::ALL.choose(rng).unwrap();
                let mut cards: BTreeSet<Card> = Suit::ALL.into_iter().map(|suit| Card { rank, suit }).collect();
                if rng.random_bool(0.3) {
                    cards.insert(card(rng));
                    cards.pop_first();
                }
                Move::Verify { cards }
            }
            19 => [Move::Dibs { card: card(rng), took_ms: 0 }, Move::Award { card: card(rng) }].choose(rng).unwrap().clone(),
            20 => Move::Halt { disputed: rng.random_bool(0.5) },
            21 => Move::Show { cards: BTreeSet::from([card(rng)]) },
            22 => Move::Stop { card: maybe(rng) },
            _ => {
                let target = match rng.random_bool(0.2) {
                    true => Target::Player(seat(rng)),
                    false => Target::Cards { at: place(rng), card: self.whereabouts(card(rng)).map(|_| card(rng)) },
                };
                // Unread cards may be named anywhere they could be; the list names those that lie somewhere.
                let target = match target {
                    Target::Cards { at, card: Some(card) } if self.whereabouts(card).is_none() => Target::Cards { at, card: None },
                    target => target,
                };
                let work = match rng.random_range(0..12) {
                    0 => Work::Transform(Guise { rank: card(rng).rank, suit: maybe(rng).map(|card| card.suit) }),
                    1 => Work::Swap(card(rng)),
                    n => Work::PLAIN[n - 2],
                };
                let mut spell = Spell::new(work, target);
                spell.traits.extend(Some(Trait::Harmful).filter(|_| rng.random_bool(0.1)));
                Move::Magic(spell)
            }
        }
    }

    fn laid_out(&self) -> Layout<Zone> {
        self.expected().as_layout()
    }

    fn assert_sound(&self) {
        assert_eq!(self.audit(), []);
        for seat in self.seats().iter() {
            let player = self.player(seat).unwrap();
            assert!(player.held.len() <= 1, "{seat} holds several cards");
            let reduces = player.island.count() <= self.island_size() || self.due(seat).is_some();
            assert!(reduces, "{seat}'s Island is too large");
            assert!(player.flame.known().all(|card| Some(card.rank) == player.lit), "{seat}'s Flame is mixed");
        }
    }

    fn seen(&self, act: &Act<Move>) -> Option<Fact<Zone>> {
        let (seat, stamp) = (act.seat, act.stamp);
        let card = |card: Option<Card>| match card {
            None => Some(Identity::UNKNOWN),
            Some(card) => {
                let shown = self.shown(card);
                Some(Identity::certain(Card { rank: shown.rank, suit: shown.suit? }.design()?))
            }
        };
        let moved = |from, to, card, face| Some(Fact::Moved { seat, from, to, card, face, stamp, frame: 0 });
        let (ocean, own) = (Some(Zone::Ocean), Some(Zone::Island(seat)));
        match &act.action {
            Move::Touch(touch) => {
                let zone = touch.at.zone()?;
                Some(Fact::Touched { seat, neighbour: None, zone, card: card(touch.card)?, bare: false, after: stamp, by: stamp, frame: 0 })
            }
            // A card that goes to a Flame or comes from one is seen to go to a hand or come from one.
            Move::Carry(carry) if carry.count == 1 => {
                let (from, to) = (carry.from.zone(), carry.to.zone());
                let hidden = matches!(carry.to, Place::Flame(_)) || from.is_none() && to.is_none();
                if hidden { None } else { moved(from, to, card(carry.card)?, carry.face) }
            }
            Move::Turn { card: turned, face } => moved(ocean, ocean, card(*turned)?, *face),
            Move::Rearrange { count: 1, stacked: false } => moved(ocean, ocean, Identity::UNKNOWN, Face::Up),
            Move::Arrange { .. } => moved(own, own, Identity::UNKNOWN, Face::Down),
            Move::PassIsland { to: None, cards: None } => {
                moved(own, Some(Zone::Island(self.seats().after(seat))), Identity::UNKNOWN, Face::Down)
            }
            _ => None,
        }
    }

    fn may_be_idle(action: &Move) -> bool {
        !matches!(action, Move::Carry(_) | Move::Turn { .. } | Move::Whirlwind { .. } | Move::Go | Move::Show { .. } | Move::Deal)
    }
}
