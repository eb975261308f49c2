//! From pixels to named outlines.

use crate::photographs::{Tally, data, photographs};
use crate::stage::{laid, lay, printed, reading, slanted_camera, wood};
use image::imageops::{FilterType, resize};
use image::{Rgb, RgbImage};
use kibitzer::cards::{CardId, Face, IndexSet, Rank, builtin_canon};
use kibitzer::geometry::{Homography, Image, Point, Quad, Table};
use kibitzer::print::Variant;
use kibitzer::recognizer::{
    CROP_HEIGHT, CROP_WIDTH, Candidates, Crop, Detector, Gallery, GalleryError, Identifier, IndexReader, Judgement, ModelFolder,
    Recognizer, RecognizerError, Scene, Verifier, crop_quad, decode, judge, rectify,
};
use kibitzer::table::Identity;
use std::path::Path;

fn models() -> ModelFolder {
    ModelFolder::find().expect("the models are part of the project")
}

#[test]
fn the_decoder_meets_the_vectors_of_the_training_code() {
    #[derive(serde::Deserialize)]
    struct Golden {
        stride_px: usize,
        cases: Vec<Case>,
        index_cases: Vec<Case>,
    }
    #[derive(serde::Deserialize)]
    struct Case {
        ix: usize,
        iy: usize,
        geometry: [f32; decode::CHANNELS],
        corners: [[f64; 2]; 4],
    }
    let text = std::fs::read_to_string(models().path().join("golden.json")).unwrap();
    let golden: Golden = serde_json::from_str(&text).unwrap();
    assert_eq!(golden.stride_px, decode::STRIDE);
    assert!(!golden.cases.is_empty() && !golden.index_cases.is_empty());
    let of = |cases: Vec<Case>, outline: decode::Outline| cases.into_iter().map(move |case| (case, outline));
    for (case, outline) in of(golden.cases, decode::outline).chain(of(golden.index_cases, decode::index_outline)) {
        let quad = outline(case.ix, case.iy, case.geometry);
        for (found, wanted) in quad.corners.iter().zip(case.corners) {
            assert!(found.distance(Point::from(wanted)) < 1e-2, "{quad:?} for {:?}", case.corners);
        }
        assert!(quad.is_convex(), "clockwise");
    }
}

/// A recognizer that knows these faces alone.
fn seeing(identifier: Identifier, gallery: Gallery) -> Recognizer {
    let (detector, indices) = (Detector::open(&models()).unwrap(), IndexReader::open(&models()).unwrap());
    Recognizer::new(detector, identifier, indices, Verifier::open(&models()).unwrap(), Candidates::gallery(gallery))
}

/// A smooth pattern over the crop, so that a shift of a pixel shows as a difference.
fn pattern(x: f64, y: f64) -> [f64; 3] {
    [128.0 + 90.0 * (x / 9.0).sin(), 128.0 + 90.0 * (y / 11.0).cos(), 128.0 + 60.0 * ((x + y) / 13.0).sin()]
}

#[test]
fn a_rectified_card_shows_what_was_painted_on_it_at_every_size() {
    for (height, turn) in [(90.0, 0.3), (220.0, 2.0), (400.0, -1.2), (700.0, 3.0)] {
        let side = (height * 1.4) as u32;
        let mut quad = Quad::<Image>::placed(Point::new(f64::from(side) / 2.0, f64::from(side) / 2.0), height * 0.7, height, turn);
        quad.corners[0] = quad.corners[0] + Point::new(0.03 * height, 0.02 * height);
        let crop_from_picture: Homography<Crop, Image> = Homography::between(&quad, &crop_quad()).unwrap();
        let picture = RgbImage::from_fn(side, side, |x, y| {
            let at = crop_from_picture.apply(Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5));
            Rgb(pattern(at.x, at.y).map(|v| v as u8))
        });
        let crop = rectify(&picture, &quad).unwrap().unwrap();
        assert_eq!(crop.dimensions(), (CROP_WIDTH, CROP_HEIGHT));
        let mut worst: f64 = 0.0;
        for (x, y, pixel) in crop.enumerate_pixels() {
            if (8..CROP_WIDTH - 8).contains(&x) && (10..CROP_HEIGHT - 10).contains(&y) {
                let wanted = pattern(f64::from(x), f64::from(y));
                let off = pixel.0.iter().zip(wanted).map(|(&has, wants)| (f64::from(has) - wants).abs()).fold(0.0, f64::max);
                worst = worst.max(off);
            }
        }
        // Half a crop pixel is up to 5 grey levels; small cards lose a little to sampling.
        assert!(worst < 14.0, "height {height}: off by {worst}");
    }
}

