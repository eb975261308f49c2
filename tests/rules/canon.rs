//! Canon: every sentence of both rule texts that a table can keep or break, and every ruling, each by name.

use crate::support::{act, card, game, happen, play, says, seat, seats, small_deck, small_game, verdict};
use kibitzer::cards::builtin_canon;
use kibitzer::games::canon::{Canon, Objection as O, Options, Phase, Setup, Zone};
use kibitzer::games::{Game, Objection};
use kibitzer::table::{Layout, Pile};

const MARK: &str = "canon-nt/mark";

fn hand(game: &Canon, player: &str) -> u16 {
    game.hand(seat(player)).unwrap().count()
}

fn totals(game: &Canon) -> Vec<i64> {
    game.scores().seats.iter().map(|s| s.total).collect()
}

mod components {
    use super::*;

    #[test]
    fn one_deck_of_108_serves_two_to_eight() {
        for (players, left) in [(2, 98), (8, 68)] {
            assert_eq!(game(players, "").draw_count(), left);
        }
    }

    #[test]
    fn a_card_of_another_deck_does_not_belong() {
        let game = game(2, "");
        assert_eq!(verdict(&game, "P1 play centre1 standard/10h"), "foreign-card");
    }
}

mod how_to_play {
    use super::*;

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
        assert_eq!(
            says(&game, "P1 play centre8 canon-nt/mark"),
            "Mark lies beside the seven spaces of the central canon: there is no eighth"
        );
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
        for (turn_deg, warned) in [(0.0, true), (180.0, true), (-170.0, true), (80.0, false), (-90.0, false), (100.0, false)] {
            table.zones.get_mut(&Zone::Discard).unwrap()[0].turn_deg = turn_deg;
            let remarks = game.remarks(&table);
            assert_eq!(remarks == [O::PileTurned { pile: Zone::Discard }], warned, "{turn_deg}");
            assert!(remarks.iter().all(O::is_warning));
        }
        assert_eq!(game.remarks(&Layout::empty()), []);
    }
}

mod possible_moves {
    use super::*;

    #[test]
    fn take_a_card_from_the_draw_pile_into_the_hand() {
        let game = play(game(2, ""), &["P1 draw"]);
        assert_eq!((hand(&game, "P1"), game.draw_count()), (6, 97));
        assert_eq!(game.hand(seat("P1")).unwrap().known().len(), 0);
    }

    #[test]
    fn take_the_visible_card_of_the_discard_pile_into_the_hand() {
        let game = play(game(2, ""), &["P1 discard canon-nt/mark", "P2 take discard canon-nt/mark"]);
        assert_eq!((hand(&game, "P1"), hand(&game, "P2"), game.discard().len()), (4, 6, 0));
        assert_eq!(game.hand(seat("P2")).unwrap().known()[&card(MARK)], 1);
    }

    #[test]
    fn place_a_card_from_the_hand_into_the_central_canon_and_take_it_back() {
        let game = play(game(2, ""), &["P1 play centre3 canon-nt/mark"]);
        let centre3 = "centre3".parse().unwrap();
        assert_eq!((hand(&game, "P1"), game.stack(centre3).len()), (4, 1));
        let game = play(game, &["P2 pass", "P1 take centre3 canon-nt/mark"]);
        assert_eq!((hand(&game, "P1"), game.stack(centre3).len()), (5, 0));
    }

    #[test]
    fn place_a_card_from_the_hand_into_the_personal_canon_and_take_it_back() {
        let game = play(game(2, ""), &["P1 play P1.canon7 canon-nt/mark"]);
        let space = "P1.canon7".parse().unwrap();
        assert_eq!((hand(&game, "P1"), game.stack(space).len()), (4, 1));
        let game = play(game, &["P2 pass", "P1 take P1.canon7 canon-nt/mark"]);
        assert_eq!((hand(&game, "P1"), game.stack(space).len()), (5, 0));
    }

    #[test]
    fn place_a_card_from_the_hand_on_top_of_the_discard_pile() {
        let game = play(game(2, ""), &["P1 discard canon-nt/mark", "P2 discard canon-nt/luke"]);
        assert_eq!(game.discard().last().unwrap().card, Some(card("canon-nt/luke")));
    }

