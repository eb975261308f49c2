use crate::toy::{Line, Toy, act, refereed};
use kibitzer::journal::verify;
use kibitzer::referee::{Input, InputOf, Referee, Ruling, Told, Weights};
use kibitzer::table::Stamp;

fn heard(inputs: Vec<Told<u8>>) -> Vec<Line> {
    let mut referee = Referee::new(Toy::start(2), Weights::default());
    let mut hear = |(i, told)| referee.hear(InputOf::<Toy>::Told(told), Stamp::from_ms(i as u64 * 100), None);
    inputs.into_iter().enumerate().map(&mut hear).collect()
}

fn game() -> Vec<Line> {
    let act = |seat, n| Told::Act { act: act(seat, n, 0) };
    heard(vec![
        act("P1", 3),
        act("P1", 2),
        Told::Accept { entry: 2, choice: 0 },
        act("P2", 9),
        Told::Retract { entry: 4 },
        Told::Correct { entry: 1, acts: Vec::new() },
        Told::Note { text: "tea".into() },
        Told::End,
    ])
}

#[test]
fn what_a_referee_wrote_verifies_and_so_does_every_prefix() {
    let entries = game();
    for end in 0..=entries.len() {
        let report = verify(&Toy::start(2), Weights::default(), &entries[..end]);
        assert!(report.is_ok() && report.entries == end, "{report:?}");
    }
}

#[test]
fn a_changed_ruling_is_found_in_both_replays() {
    let mut entries = game();
    entries[1].rulings = vec![Ruling::Accepted { act: act("P1", 2, 0), warning: None }];
    let report = verify(&Toy::start(2), Weights::default(), &entries);
    assert_eq!(report.state_differs, Some(2));
    let differs = report.ruling_differs.unwrap();
    assert_eq!((differs.entry, &differs.recorded), (2, &entries[1].rulings));
    assert!(matches!(differs.reheard[..], [Ruling::Rejected { .. }]), "{differs:?}");
}

#[test]
fn a_changed_input_is_found_by_hearing_again_alone() {
    let mut entries = game();
    entries[0].input = Input::Told(Told::Act { act: act("P1", 1, 0) });
    let report = verify(&Toy::start(2), Weights::default(), &entries);
    assert_eq!((report.state_differs, report.ruling_differs.map(|d| d.entry)), (None, Some(1)));
}

#[test]
fn another_start_is_found() {
    let entries = refereed(&[act("P1", 1, 0)]);
    assert_eq!(verify(&Toy::start(3), Weights::default(), &entries).state_differs, Some(1));
}
