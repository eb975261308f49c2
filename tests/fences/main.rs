//! Fences: what the modules may know of each other, and what no source may say. Reads the sources, so it needs no feature.

#![allow(clippy::expect_used)]

mod rules;
mod scrub;

use rules::{Source, faults};
use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder of sources can be read") {
        let path = entry.expect("its entries can be read").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn no_source_climbs_a_fence() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    sources(&root, &mut paths);
    paths.sort();
    assert!(paths.len() > 50, "only {} sources found under {}", paths.len(), root.display());
    let mut all = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).expect("sources are text");
        let name = path.strip_prefix(&root).expect("it lies under the root").to_string_lossy().replace('\\', "/");
        all.extend(faults(&Source { path: &name, text: &text }));
    }
    assert!(all.is_empty(), "{} faults:\n{}", all.len(), all.join("\n"));
}

#[test]
fn every_module_stands_in_the_table() {
    let lib = include_str!("../../src/lib.rs");
    let modules = lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    let unknown: Vec<&str> = modules.filter(|module| rules::may_import(module).is_none()).collect();
    assert!(unknown.is_empty(), "say in tests/fences/rules.rs what these may import: {unknown:?}");
}

/// The faults found in a text planted at a path.
fn planted(path: &str, text: &str) -> Vec<String> {
    faults(&Source { path, text })
}

#[test]
fn a_planted_import_is_caught() {
    for (path, text) in [
        ("games/canon/check.rs", "use crate::tracker::Tracker;"),
        ("games/canon/check.rs", "use crate::{cards::CardId, recognizer};"),
        ("games/canon/check.rs", "use crate::{\n    cards::{CardId, Face},\n    source::Frame,\n};"),
        ("games/canon/check.rs", "fn f(x: crate::journal::Header<u8>) {}"),
        ("games/mod.rs", "use super::referee::Ruling;"),
        ("games/canon/check.rs", "use super::super::super::referee::Ruling;"),
        ("tracker/place.rs", "use crate::games::Game;"),
        ("referee/hear.rs", "use crate::geometry::Point;"),
        ("geometry/quad.rs", "use crate::table::Seat;"),
        ("table/mat.rs", "use opencv::core::Mat;"),
        ("cli/replay.rs", "fn f() -> opencv::Result<()> { Ok(()) }"),
        ("pipeline/mod.rs", "use egui::Ui;"),
        ("journal/mod.rs", "use anyhow::Context;"),
        ("games/canon/check.rs", "use rhai::Engine;"),
        ("games/nomics.rs", "use rhai::Engine;"),
    ] {
        assert_eq!(planted(path, text).len(), 1, "{path}: {text}: {:?}", planted(path, text));
    }
}

#[test]
fn an_allowed_import_is_not_caught() {
    for (path, text) in [
        ("games/canon/check.rs", "use crate::cards::CardId;\nuse crate::{games::Act, table::{Seat, Stamp}};"),
        ("games/canon/check.rs", "use super::super::Act;"),
        ("games/canon/check.rs", "//! See crate::tracker.\n/* crate::source */ const A: &str = \"crate::source\";"),
        ("games/mod.rs", "#[cfg(test)]\nmod tests {\n    use crate::tracker::Tracker;\n    fn f() { None::<u8>.unwrap(); }\n}"),
        ("tracker/tests.rs", "use crate::games::Game;"),
        ("recognizer/model.rs", "use ort::session::Session;"),
        ("games/nomic/script/machine.rs", "use rhai::Engine;"),
        ("table/seat.rs", "fn f(port: u8, opencv_like: u8) -> bool { port < opencv_like }"),
    ] {
        assert_eq!(planted(path, text), Vec::<String>::new(), "{path}: {text}");
    }
}

#[test]
fn a_planted_word_is_caught() {
    for (path, text) in [
        ("games/mod.rs", "fn f() { let now = std::time::Instant::now(); }"),
        ("referee/hear.rs", "use std::time::SystemTime;"),
        ("tracker/mod.rs", "fn f() { std::thread::spawn(|| ()); }"),
        ("tracker/mod.rs", "use std::{fmt, thread};"),
        ("table/mod.rs", "use std::fs::File;"),
        ("journal/read.rs", "fn f() { println!(\"read\"); }"),
        ("cli/replay.rs", "fn f() { None::<u8>.unwrap(); }"),
        ("cli/replay.rs", "fn f() { None::<u8>\n    .expect(\"some\"); }"),
        ("cli/replay.rs", "fn f() { todo!() }"),
        ("cli/replay.rs", "#[cfg(test)]\nmod tests { fn g() { Some(1).unwrap(); } }\nfn f() { panic!(\"no\") }"),
    ] {
        assert_eq!(planted(path, text).len(), 1, "{path}: {text}: {:?}", planted(path, text));
    }
    for (path, text) in [
        ("source/live.rs", "use std::time::Instant;\nuse std::thread::sleep;"),
        ("journal/write.rs", "use std::fs::File;"),
        ("cli/replay.rs", "fn f() { println!(\"read\"); }"),
        ("games/mod.rs", "/// Never `.unwrap()`: see SystemTime.\nfn f() -> &'static str { \"panic!()\" }"),
        ("games/mod.rs", "fn f() { Some(1).unwrap_or(2); }"),
    ] {
        assert_eq!(planted(path, text), Vec::<String>::new(), "{path}: {text}");
    }
}

#[test]
fn a_file_that_is_too_long_is_caught() {
    assert_eq!(planted("games/mod.rs", &"\n".repeat(rules::MOST_LINES)), Vec::<String>::new());
    assert_eq!(planted("games/mod.rs", &"\n".repeat(rules::MOST_LINES + 1)).len(), 1);
}
