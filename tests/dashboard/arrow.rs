use crate::helper::{Window, calm, seat};
use egui_kittest::kittest::Queryable;
use kibitzer::pipeline::{Call, CallView, CardMarks, HintView, Snapshot};
use std::sync::Arc;

/// A game with a card in the grid whose text asks something, and a placing that would capture it.
fn duel() -> Snapshot {
    let mut snapshot = calm();
    let arrows = vec![((0, 1), true), ((1, 0), false)];
    snapshot.table.zones[0].marks = Some(CardMarks { owner: Some(seat(1)), values: "rock 2/3".into(), arrows, falls: false });
    let call = |title: &str, text: &str, by| CallView { title: title.into(), text: text.into(), seat: by };
    snapshot.calls = vec![call("Answer yes or 1", "answer 1", Some(seat(2))), call("P1 wins the throw", "throw P1", None)];
    snapshot.hints = Arc::new(vec![HintView { text: "place e4 x/crab".into(), falls: vec!["centre1".into()] }]);
    snapshot
}

#[test]
fn a_card_tells_whose_it_is_its_values_and_how_many_of_its_arrows_count() {
    let window = Window::over(duel());
    window.harness.get_by_label("centre1: Mark ×2 (P1's, rock 2/3, 1 of 2 arrows count)");
}

#[test]
fn each_thing_that_no_camera_sees_is_a_button_for_who_can_do_it() {
    let mut window = Window::over(duel());
    window.harness.get_by_label("Ben: Answer yes or 1").click();
    window.harness.run();
    // Anybody's is told for who is spoken for.
    window.harness.get_by_label("P1 wins the throw").click();
    window.harness.run();
    let told = |text: &str| Call::Act { seat: seat(2), text: text.into() };
    assert_eq!(window.told(), vec![told("answer 1"), told("throw P1")]);
}

#[test]
fn an_act_that_is_chosen_to_be_looked_at_shows_what_it_would_capture_and_is_not_told() {
    let mut window = Window::over(duel());
    assert!(window.harness.query_by_label("centre1 would be captured").is_none());
    window.harness.get_by_label("What if …").click();
    window.harness.run();
    window.harness.get_by_label("place e4 x/crab: captures centre1").click();
    window.harness.run();
    window.harness.get_by_label("centre1 would be captured");
    assert_eq!(window.told(), vec![]);
}
