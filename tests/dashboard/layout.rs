use crate::helper::{Window, calm, illegal, seat};
use egui::{Key, Rect, pos2};
use egui_kittest::kittest::Queryable;
use kibitzer::pipeline::Snapshot;
use std::sync::Arc;

const PARTS: [&str; 5] = ["Live picture", "Table", "Scores", "Moves", "Controls"];
const SCREEN: Rect = Rect { min: pos2(0.0, 0.0), max: pos2(1280.0, 720.0) };

fn part(window: &Window, name: &str) -> Rect {
    let rects = window.harness.get_all_by(|n| {
        n.role() == egui::accesskit::Role::Region && n.label().is_some_and(|l| l == name || l.starts_with(&format!("{name}:")))
    });
    rects.map(|n| n.rect()).next().unwrap()
}

fn fits(snapshot: Snapshot) {
    let window = Window::over(snapshot);
    let rects: Vec<Rect> = PARTS.iter().chain(&["Health"]).map(|name| part(&window, name)).collect();
    for (name, rect) in PARTS.iter().zip(&rects) {
        assert!(rect.width() >= 300.0 && rect.height() >= 30.0, "{name} has no room: {rect:?}");
        assert!(SCREEN.expand(1.0).contains_rect(*rect), "{name} leaves the window: {rect:?}");
    }
    for (i, a) in rects.iter().enumerate() {
        for b in &rects[..i] {
            assert!(!a.shrink(2.0).intersects(b.shrink(2.0)), "{a:?} lies on {b:?}");
        }
    }
}

#[test]
fn every_part_has_room_of_its_own_at_1280_by_720() {
    fits(calm());
    fits(illegal());
}

#[test]
fn eight_seats_and_a_long_game_leave_room_for_all() {
    let mut snapshot = illegal();
    snapshot.seats = (1..=8)
        .map(|n| kibitzer::pipeline::SeatLine {
            seat: seat(n),
            name: format!("Player number {n} of a long table"),
            ..snapshot.seats[0].clone()
        })
        .collect();
    let moves = Arc::make_mut(&mut snapshot.moves);
    for entry in 5..400 {
        let again = moves[entry as usize % 4].clone();
        moves.push(kibitzer::pipeline::MoveLine { entry, ..again });
    }
    let again = snapshot.alerts[0].clone();
    snapshot.alerts.extend(vec![again; 5]);
    fits(snapshot);
}

#[test]
fn the_selected_move_is_scrolled_into_sight() {
    let mut snapshot = calm();
    let moves = Arc::make_mut(&mut snapshot.moves);
    for entry in 4..200 {
        let again = moves[0].clone();
        moves.push(kibitzer::pipeline::MoveLine { entry, ..again });
    }
    let mut window = Window::over(snapshot);
    for _ in 0..60 {
        window.press(Key::ArrowUp);
    }
    let row = window.harness.get_by_label("Move 140: Ada takes Mark from the centre, Legal").rect();
    assert!(part(&window, "Moves").contains_rect(row));
}

#[test]
fn v_gives_the_whole_centre_to_one_view() {
    let mut window = Window::over(calm());
    let small = part(&window, "Live picture");
    window.press(Key::V);
    assert!(part(&window, "Live picture").area() > 2.0 * small.area());
    window.press(Key::V);
    assert!(window.harness.query_by_label_contains("Live picture").is_none());
    assert!(part(&window, "Table").area() > 1.5 * small.area());
}