#[test]
fn an_outline_without_area_gives_no_crop() {
    let flat = Quad::new([Point::new(5.0, 5.0); 4]);
    assert!(rectify(&RgbImage::new(20, 20), &flat).unwrap().is_none());
}

/// A folder of models whose `detector` is what `fill` makes of it.
fn altered_models(fill: impl Fn(&Path)) -> (tempfile::TempDir, ModelFolder) {
    let folder = tempfile::tempdir().unwrap();
    for file in std::fs::read_dir(models().path()).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file()) {
        std::fs::copy(&file, folder.path().join(file.file_name().unwrap())).unwrap();
    }
    fill(folder.path());
    let models = ModelFolder::at(folder.path());
    (folder, models)
}

fn refusal(models: &ModelFolder) -> String {
    Detector::open(models).map(|_| ()).unwrap_err().to_string()
}

#[test]
fn a_model_that_is_not_the_one_of_its_manifest_is_refused_in_one_line() {
    let (_keep, changed) = altered_models(|folder| {
        let path = folder.join("detector.onnx");
        let mut bytes = std::fs::read(&path).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        std::fs::write(path, bytes).unwrap();
    });
    assert!(matches!(Detector::open(&changed), Err(RecognizerError::Hash { .. })));
    let line = refusal(&changed);
    assert!(line.contains("restore") && !line.contains('\n'), "{line}");
}

#[test]
fn a_model_of_another_shape_is_refused_before_the_first_picture() {
    let (_keep, swapped) = altered_models(|folder| {
        std::fs::copy(folder.join("identifier.json"), folder.join("detector.json")).unwrap();
        let text = std::fs::read_to_string(folder.join("detector.json")).unwrap();
        let mut manifest: serde_json::Value = serde_json::from_str(&text).unwrap();
        manifest["thresholds"] = serde_json::json!({"heat": 0.3, "index_heat": 0.2, "nms_iou": 0.45});
        std::fs::write(folder.join("detector.json"), manifest.to_string()).unwrap();
    });
    assert!(matches!(Detector::open(&swapped), Err(RecognizerError::Shape { .. })));
    let line = refusal(&swapped);
    assert!(line.contains("'image'") && line.contains("crop"), "{line}");
}

#[test]
fn a_missing_or_torn_manifest_says_what_to_do() {
    let (_keep, torn) = altered_models(|folder| std::fs::write(folder.join("detector.json"), "{\"format\": 1").unwrap());
    assert!(matches!(Detector::open(&torn), Err(RecognizerError::Manifest { .. })));
    let (_keep, missing) = altered_models(|folder| std::fs::remove_file(folder.join("detector.onnx")).unwrap());
    assert!(matches!(Detector::open(&missing), Err(RecognizerError::Unreadable { .. })));
}

#[test]
fn an_empty_picture_is_an_error_and_a_bare_table_has_no_card() {
    let mut recognizer = reading(IndexSet::Any);
    assert!(matches!(recognizer.recognize(&RgbImage::new(0, 0)), Err(RecognizerError::EmptyPicture)));
    let found = recognizer.recognize(&wood(800, 600, 1)).unwrap();
    assert!(found.is_empty(), "{found:?}");
}

