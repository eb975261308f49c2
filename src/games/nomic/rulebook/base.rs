use super::Rule;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    rule: Vec<Rule>,
}

pub(super) fn rules() -> Result<Vec<Rule>, toml::de::Error> {
    toml::from_str(include_str!("base.toml")).map(|file: File| file.rule)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_base_rules_are_eighteen_and_their_programs_pass_the_check_that_every_program_must_pass() {
        let rules = rules().unwrap();
        assert!(rules.iter().map(|rule| rule.number).eq(1..=18));
        for rule in &rules {
            assert_eq!(rule.vet(), Ok(()), "rule {}", rule.number);
        }
    }
}
