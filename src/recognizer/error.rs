use std::path::PathBuf;
use thiserror::Error;

/// Why pictures cannot be looked at.
#[derive(Debug, Error)]
pub enum RecognizerError {
    /// No ONNX Runtime library was found.
    #[error("ONNX Runtime is missing: run ./run.sh once to fetch it, or set ORT_DYLIB_PATH to a libonnxruntime.so (looked at {})", list(.0))]
    RuntimeMissing(Vec<PathBuf>),
    /// The library was found and does not serve.
    #[error("ONNX Runtime does not load: {reason}: delete it and run ./run.sh to fetch the right one ({})", .path.display())]
    RuntimeBroken {
        /// What the loader said.
        reason: String,
        /// The library.
        path: PathBuf,
    },
    /// No folder holds the models.
    #[error("the models are missing: set KIBITZER_MODELS to the folder that holds detector.json (looked at {})", list(.0))]
    ModelsMissing(Vec<PathBuf>),
    /// A model's file cannot be read.
    #[error("{what} cannot be read: {source}: restore it from the project ({})", .path.display())]
    Unreadable {
        /// Which file.
        what: &'static str,
        /// What the system said.
        source: std::io::Error,
        /// Where.
        path: PathBuf,
    },
    /// A manifest is not in the format.
    #[error("the manifest does not parse: {reason}: restore it from the project ({})", .path.display())]
    Manifest {
        /// What is wrong with it.
        reason: String,
        /// Where.
        path: PathBuf,
    },
    /// The model is not the one that its manifest describes.
    #[error("the model is not the one its manifest names (sha256 {found}, not {expected}): restore both from the project ({})", .path.display())]
    Hash {
        /// Of the file.
        found: String,
        /// In the manifest.
        expected: String,
        /// Where.
        path: PathBuf,
    },
    /// ONNX Runtime refuses the model.
    #[error("the model does not load: {reason}: restore it from the project ({})", .path.display())]
    Broken {
        /// What the runtime said.
        reason: String,
        /// Where.
        path: PathBuf,
    },
    /// The model's inputs or outputs are not what this program feeds and reads.
    #[error("the model has another shape: {what}: use the models of this version of the program ({})", .path.display())]
    Shape {
        /// Which input or output, what it is and what it should be.
        what: String,
        /// Where.
        path: PathBuf,
    },
    /// Inference failed.
    #[error("the {model} failed on a picture: {reason}")]
    Inference {
        /// Which model.
        model: &'static str,
        /// What the runtime said.
        reason: String,
    },
    /// An image operation failed.
    #[error("an image operation failed: {0}")]
    Pixels(#[from] opencv::Error),
    /// The picture holds no pixel.
    #[error("the picture is empty: give one with at least one pixel")]
    EmptyPicture,
}

fn list(paths: &[PathBuf]) -> String {
    paths.iter().map(|p| p.display().to_string()).collect::<Vec<_>>().join(", ")
}