/// Five works of a Canon deck on a slanted view of a table: the picture, and (card, outline) of each.
fn laid_canon(turns: [f64; 5]) -> (RgbImage, Vec<(CardId, Quad<Image>)>) {
    let deck = builtin_canon("canon-nt").unwrap();
    let camera = slanted_camera(1280, 720, 2.0);
    let mut picture = wood(1280, 720, 7);
    let mut truth = Vec::new();
    for (index, (design, turn)) in deck.designs().iter().step_by(3).zip(turns).enumerate() {
        let quad = camera.apply_quad(&Quad::<Table>::placed(Point::new(80.0 + 120.0 * index as f64, 180.0), 63.0, 88.0, turn));
        let variant = if index % 2 == 0 { Variant::WithObjections } else { Variant::WithoutObjections };
        lay(&mut picture, &printed(design, &deck, variant), &quad);
        truth.push((design.card.clone(), quad));
    }
    (picture, truth)
}

fn canon_gallery(identifier: &mut Identifier) -> Gallery {
    let deck = builtin_canon("canon-nt").unwrap();
    let faces = deck.designs().iter().flat_map(|design| {
        [Variant::WithObjections, Variant::WithoutObjections].map(|variant| (design.card.clone(), printed(design, &deck, variant)))
    });
    Gallery::enrol(identifier, faces).unwrap()
}

#[test]
fn however_many_crops_are_read_together_each_is_read_for_itself() {
    let mut identifier = Identifier::open(&models()).unwrap();
    let (picture, truth) = laid_canon([0.0, 0.4, 3.0, -1.5, 1.9]);
    let crops: Vec<RgbImage> = truth.iter().cycle().take(11).map(|(_, quad)| rectify(&picture, quad).unwrap().unwrap()).collect();
    let alone: Vec<_> = crops.iter().map(|crop| identifier.read(std::slice::from_ref(crop)).unwrap().remove(0)).collect();
    for count in 0..=crops.len() {
        let together = identifier.read(&crops[..count]).unwrap();
        assert_eq!(together.len(), count);
        for (one, same) in together.iter().zip(&alone) {
            let likeness: f32 = one.embeddings[0].iter().zip(&same.embeddings[0]).map(|(a, b)| a * b).sum();
            assert!(likeness > 0.999, "{likeness} of {count}");
        }
    }
}

#[test]
fn printed_faces_laid_by_a_known_homography_are_found_and_named_the_right_way_up() {
    let mut identifier = Identifier::open(&models()).unwrap();
    let gallery = canon_gallery(&mut identifier);
    let mut recognizer = seeing(identifier, gallery);
    let (picture, truth) = laid_canon([0.0, 0.4, 3.0, -1.5, 1.9]);
    let found = recognizer.recognize(&picture).unwrap();
    let mut named = 0;
    for (card, quad) in &truth {
        let Some(best) = found.iter().find(|f| f.quad.iou(quad) > 0.75 && f.identity.card().is_some()) else { continue };
        named += 1;
        assert_eq!((best.identity.card(), best.face), (Some(card), Face::Up), "{:?}", best.identity);
        assert!(best.quad.corners[0].distance(quad.corners[0]) < 0.25 * quad.height(), "{card} is upside down");
    }
    println!("{named} of {} named", truth.len());
    assert_eq!(named, truth.len(), "{found:?}");
}