    #[test]
    fn a_turn_is_one_move() {
        let game = play(game(3, ""), &["P1 draw"]);
        assert_eq!(verdict(&game, "P1 draw"), "second-move");
        assert_eq!(says(&game, "P1 draw"), "P1 has already moved: it is P2's turn");
        assert_eq!(verdict(&game, "P1 pass"), "second-move");
    }

    #[test]
    fn a_player_moves_in_turn() {
        let game = play(game(3, ""), &["P1 draw"]);
        assert_eq!(verdict(&game, "P3 draw"), "out-of-turn");
        assert_eq!(says(&game, "P3 draw"), "it is P2's turn, not P3's");
        assert_eq!(game.to_act(), [seat("P2")]);
        assert_eq!(play(game, &["P2 draw", "P3 draw"]).to_act(), [seat("P1")]);
    }

    #[test]
    fn a_move_is_one_card() {
        let game = play(game(2, ""), &["P1 play centre1 canon-nt/mark", "P2 play centre1 canon-nt/mark"]);
        for text in ["P1 draw x2", "P1 take centre1 canon-nt/mark x2", "P1 play centre1 canon-nt/mark x2", "P1 discard canon-nt/luke x2"] {
            assert_eq!(verdict(&game, text), "more-than-one-card", "{text}");
        }
        assert_eq!(says(&game, "P1 draw x2"), "2 cards were moved at once: a turn moves one card");
    }

    #[test]
    fn no_card_goes_directly_between_the_discard_pile_and_a_canon() {
        let game =
            play(game(2, ""), &["P1 discard canon-nt/mark", "P2 play centre1 canon-nt/luke", "P1 play P1.canon1 canon-nt/luke", "P2 pass"]);
        for text in [
            "P1 move discard > centre3 canon-nt/mark",
            "P1 move discard > P1.canon2 canon-nt/mark",
            "P1 move centre1 > discard canon-nt/luke",
            "P1 move P1.canon1 > discard canon-nt/luke",
        ] {
            assert_eq!(verdict(&game, text), "direct-discard", "{text}");
        }
        assert_eq!(
            says(&game, "P1 move discard > centre3 canon-nt/mark"),
            "Mark went directly from the discard pile to the central canon, space 3: it must pass through the hand, in two turns"
        );
    }

    #[test]
    fn no_card_goes_directly_between_the_own_canon_and_the_central_one() {
        let game = play(game(2, ""), &["P1 play P1.canon1 canon-nt/mark", "P2 play centre1 canon-nt/mark"]);
        assert_eq!(verdict(&game, "P1 move P1.canon1 > centre1 canon-nt/mark"), "direct-canons");
        assert_eq!(verdict(&game, "P1 move centre1 > P1.canon1 canon-nt/mark"), "direct-canons");
    }

    #[test]
    fn such_a_transfer_takes_two_turns_through_the_hand() {
        let game = play(game(2, ""), &["P1 discard canon-nt/mark", "P2 pass", "P1 take discard canon-nt/mark"]);
        play(game, &["P2 pass", "P1 play centre1 canon-nt/mark"]);
    }

    #[test]
    fn a_drawn_card_goes_into_the_hand() {
        let game = game(2, "");
        for text in
            ["P1 move draw > centre1 canon-nt/mark", "P1 move draw > P1.canon1 canon-nt/mark", "P1 move draw > discard canon-nt/mark"]
        {
            assert_eq!(verdict(&game, text), "past-hand", "{text}");
        }
    }

    #[test]
    fn no_card_goes_onto_the_draw_pile() {
        let game = play(game(2, ""), &["P1 play centre1 canon-nt/mark", "P2 pass"]);
        assert_eq!(verdict(&game, "P1 move hand > draw ?"), "onto-draw");
        assert_eq!(verdict(&game, "P1 move centre1 > draw canon-nt/mark"), "onto-draw");
    }

