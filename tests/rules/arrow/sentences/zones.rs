//! The zones, Buttons and Accessories, and what follows the rules.

use super::super::{buttons, capturing, ending, reactions, starting, terms, texts, turn, zones};
use super::Section;
use super::Shown::{By, NothingToKeep};

pub const SECTIONS: &[Section] = &[
    Section {
        head: "The zones",
        sentences: &[(
            1,
            "the grid is common, the other zones are each player's own",
            By(&[zones::the_play_area_is_common_and_every_other_zone_a_players_own]),
        )],
    },
    Section {
        head: "Play Area",
        sentences: &[(1, "six by six spaces to play on", By(&[turn::the_grid_has_six_by_six_spaces, turn::a_space_holds_one_card]))],
    },
    Section {
        head: "Persistent Area",
        sentences: &[
            (1, "cards lie here with lasting effects", By(&[texts::a_persistent_card_may_lie_in_either_area_and_works_in_both])),
            (2, "no two of a name in one area", By(&[zones::two_persistent_cards_of_one_name_cannot_lie_in_one_area])),
            (3, "with the grid it is the Board", By(&[terms::the_board_is_the_play_area_and_the_persistent_areas])),
        ],
    },
    Section {
        head: "Discard Pile",
        sentences: &[
            (
                1,
                "what is discarded comes here, what is captured does not",
                By(&[
                    zones::what_is_played_for_its_ability_or_removed_goes_to_the_discard_pile_and_what_is_captured_does_not,
                    capturing::captured_cards_go_to_the_capturers_victory_pile,
                ]),
            ),
            (
                2,
                "here cards rest, unless they say otherwise",
                By(&[
                    zones::discarded_cards_are_not_played_and_have_no_effect,
                    reactions::a_discard_reaction_plays_its_own_card_out_of_the_pile,
                    reactions::each_card_of_the_discard_pile_reacts_once,
                ]),
            ),
            (
                3,
                "their order stays, new ones on top",
                By(&[
                    zones::new_cards_go_on_top_of_the_discard_pile_and_come_back_from_there,
                    reactions::a_discard_reaction_plays_its_own_card_out_of_the_pile,
                ]),
            ),
        ],
    },
    Section {
        head: "Hand",
        sentences: &[
            (1, "cards to play from", By(&[zones::any_card_of_the_hand_may_be_played_and_no_other, turn::a_card_comes_from_the_own_deck])),
            (
                2,
                "seven at first, one more each turn",
                By(&[starting::each_player_starts_with_seven_cards, turn::the_active_player_draws_first]),
            ),
            (3, "without a limit", By(&[zones::there_is_no_hand_limit])),
        ],
    },
    Section {
        head: "Deck",
        sentences: &[
            (1, "shuffled, face down", By(&[zones::a_deck_is_shuffled_and_lies_face_down])),
            (
                2,
                "of any size, and to run out of it is no loss in itself",
                By(&[starting::a_deck_may_be_smaller_than_a_hand_and_is_dealt_whole, turn::an_empty_deck_is_no_loss_and_nothing_is_drawn]),
            ),
        ],
    },
    Section {
        head: "Victory Pile",
        sentences: &[
            (1, "captured cards come here", By(&[capturing::captured_cards_go_to_the_capturers_victory_pile])),
            (2, "each is worth a point as a rule", By(&[zones::a_captured_card_is_worth_a_point_or_what_it_says])),
            (
                3,
                "the points are the score, and five of them the end",
                By(&[
                    capturing::five_points_end_the_game_in_the_clean_up_step,
                    capturing::points_count_and_not_cards,
                    ending::most_points_win_whatever_lies_on_the_board,
                ]),
            ),
        ],
    },
    Section {
        head: "Buttons and Accessories",
        sentences: &[
            (1, "some buttons have effects", By(&[buttons::a_worn_buttons_text_works_as_if_it_were_in_play])),
            (2, "who makes those that count", NothingToKeep("who made a button is not seen in play: set-up says which are worn")),
            (
                3,
                "their texts work as in play",
                By(&[
                    buttons::a_worn_buttons_text_works_as_if_it_were_in_play,
                    buttons::a_buttons_text_works_as_on_an_object_in_play,
                    buttons::a_button_is_its_wearers,
                ]),
            ),
            (4, "their Actions as any", By(&[buttons::an_action_on_a_button_is_the_action_of_a_turn])),
            (
                5,
                "while they are worn",
                By(&[
                    buttons::a_button_that_is_not_worn_cannot_be_used,
                    buttons::a_button_that_is_taken_off_has_no_effect_until_a_text_puts_it_on_again,
                ]),
            ),
            (
                6,
                "one that is taken off stays off until an effect says otherwise",
                By(&[
                    buttons::a_button_that_is_taken_off_has_no_effect_until_a_text_puts_it_on_again,
                    buttons::a_button_that_is_not_worn_cannot_be_used,
                ]),
            ),
        ],
    },
    Section { head: "After the rules", sentences: &[(1, "where readers may comment", NothingToKeep("the page's, not the game's"))] },
];