#[test]
fn a_folder_of_cut_out_faces_and_photographs_is_a_deck() {
    let deck = builtin_canon("canon-nt").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let designs: Vec<_> = deck.designs().iter().step_by(3).take(5).collect();
    for (index, design) in designs.iter().enumerate() {
        let face = printed(design, &deck, Variant::WithObjections);
        let name = design.card.name();
        if index == 0 {
            let mut photo = wood(1200, 900, 5);
            lay(&mut photo, &face, &Quad::placed(Point::new(620.0, 430.0), 315.0, 440.0, 0.1));
            photo.save(folder.path().join(format!("{name}.jpg"))).unwrap();
        } else {
            face.save(folder.path().join(format!("{name}.png"))).unwrap();
        }
    }
    let (mut detector, mut identifier) = (Detector::open(&models()).unwrap(), Identifier::open(&models()).unwrap());
    let gallery = Gallery::enrol_folder(&mut detector, &mut identifier, &"canon-nt".parse().unwrap(), folder.path()).unwrap();
    let (picture, truth) = laid_canon([0.0, 0.4, 3.0, -1.5, 1.9]);
    let found = seeing(identifier, gallery).recognize(&picture).unwrap();
    let named = |card: &CardId, quad: &Quad<Image>| found.iter().any(|f| f.quad.iou(quad) > 0.75 && f.identity.card() == Some(card));
    let right = truth.iter().filter(|(card, quad)| named(card, quad)).count();
    println!("{right} of {} named", truth.len());
    assert_eq!(right, truth.len(), "{found:?}");

    let (mut detector, mut identifier) = (Detector::open(&models()).unwrap(), Identifier::open(&models()).unwrap());
    wood(1200, 900, 5).save(folder.path().join("nothing.jpg")).unwrap();
    let refused = Gallery::enrol_folder(&mut detector, &mut identifier, &"canon-nt".parse().unwrap(), folder.path()).unwrap_err();
    assert!(matches!(refused, GalleryError::Picture { .. }) && refused.to_string().contains("nothing.jpg"), "{refused}");
}

#[test]
fn each_copy_of_a_fanned_stack_is_named_by_its_strip() {
    const STRIP_MM: f64 = 20.0;
    let deck = builtin_canon("canon-nt").unwrap();
    let mut identifier = Identifier::open(&models()).unwrap();
    let mut gallery = Gallery::empty(&identifier);
    let works: Vec<_> = deck.designs().iter().step_by(4).collect();
    for design in &works {
        let face = printed(design, &deck, Variant::WithObjections);
        gallery.add(&mut identifier, design.card.clone(), &face).unwrap();
        gallery.add_fanned(&mut identifier, design.card.clone(), &face, STRIP_MM / 88.0).unwrap();
    }
    let candidates = Candidates::gallery(gallery);
    let camera = slanted_camera(1280, 720, 2.0);
    let (mut right, mut wrong, mut cards) = (0, 0, 0);
    for (index, design) in works.iter().enumerate() {
        let face = printed(design, &deck, Variant::WithObjections);
        let mut picture = wood(1280, 720, index as u64);
        let place = |copy: usize| Point::new(150.0 + 40.0 * index as f64, 120.0 + STRIP_MM * copy as f64);
        let quads: Vec<_> = (0..3).map(|copy| camera.apply_quad(&Quad::<Table>::placed(place(copy), 63.0, 88.0, 0.05))).collect();
        quads.iter().for_each(|quad| lay(&mut picture, &face, quad));
        // The detector does not tell which end is up.
        let crops: Vec<_> = quads.iter().map(|quad| rectify(&picture, &quad.half_turned()).unwrap().unwrap()).collect();
        for reading in identifier.read(&crops).unwrap() {
            cards += 1;
            match judge(&reading, &candidates, identifier.settings()) {
                Judgement::Card { identity, half_turned, .. } if identity.card() == Some(&design.card) && half_turned == Some(true) => {
                    right += 1
                }
                Judgement::Card { identity, .. } if identity.card().is_none() => {}
                other => {
                    println!("{} is taken for {other:?}", design.card);
                    wrong += 1;
                }
            }
        }
    }
    println!("{cards} cards: {right} right, {wrong} wrong");
    assert!(right * 10 >= cards * 7 && wrong == 0, "{right} right and {wrong} wrong of {cards}");
}