    #[test]
    fn no_card_moves_within_a_canon() {
        let game = play(game(2, ""), &["P1 play centre1 canon-nt/mark", "P2 pass", "P1 play P1.canon1 canon-nt/mark", "P2 pass"]);
        assert_eq!(verdict(&game, "P1 move centre1 > centre2 canon-nt/mark"), "rearranged");
        assert_eq!(verdict(&game, "P1 move P1.canon1 > P1.canon2 canon-nt/mark"), "rearranged");
    }

    #[test]
    fn a_card_may_lie_on_an_identical_one() {
        let game =
            play(game(2, ""), &["P1 play centre1 canon-nt/mark", "P2 play centre1 canon-nt/mark", "P1 play P1.canon1 canon-nt/mark"]);
        let game = play(game, &["P2 pass", "P1 play P1.canon1 canon-nt/mark"]);
        assert_eq!(game.expected().zones[&"P1.canon1".parse().unwrap()], Pile::Fanned(vec![card(MARK); 2]));
    }

    #[test]
    fn a_card_may_not_lie_on_a_different_one() {
        let game = play(game(2, ""), &["P1 play centre1 canon-nt/mark"]);
        assert_eq!(verdict(&game, "P2 play centre1 canon-nt/luke"), "different-work");
        assert_eq!(
            says(&game, "P2 play centre1 canon-nt/luke"),
            "Luke was placed on Mark in the central canon, space 1: a space holds copies of one work"
        );
    }

    #[test]
    fn on_the_discard_pile_works_mix() {
        play(game(2, ""), &["P1 discard canon-nt/mark", "P2 discard canon-nt/luke", "P1 take discard canon-nt/luke"]);
    }

    #[test]
    fn only_the_top_of_the_discard_pile_may_be_taken() {
        let game = play(game(2, ""), &["P1 discard canon-nt/mark", "P2 discard canon-nt/luke"]);
        assert_eq!(verdict(&game, "P1 take discard-1 canon-nt/mark"), "under-top");
        assert_eq!(verdict(&game, "P1 take discard canon-nt/mark"), "not-there");
        assert_eq!(verdict(&game, "P1 move hand > discard-1 canon-nt/mark"), "under-top");
        assert_eq!(says(&game, "P1 take discard canon-nt/mark"), "Mark does not lie in the discard pile: Luke does");
    }

    #[test]
    fn nothing_comes_from_an_empty_place() {
        let game = game(2, "");
        for text in ["P1 take discard canon-nt/mark", "P1 take centre1 canon-nt/mark", "P1 take P1.canon1 canon-nt/mark"] {
            assert_eq!(verdict(&game, text), "nothing-there", "{text}");
            assert_eq!(happen(game.clone(), &[text]), game, "{text}");
        }
    }
}

mod end {
    use super::*;

    /// Ten cards are dealt, two are left.
    fn short(words: &str) -> Canon {
        small_game(2, &[6, 6], words)
    }

    #[test]
    fn when_the_draw_pile_is_empty_each_has_one_more_move_the_drawer_last() {
        let game = play(short(""), &["P1 draw", "P2 draw"]);
        assert_eq!(*game.phase(), Phase::Final { to_move: vec![seat("P1"), seat("P2")] });
        assert_eq!(verdict(&game, "P1 draw"), "draw-empty");
        assert_eq!(says(&game, "P1 draw"), "the draw pile is empty");
        let game = play(game, &["P1 play centre1 x/a"]);
        assert_eq!(verdict(&game, "P1 play centre1 x/a"), "second-move");
        let game = play(game, &["P2 discard x/a"]);
        assert!(game.is_over() && game.to_act().is_empty());
    }

    #[test]
    fn the_last_move_may_be_any_of_the_others() {
        let game = play(short(""), &["P1 play centre1 x/a", "P2 draw", "P1 draw"]);
        let game = play(game, &["P2 take centre1 x/a", "P1 pass"]);
        assert!(game.is_over());
    }

