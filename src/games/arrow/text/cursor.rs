//! A place in a text that remembers what could have stood there, for its error messages.

use super::error::{TextError, either, nearest};
use super::lex::{Kind, Token, is_word, lex};
use super::words::{RESERVED, capitalised, is_type};
use std::ops::Range;

pub(super) type Parsed<T> = Result<T, TextError>;

/// The next token, and what was looked for in its place.
pub(super) struct Cursor<'a> {
    text: &'a str,
    tokens: Vec<Token<'a>>,
    at: usize,
    wanted: Vec<Wanted>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Word(&'static str),
    Mark(char),
    /// Something described, such as "a number".
    Thing(&'static str),
}

const END: Token<'static> = Token { kind: Kind::End, span: 0..0 };

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Parsed<Self> {
        Ok(Self { text, tokens: lex(text)?, at: 0, wanted: Vec::new() })
    }

    /// Where the next token starts.
    pub(super) fn start(&self) -> usize {
        self.next().span.start
    }

    /// Where the token before ended.
    pub(super) fn end(&self) -> usize {
        self.before().map_or(0, |token| token.span.end)
    }

    pub(super) fn error(&self, span: Range<usize>, what: String) -> TextError {
        TextError::new(self.text, span, what)
    }

    /// The error that the next token has no place here.
    pub(super) fn refused(&self, what: String) -> TextError {
        self.error(self.next().span.clone(), what)
    }

    fn next(&self) -> &Token<'a> {
        self.tokens.get(self.at).or_else(|| self.tokens.last()).unwrap_or(&END)
    }

    fn before(&self) -> Option<&Token<'a>> {
        self.at.checked_sub(1).and_then(|at| self.tokens.get(at))
    }

    fn take(&mut self) {
        self.at += 1;
        self.wanted.clear();
    }

    /// Takes the token if `found`; else remembers what was wanted.
    fn took(&mut self, found: bool, wanted: Wanted) -> bool {
        if found {
            self.take();
        } else if !self.wanted.contains(&wanted) {
            self.wanted.push(wanted);
        }
        found
    }

    /// Takes this word if it comes next.
    pub(super) fn word(&mut self, word: &'static str) -> bool {
        let found = matches!(self.next().kind, Kind::Word(written) if is_word(written, word));
        self.took(found, Wanted::Word(word))
    }

    /// Takes one of these words if it comes next: the singular and the plural, say.
    pub(super) fn either(&mut self, words: [&'static str; 2]) -> bool {
        words.into_iter().any(|word| self.word(word))
    }

    pub(super) fn mark(&mut self, mark: char) -> bool {
        let found = self.next().kind == Kind::Mark(mark);
        self.took(found, Wanted::Mark(mark))
    }

    /// Takes a capitalised word that the language does not use itself.
    pub(super) fn type_name(&mut self) -> Option<&'a str> {
        let name = match self.next().kind {
            Kind::Word(written) if is_type(written) => Some(written),
            _ => None,
        };
        self.took(name.is_some(), Wanted::Thing("a type"));
        name
    }

    pub(super) fn number(&mut self) -> Option<u8> {
        let number = match self.next().kind {
            Kind::Number(number) => Some(number),
            _ => None,
        };
        self.took(number.is_some(), Wanted::Thing("a number"));
        number
    }

    pub(super) fn quoted(&mut self) -> Option<&'a str> {
        let quoted = match self.next().kind {
            Kind::Quoted(quoted) => Some(quoted),
            _ => None,
        };
        self.took(quoted.is_some(), Wanted::Thing("a quotation in \"…\""));
        quoted
    }

    /// Whether one of these words comes next; else all are remembered as wanted.
    pub(super) fn sees(&mut self, words: &[&'static str]) -> bool {
        let found = matches!(self.next().kind, Kind::Word(written) if words.iter().any(|word| is_word(written, word)));
        if !found {
            words.iter().for_each(|word| _ = self.took(false, Wanted::Word(word)));
        }
        found
    }

    /// Whether the text is at its end.
    pub(super) fn is_over(&self) -> bool {
        self.next().kind == Kind::End
    }

    /// These words, one after another.
    pub(super) fn need(&mut self, words: &[&'static str]) -> Parsed<()> {
        words.iter().try_for_each(|word| if self.word(word) { Ok(()) } else { self.fail() })
    }

    /// The first that comes next of some words, as its number.
    pub(super) fn need_one_of(&mut self, words: &[&'static str]) -> Parsed<usize> {
        match words.iter().position(|word| self.word(word)) {
            Some(found) => Ok(found),
            None => self.fail(),
        }
    }

    /// One of two forms of a word.
    pub(super) fn need_either(&mut self, words: [&'static str; 2]) -> Parsed<()> {
        if self.either(words) { Ok(()) } else { self.fail() }
    }

    pub(super) fn need_mark(&mut self, mark: char) -> Parsed<()> {
        if self.mark(mark) { Ok(()) } else { self.fail() }
    }

    pub(super) fn need_number(&mut self) -> Parsed<u8> {
        match self.number() {
            Some(number) => Ok(number),
            None => self.fail(),
        }
    }

    pub(super) fn need_quoted(&mut self) -> Parsed<&'a str> {
        match self.quoted() {
            Some(quoted) => Ok(quoted),
            None => self.fail(),
        }
    }

    /// The error that nothing of what was looked for comes next.
    pub(super) fn fail<T>(&self) -> Parsed<T> {
        let written = |token: &Token<'_>| shortened(self.text.get(token.span.clone()).unwrap_or_default());
        let after = self.before().map_or_else(|| "at the beginning".into(), |token| format!("after {}", written(token)));
        let found = match self.next().kind {
            Kind::End => "the end".into(),
            _ => written(self.next()),
        };
        let wanted: Vec<String> = self
            .wanted
            .iter()
            .map(|wanted| match wanted {
                Wanted::Word(word) => format!("'{word}'"),
                Wanted::Mark(mark) => format!("'{mark}'"),
                Wanted::Thing(thing) => (*thing).into(),
            })
            .collect();
        let hint = self.hint().map_or_else(String::new, |hint| format!("; {hint}"));
        Err(self.refused(format!("expected {} {after}, found {found}{hint}", either(&wanted))))
    }

    /// What to write instead.
    fn hint(&self) -> Option<String> {
        let Kind::Word(written) = self.next().kind else { return None };
        let words = self.wanted.iter().filter_map(|wanted| match wanted {
            Wanted::Word(word) => Some(*word),
            _ => None,
        });
        if let Some(word) = nearest(written, words) {
            return Some(format!("did you mean '{word}'?"));
        }
        if self.wanted.contains(&Wanted::Thing("a number")) {
            let numbers = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
            if let Some(number) = numbers.iter().position(|word| is_word(written, word)) {
                return Some(format!("write {number}"));
            }
        }
        let capital = capitalised(written);
        let is_type =
            self.wanted.contains(&Wanted::Thing("a type")) && is_type(&capital) && nearest(written, RESERVED.iter().copied()).is_none();
        is_type.then(|| format!("a type has a capital: '{capital}'"))
    }
}

/// A part of the text as a message shows it.
fn shortened(text: &str) -> String {
    const MOST: usize = 24;
    let short: String = text.chars().take(MOST).collect();
    let rest = if text.chars().count() > MOST { "…" } else { "" };
    if text.starts_with(super::lex::is_quote) { format!("{short}{rest}") } else { format!("'{short}{rest}'") }
}
