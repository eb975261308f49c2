use super::prelude::*;
use kibitzer::games::nomic::MoveError;

#[test]
fn moves_print_as_they_are_written() {
    for text in [
        "vote for",
        "vote against",
        "vote for 10h face-up",
        "vote against face-up",
        "vote for x2",
        "draw",
        "draw x2",
        "abstain",
        "pass-token P2",
        "reshuffle",
        "turn-up for 10h ? As",
        "turn-up against",
        "announce 14 -9",
        "clear for x3",
        "clear against face-up",
        "limit",
        "frozen",
        "won P2 19",
        "move hand > discard 9h face-up",
        "move draw > for ?",
        "move for > hand 2c",
        "propose {\"action\":\"remove\",\"rule\":9}",
        "resolve {\"title\":\"Be kind\",\"action\":\"add\",\"text\":\"Be\\nkind.\"}",
    ] {
        assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
    }
}

#[test]
fn what_nobody_can_read_is_not_named() {
    for (written, printed) in [("vote for 10h", "vote for"), ("draw 10h", "draw"), ("clear for 10h x2", "clear for x2")] {
        assert_eq!(written.parse::<Move>().unwrap().to_string(), printed);
    }
}

#[test]
fn a_bad_move_says_what_is_wrong() {
    let error = |text: &str| text.parse::<Move>().unwrap_err();
    assert!(matches!(error("jump"), MoveError::Verb(_)));
    assert!(matches!(error(""), MoveError::Verb(_)));
    assert_eq!(error("vote").to_string(), "'vote' ends too soon: for or against is missing");
    assert_eq!(error("vote hand").to_string(), "'hand' has no meaning in 'vote hand': for or against should stand there");
    assert_eq!(
        error("announce 14 many").to_string(),
        "'many' has no meaning in 'announce 14 many': the against pile's total should stand there"
    );
    assert_eq!(error("limit 5").to_string(), "'5' has no meaning in 'limit 5': nothing more should stand there");
    for bad in
        ["turn-up for 11h", "pass-token P9", "vote for x0", "vote for 9h sideways", "move hand for", "move hand > P1.token 9h", "won P1"]
    {
        assert!(bad.parse::<Move>().is_err(), "{bad}");
    }
    assert!(error("propose {\"action\":\"swap\"}").to_string().starts_with("the proposition cannot be read: unknown variant `swap`"));
}

#[test]
fn zones_print_and_parse() {
    for text in ["draw", "discard", "for", "against", "P1.token", "P8.token"] {
        assert_eq!(text.parse::<Zone>().unwrap().to_string(), text);
    }
    assert_eq!(
        "P9.token".parse::<Zone>().unwrap_err().to_string(),
        "'P9.token' is no place on the Card-Based Nomic mat: write draw, discard, for, against or P1.token to P8.token"
    );
}

#[test]
fn acts_are_told_in_words() {
    let game = play(nomic(3), &["P1 propose ties-ratify", "P1 vote for", "P1 draw"]);
    for (text, told) in [
        ("P1 propose ties-ratify", "P1 creates a proposition: Ties ratify (change rule 8)"),
        ("P2 vote against", "P2 votes against, with a card face down"),
        ("P2 draw x2", "P2 draws 2 cards"),
        ("P2 abstain", "P2 chooses to place no card"),
        ("P1 pass-token P2", "P1 passes the token to P2"),
        ("P2 reshuffle", "P2 shuffles the discard pile into a new draw pile"),
        ("P1 turn-up for 9h ?", "P1 turns up the for pile: 9h, an unread card"),
        ("P1 announce 9 0", "P1 announces 9 for and 0 against"),
        ("P1 clear for x2", "P1 lays 2 cards of the for pile on the discard pile, face down"),
        ("P1 limit", "The players agree on a time limit"),
        ("P1 resolve open-votes", "The players agree at once: Open votes (add a rule)"),
        ("P1 frozen", "The table confirms that the rules cannot be changed any more"),
        ("P1 won P2 19", "The table says that P2 has won by rule 19"),
        ("P2 move for > hand 9h", "P2 takes 9h from the for pile"),
        ("P2 move hand > discard 9h face-up", "P2 moves 9h from the hand to the discard pile, face up"),
    ] {
        assert_eq!(Narrate::describe(&game, &act(text)), told);
    }
}

#[test]
fn what_no_camera_sees_can_be_called() {
    let words = |game: &Nomic| {
        game.calls().into_iter().map(|(word, notation, seat)| (word, notation, seat.map(|s| s.to_string()))).collect::<Vec<_>>()
    };
    assert_eq!(words(&nomic(3)), []);
    let game = play(nomic(3), &["P1 propose ties-ratify", "P1 vote for", "P1 draw"]);
    let (abstain, limit) = ("abstain".to_owned(), "limit".to_owned());
    let no_card = |seat: &str| ("No card".to_owned(), abstain.clone(), Some(seat.to_owned()));
    assert_eq!(words(&game), [no_card("P2"), no_card("P3"), ("Time limit".to_owned(), limit, None)]);
    assert_eq!(Narrate::pile_count(&game, Zone::For), Some(1));
    assert_eq!(Nomic::owner(Zone::Token(seat("P3"))), Some(seat("P3")));
    assert_eq!((Narrate::hand_count(&game, seat("P1")), game.title(&card("standard/joker"))), ((0, 5), "the token".to_owned()));
}
