use super::Proposition;
use crate::games::nomic::rulebook::{Change, Wording};

/// A proposition as a file that [`super::read_proposition`] reads as the same proposition.
pub fn write_proposition(proposition: &Proposition) -> String {
    let mut file = String::new();
    if !proposition.title.is_empty() {
        file.push_str(&format!("title = {}\n", quoted(&proposition.title)));
    }
    let action = match &proposition.change {
        Change::Add { .. } => "add".to_owned(),
        Change::Change { rule, .. } => format!("change {rule}"),
        Change::Remove { rule } => format!("remove {rule}"),
    };
    file.push_str(&format!("action = \"{action}\"\n"));
    if let Some(Wording { text, hooks, program }) = proposition.change.wording() {
        file.push_str(&format!("text = {}\n", quoted(text)));
        if !hooks.is_empty() {
            let names: Vec<String> = hooks.iter().map(|hook| format!("\"{hook}\"")).collect();
            file.push_str(&format!("hooks = [{}]\n", names.join(", ")));
        }
        if let Some(program) = program {
            file.push_str(&format!("program = {}\n", lines(program)));
        }
    }
    file
}

/// A string in one line.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            letter if letter.is_control() => quoted.push_str(&format!("\\u{:04X}", u32::from(letter))),
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

/// A string as it is, over several lines where that can be.
fn lines(text: &str) -> String {
    let has_odd = text.chars().any(|letter| letter.is_control() && letter != '\n' && letter != '\t');
    if has_odd || text.contains("'''") || text.ends_with('\'') { quoted(text) } else { format!("'''\n{text}'''") }
}

#[cfg(test)]
mod tests {
    use super::super::{EXAMPLES, read_proposition};
    use super::*;
    use crate::games::nomic::Rulebook;

    fn comes_back(proposition: &Proposition) {
        let file = write_proposition(proposition);
        assert_eq!(read_proposition(&file).as_ref(), Ok(proposition), "{file}");
    }

    #[test]
    fn what_is_written_reads_as_the_same() {
        for (_, text) in EXAMPLES {
            comes_back(&read_proposition(text).unwrap());
        }
        for rule in Rulebook::base().unwrap().rules() {
            let wording = Wording { text: rule.text.clone(), hooks: rule.hooks.clone(), program: rule.program.clone() };
            comes_back(&Proposition { title: String::new(), change: Change::Change { rule: rule.number, wording } });
            comes_back(&Proposition { title: "Less".into(), change: Change::Remove { rule: rule.number } });
        }
    }

    #[test]
    fn odd_letters_are_kept() {
        for text in ["\"quoted\" and 'quoted'", "two\nlines\tand a tab", "a \\ and '''", "ü \u{1} \u{7f} \r\n", "it's"] {
            let program = format!("// {}\nfn value(table, card) {{ 1 }} // '", text.replace(['\n', '\r'], " "));
            for program in [program.clone(), format!("{program}\n"), "fn value(table, card) {\r\n 1 }".into()] {
                let wording = Wording { text: text.into(), hooks: vec![crate::games::nomic::Hook::Value], program: Some(program) };
                comes_back(&Proposition { title: text.into(), change: Change::Add { wording } });
            }
        }
    }
}
