//! Claims of Elements that are simulated, seen by the models, and ruled.

use image::{RgbImage, imageops};
use kibitzer::calibration::{View, find_markers, find_small_markers, fit_markers, steady_markers};
use kibitzer::cards::standard_deck;
use kibitzer::games::elements::{self, ClaimRuling};
use kibitzer::geometry::Homography;
use kibitzer::pipeline::{ClaimLine, ruling_on};
use kibitzer::print::MatStyle;
use kibitzer::recognizer::{Candidates, ModelFolder, Recognizer};
use kibitzer::simulate::Renderer;
use kibitzer::simulate::claims::{Claim, ClaimOptions, Kind, RECIPES, Verdict};
use kibitzer::simulate::props::standard_props;
use kibitzer::source::Frame;
use kibitzer::table::{Seat, Seats, Stamp};
use kibitzer::tracker::Claimed;
use std::sync::Arc;

const SIZE: (u32, u32) = (640, 480);

/// A claim's frames, with their true times, and where the camera sees the table by its markers.
struct Filmed {
    claim: Claim,
    frames: Vec<Frame>,
    view: View,
}

/// The first claim of some kind at a table of four.
fn filmed(kind: Kind, gap_us: Option<u64>) -> Filmed {
    let number = RECIPES.iter().position(|recipe| recipe.kind == kind && (gap_us.is_none() || recipe.gap_us == gap_us)).unwrap();
    let options = ClaimOptions { seed: 41, seats: Some(Seats::try_from(4).unwrap()), size: SIZE, fps: 30.0, leads_ms: None };
    let claim = Claim::new(&options, number).unwrap();
    let props = Arc::new(standard_props(&standard_deck().unwrap(), &claim.mat, MatStyle::default(), 1.5).unwrap());
    let mut renderer = Renderer::new(claim.view.clone(), Arc::clone(&props));
    let picture = |(index, at_us): (u64, &u64)| {
        let image = renderer.frame(&claim.scene(*at_us, &props), index);
        Frame { index, stamp: Stamp { at_us: *at_us, tolerance_us: 0 }, image }
    };
    let frames: Vec<Frame> = (0..).zip(&claim.frames_us).map(picture).collect();
    let size = (claim.mat.width_mm, claim.mat.height_mm);
    let looks = |find: &dyn Fn(&RgbImage) -> Vec<_>| steady_markers(&frames.iter().take(12).map(|f| find(&f.image)).collect::<Vec<_>>());
    let fit = |seen: Vec<_>| fit_markers(&seen, &claim.mat.markers, size, None);
    let (fit, _) = fit(looks(&|p| find_markers(p).unwrap())).or_else(|_| fit(looks(&|p| find_small_markers(p).unwrap()))).unwrap();
    Filmed { view: fit.view, claim, frames }
}

impl Filmed {
    fn claims(&self) -> Vec<Claimed> {
        self.claims_behind(0).0
    }

    /// The claims that are told when so many frames always wait, and how many frames were looked at whole.
    fn claims_behind(&self, waiting: usize) -> (Vec<Claimed>, usize) {
        let models = ModelFolder::find().unwrap();
        let cards = Recognizer::open(&models, Candidates::standard().unwrap()).unwrap();
        let mut line = ClaimLine::new(self.view, &elements::mat(self.claim.seats), cards, &models).unwrap();
        let copy = |frame: &Frame| Frame { index: frame.index, stamp: frame.stamp, image: frame.image.clone() };
        let looked: Vec<_> = self.frames.iter().filter_map(|frame| line.keep_up(copy(frame), waiting).unwrap()).collect();
        let whole = looked.len();
        let mut claims: Vec<Claimed> = looked.into_iter().flat_map(|(_, over)| over).collect();
        claims.extend(line.finish().unwrap().1);
        (claims, whole)
    }

    /// The ruling on the card in question.
    fn ruling(&self, claims: &[Claimed]) -> ClaimRuling {
        let truth = self.claim.truth().unwrap();
        let at = truth.hands[0].outline_mm.centre();
        claims.iter().find(|claim| claim.quad.centre().distance(at) < 20.0).map_or(ClaimRuling::Nobody, ruling_on)
    }

    /// The same table in a mirror: its West is its East.
    fn mirrored(mut self) -> Self {
        for frame in &mut self.frames {
            frame.image = imageops::flip_horizontal(&frame.image);
        }
        let pixels = Homography::try_from([[-1.0, 0.0, f64::from(SIZE.0)], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]).unwrap();
        let table = Homography::try_from([[-1.0, 0.0, self.claim.mat.width_mm], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]).unwrap();
        let seen = self.view.table_from_image().after(&pixels).unwrap();
        self.view = View::new(None, table.after(&seen).unwrap()).unwrap();
        self
    }
}

/// Whose seat it is in the mirror: P1 sits in the South, P2 in the West.
fn across(seat: Seat) -> Seat {
    Seat::from_index([0, 3, 2, 1][seat.index()]).unwrap()
}

