use egui::{Context, Event, Key, Modifiers};

/// What a key does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    PauseOrResume,
    Pass,
    Accept,
    Choose(usize),
    Reject,
    Retract,
    Earlier,
    Later,
    Deselect,
    NextView,
    Layer(super::screen::Layer),
    NextSeat,
    SpeakFor(usize),
    Call(&'static str),
    Dibs,
    Frame(isize),
    Claim(isize),
    Uphold,
    Overrule,
    OpenScore,
    TypeAct,
    TypeNote,
    End,
    Theme,
    Help,
    Quit,
}

/// A key, what it does, and how the list of keys says so.
pub(super) struct Binding {
    key: Key,
    with: Modifiers,
    pub action: Action,
    /// As printed on the key; empty when another binding's line speaks for this one.
    pub shown: &'static str,
    pub does: &'static str,
}

const fn plain(key: Key, action: Action, shown: &'static str, does: &'static str) -> Binding {
    Binding { key, with: Modifiers::NONE, action, shown, does }
}

const fn alt(key: Key, action: Action, shown: &'static str, does: &'static str) -> Binding {
    Binding { key, with: Modifiers::ALT, action, shown, does }
}

/// Every key of the window; the list of keys is painted from it.
pub(super) const BINDINGS: &[Binding] = {
    use super::screen::Layer;
    &[
        plain(Key::Space, Action::PauseOrResume, "Space", "Pause or go on"),
        plain(Key::P, Action::Pass, "P", "The seat in the controls passes"),
        plain(Key::S, Action::NextSeat, "S", "Another seat in the controls"),
        alt(Key::Num1, Action::SpeakFor(0), "Alt+1 to 7", "That seat in the controls"),
        alt(Key::Num2, Action::SpeakFor(1), "", ""),
        alt(Key::Num3, Action::SpeakFor(2), "", ""),
        alt(Key::Num4, Action::SpeakFor(3), "", ""),
        alt(Key::Num5, Action::SpeakFor(4), "", ""),
        alt(Key::Num6, Action::SpeakFor(5), "", ""),
        alt(Key::Num7, Action::SpeakFor(6), "", ""),
        plain(Key::G, Action::Call("Go"), "G", "Elements: the dealer says go"),
        plain(Key::B, Action::Dibs, "B", "Elements: the seat begins to call a card; again: it has said it"),
        plain(Key::W, Action::Call("Whirlwind"), "W, F, I, M", "Elements: Whirlwind, Fire, halt, the Flame is shown"),
        plain(Key::F, Action::Call("Fire"), "", ""),
        plain(Key::I, Action::Call("Halt"), "", ""),
        plain(Key::M, Action::Call("Verify"), "", ""),
        plain(Key::ArrowLeft, Action::Frame(-1), "Left, Right", "Step the frames of the claim"),
        plain(Key::ArrowRight, Action::Frame(1), "", ""),
        plain(Key::Comma, Action::Claim(-1), "Comma, period", "The claim before, after"),
        plain(Key::Period, Action::Claim(1), "", ""),
        plain(Key::Y, Action::Uphold, "Y, X", "Uphold, overrule the claim"),
        plain(Key::X, Action::Overrule, "", ""),
        plain(Key::T, Action::TypeAct, "T", "Type what the seat did"),
        plain(Key::N, Action::TypeNote, "N", "Type a note"),
        plain(Key::E, Action::End, "E", "End the game"),
        plain(Key::ArrowUp, Action::Earlier, "Up, K", "Select the move before"),
        plain(Key::K, Action::Earlier, "", ""),
        plain(Key::ArrowDown, Action::Later, "Down, J", "Select the move after"),
        plain(Key::J, Action::Later, "", ""),
        plain(Key::Escape, Action::Deselect, "Esc", "Leave a field; select nothing"),
        plain(Key::A, Action::Accept, "A", "Accept the selected move, or its first choice"),
        plain(Key::Num1, Action::Choose(0), "1 to 9", "Accept that choice of the selected move"),
        plain(Key::Num2, Action::Choose(1), "", ""),
        plain(Key::Num3, Action::Choose(2), "", ""),
        plain(Key::Num4, Action::Choose(3), "", ""),
        plain(Key::Num5, Action::Choose(4), "", ""),
        plain(Key::Num6, Action::Choose(5), "", ""),
        plain(Key::Num7, Action::Choose(6), "", ""),
        plain(Key::Num8, Action::Choose(7), "", ""),
        plain(Key::Num9, Action::Choose(8), "", ""),
        plain(Key::R, Action::Reject, "R", "Reject the selected move"),
        plain(Key::U, Action::Retract, "U", "Take the selected move back"),
        plain(Key::V, Action::NextView, "V", "Overview, camera or table"),
        plain(Key::C, Action::Layer(Layer::Cards), "C, L, Z, H", "Card outlines, names, zones, hands"),
        plain(Key::L, Action::Layer(Layer::Names), "", ""),
        plain(Key::Z, Action::Layer(Layer::Zones), "", ""),
        plain(Key::H, Action::Layer(Layer::Hands), "", ""),
        plain(Key::O, Action::OpenScore, "O", "Open the next seat's score"),
        plain(Key::D, Action::Theme, "D", "Dark or light"),
        plain(Key::Questionmark, Action::Help, "?, F1", "This list"),
        plain(Key::F1, Action::Help, "", ""),
        Binding { key: Key::Q, with: Modifiers::COMMAND, action: Action::Quit, shown: "Ctrl+Q", does: "Close the window" },
    ]
};

/// Takes the keys that belong to the window out of the input and says what they do. While a field holds the cursor or a button
/// the focus, keys that those need stay theirs.
pub(super) fn take(ctx: &Context) -> Vec<Action> {
    let typing = ctx.text_edit_focused();
    let focused = ctx.memory(|m| m.focused().is_some());
    let theirs = |key: Key, with: Modifiers| {
        (typing && with.is_none() && key != Key::F1) || (focused && matches!(key, Key::Space | Key::ArrowUp | Key::ArrowDown | Key::Escape))
    };
    let mut taken = Vec::new();
    ctx.input_mut(|input| {
        input.events.retain(|event| {
            let Event::Key { key, pressed: true, repeat, modifiers, .. } = event else { return true };
            // Shift is part of how `?` is typed, so it never tells bindings apart.
            let held = Modifiers { shift: false, ..*modifiers };
            let wants = |b: &&Binding| b.key == *key && (if b.with.is_none() { held.is_none() } else { held.matches_logically(b.with) });
            match BINDINGS.iter().find(wants) {
                Some(binding) if !theirs(*key, binding.with) => {
                    if !repeat || matches!(binding.action, Action::Earlier | Action::Later | Action::Frame(_)) {
                        taken.push(binding.action);
                    }
                    false
                }
                _ => true,
            }
        });
    });
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_bindings_share_a_key() {
        for (i, a) in BINDINGS.iter().enumerate() {
            assert!(BINDINGS[..i].iter().all(|b| (a.key, a.with) != (b.key, b.with)), "{:?} twice", a.key);
        }
    }
}
