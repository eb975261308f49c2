use super::prelude::*;

#[test]
fn each_begins_with_five_cards() {
    let game = game(4, "");
    assert!((1..=4).all(|n| hand(&game, &format!("P{n}")) == 5));
}

#[test]
fn a_hand_holds_up_to_seven() {
    let full = play(small_game(2, &[60], ""), &["P1 draw", "P2 pass", "P1 draw", "P2 discard x/a"]);
    assert_eq!(hand(&full, "P1"), 7);
    assert_eq!(verdict(&full, "P1 draw"), "hand-full");
    assert_eq!(verdict(&full, "P1 take discard x/a"), "hand-full");
    let full = play(full, &["P1 play centre1 x/a", "P2 pass", "P1 draw", "P2 pass"]);
    assert_eq!(verdict(&full, "P1 take centre1 x/a"), "hand-full");
    let full = play(full, &["P1 play P1.canon1 x/a", "P2 pass", "P1 draw", "P2 pass"]);
    assert_eq!(verdict(&full, "P1 take P1.canon1 x/a"), "hand-full");
    assert_eq!(says(&full, "P1 draw"), "P1 holds 7 cards: with seven or more in the hand no card can be taken");
}

#[test]
fn the_draw_pile_is_face_down_and_the_discard_pile_face_up() {
    use kibitzer::cards::Face;
    let game = play(game(2, ""), &["P1 discard canon-nt/mark"]);
    let expected = game.expected().zones;
    assert_eq!(expected[&Zone::Draw], Pile::Squared { card: None, face: Face::Down });
    assert_eq!(expected[&Zone::Discard], Pile::Squared { card: Some(card(MARK)), face: Face::Up });
}

#[test]
fn a_card_discarded_face_down_is_refused() {
    assert_eq!(verdict(&game(2, ""), "P1 discard canon-nt/mark face-down"), "face-down");
}

#[test]
fn each_canon_has_seven_spaces_and_no_eighth() {
    let game = game(2, "");
    for n in 1..=7 {
        assert_eq!(verdict(&game, &format!("P1 play centre{n} {MARK}")), "ok");
        assert_eq!(verdict(&game, &format!("P1 play P1.canon{n} {MARK}")), "ok");
    }
    assert_eq!(verdict(&game, "P1 play centre8 canon-nt/mark"), "eighth-space");
    assert_eq!(verdict(&game, "P1 play P1.canon8 canon-nt/mark"), "eighth-space");
    assert_eq!(says(&game, "P1 play centre8 canon-nt/mark"), "Mark lies beside the seven spaces of the central canon: there is no eighth");
}

#[test]
fn a_card_that_stands_in_an_eighth_space_can_be_taken_back() {
    let game = happen(game(2, ""), &["P1 play centre8 canon-nt/mark", "P2 pass"]);
    assert_eq!(verdict(&game, "P1 take centre8 canon-nt/mark"), "ok");
}

#[test]
fn any_player_may_place_in_and_take_from_the_centre() {
    let game = play(game(3, ""), &["P1 play centre1 canon-nt/mark", "P2 play centre1 canon-nt/mark"]);
    let game = play(game, &["P3 take centre1 canon-nt/mark"]);
    assert_eq!(verdict(&game, "P1 take centre1 canon-nt/mark"), "ok");
}

#[test]
fn only_the_owner_alters_a_personal_canon() {
    let game = play(game(2, ""), &["P1 play P1.canon1 canon-nt/mark"]);
    for text in ["P2 take P1.canon1 canon-nt/mark", "P2 play P1.canon1 canon-nt/mark", "P2 move P1.canon1 > centre1 canon-nt/mark"] {
        assert_eq!(verdict(&game, text), "others-canon", "{text}");
    }
    assert_eq!(says(&game, "P2 take P1.canon1 canon-nt/mark"), "P2 touched P1's canon: only P1 may change it");
}

#[test]
fn both_piles_lie_across_the_spaces_or_a_warning_is_given() {
    let game = play(game(2, ""), &["P1 discard canon-nt/mark", "P2 play centre1 canon-nt/mark"]);
    let mut table = game.laid_out();
    assert_eq!(game.remarks(&table), []);
    for (turn_deg, warned) in [(0.0, true), (180.0, true), (-170.0, true), (170.0, true), (80.0, false), (-90.0, false), (100.0, false)] {
        table.zones.get_mut(&Zone::Discard).unwrap()[0].turn_deg = turn_deg;
        let remarks = game.remarks(&table);
        assert_eq!(remarks == [O::PileTurned { pile: Zone::Discard }], warned, "{turn_deg}");
        assert!(remarks.iter().all(O::is_warning));
    }
    assert_eq!(game.remarks(&Layout::empty()), []);
}
