//! The claim panel: frames that can be stepped, rulings that can be upheld and overruled, and what is called.

use crate::helper::{Window, calm, seat};
use egui::Key;
use egui_kittest::kittest::Queryable;
use image::RgbImage;
use kibitzer::geometry::Point;
use kibitzer::pipeline::{Call, CallView, ClaimFrame, ClaimView, ContactView, Snapshot};
use std::sync::Arc;

fn contact(entry: u64, by: usize, after_ms: f64, with: u64) -> ContactView {
    ContactView { entry, seat: seat(by), after_ms, by_ms: after_ms + 33.0, tip: Some(Point::new(60.0, 60.0)), with }
}

/// Two seats touched the four of hearts.
fn claimed() -> Snapshot {
    let frame = |frame: u64| ClaimFrame {
        image: Arc::new(RgbImage::new(64, 64)),
        origin: Point::new(30.0, 30.0),
        frame,
        at_ms: frame as f64 * 33.0,
    };
    let claim = ClaimView {
        entry: 9,
        card: "4h".into(),
        contacts: vec![contact(8, 1, 3267.0, 100), contact(9, 2, 3400.0, 104)],
        ruling: "the claim to 4h is not this seat's".into(),
        centre: Point::new(60.0, 60.0),
        outline: None,
        frames: (95..112).map(frame).collect(),
    };
    let call = |title: &str| CallView { title: title.into(), text: title.to_lowercase(), seat: None };
    Snapshot { claims: Arc::new(vec![claim]), calls: ["Whirlwind", "Fire", "Halt"].map(call).to_vec(), ..calm() }
}

#[test]
fn a_claim_is_stepped_upheld_and_overruled() {
    let mut window = Window::over(claimed());
    window.harness.run();
    window.harness.get_by_label("Claims").click();
    window.harness.run();
    assert!(window.harness.query_by_label_contains("Claim to 4h: the claim to 4h is not this seat's").is_some());
    assert!(window.harness.query_by_label("Frame 104").is_some());
    window.press(Key::ArrowRight);
    window.press(Key::Y);
    window.press(Key::X);
    let told = window.told();
    assert!(matches!(&told[0], Call::Note(text) if text.contains("claim to 4h upheld at entry 9")), "{told:?}");
    assert_eq!(told[1], Call::Retract { entry: 9 });
    window.harness.get_by_label("Give to Ada").click();
    window.harness.run();
    assert_eq!(window.told(), [Call::Act { seat: seat(1), text: "award 4h".into() }]);
}

#[test]
fn a_whirlwind_and_a_fire_have_keys_and_a_called_card_its_times() {
    let mut window = Window::over(claimed());
    window.harness.run();
    window.press(Key::W);
    window.press(Key::F);
    let speaks = seat(2);
    let act = |text: &str| Call::Act { seat: speaks, text: text.into() };
    assert_eq!(window.told(), [act("whirlwind"), act("fire")]);
    window.press(Key::B);
    let mut later = claimed();
    if let Some(picture) = &mut later.view.picture {
        picture.stamp = kibitzer::table::Stamp::from_ms(20_600);
    }
    window.shows(later);
    window.press(Key::B);
    window.harness.get_by_label("Act in notation").type_text("9c");
    window.harness.run();
    window.press(Key::Enter);
    let at = kibitzer::table::Stamp::from_ms(20_600);
    assert_eq!(window.told(), [Call::ActAt { seat: speaks, text: "dibs 9c 600ms".into(), at }]);
}
