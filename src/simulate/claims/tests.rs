use super::*;
use crate::games::elements::claim::{ClaimRuling, Contact, first_touch};
use crate::games::elements::{Card, Zone};
use crate::geometry::Point;
use crate::simulate::hand::{SKINS, TIP_HEIGHT};
use crate::simulate::tests::plain_props;
use crate::simulate::texture::Props;
use crate::simulate::{HandPose, Renderer};
use crate::table::{Seats, Stamp};
use std::collections::BTreeSet;
use std::sync::Arc;

/// In so many claims everything is there.
const ENOUGH: usize = 40;

fn options(seed: u64, players: Option<u8>) -> ClaimOptions {
    ClaimOptions { seed, seats: players.map(|n| Seats::try_from(n).unwrap()), size: (320, 240), fps: 30.0, leads_ms: None }
}

fn claims(seed: u64, players: Option<u8>) -> impl Iterator<Item = Claim> {
    (0..ENOUGH).map(move |number| Claim::new(&options(seed, players), number).unwrap())
}

/// Two tables of each size and some of either.
fn many() -> impl Iterator<Item = Claim> {
    [(1, None), (2, None), (3, Some(3)), (4, Some(4))].into_iter().flat_map(|(seed, players)| claims(seed, players))
}

fn white_cards(claim: &Claim) -> Arc<Props> {
    let faces = Card::all().filter_map(Card::design).map(|card| (card, [235; 3])).collect();
    plain_props((claim.mat.width_mm, claim.mat.height_mm), faces)
}

