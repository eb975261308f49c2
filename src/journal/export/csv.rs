use crate::journal::Record;

/// One row a ruling, for a spreadsheet: times in milliseconds since the source began, and every seat's total after it.
///
/// # Errors
/// When a text cannot be written as CSV.
pub fn csv(record: &Record) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let seats = record.scores.seats.iter().map(|score| format!("{}_total", score.seat));
    let fields = ["entry", "time_ms", "frame", "seat", "move", "ruling", "code", "rule", "text"];
    writer.write_record(fields.into_iter().map(Into::into).chain(seats))?;
    for row in &record.rows {
        let (code, rule) = row.reason.as_ref().map_or(("", ""), |reason| (&reason.code, &reason.rule));
        let fields = [
            row.entry.to_string(),
            format!("{:.3}", row.stamp.ms()),
            row.frame.map(|frame| frame.to_string()).unwrap_or_default(),
            row.seat.map(|seat| seat.to_string()).unwrap_or_default(),
            row.action.clone(),
            row.ruling.word().into(),
            code.into(),
            rule.into(),
            row.text.clone(),
        ];
        writer.write_record(fields.into_iter().chain(row.totals.iter().map(i64::to_string)))?;
    }
    let bytes = writer.into_inner().map_err(|error| error.into_error())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
