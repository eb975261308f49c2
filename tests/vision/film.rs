//! The bundled film, from its first frame to the score.

use std::path::Path;
use std::process::Command;

fn kibitzer(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_kibitzer")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_bundled_film_is_recorded_as_it_was_played() {
    let fixture = |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/canon-2p").join(name).to_str().unwrap().to_owned();
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("film.jsonl");
    let log = log.to_str().unwrap();
    let table = ["--game", "canon", "--deck", "canon-nt", "--players", "2", "--set", "remove_random=72"];
    kibitzer(&[&["record", &fixture("video.mp4")], &table[..], &["--log", log]].concat());
    let told = kibitzer(&["replay", log, "--against", &fixture("truth.jsonl")]);
    let verdict = "62 acts agree, 0 missing, 0 invented, 0 with a wrong reason, 0 with a wrong verdict; 0 entries undecided, 0 unexplained";
    assert!(told.contains(verdict), "{told}");
}