    #[test]
    fn with_play_only_the_last_move_is_a_card_from_the_hand() {
        let game = play(short("final_move=play_only"), &["P1 play centre1 x/a", "P2 draw", "P1 draw"]);
        assert_eq!(verdict(&game, "P2 take centre1 x/a"), "final-play-only");
        for text in ["P2 play centre1 x/a", "P2 play P2.canon1 x/b", "P2 discard x/b", "P2 pass"] {
            assert_eq!(verdict(&game, text), "ok", "{text}");
        }
        let drawing = play(small_game(2, &[30], "end=first_empty_hand final_move=play_only"), &["P1 discard x/a"]);
        assert_eq!(verdict(&drawing, "P2 draw"), "ok");
        let plays = ["P2 pass", "P1 discard x/a"].repeat(4);
        let drawing = play(drawing, &plays);
        assert_eq!(verdict(&drawing, "P2 draw"), "final-play-only");
    }

    #[test]
    fn after_the_end_hands_go_to_the_discard_pile_without_penalty() {
        let game = play(short(""), &["P1 draw", "P2 draw", "P1 play P1.canon1 x/a", "P2 play centre1 x/a"]);
        let scores = game.scores();
        assert_eq!(totals(&game), [1, 0]);
        for text in ["P1 draw", "P1 pass", "P2 play centre1 x/a", "P1 take centre1 x/a"] {
            assert_eq!(verdict(&game, text), "after-end", "{text}");
        }
        let game = play(game, &["P2 discard x/b", "P1 discard x/b", "P1 discard x/b"]);
        assert_eq!(game.scores(), scores);
        assert!(game.is_over());
        assert_eq!(says(&game, "P1 draw"), "the game is over: P1 can only lay the rest of the hand on the discard pile");
    }
}

mod variations {
    use super::*;

    #[test]
    fn ten_cards_removed_at_random_leave_fewer_to_draw() {
        assert_eq!(game(2, "remove_random=10").draw_count(), 88);
    }

    #[test]
    fn until_the_first_empty_hand_then_one_more_move_each() {
        let mut game = small_game(2, &[30], "end=first_empty_hand");
        for _ in 0..4 {
            game = play(game, &["P1 discard x/a", "P2 pass"]);
        }
        game = play(game, &["P1 discard x/a"]);
        assert_eq!(*game.phase(), Phase::Final { to_move: vec![seat("P2"), seat("P1")] });
        assert_eq!(verdict(&game, "P2 draw"), "ok");
        assert!(play(game, &["P2 draw", "P1 take discard x/a"]).is_over());
    }

    #[test]
    fn an_empty_draw_pile_does_not_end_a_game_to_the_first_empty_hand() {
        let game = play(small_game(2, &[6, 6], "end=first_empty_hand"), &["P1 draw", "P2 draw"]);
        assert_eq!(*game.phase(), Phase::Playing { turn: seat("P1") });
        assert_eq!(verdict(&game, "P1 draw"), "draw-empty");
    }

    #[test]
    fn until_one_holds_cards_who_makes_one_final_move() {
        let mut game = small_game(3, &[40], "end=last_holder");
        for _ in 0..5 {
            game = play(game, &["P1 discard x/a", "P2 pass", "P3 discard x/a"]);
        }
        assert_eq!(*game.phase(), Phase::Final { to_move: vec![seat("P2")] });
        assert_eq!(verdict(&game, "P1 take discard x/a"), "out-of-turn");
        assert!(play(game, &["P2 play centre1 x/a"]).is_over());
    }

    #[test]
    fn a_player_without_cards_goes_on_until_only_one_holds_any() {
        let mut game = small_game(3, &[40], "end=last_holder");
        for _ in 0..5 {
            game = play(game, &["P1 discard x/a", "P2 pass", "P3 pass"]);
        }
        assert_eq!((hand(&game, "P1"), game.to_act()), (0, vec![seat("P1")]));
        play(game, &["P1 take discard x/a", "P2 pass"]);
    }
}