/// Whether two pictures differ at a pixel by more than their noise.
fn differs(a: &image::Rgb<u8>, b: &image::Rgb<u8>) -> bool {
    a.0.iter().zip(b.0).any(|(a, b)| a.abs_diff(b) > 14)
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_another_one_others() {
    let told = |seed| {
        let claim = Claim::new(&options(seed, None), 3).unwrap();
        let props = white_cards(&claim);
        let mut renderer = Renderer::new(claim.view.clone(), Arc::clone(&props));
        let picture = renderer.frame(&claim.scene(claim.hands[0].arrive_us, &props), 5);
        (serde_json::to_string(&claim.truth().unwrap()).unwrap(), picture.into_raw())
    };
    let one = told(7);
    assert!(one == told(7));
    let other = told(8);
    assert!(one.0 != other.0 && one.1 != other.1);
}

#[test]
fn everything_is_shown_within_forty_claims_and_evenly() {
    let all: Vec<_> = claims(1, None).collect();
    let truths: Vec<_> = all.iter().map(|claim| claim.truth().unwrap()).collect();
    for recipe in RECIPES {
        let shown = (0..ENOUGH).filter(|number| Recipe::of(*number) == recipe).count();
        let listed = RECIPES.iter().filter(|other| **other == recipe).count();
        assert!((listed..=2 * listed).contains(&shown), "{recipe:?}: {shown}");
    }
    let gaps: BTreeSet<u64> = RECIPES.iter().filter_map(|recipe| recipe.gap_us).map(|us| us / 1000).collect();
    assert!(gaps.into_iter().eq([0, 5, 15, 25, 40, 70, 120, 250, 500]));
    let hands = || truths.iter().flat_map(|truth| &truth.hands);
    assert_eq!(hands().map(|hand| hand.sleeve).collect::<BTreeSet<_>>().len(), Sleeve::ALL.len());
    assert_eq!(hands().map(|hand| hand.skin).collect::<BTreeSet<_>>().len(), SKINS.len());
    assert_eq!(all.iter().map(|claim| claim.seats.count()).collect::<BTreeSet<_>>(), BTreeSet::from([3, 4]));
    assert!(truths.iter().any(|truth| truth.hands.len() == 4));
}

#[test]
fn leads_that_are_asked_for_are_spread_evenly() {
    let options = ClaimOptions { leads_ms: Some(500.0), ..options(3, None) };
    let mut shares = [0; 5];
    for number in 0..60 {
        let claim = Claim::new(&options, number).unwrap();
        let [first, second] = claim.hands.as_slice() else { panic!("{} hands", claim.hands.len()) };
        let lead_us = second.contact_us().unwrap() - first.contact_us().unwrap();
        shares[usize::try_from(lead_us / 100_000).unwrap()] += 1;
    }
    assert!(shares.iter().all(|share| (6..=20).contains(share)), "{shares:?}");
}

#[test]
fn hands_touch_when_the_recipe_says() {
    for claim in many() {
        let recipe = Recipe::of(claim.number);
        if recipe.kind == Kind::Two {
            let [first, second] = claim.hands.as_slice() else { panic!("{} hands", claim.hands.len()) };
            let gap = second.contact_us().unwrap() - first.contact_us().unwrap();
            assert!(recipe.gap_us.map_or(gap < 60_000, |wanted| gap == wanted), "claim {}: {gap}", claim.number);
        }
    }
}

#[test]
fn the_verdict_is_what_the_rules_say_of_the_exact_contacts() {
    for claim in many() {
        let truth = claim.truth().unwrap();
        let touching = truth.hands.iter().filter(|hand| hand.over == truth.card);
        let contact = |hand: &HandTruth| Some(Contact::at(hand.seat, Stamp { at_us: hand.contact_us?, tolerance_us: 0 }));
        let ruling = first_touch(&touching.filter_map(contact).collect::<Vec<_>>());
        let agrees = match (&truth.verdict, &ruling) {
            (Verdict::Nobody, ClaimRuling::Nobody) => true,
            (Verdict::Alone { seat }, ClaimRuling::First { seat: by, lead: None }) => seat == by,
            (Verdict::First { seat, next, margin_us }, ClaimRuling::First { seat: by, lead: Some(lead) }) => {
                (seat, next, margin_us) == (by, &lead.next, &lead.margin_us) && lead.uncertainty_us == 0
            }
            (Verdict::Tie { seats }, ClaimRuling::TooClose { seats: by, overlap_us: 0 }) => seats == by,
            _ => false,
        };
        assert!(agrees, "claim {} of seed {}: {:?}, but {ruling}", claim.number, claim.seed, truth.verdict);
    }
}

#[test]
fn frames_come_in_order_but_not_evenly_and_some_are_lost() {
    let (mut steps, mut long) = (BTreeSet::new(), 0);
    for claim in many() {
        assert_eq!(claim.frames_us[0], 0);
        for pair in claim.frames_us.windows(2) {
            assert!(pair[0] < pair[1]);
            steps.insert(pair[1] - pair[0]);
            long += usize::from(pair[1] - pair[0] > 50_000);
        }
        // The last frame shows the table without hands, and so does the first.
        let truth = claim.truth().unwrap();
        assert!(truth.frames[0].tips.is_empty() && truth.frames.last().unwrap().tips.is_empty());
    }
    assert!(steps.len() > 1000 && long > 50, "{} {long}", steps.len());
}

#[test]
fn a_touch_comes_down_to_the_card_at_its_moment_and_a_hover_never() {
    for claim in many() {
        for hand in &claim.hands {
            let reach_us = hand.arrive_us - hand.set_out_us;
            assert!((250_000..=600_000).contains(&reach_us));
            let height = |us: u64| hand.tip(us as f64 / 1000.0).1;
            let lowest = (hand.set_out_us..hand.gone_us).step_by(500).map(height).fold(f64::MAX, f64::min);
            let Some(contact) = hand.contact_us() else {
                assert!((14.9..40.1).contains(&lowest), "{lowest}");
                continue;
            };
            assert!((hand.set_out_us..contact).step_by(97).all(|us| height(us) > 0.0));
            assert!((contact..hand.leave_us).step_by(501).all(|us| height(us) == 0.0));
            // It strikes: in the last two milliseconds it comes down by some tenths, at the most by a little more than one.
            assert!((0.05..1.4).contains(&height(contact - 2000)), "{}", height(contact - 2000));
        }
    }
}

#[test]
fn hands_move_as_hands_can() {
    for claim in many() {
        for hand in &claim.hands {
            for us in (hand.set_out_us..hand.gone_us).step_by(2000) {
                let ((a, low), (b, high)) = (hand.tip(us as f64 / 1000.0), hand.tip(us as f64 / 1000.0 + 2.0));
                // No faster than five metres a second, sideways or up.
                assert!(a.distance(b) < 10.0 && (low - high).abs() < 3.0, "{a:?} {low} to {b:?} {high}");
            }
        }
    }
}

#[test]
fn a_fingertip_lands_inside_the_card_that_it_is_said_to_touch() {
    for claim in many() {
        let truth = claim.truth().unwrap();
        for (hand, told) in claim.hands.iter().zip(&truth.hands) {
            let (tip, _) = hand.tip(hand.arrive_us as f64 / 1000.0);
            let outline = |card: &crate::cards::CardId| truth.cards.iter().find(|c| c.card == *card).unwrap().quad_mm.polygon();
            assert!(outline(&told.over).contains(tip), "claim {} of seed {}", claim.number, claim.seed);
            assert_eq!(told.outline_mm.polygon(), outline(&told.reaches_for));
            if told.over != told.reaches_for {
                assert_eq!(truth.kind, Kind::Neighbour);
                assert!(outline(&told.reaches_for).distance(tip) > 3.0);
            }
        }
        // The card in question lies free of all others, in the Ocean.
        let card = truth.cards.last().unwrap();
        assert_eq!((&card.card, card.visible, &card.zone), (&truth.card, 1.0, &Zone::Ocean.to_string()));
    }
}

#[test]
fn arms_come_over_their_own_edge_and_nothing_lies_twice() {
    for claim in many() {
        let truth = claim.truth().unwrap();
        for tip in truth.frames.iter().flat_map(|frame| &frame.tips) {
            assert_eq!(claim.mat.nearest_seats(tip.entry_mm)[0].0, tip.seat);
        }
        let designs: BTreeSet<_> = truth.cards.iter().map(|card| &card.card).collect();
        assert_eq!(designs.len(), truth.cards.len());
        let seats: BTreeSet<_> = truth.hands.iter().map(|hand| hand.seat).collect();
        assert_eq!(seats.len(), truth.hands.len());
    }
}

#[test]
fn cards_move_only_where_it_is_scripted() {
    for claim in many() {
        let truth = claim.truth().unwrap();
        let moved: Vec<_> = truth.frames.iter().flat_map(|frame| frame.moved.last()).collect();
        let lay = truth.cards.last().unwrap().quad_mm.centre();
        match truth.kind {
            Kind::Slid => {
                let slid = moved.last().unwrap().quad_mm.centre().distance(lay);
                assert!((4.9..14.1).contains(&slid), "{slid}");
                assert!(moved.iter().all(|card| card.held_by.is_none() && card.height_mm == 0.0));
            }
            Kind::Taken => {
                let last = moved.last().unwrap();
                assert!(last.held_by == Some(truth.hands[0].seat) && last.quad_mm.centre().distance(lay) > 150.0);
            }
            _ => assert!(moved.is_empty()),
        }
    }
}

/// The first hand of a claim at its arrival: the table without and with it, its pose, and the renderer that drew it.
fn arrived(claim: &Claim) -> (image::RgbImage, image::RgbImage, HandPose, Renderer) {
    let props = white_cards(claim);
    let mut renderer = Renderer::new(claim.view.clone(), Arc::clone(&props));
    let hand = &claim.hands[0];
    let bare = renderer.frame(&claim.scene(0, &props), 1);
    let mut scene = claim.scene(hand.arrive_us, &props);
    scene.hands.retain(|pose| pose.hand == hand.seat.index());
    let covered = renderer.frame(&scene, 1);
    (bare, covered, scene.hands[0], renderer)
}

#[test]
fn the_finger_is_seen_on_the_card_at_contact() {
    for claim in claims(5, None).step_by(3) {
        let (bare, covered, pose, _) = arrived(&claim);
        let camera = &claim.view.camera;
        let seen = camera.project([pose.tip.x, pose.tip.y, pose.height_mm + TIP_HEIGHT]);
        let (x, y) = (seen.x as u32, seen.y as u32);
        assert!(differs(bare.get_pixel(x, y), covered.get_pixel(x, y)), "claim {}", claim.number);
        // Near the place that it touches: off by less than the finger is thick.
        let off = camera.ground(seen).unwrap().distance(pose.tip);
        assert!(off < 6.0 || !claim.hands[0].touches(), "claim {}: {off:.1} mm", claim.number);
    }
}

#[test]
fn the_shadow_of_a_hovering_fingertip_lies_apart_and_that_of_a_touching_one_meets_it() {
    let (mut apart, mut dark) = (0, 0);
    for claim in [1, 2, 3, 4].into_iter().flat_map(|seed| claims(seed, None)).filter(|claim| matches!(claim.kind, Kind::One | Kind::Hover))
    {
        let (bare, covered, pose, renderer) = arrived(&claim);
        let slope = claim.view.light.slope().map(f64::from);
        let height = pose.height_mm + TIP_HEIGHT;
        let shadow = pose.tip - Point::new(slope[0], slope[1]) * height;
        let (outline, _) = renderer.hand_outline(&pose);
        if claim.hands[0].touches() {
            assert!(outline.distance(shadow) < 3.0, "claim {}", claim.number);
        } else if outline.distance(shadow) > 5.0 {
            // Not hidden by the hand: it is seen, as darkness.
            apart += 1;
            let at = claim.view.camera.project([shadow.x, shadow.y, 0.0]);
            let light = |picture: &image::RgbImage| -> u32 {
                let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
                around.map(|(dx, dy)| u32::from(picture.get_pixel((at.x as i32 + dx) as u32, (at.y as i32 + dy) as u32).0[1])).sum()
            };
            dark += usize::from(light(&covered) + 9 * 4 < light(&bare));
        }
    }
    assert!(apart >= 3 && dark == apart, "{dark} of {apart}");
}

#[test]
fn the_truth_survives_json() {
    let truth = Claim::new(&options(1, None), 4).unwrap().truth().unwrap();
    let text = serde_json::to_string(&truth).unwrap();
    assert_eq!(serde_json::from_str::<ClaimTruth>(&text).unwrap(), truth);
}

#[test]
fn two_players_make_no_claims() {
    let error = Claim::new(&options(1, Some(2)), 0).unwrap_err();
    assert!(error.to_string().contains("2 players"), "{error}");
}
