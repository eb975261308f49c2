//! Who may import whom, who may say what.

use crate::scrub::{code, without_tests};

/// A file of `src`, by its path below it.
pub struct Source<'a> {
    pub path: &'a str,
    pub text: &'a str,
}

/// Lines of the longest file.
pub const MOST_LINES: usize = 400;

/// What each module may import beside itself. `None` for a module that is not in the table.
pub fn may_import(module: &str) -> Option<&'static [&'static str]> {
    Some(match module {
        "geometry" | "cards" => &[],
        "table" => &["geometry", "cards"],
        // Geometry is for the mats alone; rules never look at them.
        "games" => &["geometry", "cards", "table"],
        "tracker" => &["geometry", "cards", "table"],
        "referee" => &["cards", "games", "table"],
        "journal" => &["cards", "games", "table", "referee"],
        "source" => &["geometry", "table"],
        "calibration" => &["geometry", "table", "source"],
        "recognizer" | "hands" => &["geometry", "cards", "table", "source", "calibration", "recognizer", "hands"],
        "touch" => &["geometry", "table", "calibration", "recognizer"],
        "print" => &["geometry", "cards", "table", "games"],
        "simulate" => &["geometry", "cards", "table", "games", "referee", "journal", "print"],
        "pipeline" => &[
            "geometry",
            "cards",
            "table",
            "games",
            "tracker",
            "referee",
            "journal",
            "source",
            "calibration",
            "recognizer",
            "hands",
            "touch",
            "print",
            "simulate",
        ],
        "dashboard" => &["geometry", "cards", "table", "referee", "pipeline"],
        "cli" => &[
            "geometry",
            "cards",
            "table",
            "games",
            "tracker",
            "referee",
            "journal",
            "source",
            "calibration",
            "recognizer",
            "hands",
            "touch",
            "print",
            "simulate",
            "pipeline",
            "dashboard",
        ],
        _ => return None,
    })
}

/// Outside crates that stay where they are needed: in modules, at any depth, or in one file.
const CRATES: &[(&str, &[&str])] = &[
    ("opencv", &["source", "calibration", "recognizer", "hands", "cli/doctor.rs"]),
    ("ort", &["recognizer", "cli/doctor.rs"]),
    ("ndarray", &["recognizer"]),
    ("rayon", &["recognizer"]),
    ("egui", &["dashboard"]),
    ("eframe", &["dashboard"]),
    ("egui_plot", &["dashboard"]),
    ("egui_extras", &["dashboard"]),
    ("anyhow", &["cli"]),
    ("clap", &["cli"]),
    ("krilla", &["print"]),
    ("rhai", &["games/nomic"]),
    ("crossbeam_channel", &["source", "pipeline", "dashboard", "cli"]),
];

/// Parts of the standard library that stay where they are needed.
const STANDARD: &[(&str, &[&str])] = &[
    ("Instant", &["source", "pipeline", "dashboard", "cli"]),
    ("SystemTime", &["source", "pipeline", "cli"]),
    ("thread", &["source", "pipeline", "dashboard", "cli"]),
    ("fs", &["cards", "journal", "source", "calibration", "recognizer", "hands", "print", "simulate", "pipeline", "dashboard", "cli"]),
    ("env", &["recognizer", "source", "cli"]),
    ("process", &["cli"]),
    ("net", &[]),
];

/// What no source says outside its tests.
const PANICS: &[&str] = &[".unwrap()", ".expect(", "panic!", "todo!", "unimplemented!", "unreachable!", "dbg!"];

/// What only the program says; the rest of the library answers values.
const PRINTS: &[&str] = &["println!", "print!", "eprintln!", "eprint!"];

