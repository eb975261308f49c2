use super::series::{Moment, Series};
use super::*;
use crate::geometry::{Point, Polygon};
use crate::recognizer::TouchSettings;
use crate::table::Seat;

const SETTINGS: TouchSettings = TouchSettings { touching: 0.5, free: 0.3, dwell_ms: 60.0, spreads: 2.0 };

fn seat(index: usize) -> Seat {
    Seat::from_index(index).unwrap()
}

/// A fingertip at rest that comes down at some time, as a model that is sure of it sees frames of these times.
fn told(times_ms: &[f64], contact_ms: f64, spread_ms: f64) -> Vec<Moment> {
    let moment = |(frame, ms): (usize, &f64)| Moment {
        frame: frame as u64,
        stamp: Stamp { at_us: (ms * 1000.0) as u64, tolerance_us: 0 },
        found: true,
        seen: true,
        touching: if *ms >= contact_ms { 0.95 } else { 0.05 },
        tip: Point::new(100.0, 100.0),
        contact_ms: contact_ms - ms,
        spread_ms,
    };
    times_ms.iter().enumerate().map(moment).collect()
}

fn touches(moments: &[Moment]) -> Vec<SeenTouch> {
    let mut series = Series::new(Some(seat(0)), Point::new(100.0, 500.0));
    moments.iter().filter_map(|moment| series.push(*moment, &SETTINGS)).collect()
}

fn even(count: usize, step_ms: f64) -> Vec<f64> {
    (0..count).map(|k| k as f64 * step_ms).collect()
}

#[test]
fn a_touch_is_bracketed_around_its_moment_by_at_least_a_frame() {
    let found = touches(&told(&even(20, 33.0), 310.0, 1.0));
    let [touch] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!((touch.without, touch.with), (9, 10));
    assert!((touch.after.ms() - (310.0 - 16.5)).abs() < 0.1 && (touch.by.ms() - 326.5).abs() < 0.1, "{touch:?}");
    let doubtful = &touches(&told(&even(20, 33.0), 310.0, 12.0))[0];
    assert!((doubtful.after.ms() - 286.0).abs() < 0.1 && (doubtful.by.ms() - 334.0).abs() < 0.1, "{doubtful:?}");
}

#[test]
fn a_moment_that_the_frames_contradict_is_bracketed_with_what_they_show() {
    // Frames touch from 330 ms on, and tell a moment 20 ms later.
    let mut moments = told(&even(20, 33.0), 330.0, 1.0);
    moments.iter_mut().for_each(|moment| moment.contact_ms += 20.0);
    let touch = &touches(&moments)[0];
    assert!((touch.after.ms() - 310.0).abs() < 0.1 && (touch.by.ms() - 366.5).abs() < 0.1, "{touch:?}");
}

#[test]
fn frames_that_come_at_uneven_times_count_as_they_came() {
    // Frames are lost around the contact: nothing tells when it was but the model, and the bracket holds what was not seen.
    let times = [0.0, 30.0, 60.0, 90.0, 120.0, 220.0, 253.0, 286.0, 319.0, 352.0];
    let found = touches(&told(&times, 200.0, 1.0));
    let [touch] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!((touch.without, touch.with), (4, 5));
    assert!(touch.after.ms() < 200.0 && touch.by.ms() > 200.0);
}

#[test]
fn a_hover_and_a_blink_are_no_touches_and_a_second_tap_is_one() {
    let mut hover = told(&even(20, 33.0), 1e6, 5.0);
    hover.iter_mut().for_each(|moment| moment.touching = 0.4);
    assert!(touches(&hover).is_empty());
    let mut blink = told(&even(20, 33.0), 1e6, 5.0);
    blink[8].touching = 0.9;
    assert!(touches(&blink).is_empty());
    let mut twice = told(&even(30, 33.0), 200.0, 2.0);
    // Up again after 400 ms, down again after 600 ms.
    twice[12..18].iter_mut().for_each(|moment| moment.touching = 0.05);
    twice[14..].iter_mut().for_each(|moment| moment.contact_ms = 594.0 - moment.stamp.ms());
    let found = touches(&twice);
    assert_eq!(found.iter().map(|touch| touch.with).collect::<Vec<_>>(), [7, 18]);
    assert!((found[1].by.ms() - 610.0).abs() < 20.0);
}

