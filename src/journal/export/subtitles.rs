use crate::journal::{Kind, Record, Row};
use std::fmt::Write;

/// How long a ruling shows when no other follows it.
const SHOWN_MS: u64 = 3000;
/// Rulings closer together than this share one subtitle.
const TOGETHER_MS: u64 = 1000;

/// SubRip subtitles for the video that was refereed: each ruling shows from the moment it fell; violations are marked.
pub fn subtitles(record: &Record) -> String {
    let mut cues: Vec<(u64, Vec<String>)> = Vec::new();
    for row in &record.rows {
        let at = row.stamp.at_us / 1000;
        match cues.last_mut() {
            Some((from, lines)) if at < *from + TOGETHER_MS => lines.push(line(row)),
            _ => cues.push((at, vec![line(row)])),
        }
    }
    let mut out = String::new();
    let ends: Vec<u64> = cues.iter().skip(1).map(|(at, _)| *at).chain([u64::MAX]).collect();
    for (number, ((from, lines), next)) in (1..).zip(cues.iter().zip(ends)) {
        let to = next.min(from + SHOWN_MS);
        let _ = write!(out, "{number}\n{} --> {}\n{}\n\n", time(*from), time(to), lines.join("\n"));
    }
    out
}

fn line(row: &Row) -> String {
    let mark = match row.ruling {
        Kind::Accepted | Kind::Resolved => "✓ ",
        Kind::Rejected => "✗ ",
        Kind::Warned => "! ",
        Kind::Undecided | Kind::Presumed | Kind::Unexplained | Kind::Refused => "? ",
        _ => "",
    };
    let word = match row.ruling {
        Kind::Accepted | Kind::Note => "",
        kind => kind.word(),
    };
    let parts = [row.words.clone(), word.into(), row.text.clone()];
    let said: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    // An empty line would end the subtitle.
    let said = said.join(": ").split_whitespace().collect::<Vec<_>>().join(" ");
    if row.ruling == Kind::Rejected { format!("<b>{mark}{said}</b>") } else { format!("{mark}{said}") }
}

fn time(ms: u64) -> String {
    format!("{:02}:{:02}:{:02},{:03}", ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60, ms % 1000)
}
