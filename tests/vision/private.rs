//! What is seen at a table is nobody else's business.

use std::process::Command;

/// The official ONNX Runtime keeps a device's number and what it will report to its makers in the user's cache.
#[test]
fn the_models_runtime_is_told_to_report_to_nobody() {
    let home = tempfile::tempdir().unwrap();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/photos/canon-nt-2p");
    let photo = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).find(|p| p.extension().is_some_and(|e| e == "jpg"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_kibitzer"));
    for silent in ["ORT_DISABLE_TELEMETRY", "ORT_RUNNING_UNIT_TESTS", "CI", "XDG_CACHE_HOME"] {
        command.env_remove(silent);
    }
    let output = command.args(["cards", "--json"]).arg(photo.unwrap()).env("HOME", home.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let left: Vec<_> = std::fs::read_dir(home.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(left.is_empty(), "{left:?}");
}
