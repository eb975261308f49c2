//! A film second by second: what its frames show together.

use crate::recognizer::{FoundCard, Recognizer};
use crate::source::{Event, Flaw, Source};
use image::RgbImage;

/// Frames of a second that are looked at: neighbours are alike.
const LOOKS: f64 = 10.0;

/// One second of a film.
pub(super) struct Second {
    /// Its last moment that was looked at, in milliseconds since the film began.
    pub(super) at_ms: f64,
    /// The frame of that moment.
    pub(super) picture: RgbImage,
    /// The cards, where that frame shows them.
    pub(super) cards: Vec<FoundCard>,
}

/// Looks at each second of a film and hands it to `each`. Returns what is wrong with the recording.
///
/// # Errors
/// When no further frame can be used, a frame cannot be looked at, or `each` fails.
pub(super) fn seconds(
    source: &mut dyn Source,
    recognizer: &mut Recognizer,
    mut each: impl FnMut(Second) -> anyhow::Result<()>,
) -> anyhow::Result<Vec<Flaw>> {
    let (mut average, mut last, mut next_ms, mut flaws) = (recognizer.average(), None, 0.0, Vec::new());
    while let Some(event) = source.next()? {
        let frame = match event {
            Event::Frame(frame) => frame,
            Event::Flaw(flaw) => {
                flaws.push(flaw);
                continue;
            }
            Event::Lost { .. } | Event::Back { .. } => continue,
        };
        let at_ms = frame.stamp.ms();
        if at_ms < next_ms {
            continue;
        }
        let begun = last.as_ref().is_some_and(|(before_ms, _): &(f64, RgbImage)| (at_ms / 1000.0).floor() > (before_ms / 1000.0).floor());
        if begun && let Some((at_ms, picture)) = last.take() {
            each(Second { at_ms, picture, cards: average.cards() })?;
            average = recognizer.average();
        }
        next_ms = at_ms + 1000.0 / LOOKS;
        average.add(recognizer.recognize(&frame.image)?);
        last = Some((at_ms, frame.image));
    }
    if let Some((at_ms, picture)) = last {
        each(Second { at_ms, picture, cards: average.cards() })?;
    }
    Ok(flaws)
}