mod rulings {
    use super::*;

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
        let game =
            play(game(2, ""), &["P1 play centre1 canon-nt/mark", "P2 play centre2 canon-nt/mark", "P1 play P1.canon1 canon-nt/mark"]);
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
        let game =
            play(game(2, ""), &["P1 play centre1 canon-nt/mark", "P2 play centre2 canon-nt/mark", "P1 play P1.canon1 canon-nt/mark"]);
        let game = play(game, &["P2 play P2.canon1 canon-nt/luke", "P1 play P1.canon3 canon-nt/mark"]);
        let sheet = game.scores();
        let (first, second) = (&sheet.seats[0], &sheet.seats[1]);
        assert_eq!((first.total, first.rank, first.terms[0].reason.as_str()), (4, 1, "2 own × 2 central"));
        assert_eq!((second.total, second.rank, second.terms[0].reason.as_str()), (-1, 2, "1 own, none central"));
    }

    #[test]
    fn ruling_9_ties_share_a_rank() {
        let game =
            play(game(3, ""), &["P1 play centre1 canon-nt/mark", "P2 play P2.canon1 canon-nt/mark", "P3 play P3.canon1 canon-nt/mark"]);
        let ranks: Vec<usize> = game.scores().seats.iter().map(|s| s.rank).collect();
        assert_eq!((totals(&game), ranks), (vec![0, 1, 1], vec![3, 1, 1]));
    }
}

mod standing_violations {
    use super::*;

    #[test]
    fn an_act_out_of_turn_does_not_pass_the_turn_on() {
        let game = happen(game(3, ""), &["P2 draw"]);
        assert_eq!((game.to_act(), hand(&game, "P2"), game.draw_count()), (vec![seat("P1")], 6, 92));
    }

    #[test]
    fn an_illegal_act_in_turn_takes_the_turn() {
        let game = happen(play(game(2, ""), &["P1 discard canon-nt/mark"]), &["P2 move discard > centre1 canon-nt/mark"]);
        assert_eq!((game.to_act(), hand(&game, "P2"), game.discard().len()), (vec![seat("P1")], 5, 0));
        assert_eq!(game.stack("centre1".parse().unwrap()).len(), 1);
    }

    #[test]
    fn several_cards_move_when_several_were_moved() {
        let game = happen(game(2, ""), &["P1 draw x2", "P2 play centre1 canon-nt/mark x3"]);
        assert_eq!((hand(&game, "P1"), hand(&game, "P2"), game.stack("centre1".parse().unwrap()).len()), (7, 2, 3));
    }

    #[test]
    fn of_several_cards_off_the_discard_pile_only_the_first_is_named() {
        let game = play(game(2, ""), &["P1 discard canon-nt/mark", "P2 discard canon-nt/luke"]);
        let game = happen(game, &["P1 take discard canon-nt/luke x2"]);
        assert_eq!((game.discard().len(), hand(&game, "P1"), game.hand(seat("P1")).unwrap().known().len()), (0, 6, 2));
    }

    #[test]
    fn the_last_card_drawn_out_of_turn_still_brings_the_end() {
        let game = happen(small_game(3, &[8, 8], ""), &["P3 draw"]);
        assert_eq!(*game.phase(), Phase::Final { to_move: vec![seat("P1"), seat("P2"), seat("P3")] });
    }

    #[test]
    fn a_card_that_the_hand_cannot_hold_came_from_elsewhere() {
        let game = happen(small_game(2, &[1, 20], ""), &["P1 play centre1 x/a", "P2 play centre1 x/a"]);
        assert_eq!((game.stack("centre1".parse().unwrap()).len(), hand(&game, "P2")), (2, 4));
        assert_eq!(verdict(&game, "P1 play centre1 x/b"), "different-work");
    }

    #[test]
    fn a_hand_that_lost_an_unread_card_is_no_longer_known() {
        let game = play(game(2, ""), &["P1 discard canon-nt/mark", "P2 take discard canon-nt/mark", "P1 pass"]);
        let game = happen(game, &["P2 play centre1 ? face-down"]);
        let hand = game.hand(seat("P2")).unwrap();
        assert_eq!((hand.known().len(), hand.unknown()), (0, 5));
    }

