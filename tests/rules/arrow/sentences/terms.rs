//! Special Terms, and Repeating an Action.

use super::super::{costs, ending, reactions, terms, turn};
use super::Section;
use super::Shown::By;

pub const SECTIONS: &[Section] = &[
    Section {
        head: "Special Terms, Action",
        sentences: &[
            (1, "one a turn", By(&[turn::one_action_a_turn_in_turn, turn::every_kind_of_action_is_the_one_of_the_turn])),
            (2, "which may be any of several kinds", By(&[turn::every_kind_of_action_is_the_one_of_the_turn])),
        ],
    },
    Section {
        head: "Special Terms, Activate",
        sentences: &[
            (1, "to declare an ability is to activate it", By(&[terms::an_ability_is_activated_as_soon_as_it_is_declared])),
            (
                2,
                "what answers that happens though it be cancelled",
                By(&[terms::activate_what_responds_to_it_happens_even_if_it_is_cancelled]),
            ),
        ],
    },
    Section {
        head: "Special Terms, Adjacent",
        sentences: &[(1, "next to it in any of eight ways", By(&[terms::adjacent_is_next_to_it_orthogonally_or_diagonally]))],
    },
    Section {
        head: "Special Terms, Board",
        sentences: &[(
            1,
            "the grid and the areas beside it",
            By(&[terms::the_board_is_the_play_area_and_the_persistent_areas, ending::a_card_in_the_persistent_area_is_one_on_the_board]),
        )],
    },
    Section {
        head: "Special Terms, Cancel",
        sentences: &[
            (
                1,
                "costs stay paid, and nothing else happens",
                By(&[costs::cancel_leaves_the_costs_paid_and_the_action_used, costs::a_cancelled_ability_does_nothing_at_all]),
            ),
            (2, "an Immediate is discarded all the same", By(&[costs::cancel_leaves_the_costs_paid_and_the_action_used])),
            (
                3,
                "the action of the turn is used up",
                By(&[costs::cancel_leaves_the_costs_paid_and_the_action_used, costs::a_cancelled_ability_does_nothing_at_all]),
            ),
        ],
    },
    Section {
        head: "Special Terms, Charge Counter",
        sentences: &[
            (
                1,
                "cards make them and keep them",
                By(&[costs::counters_lie_on_a_card_until_they_are_spent, costs::counters_may_be_taken_off]),
            ),
            (
                2,
                "one pays for one card of a cost",
                By(&[
                    costs::charge_counters_pay_in_place_of_cards_one_for_one_and_mixed,
                    costs::charge_counters_pay_costs_alone,
                    costs::counters_lie_on_a_card_until_they_are_spent,
                ]),
            ),
            (
                3,
                "cards and counters mix",
                By(&[
                    costs::charge_counters_pay_in_place_of_cards_one_for_one_and_mixed,
                    costs::a_cost_of_four_takes_four_cards_and_counters_together,
                ]),
            ),
            (
                4,
                "the other player's effects take cards all the same",
                By(&[costs::charge_counters_do_not_answer_a_discard_that_an_opponents_effect_asks_for]),
            ),
        ],
    },
    Section {
        head: "Special Terms, Cost",
        sentences: &[
            (
                1,
                "as many cards and counters as it says",
                By(&[
                    costs::charge_counters_pay_in_place_of_cards_one_for_one_and_mixed,
                    costs::a_cost_of_four_takes_four_cards_and_counters_together,
                ]),
            ),
            (2, "four, where it says four", By(&[costs::a_cost_of_four_takes_four_cards_and_counters_together])),
            (
                3,
                "no more, unless the card allows it",
                By(&[costs::a_cost_must_be_paid_and_nothing_more, costs::a_cost_may_be_overpaid_if_the_card_says_so_and_counts_as_power]),
            ),
            (4, "no effect without it", By(&[costs::a_cost_must_be_paid_and_nothing_more])),
            (5, "not even to be rid of a card", By(&[costs::a_card_does_not_pay_for_itself_to_be_discarded])),
            (6, "X is chosen", By(&[costs::x_is_chosen_on_activation])),
        ],
    },
    Section {
        head: "Special Terms, Jump",
        sentences: &[(
            1,
            "over a card to the free space behind it",
            By(&[terms::jump_goes_over_a_card_to_the_free_space_behind_it, terms::jump_goes_any_of_eight_ways_over_anybodys_card]),
        )],
    },
    Section {
        head: "Special Terms, Move",
        sentences: &[
            (
                1,
                "a card in play goes to another space",
                By(&[terms::a_moved_card_is_the_same_card_on_a_new_space, terms::move_takes_cards_in_play_alone]),
            ),
            (2, "the text says where", By(&[terms::move_goes_where_the_text_says])),
        ],
    },
    Section {
        head: "Special Terms, Play",
        sentences: &[
            (1, "a card goes from the hand onto the grid", By(&[terms::play_takes_a_card_from_the_hand_to_a_space_beside_a_card])),
            (
                2,
                "beside one that lies there",
                By(&[
                    terms::play_takes_a_card_from_the_hand_to_a_space_beside_a_card,
                    turn::a_card_touches_another_orthogonally_or_diagonally,
                    turn::a_space_holds_one_card,
                ]),
            ),
        ],
    },
    Section {
        head: "Special Terms, Power",
        sentences: &[
            (
                1,
                "it counts what was paid",
                By(&[costs::power_is_what_is_paid_and_the_card_of_an_immediate, costs::the_card_of_a_reaction_adds_no_power]),
            ),
            (
                2,
                "and an Immediate's own card",
                By(&[
                    costs::a_cost_may_be_overpaid_if_the_card_says_so_and_counts_as_power,
                    costs::power_is_what_is_paid_and_the_card_of_an_immediate,
                ]),
            ),
        ],
    },
    Section {
        head: "Special Terms, Remove",
        sentences: &[
            (1, "a card leaves the grid", By(&[terms::remove_goes_to_its_owners_discard_pile])),
            (2, "for the Discard Pile", By(&[terms::remove_goes_to_its_owners_discard_pile])),
            (
                3,
                "what lies beside the grid stays, unless that is named",
                By(&[
                    terms::remove_leaves_the_persistent_area_alone_unless_it_says_so,
                    terms::remove_takes_from_the_persistent_area_when_it_says_so,
                ]),
            ),
        ],
    },
    Section {
        head: "Special Terms, Reaction",
        sentences: &[
            (1, "it answers an event, in anybody's turn", By(&[reactions::a_reaction_is_used_in_the_other_players_turn])),
            (2, "it is no action", By(&[reactions::a_reaction_takes_no_action])),
            (
                3,
                "once for an event",
                By(&[reactions::a_reaction_is_used_once_per_event, reactions::another_card_like_it_may_answer_the_same_event]),
            ),
            (
                4,
                "such as once for each card in danger",
                By(&[
                    reactions::a_reaction_to_captures_is_used_once_for_each_card,
                    reactions::captures_are_worked_out_before_anybody_reacts_and_again_after,
                ]),
            ),
            (
                5,
                "without an event, as often as one likes",
                By(&[
                    reactions::a_reaction_without_an_event_may_be_used_again_and_again,
                    reactions::a_reaction_without_an_event_may_be_used_in_either_turn,
                    reactions::reactions_without_end_are_stopped,
                ]),
            ),
        ],
    },
    Section {
        head: "Special Terms, Same Card",
        sentences: &[(
            1,
            "one name and one set",
            By(&[terms::cards_are_the_same_by_name_and_set, terms::cards_of_one_name_from_two_sets_are_not_the_same]),
        )],
    },
    Section {
        head: "Special Terms, Slide",
        sentences: &[
            (1, "it is a move", By(&[terms::slide_goes_one_space_unless_it_says_otherwise, terms::a_slide_is_a_move])),
            (2, "of one space in any of eight ways, unless more is said", By(&[terms::slide_goes_one_space_unless_it_says_otherwise])),
        ],
    },
    Section {
        head: "Special Terms, Superior",
        sentences: &[
            (1, "as if its sign beat theirs, in attack", By(&[terms::superior_by_a_text_captures_what_its_sign_would_not])),
            (2, "so it takes part in their capture", By(&[terms::a_superior_card_takes_part_with_others_and_is_no_safer_itself])),
            (
                3,
                "others capture it as before",
                By(&[
                    terms::superior_by_a_text_captures_what_its_sign_would_not,
                    terms::a_superior_card_takes_part_with_others_and_is_no_safer_itself,
                ]),
            ),
            (4, "even if it is superior to all", By(&[terms::a_superior_card_takes_part_with_others_and_is_no_safer_itself])),
            (5, "two such cards can capture each other", By(&[terms::two_cards_superior_to_each_other_capture_each_other])),
        ],
    },
    Section {
        head: "Repeating an Action",
        sentences: &[
            (1, "some Actions allow another", By(&[terms::another_action_follows_but_not_the_same_one])),
            (2, "but not the same one again", By(&[terms::another_action_follows_but_not_the_same_one])),
            (3, "unless another card's text activates it", By(&[terms::an_action_that_another_card_activates_is_not_performed_normally])),
        ],
    },
];
