//! Words, numbers, quotations and marks, each with its place in the text.

use super::error::TextError;
use std::ops::Range;

/// Longest text that is looked at, in bytes; a card shows far less.
const MOST_BYTES: usize = 2000;

/// A piece of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind<'a>,
    /// Bytes of the text.
    pub(super) span: Range<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind<'a> {
    Word(&'a str),
    Number(u8),
    /// What stands between quotation marks.
    Quoted(&'a str),
    Mark(char),
    End,
}

/// The pieces of a text, [`Kind::End`] last.
///
/// # Errors
/// When it is too long, or holds a character, number or quotation that no card text has.
pub(super) fn lex(text: &str) -> Result<Vec<Token<'_>>, TextError> {
    if text.len() > MOST_BYTES {
        return Err(TextError::bare(format!("the text has {} bytes: a card shows at most {}", text.len(), super::MOST_CHARACTERS)));
    }
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = text.get(at..).unwrap_or_default();
        let (kind, length) = match first {
            ' ' | '\t' | '\n' | '\r' | '\u{a0}' => {
                at += first.len_utf8();
                continue;
            }
            '.' | ',' | ':' | '(' | ')' | '+' => (Kind::Mark(first), 1),
            '-' | '−' | '–' => (Kind::Mark('-'), first.len_utf8()),
            c if is_quote(c) => quoted(text, at)?,
            '0'..='9' => number(text, at)?,
            c if c.is_alphabetic() => {
                let length = rest.find(|c: char| !is_in_word(c)).unwrap_or(rest.len());
                (Kind::Word(rest.get(..length).unwrap_or_default()), length)
            }
            c => {
                let what = if is_invisible(c) { format!("an invisible character ({})", c.escape_unicode()) } else { format!("'{c}'") };
                let span = at..at + c.len_utf8();
                return Err(TextError::new(text, span, format!("{what} has no place in a card text: leave it out")));
            }
        };
        tokens.push(Token { kind, span: at..at + length });
        at += length;
    }
    tokens.push(Token { kind: Kind::End, span: text.len()..text.len() });
    Ok(tokens)
}

/// A quotation's inside, and the length with its marks.
fn quoted(text: &str, at: usize) -> Result<(Kind<'_>, usize), TextError> {
    let open = text.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8);
    let inside = text.get(at + open..).unwrap_or_default();
    match inside.char_indices().find(|(_, c)| is_quote(*c) || is_invisible(*c)) {
        Some((end, c)) if is_quote(c) => Ok((Kind::Quoted(inside.get(..end).unwrap_or_default()), open + end + c.len_utf8())),
        Some((bad, c)) => {
            let start = at + open + bad;
            let what = format!("an invisible character ({}) stands in a quotation: leave it out", c.escape_unicode());
            Err(TextError::new(text, start..start + c.len_utf8(), what))
        }
        None => Err(TextError::new(text, at..text.len(), "the quotation has no end: write \" after it".into())),
    }
}

fn number(text: &str, at: usize) -> Result<(Kind<'_>, usize), TextError> {
    let rest = text.get(at..).unwrap_or_default();
    let digits = rest.get(..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())).unwrap_or_default();
    match digits.parse() {
        Ok(number) if digits.len() == 1 || !digits.starts_with('0') => Ok((Kind::Number(number), digits.len())),
        _ => {
            let what = format!("the number is too large or written oddly: write 0 to {}, such as 12", super::MOST_NUMBER);
            Err(TextError::new(text, at..at + digits.len(), what))
        }
    }
}

/// Marks that open and close quotations.
pub(super) const fn is_quote(c: char) -> bool {
    matches!(c, '"' | '“' | '”')
}

const fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’')
}

fn is_in_word(c: char) -> bool {
    c.is_alphanumeric() || c == '-' || is_apostrophe(c)
}

/// Control characters, and those that change how a line is read without being seen.
pub(super) fn is_invisible(c: char) -> bool {
    c.is_control() || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Whether a written word is this word of the language; its first letter may be a capital.
pub(super) fn is_word(written: &str, word: &str) -> bool {
    let fold = |c: char| if is_apostrophe(c) { '\'' } else { c.to_ascii_lowercase() };
    written.chars().map(fold).eq(word.chars().map(fold))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Kind<'_>> {
        lex(text).unwrap().into_iter().map(|token| token.kind).collect()
    }

    #[test]
    fn pieces_and_their_places() {
        use Kind::{End, Mark, Number, Quoted, Word};
        assert_eq!(
            kinds("Half-Elf’s +2X, “a (b)”."),
            [Word("Half-Elf’s"), Mark('+'), Number(2), Word("X"), Mark(','), Quoted("a (b)"), Mark('.'), End]
        );
        let text = "ab “ü” 10";
        assert_eq!(lex(text).unwrap().iter().map(|t| &text[t.span.clone()]).collect::<Vec<_>>(), ["ab", "“ü”", "10", ""]);
    }

    #[test]
    fn what_is_no_piece_is_shown_where_it_stands() {
        for (text, span, said) in [
            ("Draw; 2", 4..5, "';' has no place"),
            ("a\u{202e}b", 1..4, "invisible character (\\u{202e})"),
            ("If \"you", 3..7, "no end"),
            ("\"a\nb\"", 2..3, "invisible"),
            ("Draw 1000 cards", 5..9, "too large"),
            ("Draw 007 cards", 5..8, "oddly"),
        ] {
            let error = lex(text).unwrap_err();
            assert_eq!(error.span(), span, "{text}");
            assert!(error.to_string().contains(said), "{text}: {error}");
        }
    }
}
