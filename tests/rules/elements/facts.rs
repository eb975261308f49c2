//! Elements as a referee sees it: touches and ways of cards, ruled one by one, and tables at rest.

use super::prelude::*;
use kibitzer::cards::Face;
use kibitzer::journal::verify;
use kibitzer::referee::{Input, Referee, Ruling, Told, Weights, fold};
use kibitzer::table::{Alternative, Fact, Identity, LaidCard, Layout};

fn known(name: &str) -> Identity {
    Identity::certain(card(name).design().unwrap())
}

fn doubtful(name: &str, other: &str) -> Identity {
    let alternatives = vec![Alternative { card: card(other).design().unwrap(), confidence: 0.3 }];
    Identity::Known { card: card(name).design().unwrap(), confidence: 0.7, alternatives }
}

fn touched(name: &str, zone: &str, card: Identity, after_ms: u64, by_ms: u64) -> Fact<Zone> {
    let (after, by) = (Stamp::from_ms(after_ms), Stamp::from_ms(by_ms));
    Fact::Touched { seat: seat(name), neighbour: None, zone: zone.parse().unwrap(), card, bare: false, after, by, frame: by_ms / 33 }
}

fn moved(name: &str, from: Option<&str>, to: Option<&str>, card: Identity, ms: u64) -> Fact<Zone> {
    let zone = |text: Option<&str>| text.map(|text| text.parse().unwrap());
    Fact::Moved { seat: seat(name), from: zone(from), to: zone(to), card, face: Face::Up, stamp: Stamp::from_ms(ms), frame: ms / 33 }
}

fn hovered(name: &str, zone: &str, from_ms: u64, to_ms: u64) -> Fact<Zone> {
    let (from, to) = (Stamp::from_ms(from_ms), Stamp::from_ms(to_ms));
    Fact::Hovered { seat: seat(name), neighbour: None, zone: zone.parse().unwrap(), from, to, frame: to_ms / 33 }
}

fn released(name: &str, zone: &str, ms: u64) -> Fact<Zone> {
    Fact::Released { seat: seat(name), zone: zone.parse().unwrap(), stamp: Stamp::from_ms(ms), frame: ms / 33 }
}

fn settled(layout: Layout<Zone>, ms: u64) -> Fact<Zone> {
    Fact::Settled { stamp: Stamp::from_ms(ms), frame: ms / 33, layout, visits: Vec::new(), glimpses: Vec::new() }
}

fn hear(referee: &mut Referee<Elements>, fact: Fact<Zone>) -> Vec<String> {
    let (stamp, frame) = (fact.stamp(), fact.frame());
    referee.hear(Input::Seen(fact), stamp, Some(frame)).rulings.iter().map(said).collect()
}

fn said(ruling: &Ruling<Move>) -> String {
    match ruling {
        Ruling::Accepted { act, warning: None } => format!("{} {}", act.seat, act.action),
        Ruling::Accepted { act, warning: Some(reason) } => format!("{} {}: warned {}", act.seat, act.action, reason.code),
        Ruling::Rejected { act, reason } => format!("{} {}: rejected {}", act.seat, act.action, reason.code),
        Ruling::Undecided { choices } => format!("undecided between {}", choices.len()),
        Ruling::Doubted { entry, .. } => format!("doubted {entry}"),
        Ruling::Presumed { choice, .. } => {
            format!("presumed {}", choice.acts.first().map_or("nothing".into(), |act| act.action.to_string()))
        }
        Ruling::Unexplained { differences } => differences.join("; "),
        Ruling::Ended { .. } => "ended".into(),
        other => panic!("{other:?}"),
    }
}

fn referee(game: &Elements) -> Referee<Elements> {
    Referee::new(game.clone(), Weights::default())
}

