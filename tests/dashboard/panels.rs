use crate::helper::{Window, calm, illegal, line, seat, undecided};
use egui_kittest::kittest::Queryable;
use kibitzer::pipeline::{Call, MoveStatus, Snapshot, SourceState};
use std::sync::Arc;

#[test]
fn an_illegal_move_is_announced_with_its_rule_and_shown_with_its_reason() {
    let window = Window::over(illegal());
    window.harness.get_by_label("Illegal move: Ben placed Romans where Mark lies: put it back.");
    // Once in the alert, once beside the move, which is selected of itself.
    assert!(window.harness.query_all_by_label_contains("Rule: Canon, Possible moves").count() >= 2);
    window.harness.get_by_label("A space holds one work only.");
    window.harness.get_by_label("Move 4: Ben places Romans on centre 1, Illegal");
}

#[test]
fn an_illegal_move_can_be_accepted_or_rejected_but_not_taken_back() {
    let mut window = Window::over(illegal());
    assert!(window.harness.query_by_label("Take back").is_none());
    window.harness.get_by_label("Accept").click();
    window.harness.run();
    window.harness.get_by_label("Reject").click();
    window.harness.run();
    assert_eq!(window.told(), vec![Call::Accept { entry: 4, choice: None }, Call::Reject { entry: 4 }]);
}

#[test]
fn each_choice_of_an_undecided_move_is_a_button() {
    let mut window = Window::over(undecided());
    assert!(window.harness.query_by_label("Accept").is_none());
    window.harness.get_by_label("Ben takes Didache from the discard pile").click();
    window.harness.run();
    assert_eq!(window.told(), vec![Call::Accept { entry: 4, choice: Some(1) }]);
    window.harness.get_by_label("Ben takes Matthew from centre 2").click();
    window.harness.run();
    assert_eq!(window.told(), vec![Call::Accept { entry: 4, choice: Some(0) }]);
}

#[test]
fn a_settled_alert_goes_and_lets_go_of_its_move() {
    let mut window = Window::over(undecided());
    window.harness.get_by_label_contains("To decide: Ben took");
    let mut settled = calm();
    Arc::make_mut(&mut settled.moves).push(line(4, 2, "takes Didache from the discard pile", MoveStatus::Accepted));
    window.shows(settled);
    assert!(window.harness.query_by_label_contains("To decide").is_none());
    assert!(window.harness.query_by_label("Take back").is_none(), "a move is still selected");
}

#[test]
fn a_clicked_move_shows_what_it_rests_on_and_can_be_taken_back() {
    let mut window = Window::over(calm());
    window.harness.get_by_label("Move 3: Ada places Mark in canon 1, Legal").click();
    window.harness.run();
    window.harness.get_by_label("Move 3 at 0:15, frame 450");
    window.harness.get_by_label("Take back").click();
    window.harness.run();
    assert_eq!(window.told(), vec![Call::Retract { entry: 3 }]);
}

#[test]
fn scores_are_listed_and_open_into_their_terms() {
    let mut window = Window::over(calm());
    window.harness.get_by_label("Ben: 0 points, rank 2, 5 in hand, 1 known, to move");
    assert!(window.harness.query_by_label_contains("Mark: 2 own").is_none());
    window.harness.get_by_label("Ada: 5 points, rank 1, 5 in hand, 1 known").click();
    window.harness.run();
    window.harness.get_by_label("Mark: 2 own × 3 central: +6");
    window.harness.get_by_label("Didache is in no central space: −1");
    window.harness.get_by_label("Scores over time, now 5, 0");
}

#[test]
fn the_table_names_what_lies_in_each_zone() {
    let window = Window::over(calm());
    window.harness.get_by_label("centre1: Mark ×2");
    window.harness.get_by_label("centre2: empty");
    window.harness.get_by_label("Live picture: frame 600, 1 cards, 0 hands");
}

#[test]
fn a_pass_is_told_for_the_seat_in_the_controls() {
    let mut window = Window::over(calm());
    window.harness.get_by_label("Seat: Ben");
    window.harness.get_by_label("Passes").click();
    window.harness.run();
    assert_eq!(window.told(), vec![Call::Pass(seat(2))]);
    window.harness.get_by_label("Told: Ben passes");
}

