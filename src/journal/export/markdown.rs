use super::clock;
use crate::journal::{Kind, Record};
use std::fmt::Write;

/// A game record to keep: the moves and the scores as tables, under a title and remarks such as what was watched.
pub fn markdown(record: &Record, title: &str, remarks: &[String]) -> String {
    let mut out = format!("# {title}\n");
    for remark in remarks {
        let _ = write!(out, "\n{}  ", cell(remark));
    }
    out.push_str("\n\n## Moves\n\n| Time | Move | Ruling | Remark |\n|---:|---|---|---|\n");
    for row in &record.rows {
        let ruling = match row.ruling {
            Kind::Rejected | Kind::Warned => format!("**{}**", row.ruling.word()),
            _ => row.ruling.word().into(),
        };
        let rule = row.reason.as_ref().map(|reason| format!(" ({})", reason.rule)).unwrap_or_default();
        let remark = cell(&format!("{}{rule}", row.text));
        let _ = writeln!(out, "| {} | {} | {ruling} | {} |", clock(row.stamp), cell(&row.words), remark.trim());
    }
    let heading = if record.over { "Final score" } else { "Score so far" };
    let _ = write!(out, "\n## {heading}\n\n| Place | Seat | Points |\n|---:|---|---:|\n");
    let mut seats: Vec<_> = record.scores.seats.iter().collect();
    seats.sort_by_key(|score| (score.rank, score.seat));
    for score in &seats {
        let _ = writeln!(out, "| {} | {} | {} |", score.rank, score.seat, score.total);
    }
    if seats.iter().any(|score| !score.terms.is_empty()) {
        out.push_str("\n| Seat | Card | For | Points |\n|---|---|---|---:|\n");
    }
    for score in seats {
        for term in &score.terms {
            let card = cell(record.title(term));
            let _ = writeln!(out, "| {} | {card} | {} | {} |", score.seat, cell(&term.reason), term.points);
        }
    }
    out
}

/// A text that stays within a table's cell.
fn cell(text: &str) -> String {
    text.replace(['\n', '\r'], " ").replace('|', "\\|").replace('<', "&lt;")
}
