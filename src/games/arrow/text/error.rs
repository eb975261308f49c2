use std::fmt;
use std::ops::Range;
use thiserror::Error;

/// Why a text is no card text: one line, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub struct TextError {
    what: String,
    span: Range<usize>,
    /// The part of the text in its line, and the columns in it.
    line: String,
    columns: Range<usize>,
}

impl TextError {
    pub(super) fn new(text: &str, span: Range<usize>, what: String) -> Self {
        let before = text.get(..span.start).unwrap_or_default();
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = text.get(start..).unwrap_or_default().lines().next().unwrap_or_default();
        let column = |at: usize| text.get(start..at.min(start + line.len())).map_or(0, |part| part.chars().count());
        let columns = column(span.start)..column(span.end).max(column(span.start) + 1);
        // What cannot be seen would move the caret.
        let line = line.chars().map(|c| if super::lex::is_invisible(c) { '?' } else { c }).collect();
        Self { what, span, line, columns }
    }

    /// An error that has no place in the text.
    pub(super) const fn bare(what: String) -> Self {
        Self { what, span: 0..0, line: String::new(), columns: 0..0 }
    }

    /// The bytes of the text that it is about.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Its column in the line, counted in characters from one.
    pub const fn column(&self) -> usize {
        self.columns.start + 1
    }

    /// The line of the text, and below it a line with carets under what is wrong.
    pub fn caret_lines(&self) -> String {
        let carets = "^".repeat(self.columns.len().min(self.line.chars().count().saturating_sub(self.columns.start).max(1)));
        format!("{}\n{}{carets}", self.line, " ".repeat(self.columns.start))
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

/// Small words of a message: `'a', 'b' or c`.
pub(super) fn either(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// The word nearest to a misspelt one, if one is near.
pub(super) fn nearest<'a>(written: &str, words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // Longer words are none of the language, and slow to compare.
    let length = written.chars().count();
    let near = if length > 24 { 0 } else { (length / 3).clamp(1, 2) };
    let distances = words.map(|word| (edits(&written.to_lowercase(), &word.to_lowercase()), word));
    distances.filter(|(edits, _)| *edits <= near).min_by_key(|(edits, _)| *edits).map(|(_, word)| word)
}

/// Letters to insert, leave out, change or swap with their neighbour to make one word of the other.
fn edits(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut table = vec![vec![0_usize; b.len() + 1]; a.len() + 1];
    for (i, j) in (0..=a.len()).flat_map(|i| (0..=b.len()).map(move |j| (i, j))) {
        table[i][j] = if i == 0 || j == 0 {
            i + j
        } else {
            let changed = table[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            let swap = if swapped { table[i - 2][j - 2] + 1 } else { usize::MAX };
            changed.min(swap).min(table[i - 1][j] + 1).min(table[i][j - 1] + 1)
        };
    }
    table[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_found() {
        assert_eq!(edits("kitten", "sitting"), 3);
        assert_eq!((edits("", "abc"), edits("abc", ""), edits("ab", "ab")), (3, 3, 0));
        let words = ["card", "cards", "captured", "moved"];
        assert_eq!(nearest("capturd", words.into_iter()), Some("captured"));
        assert_eq!(nearest("Crad", words.into_iter()), Some("card"));
        assert_eq!(nearest("wombat", words.into_iter()), None);
        assert_eq!(nearest(&"x".repeat(500), words.into_iter()), None);
    }

    #[test]
    fn carets_stand_below_what_is_wrong() {
        let error = TextError::new("äö “x” b", 5..12, "no".into());
        assert_eq!((error.column(), error.caret_lines().as_str()), (4, "äö “x” b\n   ^^^"));
        let end = TextError::new("one\ntwo", 7..7, "no".into());
        assert_eq!(end.caret_lines(), "two\n   ^");
    }
}
