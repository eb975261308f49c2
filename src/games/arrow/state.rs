use super::Source;
use super::board::{Board, Piece};
use super::frame::Frame;
use super::setup::{DEALT, DesignNumber, Has, SEATS, Setup, SetupError};
use crate::cards::CardId;
use crate::games::Hand;
use crate::table::Seat;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A game of ConCardia Arrow: what lies where, what the hands are known to hold, and what is awaited.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arrow {
    pub(super) setup: Arc<Setup>,
    pub(super) has: Has,
    pub(super) phase: Phase,
    pub(super) board: Board,
    /// Whether South's and North's starting card has been laid face down; until it is turned up, it counts as one of the hand.
    pub(super) covered: [bool; 2],
    /// South's and North's.
    pub(super) sides: [Side; 2],
    /// Abilities that run and events that can be reacted to, the innermost last.
    pub(super) stack: Vec<Frame>,
    /// What holds until the end of the turn.
    pub(super) lasting: Vec<Lasting>,
    /// Passes in a row.
    pub(super) passes: u8,
    /// Reactions used in this turn.
    pub(super) reactions: u16,
    /// The number of the next card that comes onto the Board.
    pub(super) next_id: u16,
    /// Sources and texts of the Actions performed in this turn, which cannot be repeated (Repeating an Action).
    pub(super) acted: Vec<(Source, u8)>,
}

/// How far the game is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Phase {
    /// Both choose a starting card.
    Starting,
    /// The starting cards tie in everything: Rock Paper Scissors is played out.
    Throw,
    /// A turn.
    Turn {
        /// Whose.
        seat: Seat,
        /// How far it is.
        step: Step,
    },
    /// The game has ended.
    Over {
        /// Who won; `None` for a draw.
        winner: Option<Seat>,
    },
}

/// The steps of a turn (Turn Sequence).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Step {
    /// A card is drawn.
    Draw,
    /// The Persistent Effects Step has been announced.
    Persistent,
    /// An action, or none.
    Action,
    /// The Capture Step: cards that a reaction has been used for are not asked about again.
    Capture {
        /// Ids of the cards that "would be captured" has been told of.
        told: Vec<u16>,
    },
    /// Captured cards leave together.
    Collect {
        /// Ids of the cards that still lie there.
        due: Vec<u16>,
        /// Those that have left.
        gone: Vec<Source>,
    },
    /// Victory is checked.
    CleanUp,
}

/// What belongs to a player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Side {
    /// Cards in the deck.
    pub deck: u16,
    /// The hand.
    pub hand: Hand<DesignNumber>,
    /// The Discard Pile, bottom to top; `None` for a card that was not read.
    pub discard: Vec<Option<DesignNumber>>,
    /// The Victory Pile, bottom to top.
    pub victory: Vec<Won>,
    /// The Persistent Area, in the order in which they were played.
    pub persistent: Vec<Piece>,
    /// Whether each button is worn.
    pub worn: Vec<bool>,
    /// Turns ended.
    pub turns: u16,
}

/// A card in a Victory Pile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Won {
    /// Which; `None` when it was not read.
    pub design: Option<DesignNumber>,
    /// Whose deck it is from.
    pub owner: Seat,
    /// What it is worth.
    pub points: i16,
}

/// Something that a step of an ability has given a card until the end of the turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Lasting {
    /// The card.
    pub id: u16,
    /// Who gave it.
    pub by: Source,
    /// Of which text, counted from one.
    pub text: u8,
    /// Which step, counted from zero.
    pub step: u8,
    /// How much, of a value.
    pub amount: i16,
}

impl Arrow {
    /// A game that has been dealt: seven unknown cards in each hand, or all of a smaller deck.
    ///
    /// # Errors
    /// When the set-up cannot be dealt.
    pub fn new(setup: Setup) -> Result<Self, SetupError> {
        setup.validate()?;
        let side = |seat: Seat| {
            let cards: u16 = setup.decks[seat.index()].values().sum();
            let dealt = cards.min(DEALT);
            Side {
                deck: cards - dealt,
                hand: Hand::unknown_cards(dealt),
                discard: Vec::new(),
                victory: Vec::new(),
                persistent: Vec::new(),
                worn: vec![true; setup.buttons[seat.index()].len()],
                turns: 0,
            }
        };
        let sides = SEATS.map(side);
        Ok(Self {
            has: setup.has(),
            setup: Arc::new(setup),
            phase: Phase::Starting,
            board: Board::EMPTY,
            covered: [false; 2],
            sides,
            stack: Vec::new(),
            lasting: Vec::new(),
            passes: 0,
            reactions: 0,
            next_id: 1,
            acted: Vec::new(),
        })
    }

