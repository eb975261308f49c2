use super::prelude::*;

#[test]
fn ruling_1_identity_is_the_work_and_copies_are_interchangeable() {
    let game = play(game(2, ""), &["P1 play centre1 canon-nt/mark", "P2 take centre1 canon-nt/mark", "P1 pass"]);
    let game = play(game, &["P2 play centre1 canon-nt/mark"]);
    assert_eq!((game.hand(seat("P2")).unwrap().known().len(), game.hand(seat("P2")).unwrap().unknown()), (0, 5));
}

#[test]
fn ruling_1_the_same_work_of_two_decks_is_one() {
    let decks = ["canon-nt", "canon-af"].map(|id| builtin_canon(id).unwrap()).to_vec();
    let game = Canon::new(Setup::new(decks, seats(2), seat("P1"), Options::default()).unwrap()).unwrap();
    assert_eq!(game.setup().short(&card("canon-af/didache")), "Didache");
    let game = play(game, &["P1 play centre1 canon-nt/didache", "P2 play centre1 canon-af/didache"]);
    assert_eq!(game.stack("centre1".parse().unwrap())[1].card, Some(card("canon-nt/didache")));
}

#[test]
fn ruling_2_a_pass_is_legal_and_no_camera_can_see_it() {
    let game = game(2, "");
    assert_eq!(verdict(&game, "P1 pass"), "ok");
    assert!(game.reaches(seat("P1"), &act("P1 pass").action).is_empty());
    assert_eq!(play(game, &["P1 pass"]).to_act(), [seat("P2")]);
}

#[test]
fn ruling_3_a_second_space_of_one_work_is_legal() {
    let game = play(game(2, ""), &["P1 play centre1 canon-nt/mark", "P2 play centre2 canon-nt/mark", "P1 play P1.canon1 canon-nt/mark"]);
    assert_eq!(verdict(&game, "P2 play centre2 canon-nt/mark"), "ok");
    assert_eq!(verdict(&play(game, &["P2 pass"]), "P1 play P1.canon2 canon-nt/mark"), "ok");
}

#[test]
fn ruling_5_a_hand_is_known_only_as_far_as_it_was_taken_face_up() {
    let game = play(game(2, ""), &["P1 discard canon-nt/mark", "P2 take discard canon-nt/mark"]);
    let hand = game.hand(seat("P2")).unwrap();
    assert_eq!((hand.known()[&card(MARK)], hand.unknown(), hand.count()), (1, 5, 6));
}

#[test]
fn ruling_6_no_card_lies_face_down_in_a_canon() {
    let game = game(2, "");
    assert_eq!(verdict(&game, "P1 play centre1 ? face-down"), "face-down");
    assert_eq!(verdict(&game, "P1 play P1.canon1 canon-nt/mark face-down"), "face-down");
    assert_eq!(says(&game, "P1 play centre1 ? face-down"), "a card lies face down in the central canon, space 1: it must lie face up");
}

#[test]
fn ruling_6_a_face_down_card_that_stands_can_be_taken_back() {
    let game = happen(game(2, ""), &["P1 play centre1 ? face-down", "P2 pass"]);
    assert_eq!(verdict(&game, "P1 take centre1 ?"), "ok");
    assert_eq!(play(game, &["P1 take centre1 ?"]).spaces().len(), 0);
}

#[test]
fn ruling_6_a_known_hand_cannot_place_another_work() {
    // P1 gives all five away and takes one back, so that the whole hand is known.
    let mut game = game(2, "");
    for n in 1..=5 {
        let work = if n % 2 == 0 { "mark" } else { "luke" };
        game = play(game, &[&format!("P1 play centre{n} canon-nt/{work}"), "P2 pass"]);
    }
    assert_eq!(says(&game, "P1 play centre6 canon-nt/john"), "P1 cannot hold John: that hand is empty");
    game = play(game, &["P1 take centre2 canon-nt/mark", "P2 pass"]);
    assert_eq!(verdict(&game, "P1 play centre2 canon-nt/mark"), "ok");
    assert_eq!(verdict(&game, "P1 play centre6 canon-nt/luke"), "cannot-hold");
    assert_eq!(says(&game, "P1 discard canon-nt/luke"), "P1 cannot hold Luke: every card of that hand is known, and none is it");
}

#[test]
fn ruling_6_a_work_whose_copies_all_lie_elsewhere_cannot_be_placed() {
    let game = small_game(2, &[1, 20], "");
    assert_eq!(verdict(&game, "P1 play centre1 x/a"), "ok");
    let game = play(game, &["P1 play centre1 x/a"]);
    assert_eq!(verdict(&game, "P2 play centre1 x/a"), "cannot-hold");
    assert_eq!(says(&game, "P2 play centre1 x/a"), "P2 cannot hold A: every copy lies elsewhere");
    // In the hand that took it, it is known to be.
    let game = play(game, &["P2 take centre1 x/a"]);
    assert_eq!(verdict(&game, "P1 play centre1 x/a"), "cannot-hold");
    assert_eq!(verdict(&play(game, &["P1 pass"]), "P2 play centre1 x/a"), "ok");
}

#[test]
fn an_unread_card_is_asked_for_and_not_judged() {
    let game = play(game(2, ""), &["P1 play centre1 canon-nt/mark"]);
    assert_eq!(verdict(&game, "P2 play centre2 ?"), "unread");
    assert_eq!(verdict(&game, "P2 take centre1 ?"), "unread");
}

#[test]
fn a_seat_that_nobody_plays_cannot_act() {
    let game = game(2, "");
    assert_eq!(verdict(&game, "P3 draw"), "not-seated");
    assert_eq!(happen(game.clone(), &["P3 draw", "P8 discard canon-nt/mark"]), game);
}

#[test]
fn ruling_8_removed_and_halved_decks_bound_copies_from_above_only() {
    let game = small_game(2, &[2, 20], "remove_random=10");
    let game = play(game, &["P1 play centre1 x/a", "P2 play centre1 x/a"]);
    assert_eq!(verdict(&game, "P1 play centre1 x/a"), "cannot-hold");
    let halves = vec![small_deck(&[2, 20]), small_deck(&[2, 20])];
    let setup = Setup::new(halves, seats(2), seat("P1"), crate::support::options("half_deck=yes")).unwrap();
    assert_eq!((setup.total(), setup.draw_pile(), setup.copies(&card("x/a"))), (44, 12, 4));
}

#[test]
fn ruling_9_each_term_is_own_copies_times_central_copies() {
    let game = play(game(2, ""), &["P1 play centre1 canon-nt/mark", "P2 play centre2 canon-nt/mark", "P1 play P1.canon1 canon-nt/mark"]);
    let game = play(game, &["P2 play P2.canon1 canon-nt/luke", "P1 play P1.canon3 canon-nt/mark"]);
    let sheet = game.scores();
    let (first, second) = (&sheet.seats[0], &sheet.seats[1]);
    assert_eq!((first.total, first.rank, first.terms[0].reason.as_str()), (4, 1, "2 own × 2 central"));
    assert_eq!((second.total, second.rank, second.terms[0].reason.as_str()), (-1, 2, "1 own, none central"));
}

#[test]
fn ruling_9_ties_share_a_rank() {
    let game = play(game(3, ""), &["P1 play centre1 canon-nt/mark", "P2 play P2.canon1 canon-nt/mark", "P3 play P3.canon1 canon-nt/mark"]);
    let ranks: Vec<usize> = game.scores().seats.iter().map(|s| s.rank).collect();
    assert_eq!((totals(&game), ranks), (vec![0, 1, 1], vec![3, 1, 1]));
}