/// Everything wrong with a source, each in a line.
pub fn faults(source: &Source<'_>) -> Vec<String> {
    let mut found = Vec::new();
    let lines = source.text.lines().count();
    if lines > MOST_LINES {
        found.push(format!("{}: {lines} lines: split what has more than {MOST_LINES} by its reasons to change", source.path));
    }
    // A test module in its own file.
    if source.path.ends_with("/tests.rs") || source.path.contains("/tests/") {
        return found;
    }
    let code = without_tests(&code(source.text));
    let mut say = |at: usize, what: String| {
        let line = code.get(..at).map_or(0, |before| before.matches('\n').count()) + 1;
        found.push(format!("{}:{line}: {what}", source.path));
    };
    let mut parts: Vec<&str> = source.path.trim_end_matches(".rs").split('/').collect();
    if parts.last() == Some(&"mod") {
        parts.pop();
    }
    let (module, depth) = (parts[0], parts.len());
    if let Some(allowed) = may_import(module) {
        for (at, imported) in imports(&code, depth) {
            if imported != module && !allowed.contains(&imported) && may_import(imported).is_some() {
                say(at, format!("{module} may not import {imported}"));
            }
        }
    }
    for (name, modules) in CRATES {
        if !modules.iter().any(|place| lies_in(source.path, place)) {
            paths_of(&code, name).for_each(|at| say(at, format!("{name} belongs to {}", modules.join(", "))));
        }
    }
    for (name, modules) in STANDARD {
        if !modules.contains(&module) && module != "main" {
            standard(&code, name).for_each(|at| say(at, format!("std's {name} has no place in {module}")));
        }
    }
    for word in PANICS {
        words(&code, word).for_each(|at| say(at, format!("{word} outside tests: answer a typed error")));
    }
    for word in PRINTS.iter().filter(|_| !["cli", "main"].contains(&module)) {
        words(&code, word).for_each(|at| say(at, format!("{word} outside the program: answer a value or trace it")));
    }
    found
}

/// Whether a file is this one, or lies in this module.
fn lies_in(path: &str, place: &str) -> bool {
    path.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest == ".rs" || rest.starts_with('/'))
}

const fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Where a word stands that is not the end of a longer one.
fn words<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let starts_name = word.as_bytes().first().is_some_and(|byte| is_name(*byte));
    let alone = move |at: &usize| !starts_name || *at == 0 || !is_name(code.as_bytes()[at - 1]);
    code.match_indices(word).map(|(at, _)| at).filter(alone)
}

/// Where a path begins with this crate.
fn paths_of<'a>(code: &'a str, name: &'a str) -> impl Iterator<Item = usize> + 'a {
    words(code, name).filter(move |at| {
        let inside = code[..*at].trim_end().ends_with("::");
        !inside && code[at + name.len()..].trim_start().starts_with("::")
    })
}

/// Where this part of the standard library is named: as a path or in a `use std::{..}`.
fn standard<'a>(code: &'a str, name: &'a str) -> impl Iterator<Item = usize> + 'a {
    let mut places: Vec<usize> = Vec::new();
    for at in words(code, name) {
        if code.as_bytes().get(at + name.len()).is_some_and(|byte| is_name(*byte)) {
            continue;
        }
        let before = code[..at].trim_end();
        let in_use = || {
            let start = before.rfind(';').map_or(0, |semicolon| semicolon + 1);
            before[start..].trim_start().starts_with("use std::")
        };
        let is_type = name.starts_with(|letter: char| letter.is_ascii_uppercase());
        if before.ends_with("std::")
            || before.ends_with("std::time::")
            || in_use()
            || (is_type && code[at + name.len()..].starts_with("::"))
        {
            places.push(at);
        }
    }
    // One fault a line is enough.
    places.dedup_by_key(|at| code[..*at].matches('\n').count());
    places.into_iter()
}

/// Every name at the crate's root that a path begins with, with its place; the code lies `depth` modules below the root.
fn imports(code: &str, depth: usize) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let up = "super::".repeat(depth);
    for root in ["crate::", up.as_str()] {
        for at in words(code, root) {
            // Not part of a longer climb.
            if code[..at].ends_with("::") {
                continue;
            }
            names(code, at + root.len(), &mut found);
        }
    }
    found
}

/// The names that a path goes on with: one, or the first of each branch of `{a, b::c}`.
fn names<'a>(code: &'a str, at: usize, found: &mut Vec<(usize, &'a str)>) {
    let bytes = code.as_bytes();
    let name_at = |at: usize| {
        let length = code[at..].bytes().take_while(|byte| is_name(*byte)).count();
        (at, &code[at..at + length])
    };
    if bytes.get(at) != Some(&b'{') {
        found.push(name_at(at));
        return;
    }
    let (mut level, mut fresh) = (0, true);
    for (offset, byte) in code[at..].bytes().enumerate() {
        match byte {
            b'{' => level += 1,
            b'}' => level -= 1,
            b',' if level == 1 => fresh = true,
            byte if level == 1 && fresh && is_name(byte) => {
                found.push(name_at(at + offset));
                fresh = false;
            }
            _ => {}
        }
        if level == 0 {
            return;
        }
    }
}
