use super::board::Piece;
use super::setup::{DesignNumber, Setup};
use super::text::Text;
use super::{Arrow, Place, Zone};
use crate::table::Seat;
use serde::{Deserialize, Serialize};

/// A card, or a button, as something that texts come from and are about, wherever it is or was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Where it is; of a card that has left the Board, where it was.
    pub place: Place,
    /// Whose it is.
    pub owner: Seat,
    /// What is printed on it; `None` for a button.
    pub design: Option<DesignNumber>,
    /// Its number among the cards of the Board; 0 for one that is not there.
    pub id: u16,
}

impl Source {
    /// A card of the Board.
    pub(super) fn piece(place: impl Into<Place>, piece: &Piece) -> Self {
        Self { place: place.into(), owner: piece.owner, design: Some(piece.design), id: piece.id }
    }

    /// Its special texts.
    pub(super) fn texts<'a>(&self, setup: &'a Setup) -> &'a [Text] {
        match (self.design, self.place) {
            (Some(design), _) => &setup.face(design).texts,
            (None, Place::Button(number)) => button(setup, self.owner, number).map_or(&[], |button| &button.texts),
            (None, _) => &[],
        }
    }

    /// One of its special texts, counted from one.
    pub(super) fn text<'a>(&self, setup: &'a Setup, number: u8) -> Option<&'a Text> {
        self.texts(setup).get(usize::from(number).checked_sub(1)?)
    }

    /// Whether the two are one card, or one button.
    pub(super) fn is(&self, other: &Self) -> bool {
        if self.id > 0 || other.id > 0 { self.id == other.id } else { self == other }
    }
}

fn button(setup: &Setup, owner: Seat, number: u8) -> Option<&super::setup::Button> {
    setup.buttons.get(owner.index())?.get(usize::from(number).checked_sub(1)?)
}

impl Arrow {
    /// Every card on the Board: the Play Area's first, then South's and North's Persistent Areas'.
    pub(super) fn pieces(&self) -> impl Iterator<Item = Source> {
        let grid = self.board.iter().map(|(cell, piece)| Source::piece(cell, piece));
        let areas = super::setup::SEATS
            .into_iter()
            .flat_map(|seat| self.side(seat).persistent.iter().map(move |piece| Source::piece(Zone::Persistent(seat), piece)));
        grid.chain(areas)
    }

    /// The buttons that are worn.
    pub(super) fn buttons(&self) -> impl Iterator<Item = Source> {
        super::setup::SEATS.into_iter().flat_map(|owner| {
            let worn = (1..).zip(&self.side(owner).worn).filter(|(_, worn)| **worn);
            worn.map(move |(number, _)| Source { place: Place::Button(number), owner, design: None, id: 0 })
        })
    }

    /// The card of the Board with this number, where it now is.
    pub(super) fn by_id(&self, id: u16) -> Option<Source> {
        self.pieces().find(|piece| piece.id == id && id > 0)
    }

    /// The card of the Board with this number, to change what lies on it.
    pub(super) fn piece_mut(&mut self, id: u16) -> Option<&mut Piece> {
        let found = self.by_id(id)?;
        match found.place {
            Place::On(Zone::Cell(cell)) => self.board.get_mut(cell),
            Place::On(Zone::Persistent(seat)) => self.side_mut(seat).persistent.iter_mut().find(|piece| piece.id == id),
            _ => None,
        }
    }

    /// Charge counters on a card.
    pub(super) fn counters(&self, id: u16) -> u16 {
        let lying = self.board.iter().map(|(_, piece)| piece).chain(self.sides.iter().flat_map(|side| &side.persistent));
        lying.filter(|piece| piece.id == id && id > 0).map(|piece| piece.counters).sum()
    }
}
