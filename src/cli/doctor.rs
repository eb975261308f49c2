use super::{Outcome, Output};
use crate::recognizer::{Detector, HandReader, Identifier, IndexReader, ModelFolder, RecognizerError, TouchReader, Verifier};
use crate::source::{self, Options, cameras};
use opencv::videoio;
use serde::Serialize;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Below this, the longest journal and a few pictures still fit.
const LEAST_FREE_MB: u64 = 200;
/// Below this, a recorded video may not fit.
const AMPLE_FREE_MB: u64 = 2000;

/// Check that everything a game needs is there, and say how to mend what is not.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Do not open the cameras: another program may be using them.
    #[arg(long)]
    no_cameras: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Ok,
    /// Something works less well, or some commands do not.
    Warn,
    /// Nothing can be refereed.
    Fail,
}

/// One line of the report.
#[derive(Debug, Serialize)]
struct Check {
    check: &'static str,
    state: State,
    found: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    mend: Option<String>,
}

impl Check {
    fn ok(check: &'static str, found: impl Into<String>) -> Self {
        Self { check, state: State::Ok, found: found.into(), mend: None }
    }

    fn warn(check: &'static str, found: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { check, state: State::Warn, found: found.into(), mend: Some(mend.into()) }
    }

    fn fail(check: &'static str, found: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { check, state: State::Fail, found: found.into(), mend: Some(mend.into()) }
    }
}

pub(crate) fn run(args: &Args, output: Output) -> anyhow::Result<Outcome> {
    let mut checks = models();
    checks.push(video());
    checks.extend(found_cameras(args.no_cameras));
    checks.push(display());
    let here = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("."));
    checks.push(disk(&here));
    checks.push(writable(&here));
    for check in &checks {
        if output.json {
            output.line(serde_json::to_string(check)?)?;
        } else {
            let state = match check.state {
                State::Ok => "ok",
                State::Warn => "warn",
                State::Fail => "FAIL",
            };
            output.line(format_args!("{state:<5} {:<13} {}", check.check, check.found))?;
            if let Some(mend) = &check.mend {
                output.line(format_args!("{:<19} -> {mend}", ""))?;
            }
        }
    }
    let failed = checks.iter().any(|c| c.state == State::Fail);
    Ok(if failed { Outcome::Problems } else { Outcome::Fine })
}

/// ONNX Runtime and the models: opened as a game would open them, so that what is said here holds there.
fn models() -> Vec<Check> {
    const RUNTIME: &str = "ONNX Runtime";
    const MODELS: &str = "models";
    let opened = ModelFolder::find().and_then(|folder| {
        let detector = Detector::open(&folder)?;
        let identifier = Identifier::open(&folder)?;
        let index = IndexReader::open(&folder)?;
        let verifier = Verifier::open(&folder)?;
        let hands = HandReader::open(&folder)?;
        let touch = TouchReader::open(&folder)?;
        let short = |sha256: &str| sha256.chars().take(12).collect::<String>();
        let hashes = [
            ("detector", detector.sha256()),
            ("identifier", identifier.sha256()),
            ("index", index.sha256()),
            ("verifier", verifier.sha256()),
            ("hands", hands.sha256()),
            ("touch", touch.sha256()),
        ];
        let hashes = hashes.map(|(name, sha256)| format!("{name} {}", short(sha256))).join(", ");
        Ok(format!("{hashes} in {}", folder.path().display()))
    });
    match opened {
        Ok(found) => vec![Check::ok(RUNTIME, runtime_version()), Check::ok(MODELS, found)],
        Err(error @ (RecognizerError::RuntimeMissing(_) | RecognizerError::RuntimeBroken { .. })) => {
            let (found, mend) = split(&error.to_string());
            vec![Check::fail(RUNTIME, found, mend), Check::warn(MODELS, "not looked at without ONNX Runtime", "mend the line above first")]
        }
        Err(error) => {
            let (found, mend) = split(&error.to_string());
            vec![Check::fail(MODELS, found, mend)]
        }
    }
}

/// An error says what was wrong, then what to do.
fn split(error: &str) -> (String, String) {
    let (found, mend) = error.split_once(": ").unwrap_or((error, "run ./run.sh once"));
    (found.to_owned(), mend.to_owned())
}

/// The version in the library's file name, and where that lies.
fn runtime_version() -> String {
    let Some(path) = loaded_library() else { return "loaded".into() };
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let version = name.split_once(".so.").map_or("of unknown version", |(_, version)| version);
    format!("{version} in {}", path.parent().unwrap_or(Path::new("/")).display())
}

/// The file that ONNX Runtime was loaded from, as the kernel has it.
fn loaded_library() -> Option<PathBuf> {
    let maps = std::fs::read_to_string("/proc/self/maps").ok()?;
    let path = maps.lines().filter_map(|l| l.split_whitespace().nth(5)).find(|p| p.contains("libonnxruntime"))?;
    Some(PathBuf::from(path))
}

