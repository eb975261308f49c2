//! One short way to set up a game of Arrow, and what each of these modules uses.

pub use crate::support::{card, happen, play, says, seat, verdict};
pub use kibitzer::cards::{CardId, Deck, Design};
pub use kibitzer::games::arrow::{Arrow, Arrows, Cell, Direction, Face, Move, Phase, Place, Setup, Sign, Step, Values, Zone};
pub use kibitzer::games::{Act, Game};
pub use kibitzer::table::{Seat, Stamp};

/// A design from a line such as `fox rock 3/4 N NE; Beast; Action: Draw a card.`: name, sign, Strength and Defense, arrows; types; texts.
pub fn design(line: &str) -> Design<Face> {
    let mut parts = line.split(';').map(str::trim);
    let mut words = parts.next().unwrap().split_whitespace();
    let name = words.next().unwrap();
    let sign = match words.next().unwrap() {
        "rock" => Sign::Rock,
        "paper" => Sign::Paper,
        "scissors" => Sign::Scissors,
        other => panic!("{other} in {line}"),
    };
    let (strength, defense) = words.next().unwrap().split_once('/').unwrap();
    let arrows = words.collect::<Vec<_>>().join(" ");
    let arrows = match arrows.as_str() {
        "" => Arrows::NONE,
        "all" => Arrows::ALL,
        words => words.parse().unwrap(),
    };
    let face = Face {
        name: name.into(),
        set: "Trial".into(),
        types: parts.next().unwrap_or_default().split_whitespace().map(Into::into).collect(),
        sign,
        strength: strength.parse().unwrap(),
        defense: defense.parse().unwrap(),
        points: 1,
        arrows,
        texts: parts.map(|text| text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))).collect(),
    };
    Design { card: card(&format!("x/{name}")), face, copies: 10 }
}

/// A deck of ten copies of each of these designs.
pub fn deck(lines: &[&str]) -> Deck<Face> {
    Deck::new("x".parse().unwrap(), "X".into(), lines.iter().map(|line| design(line)).collect()).unwrap()
}

/// A game between two players with the same deck of ten copies of each of these designs.
pub fn dealt(lines: &[&str]) -> Arrow {
    let deck = deck(lines);
    Arrow::new(Setup::new([&deck, &deck]).unwrap()).unwrap()
}

/// Cards without a text: rock `r`, paper `p` and scissors `s` of Strength 2 and Defense 3 with all arrows, and the wall `w`, a rock of
/// Defense 9 without arrows.
pub const PLAIN: &[&str] = &["r rock 2/3 all", "p paper 2/3 all", "s scissors 2/3 all", "w rock 1/9"];

/// A game in which both have laid their starting cards, walls both, and P1, who won the throw, has drawn.
pub fn begun(lines: &[&str]) -> Arrow {
    play(dealt(lines), &["P1 place c3 x/w", "P2 place d4 x/w", "P1 throw P1", "P1 move P1.deck > hand ?"])
}

/// What each player does in the Draw Step.
pub const DRAW: [&str; 2] = ["P1 move P1.deck > hand ?", "P2 move P2.deck > hand ?"];

/// A game between P1, with walls and these cards, and P2 with the same, as [`begun`].
pub fn with(cards: &[&str]) -> Arrow {
    let lines: Vec<&str> = ["w rock 1/9"].into_iter().chain(cards.iter().copied()).collect();
    begun(&lines)
}

/// What P2 does without a change to the table.
pub const REST: [&str; 3] = [DRAW[1], "P2 pass", DRAW[0]];

/// A game in which P1 has the first of these cards on c2 and is to act.
pub fn holding(cards: &[&str]) -> Arrow {
    let name = cards[0].split(' ').next().unwrap();
    play(play(with(cards), &[&format!("P1 place c2 x/{name}")]), &REST)
}

/// The Defense that a card now has.
pub fn defense(game: &Arrow, cell: &str) -> i16 {
    Values::of(game).get(cell.parse().unwrap()).unwrap().defense
}

/// The space and owner of every card of the Play Area, such as `c3 P1 w`.
pub fn board(game: &Arrow) -> Vec<String> {
    let shown =
        |(cell, piece): (Cell, &kibitzer::games::arrow::Piece)| format!("{cell} {} {}", piece.owner, game.setup().face(piece.design).name);
    game.board().iter().map(shown).collect()
}

/// Whose draw is due.
pub fn draws(game: &Arrow) -> Option<Seat> {
    match game.phase() {
        Phase::Turn { seat, step: Step::Draw } => Some(*seat),
        _ => None,
    }
}

/// Cards with texts of every kind, beside walls.
pub const TEXTS: &[&str] = &[
    "w rock 1/9",
    "slider rock 2/3 N E; Beast; Action: Slide this card.",
    "pusher paper 2/4 N S; Person; Action (Cost 1): Slide an opposing card 2 spaces.",
    "frog scissors 2/3 all; Beast; Play Reaction: When this card would be captured, you may make this card jump.",
    "mover paper 1/4 W; Person; Action: Move up to 2 other cards to an empty space adjacent to this card.",
    "flood rock 1/2 S; Tide; Immediate (Cost X): Remove up to X opposing cards.",
    "gift paper 1/2 N; Tide; Immediate: Draw 2 cards. Your opponent draws a card.",
    "battery scissors 1/5 E; Device; Action: Put 2 charge counters on this card. Take another action.",
    "lamp rock 1/5 NE; Device; Persistent: Friendly Person cards have +1 Defense.; Action (Cost 1): Give a friendly card +2 Strength this turn.",
    "banner paper 1/5 NW; Device; Play: Friendly adjacent cards have +1 Strength. If there are 2 or more friendly Beast cards, this card has +2 Defense.",
    "veto scissors 1/2 S; Tide; Hand Reaction (Cost 1): When your opponent activates an ability, cancel it.",
    "echo rock 1/2 S; Tide; Reaction: When an opposing card is captured, draw a card.",
    "late paper 1/2 N; Person; Reaction: When an opposing card is played, you may play this card.",
    "chaos scissors 1/2 N; Tide; Play: Adjacent cards are Rock. This card is superior to Beast cards. This card cannot be moved.",
    "thief rock 1/2 N; Person; Immediate: Your opponent discards a card. Take the top card of your Discard Pile into your hand.",
    "recall paper 1/2 E; Tide; Immediate (Cost 1 or more): Return a friendly card to its owner's hand. If the Power is 3 or more, draw a card.",
    "puppet scissors 2/4 W; Person; Action: Activate an Action of another friendly card.",
    "hats paper 1/2 SW; Person; Action: Draw a card for each \"player with a hat\".",
    "dawn rock 1/6 E; Device; Persistent.; Reaction: At your Persistent Effects Step, draw a card.",
];
