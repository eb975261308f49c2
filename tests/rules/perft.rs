//! How many ways a game can go: leaf counts to a depth, kept as data in `canon.perft`, counted twice. Once by listing the legal
//! moves, once by putting every conceivable move before the judge, which knows nothing of that list.
//!
//! `UPDATE_EXPECTED=1 cargo test perft` writes the counts anew.

use crate::support::{happen, small_game};
use kibitzer::cards::{CardId, Face};
use kibitzer::games::canon::{Canon, Carry, Move, Place, Slot};
use kibitzer::games::{Act, Game};
use kibitzer::table::Stamp;
use std::fmt::Write;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules/canon.perft");
/// Positions with more nodes than this above the leaves are not put before the judge.
const MOST_JUDGED: u64 = 1500;

/// One block of the file: a position and its counts for depth 1, 2 and so on.
struct Entry {
    head: Vec<(String, String)>,
    counts: Vec<u64>,
}

impl Entry {
    fn get(&self, key: &str) -> &str {
        self.head.iter().find(|(k, _)| k == key).map_or("", |(_, value)| value)
    }

    fn position(&self) -> Canon {
        let copies: Vec<u16> = self.get("copies").split(' ').map(|n| n.parse().unwrap()).collect();
        let game = small_game(self.get("players").parse().unwrap(), &copies, self.get("options"));
        let acts: Vec<&str> = self.get("acts").split("; ").filter(|text| !text.is_empty()).collect();
        happen(game, &acts)
    }
}

fn parse(text: &str) -> Vec<Entry> {
    let mut entries = Vec::<Entry>::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (key, value) = line.split_once(' ').unwrap_or((line, ""));
        match key {
            "position" => entries.push(Entry { head: vec![(key.into(), value.into())], counts: vec![] }),
            "leaves" => entries.last_mut().unwrap().counts = value.split(' ').map(|n| n.parse().unwrap()).collect(),
            _ => entries.last_mut().unwrap().head.push((key.into(), value.into())),
        }
    }
    entries
}

fn leaves(game: &Canon, depth: usize, moves: &impl Fn(&Canon) -> Vec<Move>) -> u64 {
    let found = moves(game);
    if depth == 1 {
        return found.len() as u64;
    }
    let next = |action| {
        let mut next = game.clone();
        next.apply(&Act { seat: game.to_act()[0], action, stamp: Stamp::default() });
        leaves(&next, depth - 1, moves)
    };
    found.into_iter().map(next).sum()
}

fn listed(game: &Canon) -> Vec<Move> {
    game.to_act().first().map_or_else(Vec::new, |seat| game.legal_moves(*seat))
}

fn judged(game: &Canon) -> Vec<Move> {
    let Some(&seat) = game.to_act().first() else { return Vec::new() };
    let slots = || (1..=8).filter_map(Slot::new);
    let mut places = vec![Place::Hand, Place::Draw];
    places.extend((0..3).map(|depth| Place::Discard { depth }));
    places.extend(slots().map(Place::Centre));
    places.extend(game.seats().iter().flat_map(|owner| slots().map(move |slot| Place::Canon(owner, slot))));
    let cards: Vec<Option<CardId>> = game.setup().pool.keys().cloned().map(Some).chain([None]).collect();
    let mut moves = vec![Move::Pass];
    for &from in &places {
        for &to in &places {
            for card in &cards {
                let carry = Carry::new(from, to, card.clone());
                moves.extend([carry.clone().facing(Face::Down), carry.clone().times(2), carry].map(Move::from));
            }
        }
    }
    // A carry into a hand has no face, a draw no card: one move may have been built in several ways.
    moves.retain(|action| game.check(&Act { seat, action: action.clone(), stamp: Stamp::default() }).is_ok());
    moves.sort();
    moves.dedup();
    moves
}

#[test]
fn leaf_counts_are_as_listed_and_as_judged() {
    let text = std::fs::read_to_string(FILE).unwrap();
    let update = std::env::var_os("UPDATE_EXPECTED").is_some();
    let mut written: String = text.lines().take_while(|line| line.starts_with('#')).map(|line| format!("{line}\n")).collect();
    let mut judged_counts = 0;
    for entry in parse(&text) {
        let game = entry.position();
        let name = entry.get("position");
        let mut above = 1;
        let mut counts = Vec::new();
        for depth in 1..=entry.counts.len() {
            let count = leaves(&game, depth, &listed);
            if above <= MOST_JUDGED {
                assert_eq!(count, leaves(&game, depth, &judged), "{name}: listed and judged differ at depth {depth}");
                judged_counts += 1;
            }
            above = count;
            counts.push(count);
        }
        if !update {
            assert_eq!(counts, entry.counts, "{name}");
        }
        let head: String = entry.head.iter().map(|(key, value)| format!("{key} {value}").trim_end().to_owned() + "\n").collect();
        let counts: Vec<String> = counts.iter().map(u64::to_string).collect();
        write!(written, "\n{head}leaves {}\n", counts.join(" ")).unwrap();
    }
    assert!(judged_counts >= 16, "only {judged_counts} counts were judged");
    if update {
        std::fs::write(FILE, written).unwrap();
    }
}
