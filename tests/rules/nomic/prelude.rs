//! What each of these modules uses. In acts, the name of a worked example stands for the whole proposition, as in
//! `P1 propose ties-ratify`.

use crate::support;
pub use crate::support::{card, seat, seats};
pub use kibitzer::cards::{Face, Rank};
pub use kibitzer::games::nomic::proposition::{EXAMPLES, Proposition, read_proposition};
pub use kibitzer::games::nomic::rulebook::{Cause, Change, Effect, Enforcement, Wording};
pub use kibitzer::games::nomic::{Ballots, Hook, Move, Nomic, Phase, Place, Rule, Rulebook, Setup, Zone};
pub use kibitzer::games::{Act, Card, Game, Narrate, Objection};
pub use kibitzer::table::{Layout, Pile, Stamp};

/// A game with the base rules; P1 has the token.
pub fn nomic(players: u8) -> Nomic {
    Nomic::new(Setup::new(seats(players), seat("P1")).unwrap()).unwrap()
}

/// A game whose rules have been changed by these worked examples before it began.
pub fn ruled(players: u8, names: &[&str]) -> Nomic {
    changed(players, names.iter().map(|name| example(name).change))
}

/// A game whose rules have been changed like this before it began.
pub fn changed(players: u8, changes: impl IntoIterator<Item = Change>) -> Nomic {
    let rulebook = changes.into_iter().fold(Rulebook::base().unwrap(), |rulebook, change| rulebook.with(&change));
    let rules = rulebook.rules().cloned().collect();
    Nomic::new(Setup::with_rules(seats(players), seat("P1"), rules).unwrap()).unwrap()
}

pub fn example(name: &str) -> Proposition {
    let (_, text) = EXAMPLES.into_iter().find(|(known, _)| *known == name).unwrap_or_else(|| panic!("no example {name}"));
    read_proposition(text).unwrap()
}

/// A new rule with a program.
pub fn add(hooks: &[Hook], program: &str) -> Change {
    Change::Add { wording: Wording { text: "A new rule.".into(), hooks: hooks.to_vec(), program: Some(program.into()) } }
}

/// An act that creates a proposition.
pub fn proposing(change: Change) -> String {
    format!("P1 propose {}", Proposition { title: String::new(), change })
}

/// A whole text of an act, the names of worked examples replaced.
fn whole(text: &str) -> String {
    let words: Vec<&str> = text.splitn(3, ' ').collect();
    match words.as_slice() {
        [seat, verb @ ("propose" | "resolve"), rest] if !rest.starts_with('{') => {
            let (name, stamp) = rest.split_at(rest.find(' ').unwrap_or(rest.len()));
            format!("{seat} {verb} {}{stamp}", example(name))
        }
        _ => text.to_owned(),
    }
}

pub fn act(text: &str) -> Act<Move> {
    support::parsed(&whole(text))
}

pub fn verdict(game: &Nomic, text: &str) -> &'static str {
    support::verdict(game, &whole(text))
}

pub fn says(game: &Nomic, text: &str) -> String {
    support::says(game, &whole(text))
}

/// Legal acts, one after another.
pub fn play(mut game: Nomic, acts: &[&str]) -> Nomic {
    for text in acts {
        let act = act(text);
        assert_eq!(game.check(&act), Ok(()), "{text}");
        game.apply(&act);
    }
    game
}

/// Acts as they happened, legal or not.
pub fn happen(mut game: Nomic, acts: &[&str]) -> Nomic {
    acts.iter().for_each(|text| game.apply(&act(text)));
    game
}

/// P1's proposition under vote, the for pile started and its card replaced.
pub fn opened(players: u8) -> Nomic {
    play(nomic(players), &["P1 propose ties-ratify", "P1 vote for", "P1 draw"])
}

/// A whole vote on what P1 proposes, in a game with rules for the count like the base rules: P1's card for, the others' as given
/// (`for 9h`, `against 9h` or `abstain`, P2 first), turned up and announced. The votes still lie there.
pub fn voted(game: Nomic, proposal: &str, opening: &str, others: &[&str]) -> Nomic {
    let mut game = play(game, &[proposal, "P1 vote for", "P1 draw"]);
    let (mut in_favour, mut against) = (vec![opening.to_owned()], Vec::new());
    for (number, ballot) in (2..).zip(others) {
        let Some((pile, card)) = ballot.split_once(' ') else {
            game = play(game, &[&format!("P{number} abstain")]);
            continue;
        };
        game = play(game, &[&format!("P{number} vote {pile}")]);
        if game.owes(seat(&format!("P{number}"))) > 0 {
            game = play(game, &[&format!("P{number} draw")]);
        }
        if pile == "for" { in_favour.push(card.to_owned()) } else { against.push(card.to_owned()) }
    }
    game = play(game, &[&format!("P1 turn-up for {}", in_favour.join(" "))]);
    if !against.is_empty() {
        game = play(game, &[&format!("P1 turn-up against {}", against.join(" "))]);
    }
    let counted = game.vote().unwrap().counted.unwrap();
    let totals = format!("P1 announce {} {}", counted.in_favour.unwrap(), counted.against.unwrap());
    play(game, &[&totals])
}

/// The same for two, with votes that reject by one; the cards differ for each `nth`, up to 11.
pub fn rejected(game: Nomic, proposal: &str, nth: usize) -> Nomic {
    let rank = |nth: usize| Rank::ALL[nth].symbol();
    cleared(voted(game, proposal, &format!("{}s", rank(nth)), &[&format!("against {}d", rank(nth + 1))]))
}

/// The votes of the last proposition laid on the discard pile by its proposer.
pub fn cleared(mut game: Nomic) -> Nomic {
    for pile in Ballots::BOTH {
        let count = game.votes(pile).len();
        if count > 0 {
            let clear = format!("{} clear {pile} x{count}", game.proposer().unwrap());
            game = play(game, &[&clear]);
        }
    }
    game
}

pub fn was_ratified(game: &Nomic) -> bool {
    game.decided().last().unwrap().tally.ratified.unwrap()
}

pub fn hand(game: &Nomic, player: &str) -> u16 {
    game.hand(seat(player)).unwrap().count()
}

/// Draw pile, discard pile, votes and hands.
pub fn cards_in_play(game: &Nomic) -> usize {
    let hands: u16 = game.seats().iter().map(|seat| game.hand(seat).unwrap().count()).sum();
    let votes: usize = Ballots::BOTH.into_iter().map(|pile| game.votes(pile).len()).sum();
    usize::from(game.draw_count() + hands) + game.discard().len() + votes
}
