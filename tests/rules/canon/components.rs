use super::prelude::*;

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