#[test]
fn the_first_of_two_touches_half_a_second_apart_has_the_claim_and_in_the_mirror_its_mirror_image() {
    let filmed = filmed(Kind::Two, Some(500_000));
    let Verdict::First { seat, next, margin_us } = filmed.claim.truth().unwrap().verdict else { panic!() };
    let claims = filmed.claims();
    let ruling = filmed.ruling(&claims);
    let ClaimRuling::First { seat: told, lead: Some(lead) } = &ruling else { panic!("{ruling}") };
    assert_eq!((*told, lead.next), (seat, next));
    assert!(lead.margin_us.abs_diff(margin_us) <= lead.uncertainty_us, "{ruling}, truly {margin_us} µs");
    // The evidence shows the touch in the one frame and not in the other.
    let truth = filmed.claim.truth().unwrap();
    for touch in &claims.iter().find(|claim| claim.touches.len() == 2).unwrap().touches {
        let contact = truth.hands.iter().find(|hand| Some(hand.seat) == touch.seat).unwrap().contact_us.unwrap();
        let at = |number: u64| filmed.claim.frames_us[number as usize];
        assert!(at(touch.without) < contact + 40_000 && at(touch.with) + 40_000 > contact, "{touch:?}, truly {contact}");
    }
    let mirror = filmed.mirrored();
    let reflected = mirror.claims();
    let touches: Vec<_> = reflected.iter().flat_map(|claim| &claim.touches).collect();
    let by = |who: Seat| touches.iter().filter(|touch| touch.seat == Some(across(who))).map(|touch| touch.by).min().unwrap();
    assert!(by(seat) < by(next));
}

#[test]
fn who_is_behind_looks_at_few_frames_whole_and_loses_no_touch() {
    let filmed = filmed(Kind::Two, Some(120_000));
    let Verdict::First { seat, margin_us, .. } = filmed.claim.truth().unwrap().verdict else { panic!() };
    let (claims, whole) = filmed.claims_behind(1);
    assert!(4 * whole < filmed.frames.len(), "{whole} of {}", filmed.frames.len());
    let ruling = filmed.ruling(&claims);
    let ClaimRuling::First { seat: told, lead: Some(lead) } = &ruling else { panic!("{ruling}") };
    assert!(*told == seat && lead.margin_us.abs_diff(margin_us) <= lead.uncertainty_us, "{ruling}, truly {margin_us} µs");
}

#[test]
fn touches_at_the_same_moment_are_too_close_to_call() {
    let filmed = filmed(Kind::Two, Some(0));
    let ruling = filmed.ruling(&filmed.claims());
    assert!(matches!(&ruling, ClaimRuling::TooClose { seats, .. } if seats.len() == 2), "{ruling}");
}

#[test]
fn a_hand_that_stops_over_a_card_has_not_touched_it() {
    let filmed = filmed(Kind::Hover, None);
    let claims = filmed.claims();
    assert!(claims.is_empty(), "{claims:?}");
}

#[test]
fn a_hand_that_lands_on_the_card_beside_it_has_no_claim_to_the_one_it_was_after() {
    let filmed = filmed(Kind::Neighbour, None);
    let truth = filmed.claim.truth().unwrap();
    let Verdict::Alone { seat } = truth.verdict else { panic!() };
    let claims = filmed.claims();
    let on =
        |card: &kibitzer::cards::CardId| claims.iter().find(|claim| claim.card.card() == Some(card)).map_or(ClaimRuling::Nobody, ruling_on);
    assert_eq!(on(&truth.card), ClaimRuling::First { seat, lead: None });
    let other = truth.hands.iter().find(|hand| hand.over != truth.card).unwrap();
    assert_eq!(on(&other.over), ClaimRuling::First { seat: other.seat, lead: None });
}

fn program(args: &[&str]) -> (Option<i32>, String, String) {
    let done = std::process::Command::new(env!("CARGO_BIN_EXE_kibitzer")).args(args).output().unwrap();
    (done.status.code(), String::from_utf8(done.stdout).unwrap(), String::from_utf8(done.stderr).unwrap())
}

#[test]
fn the_bundled_claim_is_ruled_with_a_picture_as_evidence() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/claims/claim-03");
    let proof = tempfile::tempdir().unwrap();
    let (code, told, _) = program(&["claims", folder, "--json", "--evidence", proof.path().to_str().unwrap()]);
    let claims: Vec<serde_json::Value> = told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [claim] = claims.as_slice() else { panic!("{told}") };
    assert_eq!((code, claim["card"].as_str()), (Some(0), Some("standard/Kd")));
    assert_eq!((claim["ruling"]["is"].as_str(), claim["ruling"]["seat"].as_str()), (Some("first"), Some("P4")));
    let picture = image::open(claim["evidence"].as_str().unwrap()).unwrap();
    assert!(picture.width() > 600 && picture.height() > 800);
}

#[test]
fn what_shows_no_claims_is_refused_in_a_line() {
    let empty = tempfile::tempdir().unwrap();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/claims/claim-03");
    let asked = [(vec!["claims", empty.path().to_str().unwrap()], "holds no"), (vec!["claims", folder, "--players", "2"], "give 3 to 7")];
    for (args, says) in asked {
        let (code, told, error) = program(&args);
        assert_eq!((code, told.as_str()), (Some(2), ""), "{error}");
        assert!(error.contains(says) && error.lines().count() == 1, "{error}");
    }
}
