//! Loads ONNX Runtime once for the process.

use super::RecognizerError;
use ort::environment::Environment;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

static ENVIRONMENT: Mutex<Option<Environment>> = Mutex::new(None);

/// The process's ONNX Runtime, loaded at the first call.
pub(super) fn environment() -> Result<Environment, RecognizerError> {
    let mut slot = ENVIRONMENT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(environment) = slot.as_ref() {
        return Ok(environment.clone());
    }
    let looked_at = library_places();
    let Some(path) = looked_at.iter().find_map(|place| library_at(place)) else {
        return Err(RecognizerError::RuntimeMissing(looked_at));
    };
    let broken = |reason: String| RecognizerError::RuntimeBroken { reason, path: path.clone() };
    // The official libraries tell their makers how they are used, unless they are told not to.
    let loaded = ort::init_from(&path).map_err(|e| broken(e.to_string()))?.with_telemetry(false);
    let environment = loaded.build().map_err(|e| broken(e.to_string()))?;
    *slot = Some(environment.clone());
    Ok(environment)
}

/// Where the library may be: a file, or a folder that holds it. What the environment names wins alone, so that a wrong
/// value is reported and not silently passed over.
fn library_places() -> Vec<PathBuf> {
    if let Some(named) = std::env::var_os("ORT_DYLIB_PATH").filter(|v| !v.is_empty()) {
        let named = PathBuf::from(named);
        // Cargo's relative value points into a checkout that a packed program does not have.
        if named.exists() || !named.components().any(|c| c.as_os_str() == ".runtime") {
            return vec![named];
        }
    }
    let fetched = Path::new(".runtime/onnxruntime/capi");
    let beside = std::env::current_exe().ok().and_then(|exe| exe.parent().map(Path::to_path_buf));
    beside.into_iter().chain([fetched.to_path_buf(), Path::new(env!("CARGO_MANIFEST_DIR")).join(fetched)]).collect()
}

fn library_at(place: &Path) -> Option<PathBuf> {
    if place.is_file() {
        return place.canonicalize().ok();
    }
    let mut found: Vec<PathBuf> = std::fs::read_dir(place).ok()?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    found.retain(|path| path.file_name().and_then(|n| n.to_str()).is_some_and(|n| n.starts_with("libonnxruntime.so")));
    found.sort();
    found.pop()?.canonicalize().ok()
}
