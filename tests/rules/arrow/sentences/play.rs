//! The introduction, Starting The Game, Turn Sequence and Special Rules for Capturing.

use super::super::{capturing, ending, oracle, reactions, starting, texts, turn, zones};
use super::Section;
use super::Shown::{By, NothingToKeep};

pub const SECTIONS: &[Section] = &[
    Section {
        head: "Before the rules",
        sentences: &[
            (1, "where and when this version was handed out", NothingToKeep("history")),
            (2, "whether the reader has questions", NothingToKeep("a question to the reader")),
            (3, "whom to ask", NothingToKeep("an address")),
        ],
    },
    Section {
        head: "Introduction",
        sentences: &[
            (1, "the grid is six by six", By(&[turn::the_grid_has_six_by_six_spaces])),
            (
                2,
                "both lay a card in the middle at once, corner to corner",
                By(&[
                    starting::starting_cards_lie_left_of_the_middle_and_touch_by_a_corner_alone,
                    starting::both_place_before_anybody_draws_whichever_is_first,
                ]),
            ),
            (
                3,
                "five points win, or else most points at the end",
                By(&[capturing::five_points_end_the_game_in_the_clean_up_step, ending::most_points_win_whatever_lies_on_the_board]),
            ),
            (4, "turns alternate", By(&[turn::one_action_a_turn_in_turn])),
            (5, "whose starting card loses the throw begins", By(&[starting::who_loses_rock_paper_scissors_goes_first])),
            (6, "a tie goes to the lower Defense", By(&[starting::a_tie_goes_to_the_lower_defense_then_to_the_lower_strength])),
            (7, "a tie in that is thrown out by hand", By(&[starting::a_tie_in_all_is_played_out_and_its_winner_goes_first])),
            (8, "a card is laid beside another, straight or in a slant", By(&[turn::a_card_touches_another_orthogonally_or_diagonally])),
            (9, "cards show their faces, upright for who lays them", By(&[turn::cards_lie_face_up_with_their_tops_away_from_their_owner])),
            (
                10,
                "which way round a card lies says whose it is",
                By(&[
                    turn::cards_lie_face_up_with_their_tops_away_from_their_owner,
                    capturing::arrows_point_as_the_card_lies_for_its_owner,
                    capturing::own_cards_capture_nothing_of_ones_own,
                ]),
            ),
            (
                11,
                "opposing neighbours capture by arrows that beat it, once their Strength together reaches its Defense",
                By(&[
                    capturing::strength_must_reach_the_defense,
                    capturing::the_attacker_must_be_superior,
                    capturing::an_arrow_must_point_at_the_card,
                    capturing::strengths_add_up,
                    oracle::captures_agree_with_the_oracle_on_a_hundred_thousand_boards,
                ]),
            ),
            (12, "a captured card goes to its captor's pile", By(&[capturing::captured_cards_go_to_the_capturers_victory_pile])),
            (13, "after the game everybody has their own cards again", By(&[ending::every_card_is_known_as_its_owners_to_the_end])),
        ],
    },
    Section {
        head: "Starting The Game",
        sentences: &[
            (
                1,
                "decks are shuffled and seven cards drawn",
                By(&[starting::each_player_starts_with_seven_cards, zones::a_deck_is_shuffled_and_lies_face_down]),
            ),
            (
                2,
                "both choose a card, face down, and turn it up together",
                By(&[
                    starting::a_starting_card_lies_face_down_until_both_are_turned_up,
                    starting::a_referee_sees_starting_cards_laid_face_down_and_turned_up,
                    starting::both_place_before_anybody_draws_whichever_is_first,
                ]),
            ),
            (3, "their signs are compared", By(&[starting::who_loses_rock_paper_scissors_goes_first])),
            (4, "the loser begins", By(&[starting::who_loses_rock_paper_scissors_goes_first])),
            (
                5,
                "a tie goes to the lower Defense, then Strength",
                By(&[starting::a_tie_goes_to_the_lower_defense_then_to_the_lower_strength]),
            ),
            (6, "the winner of a throw by hand begins", By(&[starting::a_tie_in_all_is_played_out_and_its_winner_goes_first])),
            (
                7,
                "the starting card lies left of the middle on the own side",
                By(&[starting::starting_cards_lie_left_of_the_middle_and_touch_by_a_corner_alone]),
            ),
            (8, "then the first turn comes", By(&[turn::the_active_player_draws_first])),
        ],
    },
    Section {
        head: "Turn Sequence",
        sentences: &[
            (1, "a card is drawn from the own deck", By(&[turn::the_active_player_draws_first, turn::one_card_is_drawn_from_the_own_deck])),
            (2, "then comes a step that cards speak of", By(&[texts::the_persistent_effects_step_comes_before_the_action])),
            (
                3,
                "an action: a card onto the grid or beside it, or an Action of one there",
                By(&[turn::every_kind_of_action_is_the_one_of_the_turn]),
            ),
            (4, "or none", By(&[ending::a_player_may_pass_and_two_passes_in_a_row_end_the_game])),
            (
                5,
                "then captures are looked for",
                By(&[
                    capturing::captures_wait_for_the_capture_step,
                    capturing::the_capture_step_comes_after_a_pass_too,
                    capturing::what_is_not_captured_stays,
                ]),
            ),
            (6, "all at once, also of cards that take part in another's", By(&[capturing::all_captures_happen_at_once_on_both_sides])),
            (
                7,
                "captured cards are cleared away",
                By(&[capturing::captured_cards_leave_before_play_goes_on, capturing::captured_cards_go_to_the_capturers_victory_pile]),
            ),
            (8, "Immediates are discarded", By(&[texts::an_immediate_is_an_action_and_the_card_then_goes_to_the_discard_pile])),
            (
                9,
                "then victory is checked",
                By(&[
                    capturing::five_points_end_the_game_in_the_clean_up_step,
                    capturing::victory_is_checked_after_all_that_a_capture_brings,
                ]),
            ),
        ],
    },
    Section {
        head: "Special Rules for Capturing",
        sentences: &[
            (
                1,
                "cards may react to a capture",
                By(&[reactions::reactions_to_a_capture_come_after_the_cards_are_removed_also_of_a_captured_card]),
            ),
            (
                2,
                "the Capture Step has an order",
                By(&[
                    reactions::captures_are_worked_out_before_anybody_reacts_and_again_after,
                    reactions::reactions_to_a_capture_come_after_the_cards_are_removed_also_of_a_captured_card,
                ]),
            ),
            (
                3,
                "first it is worked out who would be captured",
                By(&[reactions::captures_are_worked_out_before_anybody_reacts_and_again_after]),
            ),
            (4, "then cards react to that", By(&[reactions::captures_are_worked_out_before_anybody_reacts_and_again_after])),
            (
                5,
                "after which it is worked out anew",
                By(&[
                    reactions::captures_are_worked_out_before_anybody_reacts_and_again_after,
                    reactions::a_card_that_a_reaction_endangers_may_be_reacted_to,
                ]),
            ),
            (6, "once for each card", By(&[reactions::a_reaction_to_captures_is_used_once_for_each_card])),
            (
                7,
                "who slides and is still in danger is captured",
                By(&[reactions::captures_are_worked_out_before_anybody_reacts_and_again_after]),
            ),
            (8, "who slides to safety is not", By(&[reactions::captures_are_worked_out_before_anybody_reacts_and_again_after])),
            (
                9,
                "then captured cards are taken off",
                By(&[capturing::captured_cards_leave_before_play_goes_on, reactions::cards_captured_together_react_to_each_others_capture]),
            ),
            (
                10,
                "then cards react to that",
                By(&[reactions::reactions_to_a_capture_come_after_the_cards_are_removed_also_of_a_captured_card]),
            ),
            (
                11,
                "captured ones too",
                By(&[
                    reactions::reactions_to_a_capture_come_after_the_cards_are_removed_also_of_a_captured_card,
                    reactions::cards_captured_together_react_to_each_others_capture,
                ]),
            ),
            (
                12,
                "five won cards at a turn's end, or two passes in a row, end the game",
                By(&[
                    capturing::five_points_end_the_game_in_the_clean_up_step,
                    capturing::points_count_and_not_cards,
                    ending::a_player_may_pass_and_two_passes_in_a_row_end_the_game,
                    ending::who_declines_another_action_has_not_passed,
                ]),
            ),
            (13, "who has won most wins", By(&[ending::most_points_win_whatever_lies_on_the_board])),
            (
                14,
                "a tie goes to most cards on the Board",
                By(&[
                    ending::a_tie_in_points_goes_to_most_cards_on_the_board_with_its_persistent_areas,
                    ending::a_tie_in_points_and_cards_is_a_draw,
                ]),
            ),
            (
                15,
                "who has no card on the Board after their third turn loses",
                By(&[
                    ending::who_has_no_card_on_the_board_after_the_third_turn_loses,
                    ending::a_card_in_the_persistent_area_is_one_on_the_board,
                    ending::the_loss_of_the_last_card_comes_before_anybody_reacts,
                    ending::the_loss_of_the_last_card_comes_at_any_time_even_within_an_ability,
                ]),
            ),
        ],
    },
];
