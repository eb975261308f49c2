//! The arms whose fingertips are read in a blob, each with where it comes over the edge.

use super::crossing::Crossing;
use super::fingertips::{Fingertips, Tip};
use super::pairing::{self, nearest_before};
use super::rectify::SmallTable;
use super::shape::Arm;

/// Fingertips of two hands this near to each other may be read as one, in millimetres.
const MEET_MM: f64 = 35.0;
/// A fingertip that is not read is taken to be where it was for so many frames, while its arm shows.
const UNREAD_FRAMES: u8 = 12;

/// The arms whose fingertips are read in a blob.
pub(super) fn reaching(table: &SmallTable, blob: &[usize], crossings: &[Crossing], seen: &Fingertips, before: &[Arm]) -> Vec<Arm> {
    let inside = table.painted(blob);
    let within = |tip: &&Tip| table.index(tip.at).is_some_and(|i| inside.get(i) == Some(&255));
    let tips: Vec<Tip> = seen.tips.iter().filter(within).copied().collect();
    let of = pairing::pair(table, &inside, crossings, seen, &tips, before);
    let arm = |(tip, crossing): (Tip, Option<usize>)| {
        Some(Arm { crossing: crossings.get(crossing?)?.clone(), tip: Some(tip), pixels: Vec::new() })
    };
    let left = crossings.iter().enumerate().filter(|(c, _)| !of.contains(&Some(*c))).map(|(_, crossing)| crossing);
    let mut arms: Vec<Arm> = tips.into_iter().zip(of.iter().copied()).filter_map(arm).collect();
    // Without any fingertip in the blob its outline tells more.
    let unread: Vec<Arm> = left.filter_map(|crossing| unread(table, crossing, &arms, before)).collect();
    arms.extend(unread);
    arms
}