#[test]
fn the_copies_below_a_found_top_are_found_by_their_strips_and_none_where_there_is_none() {
    const STRIP_MM: f64 = 20.0;
    let deck = builtin_canon("canon-nt").unwrap();
    let mut identifier = Identifier::open(&models()).unwrap();
    let mut gallery = Gallery::empty(&identifier);
    for design in deck.designs() {
        let face = printed(design, &deck, Variant::WithObjections);
        gallery.add(&mut identifier, design.card.clone(), &face).unwrap();
        gallery.add_fanned(&mut identifier, design.card.clone(), &face, STRIP_MM / 88.0).unwrap();
    }
    let mut recognizer = seeing(identifier, gallery);
    let camera = slanted_camera(1280, 720, 2.0);
    let mut picture = wood(1280, 720, 3);
    let mut truth = Vec::new();
    for (column, design) in deck.designs().iter().step_by(5).take(6).enumerate() {
        let face = printed(design, &deck, Variant::WithObjections);
        for copy in 0..=(column % 3) {
            let place = Point::new(70.0 + 100.0 * column as f64, 120.0 + STRIP_MM * copy as f64);
            let quad = camera.apply_quad(&Quad::<Table>::placed(place, 63.0, 88.0, 0.0));
            lay(&mut picture, &face, &quad);
            truth.push((design.card.clone(), quad));
        }
    }
    let mut found = recognizer.recognize(&picture).unwrap();
    let (mut right, mut wrong) = (0, 0);
    for (card, quad) in &truth {
        if let Some(at) = found.iter().position(|f| f.quad.iou(quad) > 0.75) {
            match found.swap_remove(at).identity.card() {
                Some(named) if named == card => right += 1,
                Some(_) => wrong += 1,
                None => {}
            }
        }
    }
    // What is left over may be a crooked second outline of a card, never a work that is not there.
    let left: Vec<_> = found.iter().filter_map(|f| Some((f.identity.card()?, f.quad))).collect();
    let absent = left.iter().filter(|(named, at)| !truth.iter().any(|(card, quad)| card == *named && quad.iou(at) > 0.3)).count();
    println!("{} cards in stacks: {right} right, {wrong} wrong, {} outlines too many, {absent} of absent works", truth.len(), left.len());
    assert_eq!((wrong, absent), (0, 0));
    assert!(right * 2 >= truth.len(), "{right} right of {}", truth.len());
}

#[test]
fn a_still_table_keeps_its_names_from_frame_to_frame() {
    let mut identifier = Identifier::open(&models()).unwrap();
    let gallery = canon_gallery(&mut identifier);
    let mut recognizer = seeing(identifier, gallery);
    let (picture, _) = laid_canon([0.0, 0.4, 3.0, -1.5, 1.9]);
    let first = recognizer.recognize_frame(&picture, 960, &Scene::UNKNOWN).unwrap();
    assert!(!first.is_empty());
    assert_eq!(recognizer.recognize_frame(&picture, 960, &Scene::UNKNOWN).unwrap(), first);
    // An empty table leaves nothing behind.
    assert!(recognizer.recognize_frame(&wood(1280, 720, 7), 960, &Scene::UNKNOWN).unwrap().is_empty());
}

/// A face with a dark mark under its title, further right the larger the number.
fn marked(face: &RgbImage, number: u32) -> RgbImage {
    let (width, height) = face.dimensions();
    RgbImage::from_fn(width, height, |x, y| {
        let is_mark = (height * 3 / 10..height * 4 / 10).contains(&y) && (width * number / 8..width * (number + 1) / 8).contains(&x);
        if is_mark { Rgb([20, 20, 30]) } else { *face.get_pixel(x, y) }
    })
}

