//! The letters on court cards. The rank that an index is read to have is its meaning in the language in which it is most common; but a V is a jack in
//! one deck and a queen in another.

use super::index::IndexReading;
use crate::cards::IndexSet;

/// How many letters the index reader tells apart: J, Q, K, B, V, D, R, H, F, Kn.
pub(super) const LETTERS: usize = 10;

/// How likely a V is a queen's, as far as the indices seen so far tell. Where it is one, jacks bear a B and kings an H; where it is a jack's, queens
/// bear a D and kings an R.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Language {
    /// The log odds.
    odds: f32,
}

impl Default for Language {
    /// A lone V is left open.
    fn default() -> Self {
        Self { odds: -0.3 }
    }
}

impl Language {
    /// No number of indices tells it more surely than these log odds.
    const MOST: f32 = 5.0;
    /// A letter is misread this often.
    const MISREAD: f32 = 0.1;

    /// Learns from an index, as far as it is likely to bear one of these four letters.
    pub(super) fn hear(&mut self, index: &IndexReading) {
        let [.., b, _, d, r, h, _, _] = index.letters;
        let [.., jack, queen, king] = index.ranks;
        // Any other letter speaks for both.
        let other = (1.0 - (b + h + d + r)).max(0.0) / 2.0 + Self::MISREAD;
        let told = ((b + h + other) / (d + r + other)).ln();
        self.odds = (self.odds + index.legible * (jack + queen + king) * told).clamp(-Self::MOST, Self::MOST);
    }

    /// How likely a V is a queen's in a deck with these letters.
    pub(super) fn queenly(self, set: IndexSet) -> f32 {
        match set {
            IndexSet::Any => 1.0 / (1.0 + (-self.odds).exp()),
            IndexSet::Dutch => 1.0,
            IndexSet::English | IndexSet::German | IndexSet::French | IndexSet::Swedish => 0.0,
        }
    }
}

/// The ranks by what the letters mean, where an index can be read with probability `legible` and a V is a queen's with probability `queenly`.
pub(super) fn meant(ranks: [f32; 13], letters: &[f32; LETTERS], legible: f32, queenly: f32) -> [f32; 13] {
    let [j, q, _, b, v, d, _, _, f, kn] = *letters;
    let either = legible * v / (j + q + b + v + d + f + kn).max(f32::EPSILON);
    let mut meant = ranks;
    let [.., jack, queen, _] = &mut meant;
    let both = *jack + *queen;
    *jack = *jack * (1.0 - either) + both * either * (1.0 - queenly);
    *queen = *queen * (1.0 - either) + both * either * queenly;
    meant
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An index that bears this letter, and its rank as the network has it.
    fn index(letter: usize, rank: usize) -> IndexReading {
        let mut ranks = [0.01; 13];
        ranks[rank] = 0.88;
        let mut letters = [0.01; LETTERS];
        letters[letter] = 0.91;
        IndexReading { ranks, suits: [0.25; 4], letters, legible: 0.99, corner: None }
    }

    fn heard(courts: &[(usize, usize)]) -> Language {
        let mut language = Language::default();
        courts.iter().for_each(|(letter, rank)| language.hear(&index(*letter, *rank)));
        language
    }

    #[test]
    fn a_v_is_what_the_other_letters_leave() {
        let [_, _, _, b, v, d, r, h, ..] = std::array::from_fn::<usize, LETTERS, _>(|i| i);
        let (dutch, french) = (heard(&[(b, 10), (h, 12)]), heard(&[(d, 11), (r, 12)]));
        let seen = index(v, 10);
        let queen = |language: Language, set| meant(seen.ranks, &seen.letters, seen.legible, language.queenly(set));
        let [.., jack, lady, _] = queen(dutch, IndexSet::Any);
        assert!(lady > 0.75 && jack < 0.15, "{jack} {lady}");
        let [.., jack, lady, _] = queen(french, IndexSet::Any);
        assert!(jack > 0.85 && lady < 0.05, "{jack} {lady}");
        let [.., lady, _] = queen(french, IndexSet::Dutch);
        assert!(lady > 0.8, "what is declared holds");
        let [.., jack, _, _] = queen(dutch, IndexSet::French);
        assert!(jack > 0.8);
        // A whole table of misread letters leaves a doubt.
        assert!((0.99..0.999).contains(&heard(&[(b, 10); 60]).queenly(IndexSet::Any)));
    }

    #[test]
    fn other_letters_mean_what_they_did_and_so_does_what_cannot_be_read() {
        let [j, q, k, _, v, ..] = std::array::from_fn::<usize, LETTERS, _>(|i| i);
        for (letter, rank) in [(j, 10), (q, 11), (k, 12)] {
            let seen = index(letter, rank);
            let ranks = meant(seen.ranks, &seen.letters, seen.legible, 1.0);
            assert!((ranks[rank] - seen.ranks[rank]).abs() < 0.02 && (ranks.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{ranks:?}");
        }
        let hidden = index(v, 10);
        assert_eq!(meant(hidden.ranks, &hidden.letters, 0.0, 1.0), hidden.ranks);
        let mut lone = Language::default();
        (0..9).for_each(|_| lone.hear(&index(v, 10)));
        assert_eq!(lone, Language::default(), "a V does not tell what it is");
        let mut seven = Language::default();
        seven.hear(&index(3, 6));
        assert!((seven.odds - Language::default().odds).abs() < 0.1, "a seven bears no letter");
    }
}