#[test]
fn a_short_touch_in_whose_end_frames_are_lost_is_told() {
    let tapped = |times: &[f64]| {
        let mut seen = told(times, 100.0, 5.0);
        seen.iter_mut().filter(|moment| moment.stamp.ms() > 150.0).for_each(|moment| moment.touching = 0.05);
        touches(&seen).iter().map(|touch| touch.with).collect::<Vec<_>>()
    };
    assert_eq!(tapped(&[0.0, 33.0, 66.0, 110.0, 143.0, 214.0, 247.0, 280.0]), [3]);
    assert_eq!(tapped(&[0.0, 33.0, 66.0, 110.0, 143.0, 176.0, 209.0, 242.0]), Vec::<u64>::new(), "too short");
    assert_eq!(tapped(&[0.0, 33.0, 66.0, 110.0, 214.0, 247.0, 280.0, 313.0]), Vec::<u64>::new(), "one frame shows little");
}

#[test]
fn a_certain_touch_that_is_missed_in_one_frame_goes_on() {
    let missed = |sure: f32, frames: std::ops::Range<usize>| {
        let mut seen = told(&even(20, 33.0), 310.0, 5.0);
        seen[10..].iter_mut().for_each(|moment| moment.touching = sure);
        seen[frames].iter_mut().for_each(|moment| moment.touching = 0.05);
        touches(&seen).iter().map(|touch| touch.with).collect::<Vec<_>>()
    };
    assert_eq!(missed(0.95, 11..12), [10]);
    assert_eq!(missed(0.95, 15..16), [10], "one touch, not two");
    assert_eq!(missed(0.6, 11..12), [12], "it may have been a hover before");
    assert_eq!(missed(0.95, 11..13), [13]);
}

#[test]
fn a_touch_that_is_hardly_likely_is_not_told() {
    let sure = |touching: f32| {
        let mut seen = told(&even(20, 33.0), 310.0, 5.0);
        seen[10..].iter_mut().for_each(|moment| moment.touching = touching);
        touches(&seen).len()
    };
    assert_eq!([0.55, 0.65].map(sure), [0, 1]);
}

#[test]
fn where_only_an_arm_is_seen_a_touch_that_just_ended_goes_on() {
    let again = |seen: bool, off_mm: f64| {
        let mut moments = told(&even(24, 33.0), 200.0, 5.0);
        moments[12..15].iter_mut().for_each(|moment| moment.touching = 0.05);
        for moment in &mut moments[12..] {
            (moment.seen, moment.contact_ms) = (seen, 495.0 - moment.stamp.ms());
        }
        moments[15..].iter_mut().for_each(|moment| moment.tip.x += off_mm);
        touches(&moments).iter().map(|touch| touch.with).collect::<Vec<_>>()
    };
    assert_eq!(again(false, 5.0), [7]);
    assert_eq!((again(true, 5.0), again(false, 40.0)), (vec![7, 15], vec![7, 15]));
}

#[test]
fn a_touch_seen_with_the_first_sight_of_a_hand_may_have_been_before() {
    let found = touches(&told(&even(8, 33.0), -500.0, 1.0));
    let [touch] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!((touch.with, touch.after), (0, Stamp::default()));
}

fn hand(who: usize, x: f64) -> SeenHand {
    let (entry, tip) = (Point::new(x, 600.0), Point::new(x, 200.0));
    SeenHand { region: Polygon { vertices: Vec::new() }, entry, tip, tip_seen: true, seat: Some(seat(who)), perhaps: None, confidence: 0.9 }
}

