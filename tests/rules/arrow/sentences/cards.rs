//! Card Attributes and Special Text.

use super::super::{attributes, capturing, reactions, terms, texts};
use super::Section;
use super::Shown::By;

pub const SECTIONS: &[Section] = &[
    Section { head: "Card Attributes", sentences: &[(1, "what every card has", By(&[attributes::every_card_has_its_attributes]))] },
    Section {
        head: "Card Attributes, Rock/Paper/Scissors",
        sentences: &[
            (1, "every card has one of three signs", By(&[attributes::every_card_is_rock_paper_or_scissors])),
            (2, "it says what it can capture", By(&[capturing::the_attacker_must_be_superior])),
            (3, "the beaten one is called subordinate", By(&[capturing::the_attacker_must_be_superior])),
            (
                4,
                "the beating one is called superior, and so are its arrows",
                By(&[capturing::superior_arrows_alone_add_up, capturing::what_is_not_captured_stays]),
            ),
        ],
    },
    Section {
        head: "Card Attributes, Arrows",
        sentences: &[
            (1, "there are eight directions", By(&[capturing::an_arrow_points_in_any_of_eight_directions])),
            (
                2,
                "arrows reach neighbours alone",
                By(&[capturing::an_arrow_has_no_effect_beyond_the_card_next_to_it, capturing::arrows_reach_neighbours_alone]),
            ),
        ],
    },
    Section {
        head: "Card Attributes, Defense Value",
        sentences: &[
            (
                1,
                "in the Capture Step the Strength of superior arrows is held against it",
                By(&[capturing::strength_must_reach_the_defense, capturing::captures_wait_for_the_capture_step]),
            ),
            (2, "without Defense, a superior arrow is still needed", By(&[capturing::without_defense_a_superior_arrow_is_still_needed])),
        ],
    },
    Section {
        head: "Card Attributes, Strength Value",
        sentences: &[
            (
                1,
                "it bears by superior arrows",
                By(&[capturing::each_arrow_bears_with_the_whole_strength, capturing::superior_arrows_alone_add_up]),
            ),
            (2, "enough of it captures", By(&[capturing::strength_must_reach_the_defense, capturing::strengths_add_up])),
        ],
    },
    Section {
        head: "Card Attributes, Type",
        sentences: &[
            (1, "every card has types", By(&[attributes::every_card_of_the_set_has_a_type_and_some_have_texts])),
            (2, "texts alone care for them", By(&[texts::a_type_matters_to_texts_alone])),
            (3, "such as those that make a type's cards tougher", By(&[texts::a_type_matters_to_texts_alone])),
        ],
    },
    Section {
        head: "Special Text",
        sentences: &[
            (
                1,
                "texts change how a card or the game works",
                By(&[
                    texts::a_text_changes_how_its_card_or_the_game_works,
                    attributes::every_card_of_the_set_has_a_type_and_some_have_texts,
                ]),
            ),
            (2, "each has one of five tags", By(&[attributes::every_special_text_is_tagged])),
        ],
    },
    Section {
        head: "Special Text, Play",
        sentences: &[(
            1,
            "it holds while the card is in play",
            By(&[texts::a_play_text_holds_while_the_card_is_in_the_play_area, texts::a_play_text_does_not_hold_in_the_persistent_area]),
        )],
    },
    Section {
        head: "Special Text, Action",
        sentences: &[(
            1,
            "it is used on the Board in place of another action",
            By(&[texts::an_action_is_activated_instead_of_another_action, texts::an_action_is_its_owners_to_use]),
        )],
    },
    Section {
        head: "Special Text, Immediate",
        sentences: &[
            (
                1,
                "it is declared, done, and the card discarded",
                By(&[
                    texts::an_immediate_is_an_action_and_the_card_then_goes_to_the_discard_pile,
                    texts::an_immediate_leaves_when_its_ability_is_over_and_not_before,
                ]),
            ),
            (
                2,
                "it works from the hand alone, where Play texts do not",
                By(&[
                    texts::an_immediate_on_the_board_has_no_effect,
                    texts::a_play_text_has_no_effect_while_its_card_is_used_for_its_immediate,
                ]),
            ),
            (3, "it is an action", By(&[texts::an_immediate_is_an_action_and_the_card_then_goes_to_the_discard_pile])),
        ],
    },
    Section {
        head: "Special Text, Persistent",
        sentences: &[
            (
                1,
                "such a card lies on the grid or beside it",
                By(&[
                    texts::a_persistent_card_may_lie_in_either_area_and_works_in_both,
                    texts::a_card_that_is_not_persistent_cannot_lie_in_the_persistent_area,
                ]),
            ),
            (
                2,
                "what it says holds in both",
                By(&[
                    texts::a_persistent_card_may_lie_in_either_area_and_works_in_both,
                    texts::a_persistent_text_holds_in_both_areas_at_once,
                ]),
            ),
            (3, "its Actions work in both", By(&[texts::a_persistent_card_may_lie_in_either_area_and_works_in_both])),
            (
                4,
                "beside the grid it is harder to get at",
                By(&[terms::remove_leaves_the_persistent_area_alone_unless_it_says_so, terms::move_takes_cards_in_play_alone]),
            ),
        ],
    },
    Section {
        head: "Special Text, Reactions",
        sentences: &[
            (
                1,
                "they answer something and are no action",
                By(&[reactions::a_reaction_takes_no_action, reactions::a_reaction_answers_what_has_just_happened_and_nothing_else]),
            ),
            (2, "Play Reactions work on the grid", By(&[reactions::the_zone_before_a_reaction_says_where_its_card_must_be])),
            (
                3,
                "other zones are named likewise",
                By(&[
                    reactions::the_zone_before_a_reaction_says_where_its_card_must_be,
                    reactions::each_card_of_the_discard_pile_reacts_once,
                ]),
            ),
            (4, "without a zone they work where they make sense", By(&[reactions::a_bare_reaction_works_where_its_ability_makes_sense])),
            (
                5,
                "such as in the hand, when the card plays itself",
                By(&[
                    reactions::a_bare_reaction_that_plays_its_card_works_from_the_hand_alone,
                    reactions::what_lies_outside_the_table_is_asked_of_the_operator_once_per_use,
                ]),
            ),
        ],
    },
];