#[test]
fn look_alikes_are_told_by_where_they_differ_and_one_that_was_not_enrolled_is_none_of_them() {
    let deck = builtin_canon("canon-nt").unwrap();
    let face = printed(&deck.designs()[0], &deck, Variant::WithObjections);
    let mut identifier = Identifier::open(&models()).unwrap();
    let name = |number: u32| format!("marked/m-{number}").parse::<CardId>().unwrap();
    let gallery = Gallery::enrol(&mut identifier, [1, 2, 3, 5].map(|number| (name(number), marked(&face, number)))).unwrap();
    let mut recognizer = seeing(identifier, gallery);
    let camera = slanted_camera(1280, 720, 2.0);
    let mut picture = wood(1280, 720, 7);
    let places: Vec<_> = [1_u32, 2, 3, 5, 6].into_iter().zip([0.0, 0.4, 3.0, -1.5, 1.9]).collect();
    let quads: Vec<Quad<Image>> = (0..places.len())
        .map(|at| camera.apply_quad(&Quad::<Table>::placed(Point::new(80.0 + 120.0 * at as f64, 180.0), 63.0, 88.0, places[at].1)))
        .collect();
    places.iter().zip(&quads).for_each(|((number, _), quad)| lay(&mut picture, &marked(&face, *number), quad));
    let found = recognizer.recognize(&picture).unwrap();
    for ((number, _), quad) in places.iter().zip(&quads) {
        let card = found.iter().find(|card| card.quad.iou(quad) > 0.75).unwrap_or_else(|| panic!("{number} is not found: {found:?}"));
        let expected = (*number != 6).then(|| name(*number));
        assert_eq!(card.identity.card(), expected.as_ref(), "{:?}", card.identity);
        assert!(expected.is_none() || card.quad.corners[0].distance(quad.corners[0]) < 0.03 * quad.height(), "{number} is outlined badly");
    }
}

#[test]
fn photographs_are_read_no_worse_than_the_floor() {
    let Some(folder) = data() else {
        println!("skipped: no photographs at ../shared/data (or set KIBITZER_DATA)");
        return;
    };
    let mut recognizer = reading(IndexSet::Any);
    // (set, every how many, least found, least named right, most named wrong), as parts of the cards.
    for (set, step, found, right, wrong) in FLOORS {
        let mut tally = Tally::default();
        for photograph in photographs(&folder, set, step) {
            tally.add(&photograph, &recognizer.recognize(&photograph.picture).unwrap());
        }
        println!("{set}: {tally:?}");
        assert!(tally.cards > 10, "{set} is there and holds too little");
        assert!(tally.share(tally.found) >= found, "{set}: found {:.3}", tally.share(tally.found));
        assert!(tally.share(tally.right) >= right, "{set}: right {:.3}", tally.share(tally.right));
        assert!(tally.share(tally.wrong) <= wrong, "{set}: wrong {:.3} {:?}", tally.share(tally.wrong), tally.confusions);
    }
}

const FLOORS: [(&str, usize, f64, f64, f64); 2] = [("rf_poker_cards/test", 4, 0.95, 0.93, 0.025), ("validation_foltysm", 3, 0.9, 0.9, 0.0)];

#[test]
fn a_card_so_small_that_its_name_is_not_sure_is_told_as_what_it_might_be() {
    let (picture, truth) = laid(&Rank::ALL[..7], IndexSet::English);
    let mut recognizer = reading(IndexSet::Any);
    let told = recognizer.identifier().settings().told;
    // Cards are about 20 px high.
    let found = recognizer.recognize(&resize(&picture, 230, 162, FilterType::Triangle)).unwrap();
    let (mut named, mut doubted) = (0, 0);
    for card in &found {
        match &card.identity {
            Identity::Known { confidence, .. } => {
                assert!(*confidence >= told, "{card:?}");
                named += 1;
            }
            Identity::Unknown { alternatives } => doubted += usize::from(alternatives.first().is_some_and(|a| a.confidence > 0.35)),
        }
    }
    assert!(named >= 15 && doubted > 0 && found.len() == truth.len(), "{named} named, {doubted} doubted of {}", found.len());
}
