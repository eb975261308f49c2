use super::clock;
use crate::journal::{Kind, Record, Row};
use std::fmt::Write;

/// The game ruling by ruling for a terminal, and the scores.
pub fn text(record: &Record) -> String {
    let width = record.rows.iter().map(|row| row.words.chars().count()).max().unwrap_or(0).min(60);
    let mut out = String::new();
    for row in &record.rows {
        line(&mut out, row, width);
    }
    let title = if record.over { "Final score" } else { "Score so far" };
    let _ = write!(out, "{}{title}\n{}", if record.rows.is_empty() { "" } else { "\n" }, scores(record));
    out
}

fn line(out: &mut String, row: &Row, width: usize) {
    let mark = match row.ruling {
        Kind::Rejected => "✗",
        Kind::Warned => "!",
        Kind::Undecided | Kind::Presumed | Kind::Unexplained | Kind::Refused => "?",
        _ => " ",
    };
    let said = match &row.reason {
        Some(reason) => format!(": {} ({})", row.text, reason.rule),
        None if row.text.is_empty() => String::new(),
        None => format!(": {}", row.text),
    };
    let words = if row.words.is_empty() { String::new() } else { format!("{:<width$}  ", row.words) };
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{:>7} {mark} {words}{}{said}", clock(row.stamp), row.ruling.word());
}

/// The scores, best first, each with what it is made of.
fn scores(record: &Record) -> String {
    let mut seats: Vec<_> = record.scores.seats.iter().collect();
    seats.sort_by_key(|score| (score.rank, score.seat));
    let mut out = String::new();
    for score in seats {
        let _ = writeln!(out, "{:>3}. {}  {}", score.rank, score.seat, score.total);
        for term in &score.terms {
            let title = record.title(term);
            let _ = writeln!(out, "       {:>+4}  {title}{}{}", term.points, if title.is_empty() { "" } else { ": " }, term.reason);
        }
    }
    out
}
