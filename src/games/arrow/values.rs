//! What the cards of the Play Area are worth as the Board stands: printed values, and what texts make of them.
//!
//! Texts that always hold take effect in layers, each in the order of the Board: first signs (their filters see printed signs), then
//! arrows, values, superiority and prohibitions (theirs see the signs that result). So no text waits for itself.

use super::board::Piece;
use super::select::View;
use super::setup::Setup;
use super::text::{Doing, Effect, Rule, Standing, Stat, Subject, Text};
use super::{Arrow, Arrows, Cell, Place, Sign, Source, Zone};

/// A card's values as they now are.
#[derive(Debug, Clone, Copy)]
pub struct Value {
    /// Rock, Paper or Scissors.
    pub sign: Sign,
    /// Arrows as they point on the board, `N` away from South.
    pub arrows: Arrows,
    /// Strength Value.
    pub strength: i16,
    /// Defense Value.
    pub defense: i16,
    /// Points when captured.
    pub points: i16,
    forbidden: u8,
}

impl Value {
    fn printed(setup: &Setup, piece: &Piece) -> Self {
        let face = setup.face(piece.design);
        let arrows = if piece.owner.index() == 0 { face.arrows } else { face.arrows.turned() };
        Self { sign: face.sign, arrows, strength: face.strength, defense: face.defense, points: face.points, forbidden: 0 }
    }

    /// Whether a text forbids that this happens to it.
    pub const fn cannot_be(&self, doing: Doing) -> bool {
        self.forbidden >> doing as u8 & 1 == 1
    }

    const fn value(&mut self, stat: Stat) -> &mut i16 {
        match stat {
            Stat::Strength => &mut self.strength,
            Stat::Defense => &mut self.defense,
            Stat::Points => &mut self.points,
        }
    }
}

/// A set of spaces.
type Cells = u64;

const fn bit(cell: Cell) -> Cells {
    1 << cell.index()
}

/// The values of every card in the Play Area.
#[derive(Debug, Clone)]
pub struct Values {
    cells: [Option<Value>; 36],
    /// Cards that texts make superior, and to which.
    superior: Vec<(Cells, Cells)>,
}

impl Values {
    /// As the Board stands.
    pub fn of(game: &Arrow) -> Self {
        let mut cells = [None; 36];
        for (cell, piece) in game.board().iter() {
            cells[cell.index()] = Some(Value::printed(&game.setup, piece));
        }
        let mut values = Self { cells, superior: Vec::new() };
        if game.has.standing {
            values.apply_standing(game);
        }
        if !game.lasting.is_empty() {
            values.apply_lasting(game);
        }
        values
    }

    /// The values of the card in a space.
    pub const fn get(&self, cell: Cell) -> Option<&Value> {
        self.cells[cell.index()].as_ref()
    }

    /// Whether the card in one space is superior to the one in another: by its sign or by a text (Superior).
    pub fn is_superior(&self, one: Cell, other: Cell) -> bool {
        let by_sign = matches!((self.get(one), self.get(other)), (Some(a), Some(b)) if a.sign.beats(b.sign));
        by_sign || self.superior.iter().any(|(from, to)| from & bit(one) != 0 && to & bit(other) != 0)
    }

    fn apply_standing(&mut self, game: &Arrow) {
        let standing = standing(game);
        let printed = self.clone();
        let holds = |view: &View<'_>, rule: &Standing| rule.condition.as_ref().is_none_or(|condition| view.holds(condition));
        for (source, rule) in standing.iter().filter(|(_, rule)| matches!(rule.rule, Rule::Sign(..))) {
            let view = View::standing(game, &printed, *source);
            if let (true, Rule::Sign(subject, sign)) = (holds(&view, rule), &rule.rule) {
                self.each(&view, subject, |value| value.sign = *sign);
            }
        }
        let signed = self.clone();
        for (source, rule) in &standing {
            let view = View::standing(game, &signed, *source);
            if matches!(rule.rule, Rule::Sign(..)) || !holds(&view, rule) {
                continue;
            }
            // What a card's arrows are called on its face.
            let on_board = |owner: crate::table::Seat, arrows: Arrows| if owner.index() == 0 { arrows } else { arrows.turned() };
            match &rule.rule {
                Rule::Sign(..) => {}
                Rule::Value(subject, stat, amount) => {
                    let by = view.amount(amount);
                    self.each(&view, subject, |value| *value.value(*stat) = value.value(*stat).saturating_add(by));
                }
                Rule::Superior(subject, to) => {
                    let relation =
                        (view.subject(subject).fold(0, |all, cell| all | bit(cell)), view.cells(to).fold(0, |all, cell| all | bit(cell)));
                    self.superior.push(relation);
                }
                Rule::Arrows(subject, arrows) | Rule::LoseArrows(subject, arrows) => {
                    let gains = matches!(rule.rule, Rule::Arrows(..));
                    for cell in view.subject(subject) {
                        let owner = game.board().get(cell).map(|piece| piece.owner);
                        if let (Some(value), Some(owner)) = (self.cells[cell.index()].as_mut(), owner) {
                            let arrows = on_board(owner, *arrows);
                            value.arrows = if gains { value.arrows.with(arrows) } else { value.arrows.without(arrows) };
                        }
                    }
                }
                Rule::Cannot(subject, doing) => self.each(&view, subject, |value| value.forbidden |= 1 << *doing as u8),
            }
        }
    }

    fn apply_lasting(&mut self, game: &Arrow) {
        let signed = self.clone();
        for lasting in &game.lasting {
            let Some(Place::On(Zone::Cell(cell))) = game.by_id(lasting.id).map(|card| card.place) else { continue };
            let Some(Text::Action(ability) | Text::Immediate(ability) | Text::Reaction { ability, .. }) =
                lasting.by.text(&game.setup, lasting.text)
            else {
                continue;
            };
            match ability.steps.get(usize::from(lasting.step)).map(|step| &step.effect) {
                Some(Effect::Gain(_, stat, _)) => {
                    if let Some(value) = self.cells[cell.index()].as_mut() {
                        *value.value(*stat) = value.value(*stat).saturating_add(lasting.amount);
                    }
                }
                Some(Effect::Superior(_, to)) => {
                    let view = View::standing(game, &signed, lasting.by);
                    self.superior.push((bit(cell), view.cells(to).fold(0, |all, cell| all | bit(cell))));
                }
                _ => {}
            }
        }
    }

    fn each(&mut self, view: &View<'_>, subject: &Subject, mut change: impl FnMut(&mut Value)) {
        view.subject(subject).for_each(|cell| {
            if let Some(value) = self.cells[cell.index()].as_mut() {
                change(value);
            }
        });
    }
}

/// The texts that hold now, with where they come from.
fn standing(game: &Arrow) -> Vec<(Source, &Standing)> {
    let mut found = Vec::new();
    for source in game.pieces().chain(game.buttons()) {
        let aside = matches!(source.place, Place::On(Zone::Persistent(_)));
        for text in source.texts(&game.setup) {
            match text {
                Text::Play(rules) if !aside => found.extend(rules.iter().map(|rule| (source, rule))),
                Text::Persistent(rules) => found.extend(rules.iter().map(|rule| (source, rule))),
                _ => {}
            }
        }
    }
    found
}