fn video() -> Check {
    const NAME: &str = "OpenCV";
    let version = opencv::core::get_version_string().unwrap_or_default();
    let wanted = [("FFMPEG", videoio::CAP_FFMPEG), ("GStreamer", videoio::CAP_GSTREAMER), ("V4L2", videoio::CAP_V4L2)];
    let has = |api: i32| {
        let known = videoio::VideoCaptureAPIs::try_from(api);
        known.and_then(videoio::has_backend).unwrap_or(false)
    };
    let names: Vec<&str> = wanted.iter().filter(|(_, api)| has(*api)).map(|(name, _)| *name).collect();
    let found = format!("{version}; video: {}", if names.is_empty() { "none".into() } else { names.join(", ") });
    let mend = "install Debian's libopencv-dev";
    match (names.contains(&"FFMPEG"), names.contains(&"V4L2")) {
        (true, true) => Check::ok(NAME, found),
        (true, false) => Check::warn(NAME, format!("{found}, so no cameras"), mend),
        (false, _) => Check::fail(NAME, format!("{found}, so no video files and streams"), mend),
    }
}

fn found_cameras(only_listed: bool) -> Vec<Check> {
    const NAME: &str = "camera";
    let found = cameras();
    if found.is_empty() {
        let mend = "plug one in, or give a photo, video, folder of stills or address instead";
        return vec![Check::warn(NAME, "none", mend)];
    }
    let check = |camera: &source::CameraInfo| {
        let name = format!("{} {}", camera.path.display(), camera.name);
        if only_listed {
            return Check::ok(NAME, name);
        }
        match source::open(&camera.path.to_string_lossy(), &Options::default()) {
            Ok(opened) => {
                let about = opened.description();
                let rate = |fps: f64| format!(" at {fps:.0} frames a second");
                let used = format!("{name}: {}×{}{}", about.size.0, about.size.1, about.fps.map_or(String::new(), rate));
                // One program at a time may hold a camera.
                drop(opened);
                let modes = source::camera_modes(&camera.path).unwrap_or_default();
                let modes: Vec<String> = modes.iter().map(|mode| format!("{}×{}{}", mode.width, mode.height, rate(mode.fps))).collect();
                Check::ok(NAME, if modes.is_empty() { used } else { format!("{used}; it offers {}", modes.join(", ")) })
            }
            Err(error) => {
                let mend = "close other programs that use it, and let your user into the group video";
                Check::warn(NAME, format!("{name}: {error}"), mend)
            }
        }
    };
    found.iter().map(check).collect()
}

fn display() -> Check {
    const NAME: &str = "display";
    let named = ["WAYLAND_DISPLAY", "DISPLAY"].into_iter().find_map(|name| {
        let value = std::env::var(name).ok().filter(|v| !v.is_empty())?;
        Some(format!("{name}={value}"))
    });
    match named {
        Some(found) => Check::ok(NAME, found),
        None => Check::warn(
            NAME,
            "neither DISPLAY nor WAYLAND_DISPLAY is set, so there can be no window",
            "log in to a desktop (or use xvfb-run); commands without a window work as they are",
        ),
    }
}

fn disk(here: &Path) -> Check {
    const NAME: &str = "disk";
    let Some(free_mb) = free_mb(here) else {
        return Check::warn(
            NAME,
            format!("df does not say how much is free in {}", here.display()),
            "check that there is room for journals",
        );
    };
    let found = format!("{:.1} GB free in {}", free_mb as f64 / 1000.0, here.display());
    match free_mb {
        0..LEAST_FREE_MB => Check::fail(NAME, found, "free some space: a journal that cannot grow ends the game"),
        LEAST_FREE_MB..AMPLE_FREE_MB => Check::warn(NAME, found, "journals fit, recorded videos may not: free some space"),
        _ => Check::ok(NAME, found),
    }
}

/// Free megabytes where a folder lies, as df has it.
fn free_mb(folder: &Path) -> Option<u64> {
    let output = Command::new("df").arg("-Pk").arg(folder).env("LC_ALL", "C").output().ok()?;
    free_mb_in(&String::from_utf8_lossy(&output.stdout))
}

fn free_mb_in(df: &str) -> Option<u64> {
    let free_kb: u64 = df.lines().nth(1)?.split_whitespace().nth(3)?.parse().ok()?;
    Some(free_kb * 1024 / 1_000_000)
}

fn writable(here: &Path) -> Check {
    const NAME: &str = "folder";
    let probe = here.join(OsStr::new(&format!(".kibitzer-{}", std::process::id())));
    let written = std::fs::write(&probe, b"probe").and_then(|()| std::fs::remove_file(&probe));
    match written {
        Ok(()) => Check::ok(NAME, format!("{} can be written", here.display())),
        Err(error) => {
            let mend = "start from a folder of your own, or name files elsewhere";
            Check::fail(NAME, format!("{} cannot be written ({error})", here.display()), mend)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_space_is_read_from_what_df_prints() {
        let said = "Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/sda1 102400 2400 100000 3% /\n";
        assert_eq!(free_mb_in(said), Some(102));
        assert_eq!(free_mb_in("df: no such file"), None);
    }

    #[test]
    fn a_folder_that_cannot_be_written_fails() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(writable(folder.path()).state, State::Ok);
        assert_eq!(writable(&folder.path().join("absent")).state, State::Fail);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "the probe was left behind");
    }

    #[test]
    fn an_error_is_split_into_what_is_wrong_and_what_to_do() {
        let (found, mend) = split("ONNX Runtime is missing: run ./run.sh once");
        assert_eq!((found.as_str(), mend.as_str()), ("ONNX Runtime is missing", "run ./run.sh once"));
    }
}
