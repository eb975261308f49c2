use super::Rule;
use std::fmt;

/// What a change does to one rule, line by line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Which rule.
    pub rule: u16,
    /// Its lines before and after.
    pub lines: Vec<Line>,
}

/// A line of a [`Difference`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs, reason = "each with the line")]
pub enum Line {
    Kept(String),
    Removed(String),
    Added(String),
}

impl Difference {
    /// Between a rule as it was and as it would be.
    pub(super) fn between(rule: u16, before: Option<&Rule>, after: Option<&Rule>) -> Self {
        let lines = |rule: Option<&Rule>| rule.map(Rule::to_string).unwrap_or_default().lines().map(str::to_owned).collect::<Vec<_>>();
        Self { rule, lines: compare(&lines(before), &lines(after)) }
    }
}

/// Pairs of lines beyond which two texts are not compared: their table would fill the memory.
const MOST_PAIRS: usize = 1 << 20;

/// The longest common subsequence stays; what is left of it goes, then what is new comes. Of texts with very many lines all goes.
fn compare(before: &[String], after: &[String]) -> Vec<Line> {
    if before.len().saturating_mul(after.len()) > MOST_PAIRS {
        let removed = before.iter().cloned().map(Line::Removed);
        return removed.chain(after.iter().cloned().map(Line::Added)).collect();
    }
    let mut common = vec![vec![0usize; after.len() + 1]; before.len() + 1];
    for (i, old) in before.iter().enumerate().rev() {
        for (j, new) in after.iter().enumerate().rev() {
            common[i][j] = if old == new { common[i + 1][j + 1] + 1 } else { common[i + 1][j].max(common[i][j + 1]) };
        }
    }
    let (mut i, mut j, mut lines) = (0, 0, Vec::new());
    while i < before.len() || j < after.len() {
        let (old, new) = (before.get(i), after.get(j));
        match (old, new) {
            (Some(old), Some(new)) if old == new => {
                lines.push(Line::Kept(old.clone()));
                (i, j) = (i + 1, j + 1);
            }
            (Some(old), new) if new.is_none() || common[i + 1][j] >= common[i][j + 1] => {
                lines.push(Line::Removed(old.clone()));
                i += 1;
            }
            (_, Some(new)) => {
                lines.push(Line::Added(new.clone()));
                j += 1;
            }
            (_, None) => break,
        }
    }
    lines
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.lines {
            match line {
                Line::Kept(line) => writeln!(f, "  {line}")?,
                Line::Removed(line) => writeln!(f, "- {line}")?,
                Line::Added(line) => writeln!(f, "+ {line}")?,
            }
        }
        Ok(())
    }
}
