use crate::dashboard::entry::clock;
use crate::dashboard::theme::Palette;
use crate::pipeline::Snapshot;
use egui::Color32;

const SECOND_US: u64 = 1_000_000;
/// So little time is left that it is shown in another colour.
const SHORT_US: u64 = 60 * SECOND_US;

/// What is left of a vote's time limit, by the source's time; `None` where there is none.
pub(in crate::dashboard::panels) fn timer(snapshot: &Snapshot, palette: &Palette) -> Option<(String, Color32)> {
    let vote = snapshot.council.as_ref()?.vote.as_ref()?;
    let now = snapshot.view.picture.as_ref().map_or(0, |picture| picture.stamp.at_us);
    let left = vote.deadline_us?.saturating_sub(now);
    if vote.time_up || left == 0 {
        return Some(("Time is up".into(), palette.bad));
    }
    // A second that has begun counts, so that nothing is shown only when nothing is left.
    let words = format!("{} left to vote", clock(left.div_ceil(SECOND_US) * 1000));
    Some((words, if left < SHORT_US { palette.warn } else { palette.info }))
}