fn moment(k: u64, reach: &Reach) -> Moment {
    Moment {
        frame: k,
        stamp: Stamp::from_ms(33 * k),
        found: reach.found,
        seen: reach.seen,
        touching: 0.1,
        tip: reach.tip,
        contact_ms: 500.0,
        spread_ms: 30.0,
    }
}

#[test]
fn a_hand_that_is_missed_for_a_while_is_read_where_it_was() {
    let mut followed = Vec::new();
    for k in 0..12_u64 {
        let stamp = Stamp::from_ms(33 * k);
        // The second hand melts into the first from the fourth frame on.
        let hands: Vec<SeenHand> =
            [(0, 300.0), (1, 312.0)].map(|(who, x)| hand(who, x)).into_iter().take(if k < 4 { 2 } else { 1 }).collect();
        followed.retain(|series: &Series| series.missed_ms(stamp) <= MISSED_MS);
        let read = reaches(&hands, &followed, stamp);
        assert_eq!(read.iter().filter(|reach| reach.seat == Some(seat(1))).count(), usize::from(k < 11), "frame {k}");
        let all: Vec<_> = read.into_iter().map(|reach| (reach, moment(k, &reach))).collect();
        follow(&mut followed, &all, &SETTINGS);
        assert!(followed.iter().all(|series| series.last().unwrap().frame == k));
    }
}

#[test]
fn two_hands_that_pass_each_other_stay_two() {
    let mut followed = Vec::new();
    let mut last = Vec::new();
    for k in 0..20_u64 {
        let x = 20.0 * k as f64;
        let stamp = Stamp::from_ms(33 * k);
        let hands = [(0, x), (1, 400.0 - x)].map(|(who, x)| hand(who, x));
        let both: Vec<_> = reaches(&hands, &followed, stamp).into_iter().map(|reach| (reach, moment(k, &reach))).collect();
        assert!(both.len() == 2 && follow(&mut followed, &both, &SETTINGS).is_empty());
        last = followed.iter().map(|series| (series.seat, series.last().unwrap().tip.x)).collect();
    }
    assert_eq!(last, [(Some(seat(0)), 380.0), (Some(seat(1)), 20.0)]);
}

#[test]
fn what_is_read_where_a_hand_was_is_its_own_while_its_arm_shows() {
    let shown = |arm: bool, spread_ms: f64| {
        let mut followed = Vec::new();
        for k in 0..4_u64 {
            let all: Vec<_> =
                reaches(&[hand(0, 300.0)], &followed, Stamp::from_ms(33 * k)).into_iter().map(|reach| (reach, moment(k, &reach))).collect();
            follow(&mut followed, &all, &SETTINGS);
        }
        let hands: Vec<SeenHand> = arm.then(|| SeenHand { tip_seen: false, ..hand(0, 300.0) }).into_iter().collect();
        let mut told = Vec::new();
        // It comes down 130 ms after its fingertip was seen last.
        for k in 4..20_u64 {
            let stamp = Stamp::from_ms(33 * k);
            followed.retain(|series: &Series| series.missed_ms(stamp) <= MISSED_MS);
            let touching = if k < 8 { 0.1 } else { 0.99 };
            let contact_ms = 264.0 - 33.0 * k as f64;
            let all: Vec<_> = reaches(&hands, &followed, stamp)
                .into_iter()
                .map(|reach| (reach, Moment { touching, contact_ms, spread_ms, ..moment(k, &reach) }))
                .collect();
            told.extend(follow(&mut followed, &all, &SETTINGS));
        }
        told.into_iter().map(|touch| touch.with).collect::<Vec<_>>()
    };
    assert_eq!((shown(true, 5.0), shown(false, 5.0)), (vec![8], Vec::new()));
    assert_eq!(shown(true, 30.0), Vec::<u64>::new(), "its moment is not clear");
}
