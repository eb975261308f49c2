//! A proposition as a file, in TOML:
//!
//! ```toml
//! title = "Ties ratify"                 # optional
//! action = "change 8"                   # add, change N or remove N
//! text = "What the rule shall say."     # not of a removal
//! hooks = ["ratified"]                  # the questions that the program answers, when there is one
//! program = '''
//! fn ratified(table, tally) { tally.for_total >= tally.against_total }
//! '''
//! ```

use super::Proposition;
use crate::games::nomic::rulebook::{Change, LONGEST_TEXT, Wording};
use crate::games::nomic::script::{Fault, Hook, vet};
use serde::Deserialize;
use std::ops::Range;
use thiserror::Error;
use toml::Spanned;

/// Longest file, in bytes.
pub const LONGEST_FILE: usize = 32 * 1024;

/// What is wrong with a file, and where. Lines and columns count from 1.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {what}")]
pub struct FileError {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
    /// The bytes of the file that it is about.
    pub span: Range<usize>,
    /// What is wrong, and what to write.
    pub what: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    title: Option<String>,
    action: Spanned<String>,
    text: Option<Spanned<String>>,
    hooks: Option<Spanned<Vec<Spanned<String>>>>,
    program: Option<Spanned<String>>,
}

/// Reads a proposition from a file's text. The program is checked; whether the rulebook has such a rule is not.
///
/// # Errors
/// The first thing that is wrong, with its place.
pub fn read_proposition(source: &str) -> Result<Proposition, FileError> {
    let wrong = |span: Range<usize>, what: String| FileError::at(source, span, what);
    if source.len() > LONGEST_FILE {
        return Err(wrong(0..0, format!("the file has {} bytes: a proposition has at most {LONGEST_FILE}", source.len())));
    }
    let file: File = toml::from_str(source).map_err(|error| wrong(error.span().unwrap_or(0..0), error.message().to_owned()))?;
    let title = file.title.unwrap_or_default();
    let action = file.action.get_ref().trim();
    let (verb, number) = action.split_once(' ').unwrap_or((action, ""));
    let no_action = || wrong(file.action.span(), format!("'{action}' is no action: write add, change 8 or remove 8"));
    let rule = || number.trim().parse::<u16>().map_err(|_| no_action());
    let change = match (verb, number) {
        ("add", "") => {
            let wording = wording(source, file.action.span(), file.text, file.hooks, file.program)?;
            Change::Add { wording }
        }
        ("change", _) => {
            let rule = rule()?;
            Change::Change { rule, wording: wording(source, file.action.span(), file.text, file.hooks, file.program)? }
        }
        ("remove", _) => {
            let rule = rule()?;
            let spans = [file.text.map(|text| text.span()), file.hooks.map(|hooks| hooks.span()), file.program.map(|text| text.span())];
            if let Some(span) = spans.into_iter().flatten().next() {
                return Err(wrong(span, "a removal has no text, hooks or program: take this out".into()));
            }
            Change::Remove { rule }
        }
        _ => return Err(no_action()),
    };
    Ok(Proposition { title, change })
}

fn wording(
    source: &str,
    action: Range<usize>,
    text: Option<Spanned<String>>,
    hooks: Option<Spanned<Vec<Spanned<String>>>>,
    program: Option<Spanned<String>>,
) -> Result<Wording, FileError> {
    let wrong = |span: Range<usize>, what: String| FileError::at(source, span, what);
    let text = text.ok_or_else(|| wrong(action, "the text is missing: write text = \"what the rule shall say\"".into()))?;
    match text.get_ref().len() {
        _ if text.get_ref().trim().is_empty() => return Err(wrong(text.span(), "a rule must say something: its text is empty".into())),
        bytes if bytes > LONGEST_TEXT => {
            return Err(wrong(text.span(), format!("the text has {bytes} bytes: a rule has at most {LONGEST_TEXT}")));
        }
        _ => {}
    }
    let whole = hooks.as_ref().map_or(text.span(), Spanned::span);
    let named = hooks.map(Spanned::into_inner).unwrap_or_default();
    let mut hooks: Vec<Hook> = Vec::new();
    for name in &named {
        let hook: Hook = name.get_ref().parse().map_err(|error| wrong(name.span(), format!("{error}")))?;
        if hooks.contains(&hook) {
            return Err(wrong(name.span(), format!("{hook} is declared twice")));
        }
        hooks.push(hook);
    }
    let at = program.as_ref().map_or(whole, Spanned::span);
    let program = program.map(Spanned::into_inner);
    vet(&hooks, program.as_deref()).map_err(|fault| FileError::of_program(source, at, &fault))?;
    Ok(Wording { text: text.into_inner(), hooks, program })
}

impl FileError {
    fn at(source: &str, span: Range<usize>, what: String) -> Self {
        let before = source.get(..span.start).unwrap_or(source);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |rest| rest.chars().count()) + 1;
        Self { line, column, span, what }
    }

    /// A fault of the program that stands at this span. In a string of several lines its own lines count on from the string's.
    fn of_program(source: &str, span: Range<usize>, fault: &Fault) -> Self {
        let (Fault::Syntax { line, column, what } | Fault::Run { line, column, what, .. }) = fault else {
            return Self::at(source, span, fault.to_string());
        };
        let string = source.get(span.clone()).unwrap_or_default();
        let is_long = string.starts_with("'''") || string.starts_with("\"\"\"");
        let what = match fault {
            Fault::Run { hook, .. } => format!("{hook}: {what}"),
            _ => what.clone(),
        };
        let start = Self::at(source, span.clone(), what);
        if !is_long {
            return start;
        }
        // The line break after the opening quotes is none of the program's.
        let opened = usize::from(string.get(3..).is_some_and(|rest| rest.starts_with('\n') || rest.starts_with("\r\n")));
        let column = if opened == 0 && *line == 1 { start.column + 3 + column - 1 } else { *column };
        Self { line: start.line + opened + line - 1, column, ..start }
    }
}