#[test]
fn an_act_is_checked_while_it_is_typed_and_told_with_enter() {
    let mut window = Window::checking(calm(), |_, text| if text == "draw" { Ok(()) } else { Err(format!("'{text}' is no act")) });
    window.press(egui::Key::T);
    window.harness.get_by_label("Act in notation").type_text("dra");
    window.harness.run();
    window.harness.get_by_label("'dra' is no act");
    window.press(egui::Key::Enter);
    assert_eq!(window.told(), vec![], "an act that does not check is not told");
    window.harness.get_by_label("Act in notation").focus();
    window.harness.run();
    window.harness.get_by_label("Act in notation").type_text("w");
    window.harness.run();
    window.press(egui::Key::Enter);
    assert_eq!(window.told(), vec![Call::Act { seat: seat(2), text: "draw".into() }]);
}

#[test]
fn a_note_goes_to_the_journal() {
    let mut window = Window::over(calm());
    window.press(egui::Key::N);
    window.harness.get_by_label("Note").type_text("tea break");
    window.harness.run();
    window.press(egui::Key::Enter);
    assert_eq!(window.told(), vec![Call::Note("tea break".into())]);
}

#[test]
fn the_end_is_asked_about_once() {
    let mut window = Window::over(calm());
    window.harness.get_by_label("End game").click();
    window.harness.run();
    window.harness.get_by_label("Keep playing").click();
    window.harness.run();
    assert_eq!(window.told(), vec![]);
    window.harness.get_by_label("End game").click();
    window.harness.run();
    window.harness.get_by_label("End now").click();
    window.harness.run();
    assert_eq!(window.told(), vec![Call::End]);
    assert!(window.harness.query_by_label("Keep playing").is_none());
}

#[test]
fn before_the_first_frame_every_panel_says_what_it_waits_for() {
    let mut waiting = Snapshot::default();
    waiting.health.source = "evening.mp4".into();
    let window = Window::over(waiting);
    window.harness.get_by_label("Live picture: Waiting for the first frame from evening.mp4 …");
    window.harness.get_by_label("Table: The table appears here once the game has begun.");
    window.harness.get_by_label("No moves yet. They appear here as the table comes to rest.");
    window.harness.get_by_label("The seats appear here once the game has begun.");
}

#[test]
fn a_lost_source_is_announced_and_cannot_be_paused() {
    let mut snapshot = calm();
    snapshot.health.state = SourceState::Lost("the camera was unplugged".into());
    let mut window = Window::over(snapshot);
    window.harness.get_by_label("No picture: evening.mp4 broke off: the camera was unplugged. The game so far is kept.");
    window.press(egui::Key::Space);
    assert_eq!(window.told(), vec![]);
}

#[test]
fn a_referee_that_stopped_is_said_so() {
    let mut window = Window::over(calm());
    let (_, nobody) = crossbeam_channel::bounded(0);
    drop(std::mem::replace(&mut window.calls, nobody));
    window.harness.get_by_label("Passes").click();
    window.harness.run();
    window.harness.get_by_label_contains("The referee has stopped");
}

#[test]
fn an_ended_game_is_said_so_and_takes_no_more_acts() {
    let mut snapshot = calm();
    snapshot.ended = Some("Ada wins with 5 points".into());
    snapshot.health.state = SourceState::Ended;
    let mut window = Window::over(snapshot);
    window.harness.get_by_label("Ada wins with 5 points");
    window.press(egui::Key::E);
    window.press(egui::Key::P);
    window.harness.get_by_label("Passes").click();
    window.harness.run();
    assert_eq!(window.told(), vec![]);
}

#[test]
fn a_picture_without_pixels_is_waited_for() {
    let mut snapshot = calm();
    snapshot.view.picture = snapshot.view.picture.map(|p| kibitzer::pipeline::Picture { image: Arc::default(), ..p });
    Window::over(snapshot).harness.get_by_label_contains("Waiting for the first frame");
}

#[test]
fn a_busy_referee_does_not_stop_the_window() {
    let (sender, calls) = crossbeam_channel::bounded(1);
    let mut once = Some(std::sync::Arc::new(calm()));
    let feed = kibitzer::dashboard::Feed::new(move || once.take(), sender);
    let mut harness = crate::helper::harness(kibitzer::dashboard::Dashboard::watching(feed));
    for said in ["Told: Ben passes", "The referee is busy and did not hear that: try again in a moment"] {
        harness.get_by_label("Passes").click();
        harness.run();
        harness.get_by_label(said);
    }
    assert_eq!(calls.try_iter().collect::<Vec<_>>(), vec![Call::Pass(seat(2))]);
}
