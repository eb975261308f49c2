use serde::{Deserialize, Serialize};

/// What each kind of disagreement between an account and the evidence costs, in nats (negative log-likelihood), and how much
/// clearer than the next an account must be. All costs are at least zero.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Weights {
    /// A card that should show and does not. Larger: overlooked cards become moves more easily.
    pub missing_card: f64,
    /// A card that shows and should not. Larger: phantoms become moves more easily.
    pub extra_card: f64,
    /// A card that should show, or lie under another one, and does not show. Larger: what lies side by side is counted on.
    pub covered_card: f64,
    /// A card that was not read, with nothing said about it.
    pub unread_card: f64,
    /// The most that one misread card may cost. Larger: names are trusted more.
    pub misread_card: f64,
    /// A card that shows the other side than it should.
    pub wrong_face: f64,
    /// A card that was not read, lying where the other side should show: its side is doubtful too.
    pub unread_face: f64,
    /// A card in no zone.
    pub loose_card: f64,
    /// Any act.
    pub act: f64,
    /// An act that breaks a rule, beside that: the prior odds against a violation. Larger: fewer accusations.
    pub illegal_act: f64,
    /// Each further rule that the same act breaks, by what the table shows.
    pub further_offence: f64,
    /// An act that earns a warning.
    pub warned_act: f64,
    /// An act that no camera sees and that nobody told. Larger: what is told by buttons is trusted to be complete.
    pub untold: f64,
    /// An act whose zone no hand was seen to visit.
    pub unseen_hand: f64,
    /// An act whose seat's hand was seen, but at another zone.
    pub nearby_hand: f64,
    /// An act whose zone a hand visited that is rather a neighbour's. Larger: what the edge tells is trusted more.
    pub neighbour_hand: f64,
    /// An act whose zone only another seat's hand visited. Larger: hands tell seats apart more firmly.
    pub other_hand: f64,
    /// An act at a pile where acts leave no trace, whose hand only stopped there on the way.
    pub passing_hand: f64,
    /// A stop of a hand that no act explains.
    pub idle_visit: f64,
    /// A stop, on the way, that no act explains.
    pub idle_stop: f64,
    /// A stop at a face-up pile, where acts may leave little trace, that no act explains.
    pub idle_pile_visit: f64,
    /// A stop at a pile where acts leave no trace, that no act explains.
    pub idle_hidden_visit: f64,
    /// A pile whose top lies as a card did before although one was laid on it, or lies otherwise although none was.
    pub wrong_pose: f64,
    /// A card that leaves one place for a hand while its like comes to another place out of a hand not known to hold it: more likely
    /// it is the same card. About the logarithm of how many works a deck has.
    pub coincidence: f64,
    /// A card out of a hand not known to hold it that lands on its like: no more shows than before, and few hands hold one.
    pub same_again: f64,
    /// A card that showed on a pile for a moment and that no act moves.
    pub glimpse: f64,
    /// A card that came out from under another and that nobody glimpsed. Larger: a hand at a pile is rather taken for idle.
    pub unglimpsed: f64,
    /// As `glimpse`, for a card that was only guessed: not enough for an accusation by itself.
    pub faint_glimpse: f64,
    /// Acts told in another order than their hands were seen.
    pub disorder: f64,
    /// A rejected act that is left to stand.
    pub stood: f64,
    /// A rejected act that is taken back.
    pub taken_back: f64,
    /// How much clearer a legal account must be than the next one. Smaller: fewer questions, more guesses.
    pub accept_margin: f64,
    /// How much clearer it must be than any account that accuses somebody.
    pub acquit_margin: f64,
    /// How much clearer an accusation must be than any account without it. Larger: fewer accusations, more questions.
    pub reject_margin: f64,
    /// How much less likely than the best a hypothesis may be and still be followed while an entry is undecided.
    pub keep_margin: f64,
    /// As `reject_margin`, for an accusation that was undecided: what comes next may still clear it up.
    pub convict_margin: f64,
    /// Facts after which an entry that is still undecided is left to a person, and innocence presumed.
    pub open_facts: usize,
    /// An account that leaves more than this unexplained in one zone is reported as not explaining it.
    pub residue: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            missing_card: 4.0,
            extra_card: 4.0,
            covered_card: 0.7,
            unread_card: 0.7,
            misread_card: 6.0,
            wrong_face: 4.0,
            unread_face: 1.5,
            loose_card: 1.0,
            act: 0.3,
            illegal_act: 1.5,
            further_offence: 1.0,
            warned_act: 0.5,
            untold: 2.4,
            unseen_hand: 1.8,
            nearby_hand: 1.5,
            neighbour_hand: 1.2,
            other_hand: 4.5,
            passing_hand: 0.8,
            idle_visit: 1.6,
            idle_pile_visit: 3.0,
            idle_stop: 0.2,
            idle_hidden_visit: 4.5,
            wrong_pose: 1.6,
            coincidence: 3.0,
            glimpse: 2.5,
            faint_glimpse: 0.6,
            unglimpsed: 1.5,
            same_again: 1.5,
            disorder: 0.8,
            stood: 1.0,
            taken_back: 0.3,
            accept_margin: 1.0,
            acquit_margin: 2.0,
            reject_margin: 2.0,
            keep_margin: 4.0,
            convict_margin: 2.5,
            open_facts: 5,
            residue: 3.0,
        }
    }
}
