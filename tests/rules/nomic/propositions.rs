//! The file format of propositions.

use super::prelude::*;
use kibitzer::games::nomic::proposition::{LONGEST_FILE, TEMPLATES};
use kibitzer::games::nomic::rulebook::LONGEST_TEXT;

fn error(text: &str) -> String {
    read_proposition(text).unwrap_err().to_string()
}

#[test]
fn a_file_adds_changes_or_removes_a_rule() {
    let add = read_proposition("action = \"add\"\ntext = \"Be kind.\"").unwrap();
    assert!(matches!(add.change, Change::Add { ref wording } if wording.text == "Be kind." && wording.program.is_none()));
    let change = read_proposition("title = \"T\"\naction = \"change 8\"\ntext = \"x\"").unwrap();
    assert!(matches!(change.change, Change::Change { rule: 8, .. }));
    assert_eq!(change.name(), "T (change rule 8)");
    assert_eq!(read_proposition("action = \"remove 12\"").unwrap().change, Change::Remove { rule: 12 });
}

#[test]
fn templates_are_to_be_proposed_as_they_are() {
    for (name, text) in TEMPLATES {
        let proposal = proposing(read_proposition(text).unwrap().change);
        assert_eq!(verdict(&nomic(3), &proposal), "ok", "{name}");
    }
}

#[test]
fn errors_name_the_line_and_what_to_write() {
    assert_eq!(error("action = \"delete 8\""), "line 1, column 10: 'delete 8' is no action: write add, change 8 or remove 8");
    assert_eq!(
        error("# x\naction = \"change eight\"\ntext = \"x\""),
        "line 2, column 10: 'change eight' is no action: write add, change 8 or remove 8"
    );
    assert_eq!(error("action = \"add\""), "line 1, column 10: the text is missing: write text = \"what the rule shall say\"");
    assert_eq!(error("action = \"add\"\ntext = \"\""), "line 2, column 8: a rule must say something: its text is empty");
    assert_eq!(error("action = \"remove 8\"\ntext = \"x\""), "line 2, column 8: a removal has no text, hooks or program: take this out");
    assert!(
        error("action = \"add\"\ntext = \"x\"\nhooks = [\"value\", \"valeu\"]\nprogram = \"fn value(table, card) { 1 }\"")
            .starts_with("line 3, column 19: 'valeu' is no hook: there are deal, may_change")
    );
    assert_eq!(error("action = \"add\"\ntext = \"x\"\nhooks = [\"value\", \"value\"]"), "line 3, column 19: value is declared twice");
    assert!(error("action = \"add\"\ntext = \"x\"\ncolour = \"red\"").starts_with("line 3, column 1: unknown field `colour`"));
    assert!(error("action = ").starts_with("line 1, column 10"));
    assert_eq!(
        error("action = \"add\"\ntext = \"x\"\nhooks = [\"value\"]"),
        "line 3, column 9: value is declared as a hook, but there is no program"
    );
}

#[test]
fn errors_in_the_program_name_the_line_of_the_file() {
    let file = |program: &str| format!("action = \"add\"\ntext = \"x\"\nhooks = [\"value\"]\nprogram = {program}");
    assert_eq!(error(&file("'''\nfn value(table, card) {\n    card.rank +\n}\n'''")), "line 7, column 1: Unexpected '}'");
    assert_eq!(error(&file("'''fn value(table, card) { + }'''")), "line 4, column 40: Unexpected '}'");
    assert!(
        error(&file("\"\"\"\n\nfn value(table, card) { card.rank / 0 }\"\"\"")).starts_with("line 6, column 35: value: Division by zero")
    );
    assert_eq!(read_proposition(&file("'''\nfn value(table, card) { treasure }\n'''")).unwrap_err().span, 54..96);
}

#[test]
fn sizes_are_limited() {
    assert!(error(&format!("action = \"add\"\ntext = \"{}\"", "x".repeat(LONGEST_TEXT + 1))).contains("a rule has at most 2000"));
    assert!(error(&"#".repeat(LONGEST_FILE + 1)).contains("a proposition has at most 32768"));
}

#[test]
fn a_proposition_is_one_line_of_a_journal() {
    for (name, _) in EXAMPLES {
        let line = example(name).to_string();
        assert!(!line.contains('\n'), "{name}");
        assert_eq!(line.parse::<Proposition>().unwrap(), example(name), "{name}");
    }
}
