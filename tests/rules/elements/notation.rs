//! Elements' notation: what a journal and the operator's keys write.

use super::prelude::*;
use kibitzer::games::elements::PlaceError;
use proptest::prelude::*;

const MOVES: &[(&str, &str)] = &[
    ("touch ocean 4h", "touches 4h in the Ocean"),
    ("touch P2.island", "touches a card in P2's Island"),
    ("touch centre", "touches the middle of the Ocean"),
    ("touch ocean 4h x2 flame-hand", "touches 4h and 1 more in the Ocean with the Flame Hand"),
    ("release", "lets go"),
    ("take ocean 4h", "takes 4h from the Ocean"),
    ("put P1.flame ?", "puts a card in P1's Flame"),
    ("put ocean 10h face-down", "puts 10h in the Ocean, face down"),
    ("move ocean > P1.island 4h x2", "moves 4h and 1 more from the Ocean to P1's Island"),
    ("turn-up ?", "turns an unread card face up in the Ocean"),
    ("turn-down 4h", "turns 4h face down in the Ocean"),
    ("rearrange x5 stacked", "moves 5 cards about in the Ocean, into a pile"),
    ("look P2.island", "looks at P2's Island"),
    ("arrange P2.island", "arranges P2's Island"),
    ("whirlwind", "calls a Whirlwind"),
    ("whirlwind x2", "calls a Whirlwind with 2 cards of the Flame"),
    ("pass-island", "passes the Island to the left"),
    ("pass-island P3 x2", "passes 2 cards of the Island to P3"),
    ("fire", "calls Fire"),
    ("verify 4c 4d 4h 4s", "shows the Flame: 4c, 4d, 4h, 4s"),
    ("dibs 4h 600ms", "calls 4h"),
    ("award 4h", "is given the claim to 4h"),
    ("go", "says go"),
    ("halt", "asks for a halt"),
    ("halt disputed", "asks for a halt, the fault being disputed"),
    ("reverse", "reverses the violation"),
    ("show 4c 9d", "shows what lies face up in the Ocean: 4c, 9d"),
    ("deal", "deals a new round"),
    ("magic body P2 harmful", "works magic upon the body of P2 (harmful)"),
    ("magic mind P2 lasting compelling", "works magic upon the mind of P2 (lasting, compelling)"),
    ("magic scry P2.flame", "scries the cards in P2's Flame"),
    ("magic illusion ocean 4h continuing", "casts an illusion over 4h in the Ocean (continuing)"),
    ("magic transform ocean Js > J* moustache", "transforms Js in the Ocean into J*"),
    ("magic swap ocean 4h > 9d", "swaps 4h in the Ocean with 9d"),
    ("magic push ocean", "moves the cards in the Ocean by magic"),
    ("magic draw ocean", "draws the cards in the Ocean nearer by magic"),
    ("magic flip ocean 4h", "turns 4h in the Ocean over by magic"),
    ("magic shuffle ocean", "shuffles the cards in the Ocean by magic"),
    ("magic hide ocean", "makes the cards in the Ocean invisible"),
    ("magic take hand 4h", "takes 4h in the Play Hand away by magic"),
    ("stop", "stops all own magic"),
    ("stop 4h", "stops the magic on 4h"),
];

#[test]
fn every_move_prints_parses_back_and_reads_well() {
    let game = mages(3);
    for (text, words) in MOVES {
        let action: Move = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(action.to_string(), *text);
        let described = game.describe(&act(&format!("P1 {text}")));
        assert!(described.starts_with(&format!("P1 {words}")), "{described}");
    }
}

#[test]
fn a_text_that_says_no_move_is_told_what_to_write() {
    for (text, says) in [
        ("", "'' is no Elements move: write touch, release, take"),
        ("steal ocean 4h", "'steal' is no Elements move"),
        ("take ocean", "'take ocean' ends too soon: a card such as 10h, or ? for an unread one is missing"),
        ("take lake 4h", "'lake' has no meaning in 'take lake 4h': a place such as ocean or P1.island should stand there"),
        ("take P8.island 4h", "'P8.island' has no meaning"),
        ("move ocean P1.flame 4h", "'P1.flame' has no meaning in 'move ocean P1.flame 4h': '>' should stand there"),
        ("look ocean", "'ocean' has no meaning in 'look ocean': an Island such as P1.island should stand there"),
        ("dibs 4h now", "'now' has no meaning in 'dibs 4h now': how long it took to say, such as 600ms, should stand there"),
        ("magic juggle ocean", "'juggle' has no meaning in 'magic juggle ocean'"),
        ("magic swap ocean 4h", "'swap' has no meaning in 'magic swap ocean 4h'"),
        ("fire now", "'now' has no meaning in 'fire now': nothing more should stand there"),
        ("rearrange x0", "'x0' has no meaning in 'rearrange x0'"),
    ] {
        let error = text.parse::<Move>().unwrap_err().to_string();
        assert!(error.starts_with(says), "{error}");
    }
}

proptest! {
    #[test]
    fn no_words_break_the_parser(words in proptest::collection::vec(
        "touch|take|put|move|magic|scry|swap|show|pass-island|dibs|ocean|centre|hand|P2|P3.island|P1.flame|>|4h|\\?|J\\*|x2|600ms|face-down|harmful",
        0..7,
    )) {
        if let Ok(action) = words.join(" ").parse::<Move>() {
            prop_assert_eq!(action.to_string().parse::<Move>().unwrap(), action);
        }
    }

    #[test]
    fn no_text_breaks_the_parser(text in ".{0,40}") {
        if let Ok(action) = text.parse::<Move>() {
            prop_assert_eq!(action.to_string().parse::<Move>().unwrap(), action);
        }
    }
}

#[test]
fn places_print_and_parse_back() {
    for text in ["hand", "ocean", "centre", "P1.island", "P7.flame", "P3.hand"] {
        assert_eq!(text.parse::<Place>().unwrap().to_string(), text);
    }
    for text in ["ocean", "centre", "P2.island"] {
        assert_eq!(text.parse::<Zone>().unwrap().to_string(), text);
    }
    assert_eq!("P1.flame".parse::<Zone>(), Err(PlaceError("P1.flame".into())));
}