#[test]
fn facts_survive_json_with_readable_tags() {
    for (fact, tag) in [
        (touched("P1", "ocean", known("4c"), 100, 133), r#"{"fact":"touched","seat":"P1","zone":"ocean""#),
        (moved("P1", Some("ocean"), None, known("4c"), 100), r#"{"fact":"moved","seat":"P1","from":"ocean","to":null"#),
    ] {
        let text = serde_json::to_string(&fact).unwrap();
        assert!(text.starts_with(tag), "{text}");
        assert_eq!(serde_json::from_str::<Fact<Zone>>(&text).unwrap(), fact);
    }
    let bracket = touched("P1", "ocean", known("4c"), 100, 133).stamp();
    assert_eq!((bracket.earliest_us(), bracket.latest_us()), (100_000, 133_000));
}

#[test]
fn a_start_and_a_card_taken_into_a_flame_are_seen() {
    let mut referee = referee(&dealt(3, ""));
    for (k, name) in ["P1", "P2", "P3"].into_iter().enumerate() {
        let fact = touched(name, "centre", Identity::UNKNOWN, 100 * k as u64, 100 * k as u64 + 33);
        assert_eq!(hear(&mut referee, fact), [format!("{name} touch centre")]);
    }
    let go = Told::Act { act: act("P1 go @ 1000") };
    referee.hear(Input::Told(go), Stamp::from_ms(1000), None);
    assert_eq!(hear(&mut referee, touched("P2", "ocean", known("4c"), 1100, 1133)), ["P2 touch ocean 4c: rejected island-first"]);
    assert_eq!(hear(&mut referee, touched("P1", "P1.island", Identity::UNKNOWN, 1100, 1133)), ["P1 touch P1.island"]);
    assert_eq!(hear(&mut referee, touched("P1", "ocean", known("4c"), 1200, 1233)), ["P1 touch ocean 4c: warned late-touch"]);
    assert_eq!(hear(&mut referee, touched("P1", "ocean", known("9d"), 1300, 1333)), ["P1 touch ocean 9d"]);
    assert_eq!(hear(&mut referee, moved("P1", Some("ocean"), None, known("9d"), 1400)), ["P1 take ocean 9d"]);
    assert_eq!(hear(&mut referee, moved("P1", None, Some("ocean"), known("9d"), 1500)), ["P1 put ocean 9d"]);
}

/// Setup: "the first action".
#[test]
fn nobody_is_accused_for_a_touch_that_a_camera_may_have_overlooked() {
    let mut referee = referee(&dealt(3, ""));
    let go = |referee: &mut Referee<Elements>| {
        let rulings = referee.hear(Input::Told(Told::Act { act: act("P1 go @ 1000") }), Stamp::from_ms(1000), None).rulings;
        rulings.iter().map(said).collect::<Vec<_>>()
    };
    hear(&mut referee, touched("P1", "centre", Identity::UNKNOWN, 100, 133));
    hear(&mut referee, touched("P2", "centre", Identity::UNKNOWN, 200, 233));
    assert_eq!(go(&mut referee.clone()), ["P1 go: rejected not-at-centre"]);
    assert_eq!(hear(&mut referee, hovered("P3", "ocean", 300, 900)), Vec::<String>::new());
    assert_eq!(go(&mut referee), ["undecided between 2", "presumed touch centre"]);
    assert_eq!(*referee.game().phase(), Phase::Playing);

    // A hover before the touch was owed excuses nothing, and neither does one over another's Island.
    hear(&mut referee, hovered("P2", "P3.island", 1000, 1100));
    let take = |name| touched(name, "ocean", known("4c"), 1500, 1533);
    assert_eq!(hear(&mut referee.clone(), take("P2")), ["P2 touch ocean 4c: rejected island-first"]);
    hear(&mut referee, hovered("P2", "P2.island", 1200, 1300));
    assert_eq!(hear(&mut referee, take("P2")), ["undecided between 2", "presumed touch P2.island"]);
    assert_eq!(due(referee.game(), "P2"), "");
    // It is used up by that.
    hear(&mut referee, moved("P2", Some("ocean"), None, known("4c"), 1700));
    hear(&mut referee, moved("P2", None, Some("ocean"), known("4c"), 1900));
    assert_eq!(hear(&mut referee, touched("P2", "ocean", known("4c"), 2500, 2533)), ["P2 touch ocean 4c: rejected retouched"]);

    let (position, wrong) = fold(&dealt(3, ""), referee.entries());
    assert_eq!((position.game(), wrong), (referee.game(), None));
    let decide = Told::Accept { entry: 4, choice: 1 };
    referee.hear(Input::Told(decide), Stamp::from_ms(3000), None);
    assert_ne!(*referee.game().phase(), Phase::Playing, "a person may find that it was a violation");
}

/// Rule Violations, where a camera may have been wrong and nobody at the table minds.
#[test]
fn an_accusation_that_the_table_ignores_is_put_in_doubt() {
    let game = non_mages(3, "", "4c 4d 9d");
    let mut referee = referee(&game);
    hear(&mut referee, moved("P1", Some("P2.island"), None, Identity::UNKNOWN, 1000));
    assert_eq!(hear(&mut referee, moved("P1", Some("ocean"), None, known("4c"), 2000)), ["P1 take ocean 4c: rejected unreversed"]);
    assert_eq!(
        hear(&mut referee, moved("P1", None, None, known("4c"), 3000)),
        ["doubted 1", "presumed nothing", "presumed take ocean 4c", "P1 put P1.flame 4c"]
    );
    assert_eq!((due(referee.game(), "P1"), player(referee.game(), "P1").flame.count()), (String::new(), 1));
    let judged = kibitzer::journal::judged(referee.entries());
    assert!(judged.iter().all(|act| act.reason.is_none()), "{judged:?}");
    let (position, wrong) = fold(&game, referee.entries());
    assert_eq!((position.game(), wrong), (referee.game(), None));
    assert!(verify(&game, Weights::default(), referee.entries()).is_ok());
    referee.hear(Input::Told(Told::Accept { entry: 1, choice: 1 }), Stamp::from_ms(4000), None);
    assert_ne!(due(referee.game(), "P1"), "", "the question stayed open, and a person upholds the accusation");
}

#[test]
fn a_card_that_lies_where_it_lay_was_never_taken() {
    let mut referee = referee(&non_mages(3, "", "4c 9d"));
    hear(&mut referee, moved("P1", Some("ocean"), None, known("4c"), 1000));
    hear(&mut referee, moved("P1", None, None, known("4c"), 1300));
    hear(&mut referee, moved("P1", Some("ocean"), None, known("9d"), 2000));
    assert_eq!(hear(&mut referee, moved("P1", None, None, known("9d"), 2300)), ["P1 put P1.flame 9d: rejected wrong-type"]);
    let four = LaidCard { identity: known("4c"), face: Face::Up, turn_deg: 0.0, change: None };
    let layout = Layout { zones: [(Zone::Ocean, vec![four])].into(), loose: Vec::new() };
    let heard = hear(&mut referee, settled(layout, 4000));
    assert_eq!(heard[..5], ["doubted 2", "presumed nothing", "doubted 1", "presumed nothing", "presumed put P1.flame 9d"]);
    assert_eq!((due(referee.game(), "P1"), names(&player(referee.game(), "P1").flame)), (String::new(), vec!["9d".to_owned()]));
}

#[test]
fn what_was_put_right_was_not_ignored() {
    let mut referee = referee(&non_mages(3, "", "4c 4d"));
    for at in [1000, 3000] {
        hear(&mut referee, touched("P1", "P2.island", Identity::UNKNOWN, at, at + 33));
        hear(&mut referee, released("P1", "P2.island", at + 300));
        assert_eq!(due(referee.game(), "P1"), "P1 must touch the own Island", "letting go of another's Island is seen");
        hear(&mut referee, touched("P1", "P1.island", Identity::UNKNOWN, at + 600, at + 633));
        assert_eq!(due(referee.game(), "P1"), "");
    }
    let third = touched("P1", "P3.island", Identity::UNKNOWN, 5000, 5033);
    assert_eq!(hear(&mut referee, third), ["P1 touch P3.island: rejected others-island"]);
}

fn tell(referee: &mut Referee<Elements>, text: &str, ms: u64) -> Vec<String> {
    let entry = referee.hear(Input::Told(Told::Act { act: act(text) }), Stamp::from_ms(ms), None);
    entry.rulings.iter().filter(|ruling| !matches!(ruling, Ruling::Resolved { .. })).map(said).collect()
}

/// Gameplay: a call, where a camera may have missed the fourth card.
#[test]
fn a_call_that_one_unseen_card_would_make_true_is_in_doubt() {
    let flame = |cards: &str| {
        let game = non_mages(3, "", "4c 4d 4h 4s");
        let lit = cards.split(' ').map(|card| format!("P1 move ocean > P1.flame {card}")).collect::<Vec<_>>();
        play(game, &lit.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let mut sure = referee(&flame("4c 4d"));
    assert_eq!(tell(&mut sure, "P1 fire", 1000), ["P1 fire: rejected false-fire"], "two unseen cards are too many");
    let mut unsure = referee(&flame("4c 4d 4h"));
    assert_eq!(tell(&mut unsure, "P1 fire", 1000), ["undecided between 2", "presumed move ocean > P1.flame 4s"]);
    let mut honest = unsure.clone();
    assert_eq!(tell(&mut honest, "P1 verify 4c 4d 4h 4s", 2000)[0], "P1 verify 4c 4d 4h 4s");
    // Whoever takes the call back says that it was false.
    tell(&mut unsure, "P1 reverse", 2000);
    let judged = kibitzer::journal::judged(unsure.entries());
    let codes: Vec<_> = judged.iter().map(|said| (said.act.action.to_string(), said.code().map(str::to_owned))).collect();
    assert_eq!(codes, [("fire".to_owned(), Some("false-fire".to_owned())), ("reverse".to_owned(), None)]);
    assert_eq!((unsure.game().phase(), due(unsure.game(), "P1").as_str()), (&Phase::Playing, "P1 must touch the own Island"));
}

#[test]
fn brackets_that_overlap_leave_the_claim_open() {
    let mut referee = referee(&non_mages(3, "", "4c"));
    hear(&mut referee, touched("P1", "ocean", known("4c"), 1000, 1033));
    assert_eq!(hear(&mut referee, touched("P2", "ocean", known("4c"), 1010, 1043)), ["P2 touch ocean 4c: warned too-close"]);
    assert_eq!(referee.game().claimant(card("4c")), None);
}

#[test]
fn a_violation_counts_at_once_and_its_reversal_is_seen() {
    let mut referee = referee(&mages(3));
    assert_eq!(
        hear(&mut referee, moved("P1", Some("P2.island"), None, Identity::UNKNOWN, 1000)),
        ["P1 take P2.island ?: rejected others-island"]
    );
    assert_eq!((player(referee.game(), "P2").island.count(), referee.position().standing().len()), (5, 0));
    assert_eq!(hear(&mut referee, touched("P1", "ocean", known("4c"), 1200, 1233)), ["P1 touch ocean 4c: rejected unreversed"]);
    referee.hear(Input::Told(Told::Act { act: act("P1 reverse") }), Stamp::from_ms(1300), None);
    assert_eq!(hear(&mut referee, moved("P1", None, Some("P2.island"), Identity::UNKNOWN, 1400)), ["P1 put P2.island ?"]);
    assert_eq!(hear(&mut referee, touched("P1", "P1.island", Identity::UNKNOWN, 1500, 1533)), ["P1 touch P1.island"]);
    assert_eq!(due(referee.game(), "P1"), "");
}

#[test]
fn nobody_is_accused_on_a_card_that_may_have_been_misread() {
    let game = play(non_mages(3, "", "4c 4d 9d"), &["P1 move ocean > P1.flame 4c", "P1 move P1.island > ocean Kh"]);
    let game = play(game, &["P2 touch ocean 9d @ 900"]);
    let mut sure = referee(&game);
    assert_eq!(hear(&mut sure, moved("P1", Some("ocean"), None, known("9d"), 1000)), ["P1 take ocean 9d: rejected claimed"]);
    let mut unsure = referee(&game);
    assert_eq!(
        hear(&mut unsure, moved("P1", Some("ocean"), None, doubtful("9d", "4d"), 1000)),
        ["undecided between 2", "presumed take ocean 4d"]
    );
    assert_eq!(due(unsure.game(), "P1"), "");
    let decide = Told::Accept { entry: 1, choice: 0 };
    let rulings = unsure.hear(Input::Told(decide), Stamp::from_ms(2000), None).rulings;
    assert!(matches!(rulings.as_slice(), [Ruling::Resolved { .. }]), "{rulings:?}");
    assert_eq!(due(unsure.game(), "P1"), "P1 must reverse a violation (claimed)");
}

#[test]
fn what_a_hand_lays_unread_is_what_it_is_known_to_hold() {
    let mut referee = referee(&play(non_mages(3, "", "4c 4d 9d"), &["P1 move P1.island > ocean Kh", "P1 touch P1.island"]));
    assert_eq!(hear(&mut referee, moved("P1", Some("ocean"), None, known("9d"), 1000)), ["P1 take ocean 9d"]);
    assert_eq!(hear(&mut referee, moved("P1", None, Some("P1.island"), Identity::UNKNOWN, 1300)), ["P1 put P1.island 9d"]);
}

#[test]
fn nobody_is_accused_for_a_neighbours_hand() {
    let mut referee = referee(&mages(3));
    let fact = Fact::Moved {
        seat: seat("P1"),
        from: Some(Zone::Island(seat("P2"))),
        to: Some(Zone::Island(seat("P3"))),
        card: Identity::UNKNOWN,
        face: Face::Down,
        stamp: Stamp::from_ms(10),
        frame: 0,
    };
    assert_eq!(hear(&mut referee, fact), ["P1 move P2.island > P3.island ?: rejected others-island"]);
    let fact = Fact::Touched {
        seat: seat("P1"),
        neighbour: Some(seat("P2")),
        zone: Zone::Island(seat("P2")),
        card: Identity::UNKNOWN,
        bare: false,
        after: Stamp::from_ms(20),
        by: Stamp::from_ms(50),
        frame: 1,
    };
    assert_eq!(hear(&mut referee, fact), ["undecided between 2", "presumed touch P2.island"]);
}

#[test]
fn what_cannot_be_is_reported_and_changes_nothing() {
    let game = play(non_mages(3, "", "4c"), &["P2 move ocean > P2.flame 4c"]);
    let mut referee = referee(&game);
    assert_eq!(
        hear(&mut referee, moved("P1", Some("ocean"), None, known("4c"), 10)),
        ["4c from ocean to a hand cannot be: 4c is not in the Ocean: it is in P2's Flame"]
    );
    assert_eq!(referee.game(), &game);
}

#[test]
fn the_first_table_at_rest_names_the_cards_of_the_ocean() {
    let game = dealt(3, "");
    let mut shown = game.clone();
    let cards: Vec<String> = Card::all().take(34).map(|card| card.to_string()).collect();
    shown.apply(&act(&format!("P1 show {}", cards.join(" "))));
    let mut referee = referee(&game);
    assert_eq!(hear(&mut referee, settled(shown.expected().as_layout(), 10)), [format!("P1 show {}", cards.join(" "))]);
    assert_eq!(hear(&mut referee, settled(shown.expected().as_layout(), 20)), Vec::<String>::new());
}

#[test]
fn a_table_at_rest_is_compared_with_the_game() {
    let cards: Vec<String> = Card::all().take(34).map(|card| card.to_string()).collect();
    let game = non_mages(3, "", &cards.join(" "));
    let mut referee = referee(&game);
    // Wherever they lie, it is the same Ocean.
    let mut layout = game.expected().as_layout();
    layout.zones.get_mut(&Zone::Ocean).unwrap().reverse();
    assert_eq!(hear(&mut referee, settled(layout.clone(), 10)), Vec::<String>::new());
    let taken = layout.zones.get_mut(&Zone::Ocean).unwrap().pop().unwrap();
    layout.zones.get_mut(&Zone::Island(seat("P2"))).unwrap().push(taken);
    let lost = card(&cards[0]);
    assert_eq!(
        hear(&mut referee, settled(layout.clone(), 20)),
        [
            format!("ocean does not show {lost}; P2.island shows 7 cards where the game has 6"),
            format!("{lost} lies in P2's Island and should be in the Ocean")
        ]
    );
    assert_eq!(hear(&mut referee, settled(layout.clone(), 30)), Vec::<String>::new(), "each difference is reported once");
    let twice = layout.zones[&Zone::Ocean][0].clone();
    layout.zones.get_mut(&Zone::Ocean).unwrap().push(twice);
    let rulings = hear(&mut referee, settled(layout, 40)).join("; ");
    assert!(rulings.contains("is there more than once"), "{rulings}");
}

#[test]
fn a_journal_of_facts_and_words_folds_and_is_heard_again() {
    let game = non_mages(3, "", "4c 4d 9d");
    let mut referee = referee(&game);
    hear(&mut referee, touched("P1", "ocean", known("4c"), 1000, 1033));
    hear(&mut referee, moved("P1", Some("P2.island"), None, Identity::UNKNOWN, 1100));
    hear(&mut referee, moved("P1", None, Some("P2.island"), Identity::UNKNOWN, 1200));
    hear(&mut referee, moved("P2", Some("ocean"), None, doubtful("4c", "4d"), 1300));
    hear(&mut referee, settled(game.expected().as_layout(), 1400));
    referee.hear(Input::Told(Told::Retract { entry: 1 }), Stamp::from_ms(1500), None);
    let (position, wrong) = fold(&game, referee.entries());
    assert_eq!((position.game(), wrong), (referee.game(), None));
    assert!(verify(&game, Weights::default(), referee.entries()).is_ok());
}
