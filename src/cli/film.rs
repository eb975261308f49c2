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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizer::{Candidates, ModelFolder};
    use crate::source::{Description, Frame, Pace, SourceError};
    use crate::table::Stamp;
    use image::Rgb;

    /// A bare table, so many frames of it, so far apart.
    struct Bare(Description, u64, u64);

    impl Source for Bare {
        fn description(&self) -> &Description {
            &self.0
        }

        fn next(&mut self) -> Result<Option<Event>, SourceError> {
            let index = self.0.frames_total.unwrap_or(0) - self.1;
            if self.1 == 0 {
                return Ok(None);
            }
            self.1 -= 1;
            let image = RgbImage::from_pixel(160, 128, Rgb([90; 3]));
            Ok(Some(Event::Frame(Frame { index, stamp: Stamp::from_ms(index * self.2), image })))
        }
    }

    #[test]
    fn each_second_is_told_once_and_the_last_one_though_it_is_short() {
        let about = Description { name: "bare".into(), pace: Pace::Recorded, size: (160, 128), fps: Some(25.0), frames_total: Some(60) };
        let mut recognizer = Recognizer::open(&ModelFolder::find().unwrap(), Candidates::standard().unwrap()).unwrap();
        let mut told = Vec::new();
        let flaws = seconds(&mut Bare(about, 60, 40), &mut recognizer, |second| {
            told.push(((second.at_ms / 1000.0).floor(), second.cards.len()));
            Ok(())
        });
        assert!(flaws.unwrap().is_empty());
        assert_eq!(told, [(0.0, 0), (1.0, 0), (2.0, 0)]);
    }
}