    #[test]
    fn every_objection_has_its_rule() {
        let game = play(game(2, ""), &["P1 play centre1 canon-nt/mark"]);
        for text in ["P1 draw", "P2 play centre1 canon-nt/luke", "P2 play centre8 canon-nt/luke", "P2 take P1.canon1 canon-nt/mark"] {
            let objection = game.check(&act(text)).unwrap_err();
            assert!(objection.rule().starts_with("Canon, ") && !objection.is_warning(), "{text}");
        }
    }
}

mod setting_up {
    use super::*;
    use crate::support::options;

    fn refusal(copies: &[u16], players: u8, first: &str, words: &str) -> String {
        Setup::new(vec![small_deck(copies)], seats(players), seat(first), options(words)).unwrap_err().to_string()
    }

    #[test]
    fn impossible_games_are_refused_with_what_to_do() {
        assert_eq!(
            refusal(&[10], 2, "P1", ""),
            "10 cards are in play, too few for 2 players: 5 each and a draw pile take 11 or more; add a deck or take out fewer"
        );
        assert_eq!(
            refusal(&[60], 2, "P1", "remove_random=100"),
            "0 cards are in play, too few for 2 players: 5 each and a draw pile take 11 or more; add a deck or take out fewer"
        );
        assert_eq!(refusal(&[60], 2, "P3", ""), "P3 cannot move first: only P1 to P2 play");
        assert_eq!(
            refusal(&[60], 2, "P1", "half_deck=yes"),
            "half_deck is for decks shuffled together: give two decks or more, or half_deck=no"
        );
        assert_eq!(
            Setup::new(vec![], seats(2), seat("P1"), Options::default()).unwrap_err().to_string(),
            "no deck to play with: give at least one"
        );
    }

    #[test]
    fn a_setup_read_from_a_file_is_validated_again() {
        let setup = Setup::new(vec![small_deck(&[60])], seats(2), seat("P1"), Options::default()).unwrap();
        let text = serde_json::to_string(&setup).unwrap();
        assert_eq!(serde_json::from_str::<Setup>(&text).unwrap(), setup);
        let bad = text.replace("\"copies\":60", "\"copies\":0");
        let error = Canon::new(serde_json::from_str(&bad).unwrap()).unwrap_err();
        assert_eq!(error.to_string(), "the pool lists 'x/a' with no copy: give 1 or more, or leave it out");
        assert!(serde_json::from_str::<Setup>(&text.replace("\"first\"", "\"second\"")).is_err());
        let mut astray = setup;
        astray.aliases.insert(card("y/a"), card("y/b"));
        let error = Canon::new(astray).unwrap_err();
        assert_eq!(error.to_string(), "'y/a' is said to be 'y/b', which the pool does not list");
    }

    #[test]
    fn options_are_words() {
        let words = "end=last_holder final_move=play_only remove_random=10 half_deck=yes";
        assert_eq!(options(words).to_string(), words);
        assert_eq!(options("").to_string(), "end=draw_pile final_move=any remove_random=0 half_deck=no");
        for (word, says) in [
            ("end", "'end' is no option: write key=value, with one of the keys end, final_move, remove_random, half_deck"),
            ("ends=x", "Canon has no option 'ends': there are end, final_move, remove_random and half_deck"),
            ("end=now", "'now' is no value of end: write draw_pile, first_empty_hand or last_holder"),
            ("final_move=none", "'none' is no value of final_move: write any or play_only"),
            ("remove_random=-1", "'-1' is no value of remove_random: write a number of cards, 0 to 65535"),
            ("half_deck=maybe", "'maybe' is no value of half_deck: write yes or no"),
        ] {
            assert_eq!(Options::default().set(word).unwrap_err().to_string(), says);
        }
    }

    #[test]
    fn whoever_is_first_moves_first() {
        let setup = Setup::new(vec![small_deck(&[60])], seats(3), seat("P2"), Options::default()).unwrap();
        let game = Canon::new(setup).unwrap();
        assert_eq!(verdict(&game, "P1 draw"), "out-of-turn");
        assert_eq!(play(game, &["P2 draw", "P3 draw", "P1 draw"]).to_act(), [seat("P2")]);
    }
}
