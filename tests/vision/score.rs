//! `kibitzer score` on the bundled photos of tables: never a wrong sheet, and every bad word answered with one line.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn score(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kibitzer")).arg("score").args(arguments).output().unwrap()
}

fn photos() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/photos")
}

fn json(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).unwrap()
}

/// (seat, total) of each seat.
fn totals(seats: &Value) -> Vec<(String, i64)> {
    seats.as_array().unwrap().iter().map(|s| (s["seat"].as_str().unwrap().to_owned(), s["total"].as_i64().unwrap())).collect()
}

#[test]
fn fanned_tables_are_scored_as_they_lie_or_not_at_all() {
    let (mut right, mut all) = (0, 0);
    for folder in ["canon-nt-2p", "canon-ot-4p"] {
        for entry in std::fs::read_dir(photos().join(folder)).unwrap() {
            let photo = entry.unwrap().path();
            if photo.extension().is_none_or(|e| e != "jpg") {
                continue;
            }
            let truth = json(&std::fs::read(photo.with_extension("json")).unwrap());
            let players = truth["players"].to_string();
            let output = score(&[photo.to_str().unwrap(), "--deck", truth["deck"].as_str().unwrap(), "--players", &players, "--json"]);
            let told = json(&output.stdout);
            all += 1;
            match told.get("seats") {
                Some(seats) => {
                    assert_eq!(totals(seats), totals(&truth["scores"]["seats"]), "{}", photo.display());
                    assert_eq!(output.status.code(), Some(0));
                    right += 1;
                }
                None => {
                    assert!(!told["problems"].as_array().unwrap().is_empty());
                    assert_eq!(output.status.code(), Some(1));
                }
            }
        }
    }
    assert!(all == 6 && right >= 5, "{right} of {all} were scored");
}

#[test]
fn copies_that_do_not_show_can_be_told() {
    let photo = photos().join("canon-nt-2p/photo-004.jpg");
    let photo = photo.to_str().unwrap();
    let plain = json(&score(&[photo, "--json"]).stdout);
    let told = json(&score(&[photo, "--copies", "P1.canon1=2", "--json"]).stdout);
    assert!(plain["seats"].is_array() && told["seats"].is_array(), "{plain} {told}");
    assert_ne!(plain["seats"], told["seats"], "a second copy counts");
}

#[test]
fn what_cannot_be_scored_is_one_line_and_exit_2() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let photo = photos().join("canon-nt-2p/photo-001.jpg");
    let photo = photo.to_str().unwrap();
    let bare = folder.path().join("bare.png");
    image::RgbImage::from_pixel(640, 480, image::Rgb([90, 90, 90])).save(&bare).unwrap();
    let (empty, text) = (file("empty.jpg", b""), file("text.jpg", b"no picture"));
    let cases: [(&[&str], &str); 8] = [
        (&["missing.jpg"], "missing.jpg"),
        (&[&empty], "empty.jpg"),
        (&[&text], "text.jpg"),
        (&[bare.to_str().unwrap()], "mat"),
        (&[photo, "--deck", "canon-xx"], "canon-xx"),
        (&[photo, "--table", "missing.toml"], "missing.toml"),
        (&[photo, "--copies", "centre9=2"], "centre9"),
        (&[photo, "--copies", "centre1=2", "--copies", "centre1=3"], "centre1"),
    ];
    for (arguments, word) in cases {
        let output = score(arguments);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(word) && output.stdout.is_empty(), "{arguments:?}: {said}");
    }
}
