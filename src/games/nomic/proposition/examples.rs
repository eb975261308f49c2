use super::Proposition;
use super::file::read_proposition;
use std::sync::LazyLock;

/// Worked examples: each file's name and text.
pub const EXAMPLES: [(&str, &str); 14] = [
    ("ties-ratify", include_str!("examples/ties-ratify.toml")),
    ("aces-fourteen", include_str!("examples/aces-fourteen.toml")),
    ("two-cards-a-vote", include_str!("examples/two-cards-a-vote.toml")),
    ("open-votes", include_str!("examples/open-votes.toml")),
    ("points-to-100", include_str!("examples/points-to-100.toml")),
    ("hearts-veto", include_str!("examples/hearts-veto.toml")),
    ("draw-two", include_str!("examples/draw-two.toml")),
    ("majority-of-voters", include_str!("examples/majority-of-voters.toml")),
    ("faces-ten", include_str!("examples/faces-ten.toml")),
    ("counter-clockwise", include_str!("examples/counter-clockwise.toml")),
    ("abstainers-draw", include_str!("examples/abstainers-draw.toml")),
    ("hand-of-seven", include_str!("examples/hand-of-seven.toml")),
    ("no-more-changes", include_str!("examples/no-more-changes.toml")),
    ("speak-in-rhyme", include_str!("examples/speak-in-rhyme.toml")),
];

/// Files to start from: to add, change and remove a rule.
pub const TEMPLATES: [(&str, &str); 3] = [
    ("add", include_str!("templates/add.toml")),
    ("change", include_str!("templates/change.toml")),
    ("remove", include_str!("templates/remove.toml")),
];

/// The worked examples that can be read, which is all of them.
pub fn examples() -> &'static [Proposition] {
    static READ: LazyLock<Vec<Proposition>> =
        LazyLock::new(|| EXAMPLES.iter().filter_map(|(_, text)| read_proposition(text).ok()).collect());
    &READ
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_and_template_can_be_read() {
        for (name, text) in EXAMPLES.into_iter().chain(TEMPLATES) {
            assert!(read_proposition(text).is_ok(), "{name}: {}", read_proposition(text).unwrap_err());
        }
        assert_eq!(examples().len(), EXAMPLES.len());
    }
}
