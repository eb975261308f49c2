use super::rules::RulesCommand;
use super::screen::{Centre, Field, Layer};
use crate::pipeline::Call;
use crate::table::Seat;

/// What painting asks for; carried out once the painting is done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Command {
    /// Tell the referee.
    Tell(Call),
    /// Tell that the acting seat did what stands in the field, and empty the field.
    TellAct,
    /// Send the note that stands in the field, and empty the field.
    TellNote,
    /// Look at a move, or at none.
    Select(Option<u64>),
    /// Speak for this seat in the controls.
    ActFor(Seat),
    /// Open this seat's score, or close it.
    OpenScore(Option<Seat>),
    /// Show this in the centre.
    Show(Centre),
    /// Look at the rules otherwise, or write a change to them.
    Rules(RulesCommand),
    /// Turn a layer over the picture on or off.
    Toggle(Layer),
    /// Open or close the list of keys.
    Help(bool),
    /// Ask whether the game is over, or stop asking.
    AskEnd(bool),
    /// Look at this frame of the claim.
    ClaimFrame(usize),
    /// Look at a claim so many places on.
    StepClaim(isize),
    /// A seat begins, or has ended, to say a card's name.
    Dibs(Seat),
    /// Write this act into its field, to look at it or to tell it.
    Suggest(String),
    /// Put the cursor into a field.
    Focus(Field),
    /// Say something in passing.
    Say(String),
    /// Turn light to dark or back.
    Theme,
    /// Close the window.
    Quit,
}
