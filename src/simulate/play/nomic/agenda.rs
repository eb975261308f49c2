//! What the players propose.

use crate::games::nomic::proposition::{Proposition, examples};
use crate::games::nomic::rulebook::{Change, Wording};
use crate::simulate::play::shuffle;
use rand_pcg::Pcg64Mcg;

/// Rules that only a table can keep.
const CUSTOMS: [&str; 8] = [
    "Whoever votes against a proposition says what would be better.",
    "The holder of the token chooses the music.",
    "Propositions are read aloud twice.",
    "Whoever laughs while votes are counted fetches the next drink.",
    "A proposition may name no player.",
    "The player with the token wears the hat.",
    "Votes are placed with the left hand.",
    "Between two propositions everybody stands up once.",
];

/// An example that gives its proposer the game, and one that may end it: for late in a game.
const LATE: [&str; 2] = ["Points, and a win at 100", "No more changes"];

/// Propositions in the order in which they are tried: the worked examples among rules that only a table can keep.
pub(super) fn agenda(rng: &mut Pcg64Mcg) -> Vec<Proposition> {
    let custom = |text: &&str| {
        let wording = Wording { text: (*text).to_owned(), hooks: Vec::new(), program: None };
        Proposition { title: String::new(), change: Change::Add { wording } }
    };
    let is_late = |proposition: &Proposition| LATE.contains(&proposition.title.as_str());
    let mut agenda: Vec<Proposition> =
        examples().iter().filter(|example| !is_late(example)).cloned().chain(CUSTOMS.iter().map(custom)).collect();
    agenda.push(Proposition { title: String::new(), change: Change::Remove { rule: 9 } });
    shuffle(&mut agenda, rng);
    // The last comes last.
    agenda.extend(LATE.iter().filter_map(|title| examples().iter().find(|example| example.title == *title).cloned()));
    agenda
}