    /// What it started from.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// How far it is.
    pub const fn phase(&self) -> &Phase {
        &self.phase
    }

    /// The Play Area.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Shows a player's hand to all: as many of its unknown cards become known as are named.
    pub fn show_hand(&mut self, seat: Seat, cards: &[CardId]) {
        for design in cards.iter().filter_map(|card| self.setup.number(card)).collect::<Vec<_>>() {
            self.side_mut(seat).hand.reveal(design);
        }
    }

    /// The same game with these cards in the Play Area, to look into a position.
    pub fn set_board(&mut self, board: Board) {
        self.next_id = board.iter().map(|(_, piece)| piece.id).max().map_or(self.next_id, |last| last.saturating_add(1));
        self.board = board;
    }

    /// What belongs to a player; of a seat that nobody plays, to North.
    pub const fn side(&self, seat: Seat) -> &Side {
        &self.sides[if seat.index() == 0 { 0 } else { 1 }]
    }

    pub(super) const fn side_mut(&mut self, seat: Seat) -> &mut Side {
        &mut self.sides[if seat.index() == 0 { 0 } else { 1 }]
    }

    /// Whose turn it is; `None` before the first and after the last.
    pub const fn turn(&self) -> Option<Seat> {
        match self.phase {
            Phase::Turn { seat, .. } => Some(seat),
            _ => None,
        }
    }

    /// A player's points (Card Attributes, Point Value).
    pub fn points(&self, seat: Seat) -> i64 {
        self.side(seat).victory.iter().map(|won| i64::from(won.points)).sum()
    }

    /// Cards of a seat on the Board: in the Play Area and in its Persistent Area (Special Terms, Board).
    pub fn on_the_board(&self, seat: Seat) -> usize {
        self.board.count(seat) + self.side(seat).persistent.len()
    }

    /// Most copies of a design that a seat's deck and the unknown part of its hand can still hold.
    pub(super) fn hidden_copies(&self, seat: Seat, design: DesignNumber) -> u16 {
        let side = self.side(seat);
        let pieces = self.board.iter().map(|(_, piece)| piece).chain(&side.persistent);
        let lying = pieces.filter(|piece| piece.owner == seat && piece.design == design).count();
        let won = self.sides.iter().flat_map(|side| &side.victory);
        let won = won.filter(|won| won.owner == seat && won.design == Some(design)).count();
        let discarded = side.discard.iter().filter(|card| **card == Some(design)).count();
        let located = lying + won + discarded + usize::from(known(&side.hand, design));
        self.setup.copies(seat, design).saturating_sub(located.try_into().unwrap_or(u16::MAX))
    }

    /// Whether a seat may hold a card of this design that is not in use: it was seen to take one, or one of its unknown cards could be it.
    pub fn could_hold(&self, seat: Seat, design: DesignNumber) -> bool {
        let hand = &self.side(seat).hand;
        let most = known(hand, design).saturating_add(hand.unknown().min(self.hidden_copies(seat, design)));
        usize::from(most) > self.in_use(seat).filter(|used| *used == design).count()
    }

    /// Cards of a seat's hand whose texts run: they are shown, and stay in the hand until they leave for the Discard Pile.
    pub(super) fn in_use(&self, seat: Seat) -> impl Iterator<Item = DesignNumber> {
        let used = move |frame: &Frame| match frame {
            Frame::Run(run) if run.seat == seat && run.source.place == super::Place::Hand => run.source.design,
            _ => None,
        };
        self.stack.iter().filter_map(used)
    }

    /// Cards of a seat's hand that are not in use.
    pub(super) fn spare_cards(&self, seat: Seat) -> u16 {
        let used = self.in_use(seat).count().try_into().unwrap_or(u16::MAX);
        self.side(seat).hand.count().saturating_sub(used)
    }
}

fn known(hand: &Hand<DesignNumber>, design: DesignNumber) -> u16 {
    hand.known().get(&design).copied().unwrap_or(0)
}
