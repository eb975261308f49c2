use crate::helper::{Window, calm, illegal, line, seat, undecided};
use egui::Key;
use egui_kittest::kittest::Queryable;
use kibitzer::pipeline::{Call, MoveStatus, SourceState};
use std::sync::Arc;

#[test]
fn space_pauses_what_runs_and_lets_go_on_what_is_paused() {
    let mut window = Window::over(calm());
    window.press(Key::Space);
    let mut paused = calm();
    paused.health.state = SourceState::Paused;
    window.shows(paused);
    window.press(Key::Space);
    assert_eq!(window.told(), vec![Call::Pause, Call::Resume]);
}

#[test]
fn p_passes_for_the_seat_to_act_and_s_chooses_another() {
    let mut window = Window::over(calm());
    window.press(Key::P);
    window.press(Key::S);
    window.press(Key::P);
    assert_eq!(window.told(), vec![Call::Pass(seat(2)), Call::Pass(seat(1))]);
}

#[test]
fn a_chosen_seat_holds_only_until_another_may_act() {
    let mut window = Window::over(calm());
    window.press(Key::S);
    let mut next = calm();
    next.seats[0].to_act = true;
    next.seats[1].to_act = false;
    window.shows(next);
    window.shows(calm());
    window.press(Key::P);
    assert_eq!(window.told(), vec![Call::Pass(seat(2))]);
}

#[test]
fn up_and_down_select_and_u_takes_back() {
    let mut window = Window::over(calm());
    window.press(Key::ArrowUp);
    window.press(Key::ArrowUp);
    window.harness.get_by_label("Move 2 at 0:10, frame 300");
    window.press(Key::ArrowDown);
    window.press(Key::U);
    assert_eq!(window.told(), vec![Call::Retract { entry: 3 }]);
}

#[test]
fn without_a_selection_nothing_is_settled() {
    let mut window = Window::over(calm());
    for key in [Key::A, Key::R, Key::U, Key::Num1] {
        window.press(key);
    }
    assert_eq!(window.told(), vec![]);
    window.harness.get_by_label("Select a move first, with Up and Down");
}

#[test]
fn a_and_r_settle_an_illegal_move_and_u_says_why_not() {
    let mut window = Window::over(illegal());
    window.press(Key::U);
    assert_eq!(window.told(), vec![]);
    window.harness.get_by_label("Move 4 is illegal and cannot be taken back");
    window.press(Key::A);
    window.press(Key::R);
    assert_eq!(window.told(), vec![Call::Accept { entry: 4, choice: None }, Call::Reject { entry: 4 }]);
}

#[test]
fn digits_choose_and_a_takes_the_first_choice() {
    let mut window = Window::over(undecided());
    window.press(Key::Num2);
    window.press(Key::A);
    window.press(Key::Num3);
    assert_eq!(window.told(), vec![Call::Accept { entry: 4, choice: Some(1) }, Call::Accept { entry: 4, choice: Some(0) }]);
}

#[test]
fn what_is_typed_into_a_field_is_no_command() {
    let mut window = Window::over(illegal());
    window.press(Key::N);
    for key in [Key::A, Key::R, Key::P, Key::E, Key::Space] {
        window.press(key);
    }
    assert_eq!(window.told(), vec![]);
    window.press(Key::Escape);
    window.press(Key::P);
    assert_eq!(window.told(), vec![Call::Pass(seat(2))]);
}

#[test]
fn the_list_of_keys_opens_and_keeps_the_other_keys_quiet() {
    let mut window = Window::over(illegal());
    window.press(Key::Questionmark);
    window.harness.get_by_label("Pause or go on");
    window.press(Key::P);
    window.press(Key::A);
    assert_eq!(window.told(), vec![]);
    window.press(Key::Escape);
    assert!(window.harness.query_by_label("Pause or go on").is_none());
}

#[test]
fn d_turns_dark_to_light_and_back() {
    let mut window = Window::over(calm());
    let before = window.harness.ctx.theme();
    window.press(Key::D);
    assert_ne!(window.harness.ctx.theme(), before);
    window.press(Key::D);
    assert_eq!(window.harness.ctx.theme(), before);
}

#[test]
fn the_game_is_ended_from_the_keyboard_alone() {
    let mut window = Window::over(calm());
    window.press(Key::E);
    // The cautious answer holds the focus; the other is one step away.
    assert!(window.harness.get_by_label("Keep playing").is_focused());
    window.press(Key::Tab);
    window.press(Key::Enter);
    assert_eq!(window.told(), vec![Call::End]);
}

#[test]
fn every_button_is_reached_with_tab() {
    let mut window = Window::over(illegal());
    let wanted = ["Pause", "Keys", "Camera", "Passes", "End game", "Accept", "Reject", "Move 4: Ben places Romans on centre 1, Illegal"];
    let mut reached = Vec::new();
    for _ in 0..60 {
        window.press(Key::Tab);
        reached.extend(wanted.into_iter().filter(|name| window.harness.get_by_label(name).is_focused()));
    }
    for name in wanted {
        assert!(reached.contains(&name), "Tab never reaches {name}");
    }
}

#[test]
fn lines_of_one_entry_are_one_step_and_the_open_one_is_settled() {
    let mut snapshot = calm();
    let moves = Arc::make_mut(&mut snapshot.moves);
    moves.push(line(4, 2, "draws a card", MoveStatus::Accepted));
    moves.push(line(4, 2, "draws another card", MoveStatus::Rejected));
    moves.push(line(5, 1, "passes", MoveStatus::Told));
    let mut window = Window::over(snapshot);
    for key in [Key::ArrowUp, Key::ArrowUp, Key::R, Key::ArrowUp, Key::U, Key::ArrowDown, Key::ArrowDown, Key::U] {
        window.press(key);
    }
    assert_eq!(window.told(), vec![Call::Reject { entry: 4 }, Call::Retract { entry: 3 }, Call::Retract { entry: 5 }]);
}
