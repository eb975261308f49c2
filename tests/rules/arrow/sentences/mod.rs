//! Every sentence of the rules of ConCardia Arrow, in the order of their text, with the tests that show it. Each is told in other words;
//! a test that goes away or is renamed does not compile here.

mod cards;
mod play;
mod terms;
mod zones;

/// Sentences under one heading, or of one entry under it, each with its number from one.
pub struct Section {
    head: &'static str,
    sentences: &'static [(u8, &'static str, Shown)],
}

/// What shows a sentence.
pub enum Shown {
    /// These tests fail when it is broken.
    By(&'static [fn()]),
    /// No table can keep or break it, and why.
    NothingToKeep(&'static str),
}

fn sections() -> impl Iterator<Item = &'static Section> {
    [play::SECTIONS, cards::SECTIONS, terms::SECTIONS, zones::SECTIONS].into_iter().flatten()
}

#[test]
fn each_section_is_told_once_and_counts_its_sentences_without_a_hole() {
    let mut heads = std::collections::BTreeSet::new();
    for Section { head, sentences } in sections() {
        assert!(heads.insert(head), "{head} comes twice");
        let numbers: Vec<u8> = sentences.iter().map(|(number, ..)| *number).collect();
        assert_eq!(numbers, (1..=sentences.len() as u8).collect::<Vec<_>>(), "{head}");
        assert!(sentences.iter().all(|(_, gist, _)| !gist.is_empty()), "{head}");
    }
}

#[test]
fn every_sentence_is_shown_by_a_test_but_for_those_that_ask_nothing_of_a_table() {
    let (mut shown, mut nothing) = (0, Vec::new());
    for Section { head, sentences } in sections() {
        for (number, gist, by) in *sentences {
            match by {
                Shown::By(tests) => {
                    assert!(!tests.is_empty(), "{head} {number} ({gist}) has no test");
                    shown += 1;
                }
                Shown::NothingToKeep(why) => {
                    assert!(!why.is_empty(), "{head} {number} ({gist}) asks nothing: why?");
                    nothing.push(format!("{head} {number}"));
                }
            }
        }
    }
    // Whoever adds to the second list gives up a sentence.
    assert_eq!(shown, 141);
    assert_eq!(
        nothing,
        ["Before the rules 1", "Before the rules 2", "Before the rules 3", "Buttons and Accessories 2", "After the rules 1"]
    );
}