/// The arm of a crossing to which no fingertip leads, beside others whose fingertips are read, when it had one a frame ago. Where that was
/// beside another arm's, and one is read there now, the two meet and are read as one; else it is taken to be where it was, for a while.
fn unread(table: &SmallTable, crossing: &Crossing, arms: &[Arm], before: &[Arm]) -> Option<Arm> {
    let gone = |arm: &&Arm| arm.tip.is_some() && !arms.iter().any(|now| arm.crossing.is_near(table, now.crossing.middle(table)));
    let arm = before.iter().filter(gone).find(|arm| arm.crossing.is_near(table, crossing.middle(table)))?;
    let tip = arm.tip?;
    let meets = |other: &Arm| {
        let now = other.tip.filter(|now| now.at.distance(tip.at) < MEET_MM);
        let was = now.and_then(|now| nearest_before(&now, before.iter().filter(|was| !std::ptr::eq(*was, arm))));
        was.is_some_and(|was| was.crossing.is_near(table, other.crossing.middle(table)))
    };
    let unread = if arms.iter().any(meets) { 0 } else { tip.unread + 1 };
    (!arms.is_empty() && unread <= UNREAD_FRAMES).then(|| Arm {
        crossing: crossing.clone(),
        tip: Some(Tip { unread, ..tip }),
        pixels: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::View;
    use crate::geometry::{Homography, Point, Table};
    use crate::hands::HandSettings;
    use crate::hands::background::Pixel;
    use crate::hands::crossing;
    use crate::recognizer::{HandCell, HandReaderSettings, HandReading};

    const SETTINGS: HandReaderSettings = HandReaderSettings { arm: 0.5, tip: 0.3, confidence: (1.0, 0.0) };
    const MAT_MM: (f64, f64) = (400.0, 300.0);

    fn table() -> SmallTable {
        let plane = Homography::try_from([[1.0, 0.0, -60.0], [0.0, 1.0, -60.0], [0.0, 0.0, 1.0]]).unwrap();
        SmallTable::new(&View::new(None, plane).unwrap(), (520, 420), MAT_MM).unwrap()
    }

    /// The pixels within a rectangle.
    fn within(table: &SmallTable, x: std::ops::Range<f64>, y: std::ops::Range<f64>) -> Vec<usize> {
        let all = 0..table.width * table.height;
        all.filter(|&i| x.contains(&table.place(i).x) && y.contains(&table.place(i).y)).collect()
    }

    fn crossing(edge: Vec<usize>) -> Crossing {
        Crossing { root: edge.clone(), edge }
    }

    fn tip(x: f64, y: f64) -> Tip {
        Tip { at: Point::<Table>::new(x, y), heat: 0.9, way: (0.0, 0.0), sure: true, confidence: 0.9, unread: 0 }
    }

    fn arm(edge: Vec<usize>, (x, y): (f64, f64)) -> Arm {
        Arm { crossing: crossing(edge), tip: Some(tip(x, y)), pixels: Vec::new() }
    }

    /// A reading in which only these pixels are arm, each set with the cosine and sine of its doubled angle.
    fn reading(table: &SmallTable, arms: &[(&[usize], (f32, f32))], tips: Vec<Tip>) -> Fingertips {
        let (columns, rows) = (table.width, table.height);
        let mut cells = vec![HandCell::default(); columns * rows];
        for (pixels, axis) in arms {
            for place in pixels.iter().map(|&i| table.place(i)) {
                let (column, row) = Fingertips::cell(place).unwrap();
                cells[row * columns + column] = HandCell { arm: 1.0, axis: *axis, ..HandCell::default() };
            }
        }
        Fingertips::new(tips, HandReading { columns, cells }, SETTINGS)
    }

    /// Where the found arms come in, on the table.
    fn entries(table: &SmallTable, arms: &[Arm]) -> Vec<(i32, i32)> {
        let entry = |arm: &Arm| arm.crossing.middle(table);
        arms.iter().map(|arm| (entry(arm).x.round() as i32, entry(arm).y.round() as i32)).collect()
    }

    #[test]
    fn a_finger_at_the_side_of_a_fist_that_lies_on_the_edge_leads_to_it() {
        let table = table();
        let (finger, fist) = (within(&table, 180.0..194.0, 240.0..300.0), within(&table, 180.0..300.0, 294.0..320.0));
        let blob: Vec<usize> = finger.into_iter().chain(fist.iter().copied()).collect();
        let seen = reading(&table, &[], vec![tip(187.0, 242.0)]);
        assert_eq!(reaching(&table, &blob, &[crossing(fist)], &seen, &[]).len(), 1);
    }

    #[test]
    fn a_fingertip_over_anothers_sleeve_goes_on_with_its_own_arm() {
        let table = table();
        let (sleeve, own) = (within(&table, 100.0..420.0, 80.0..120.0), within(&table, 180.0..220.0, -20.0..80.0));
        let blob: Vec<usize> = sleeve.iter().chain(&own).copied().collect();
        let (east, north) = (within(&table, 392.0..420.0, 80.0..120.0), within(&table, 180.0..220.0, -20.0..8.0));
        let crossings = [crossing(east), crossing(north.clone())];
        let seen = reading(&table, &[(&sleeve, (1.0, 0.0)), (&own, (-1.0, 0.0))], vec![tip(200.0, 100.0)]);
        let found = |before: &[Arm]| entries(&table, &reaching(&table, &blob, &crossings, &seen, before));
        assert_eq!(found(&[]), [(406, 100)], "the sleeve leads there");
        assert_eq!(found(&[arm(north, (200.0, 70.0))]), [(200, -6)]);
    }

    #[test]
    fn of_two_arms_that_lie_over_each_other_each_has_the_fingertip_whose_hand_comes_from_there() {
        let table = table();
        let blob = within(&table, -20.0..420.0, 140.0..160.0);
        let (left, right) = (within(&table, -20.0..8.0, 140.0..160.0), within(&table, 392.0..420.0, 140.0..160.0));
        let crossings = [crossing(left), crossing(right)];
        let found = |ways: [f64; 2]| {
            let tips = vec![Tip { way: (ways[0], 0.0), ..tip(260.0, 150.0) }, Tip { way: (ways[1], 0.0), ..tip(140.0, 150.0) }];
            entries(&table, &reaching(&table, &blob, &crossings, &reading(&table, &[(&blob, (1.0, 0.0))], tips), &[]))
        };
        assert_eq!(found([-0.9, 0.9]), [(-6, 150), (406, 150)]);
        assert_eq!(found([0.0, 0.0]), [(406, 150), (-6, 150)], "else the short ways are theirs");
    }

    #[test]
    fn of_the_fingers_of_a_hand_the_one_that_reaches_is_told() {
        let table = table();
        let blob = within(&table, -20.0..260.0, 120.0..180.0);
        let west = within(&table, -20.0..8.0, 120.0..180.0);
        let (straight, aslant) = (tip(250.0, 150.0), tip(235.0, 175.0));
        let told = |first: Tip, second: Tip| {
            let seen = reading(&table, &[(&blob, (1.0, 0.0))], vec![first, second]);
            let arms = reaching(&table, &blob, &[crossing(west.clone())], &seen, &[]);
            arms.iter().filter_map(|arm| arm.tip).map(|tip| tip.at).collect::<Vec<_>>()
        };
        assert_eq!(told(aslant, Tip { heat: 0.5, ..straight }), [aslant.at]);
        assert_eq!(told(straight, Tip { heat: 0.5, ..aslant }), [straight.at]);
    }

    #[test]
    fn a_finger_that_looks_out_from_under_anothers_arm_is_no_second_hand_of_it() {
        let table = table();
        let (along, across) = (within(&table, 20.0..420.0, 90.0..180.0), within(&table, 180.0..220.0, 180.0..320.0));
        let blob: Vec<usize> = along.iter().chain(&across).copied().collect();
        let (right, below) = (within(&table, 392.0..420.0, 90.0..180.0), within(&table, 180.0..220.0, 292.0..320.0));
        let crossings = [crossing(right.clone()), crossing(below.clone())];
        let tips = vec![tip(30.0, 172.0), Tip { way: (0.0, 1.0), ..tip(212.0, 102.0) }, Tip { way: (0.9, 0.3), ..tip(196.0, 102.0) }];
        let seen = reading(&table, &[(&across, (-1.0, 0.0)), (&along, (1.0, 0.0))], tips);
        let hands = |before: &[Arm]| reaching(&table, &blob, &crossings, &seen, before).len();
        assert_eq!(hands(&[]), 3, "it may be a second hand's");
        assert_eq!(hands(&[arm(right, (30.0, 172.0)), arm(below, (210.0, 104.0))]), 2);
    }

    #[test]
    fn of_two_fingertips_that_meet_neither_is_lost() {
        let table = table();
        let (west, east) = (within(&table, -20.0..200.0, 140.0..160.0), within(&table, 200.0..420.0, 140.0..160.0));
        let blob: Vec<usize> = west.iter().chain(&east).copied().collect();
        let (left, right) = (within(&table, -20.0..8.0, 140.0..160.0), within(&table, 392.0..420.0, 140.0..160.0));
        let crossings = [crossing(left.clone()), crossing(right.clone())];
        let seen = reading(&table, &[(&blob, (1.0, 0.0))], vec![tip(196.0, 150.0)]);
        let read = |before: &[Arm]| {
            let arms = reaching(&table, &blob, &crossings, &seen, before);
            arms.into_iter().filter_map(|arm| arm.tip).map(|tip| tip.unread == 0).collect::<Vec<_>>()
        };
        assert_eq!(read(&[arm(left.clone(), (190.0, 150.0)), arm(right.clone(), (212.0, 150.0))]), [true, true]);
        assert_eq!(read(&[arm(left.clone(), (190.0, 150.0))]), [true], "nobody else was there");
        assert_eq!(read(&[arm(left, (190.0, 150.0)), arm(right, (330.0, 150.0))]), [true, false], "it was elsewhere");
    }

    #[test]
    fn a_fingertip_that_is_not_read_is_where_it_was_for_a_while() {
        let table = table();
        let blob = within(&table, -20.0..420.0, 140.0..160.0);
        let (left, right) = (within(&table, -20.0..8.0, 140.0..160.0), within(&table, 392.0..420.0, 140.0..160.0));
        let crossings = [crossing(left.clone()), crossing(right.clone())];
        let seen = reading(&table, &[(&blob, (1.0, 0.0))], vec![tip(150.0, 150.0)]);
        let mut arms = vec![arm(left, (150.0, 150.0)), arm(right, (300.0, 150.0))];
        let mut frames = 0;
        while arms.len() == 2 {
            arms = reaching(&table, &blob, &crossings, &seen, &arms);
            let lost = arms.iter().filter_map(|arm| arm.tip).find(|tip| tip.unread > 0);
            assert!(lost.is_none_or(|tip| tip.at == Point::new(300.0, 150.0)));
            frames += 1;
        }
        assert_eq!(frames, usize::from(UNREAD_FRAMES) + 1);
        let none = reading(&table, &[(&blob, (1.0, 0.0))], Vec::new());
        assert!(reaching(&table, &blob, &crossings, &none, &arms).is_empty(), "then the outline tells");
    }

    #[test]
    fn a_narrow_way_in_beside_a_wide_one_is_an_arms_that_was_there_before() {
        let table = table();
        let (west, north) = (within(&table, -20.0..210.0, 120.0..180.0), within(&table, 190.0..210.0, -20.0..150.0));
        let mut blob: Vec<usize> = west.into_iter().chain(north).collect();
        blob.sort_unstable();
        blob.dedup();
        let pixels = vec![Pixel::Other; table.width * table.height];
        let cards = vec![false; pixels.len()];
        let ways = |before: &[Arm]| crossing::of(&table, &blob, (&pixels, &cards), None, before, &HandSettings::default()).len();
        let edge = within(&table, 190.0..210.0, -20.0..8.0);
        assert_eq!((ways(&[]), ways(&[arm(edge, (200.0, 120.0))])), (1, 2));
    }

    #[test]
    fn an_arm_that_lies_along_a_side_of_the_mat_comes_in_over_the_other() {
        let table = table();
        let along = within(&table, 150.0..420.0, -10.0..40.0);
        let edge: Vec<usize> = along.iter().copied().filter(|i| table.in_band(*i)).collect();
        let entry = |axis: (f32, f32)| {
            let seen = reading(&table, &[(&along, axis)], Vec::new());
            let arm = Arm { pixels: along.clone(), ..arm(edge.clone(), (160.0, 30.0)) };
            let entry = table.middle(&arm.way_in(&table, &seen).unwrap());
            (entry.x.round() as i32, entry.y.round() as i32)
        };
        let (x, y) = entry((1.0, 0.0));
        assert!(x > 390 && (0..40).contains(&y), "{x} {y}");
        let (x, y) = entry((-0.98, -0.2));
        assert!(x < 390 && y < 10, "it comes over the side that it lies across: {x} {y}");
    }

    #[test]
    fn an_arm_that_is_lost_near_the_edge_comes_in_where_it_leads_to() {
        let table = table();
        let blob = within(&table, 70.0..300.0, 130.0..170.0);
        let (pixels, cards) = (vec![Pixel::Other; table.width * table.height], vec![false; table.width * table.height]);
        let ways = |axis: (f32, f32)| {
            let seen = reading(&table, &[(&blob, axis)], Vec::new());
            let found = crossing::of(&table, &blob, (&pixels, &cards), Some(&seen), &[], &HandSettings::default());
            found.iter().map(|c| (c.middle(&table).x.round() as i32, c.middle(&table).y.round() as i32)).collect::<Vec<_>>()
        };
        let [(x, y)] = ways((1.0, 0.0))[..] else { panic!("one way in") };
        assert!((-20..20).contains(&x) && (140..160).contains(&y), "{x} {y}");
        assert!(ways((-1.0, 0.0)).is_empty(), "it lies across");
    }
}
