//! A model on disk: manifest, weights, and the check that both are what this program was written for.

use super::{RecognizerError, runtime};
use ort::session::{Session, SessionOutputs};
use ort::value::{PrimitiveTensorElementType, TensorElementType, TensorRef, ValueType};
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use std::fmt::Debug;
use std::path::{Path, PathBuf};

/// The manifest format that this program reads.
const FORMAT: u32 = 1;

/// The folder that holds `detector.json`, `identifier.json` and the models that they name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelFolder(PathBuf);

impl ModelFolder {
    /// The first folder that holds a `detector.json`: the one that `KIBITZER_MODELS` names (it alone, when it is set),
    /// `models` beside the executable, `./models`, or the one of the checkout that the program was built in.
    ///
    /// # Errors
    /// When there is none.
    pub fn find() -> Result<Self, RecognizerError> {
        let places = match std::env::var_os("KIBITZER_MODELS").filter(|v| !v.is_empty()) {
            Some(named) => vec![PathBuf::from(named)],
            None => {
                let beside = std::env::current_exe().ok().and_then(|exe| Some(exe.parent()?.join("models")));
                let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
                beside.into_iter().chain([PathBuf::from("models"), built]).collect()
            }
        };
        match places.iter().find(|place| place.join("detector.json").is_file()) {
            Some(place) => Ok(Self(place.clone())),
            None => Err(RecognizerError::ModelsMissing(places)),
        }
    }

    /// This folder.
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

/// One input or output: its name and dimensions, -1 for one that varies.
pub(super) struct Port {
    pub name: &'static str,
    pub dims: &'static [i64],
}

/// What this program feeds to a model and reads from it.
pub(super) struct Contract {
    pub model: &'static str,
    pub input: Port,
    /// What its input's values are.
    pub takes: TensorElementType,
    pub outputs: &'static [Port],
}

/// A loaded model.
pub(super) struct Model {
    contract: &'static Contract,
    session: Session,
    sha256: String,
}

/// What this program reads of a manifest; the rest of it is for people.
#[derive(serde::Deserialize)]
struct Manifest<S> {
    format: u32,
    file: String,
    sha256: String,
    thresholds: S,
}

/// A model's file, read and found to be the one that its manifest describes.
pub(super) struct ModelFile {
    contract: &'static Contract,
    path: PathBuf,
    weights: Vec<u8>,
    sha256: String,
}

impl ModelFile {
    /// Reads `<contract.model>.json` and the model that it names.
    pub(super) fn read<S: DeserializeOwned>(folder: &ModelFolder, contract: &'static Contract) -> Result<(Self, S), RecognizerError> {
        let path = folder.0.join(format!("{}.json", contract.model));
        let text = read("the manifest", &path)?;
        let wrong = |reason: String| RecognizerError::Manifest { reason, path: path.clone() };
        let manifest: Manifest<S> = serde_json::from_slice(&text).map_err(|e| wrong(e.to_string()))?;
        if manifest.format != FORMAT {
            return Err(wrong(format!("format {} is not known here, only {FORMAT}", manifest.format)));
        }

        let path = folder.0.join(&manifest.file);
        let weights = read("the model", &path)?;
        let sha256 = hex(&Sha256::digest(&weights));
        if !sha256.eq_ignore_ascii_case(&manifest.sha256) {
            return Err(RecognizerError::Hash { found: sha256, expected: manifest.sha256, path });
        }
        Ok((Self { contract, path, weights, sha256 }, manifest.thresholds))
    }

    /// Makes it ready to run, on so many threads.
    pub(super) fn open(&self, threads: usize) -> Result<Model, RecognizerError> {
        let path = || self.path.clone();
        let session = session(&self.weights, threads).map_err(|error| match error {
            Opening::Runtime(error) => error,
            Opening::Model(reason) => RecognizerError::Broken { reason, path: path() },
        })?;
        if let Some(what) = mismatch(&session, self.contract) {
            return Err(RecognizerError::Shape { what, path: path() });
        }
        Ok(Model { contract: self.contract, session, sha256: self.sha256.clone() })
    }
}

impl Model {
    /// Opens `<contract.model>.json` and the model that it names, to run on two threads.
    pub(super) fn open<S: DeserializeOwned>(folder: &ModelFolder, contract: &'static Contract) -> Result<(Self, S), RecognizerError> {
        let (file, settings) = ModelFile::read(folder, contract)?;
        Ok((file.open(2)?, settings))
    }

    /// SHA-256 of the model's file, in hexadecimal.
    pub(super) fn sha256(&self) -> &str {
        &self.sha256
    }

    /// Runs the model on one input of the given dimensions and hands the outputs to `read`.
    pub(super) fn run<I: PrimitiveTensorElementType + Debug + Clone + 'static, T>(
        &mut self,
        dims: [usize; 4],
        values: &[I],
        read: impl FnOnce(&Outputs<'_>) -> Result<T, RecognizerError>,
    ) -> Result<T, RecognizerError> {
        let model = self.contract.model;
        let failed = |e: ort::Error| RecognizerError::Inference { model, reason: e.to_string() };
        let input = TensorRef::from_array_view((dims, values)).map_err(failed)?;
        let outputs = self.session.run(ort::inputs![self.contract.input.name => input]).map_err(failed)?;
        read(&Outputs { model, outputs })
    }
}

/// What a model answered.
pub(super) struct Outputs<'s> {
    model: &'static str,
    outputs: SessionOutputs<'s>,
}

impl Outputs<'_> {
    /// The values of one output, when there are exactly as many as `dims` says.
    pub(super) fn values(&self, name: &'static str, dims: &[usize]) -> Result<&[f32], RecognizerError> {
        let failed = |reason: String| RecognizerError::Inference { model: self.model, reason };
        let value = self.outputs.get(name).ok_or_else(|| failed(format!("it gave no '{name}'")))?;
        let (shape, values) = value.try_extract_tensor::<f32>().map_err(|e| failed(e.to_string()))?;
        if values.len() == dims.iter().product::<usize>() {
            Ok(values)
        } else {
            Err(failed(format!("'{name}' came as {shape:?}, not {dims:?}")))
        }
    }
}

enum Opening {
    Runtime(RecognizerError),
    Model(String),
}

fn session(weights: &[u8], threads: usize) -> Result<Session, Opening> {
    let environment = runtime::environment().map_err(Opening::Runtime)?;
    let refused = |e: ort::Error| Opening::Model(e.to_string());
    let builder = Session::builder(&environment).map_err(refused)?;
    // Spinning threads make two threads slower than one as soon as another process runs.
    let builder = builder.with_intra_threads(threads).map_err(|e| Opening::Model(e.to_string()))?;
    let builder = builder.with_intra_op_spinning(false).map_err(|e| Opening::Model(e.to_string()))?;
    let mut builder = if overflows() { builder.with_precise_qmm().map_err(|e| Opening::Model(e.to_string()))? } else { builder };
    builder.commit_from_memory(weights).map_err(refused)
}

/// Whether fast sums of int8 products overflow on this processor, so that the slower ones are needed (ONNX Runtime's
/// `session.x64quantprecision`). Asking for them where the fast ones are right costs half the speed.
fn overflows() -> bool {
    #[cfg(target_arch = "x86_64")]
    let right = std::arch::is_x86_feature_detected!("avx512vnni") || std::arch::is_x86_feature_detected!("avxvnni");
    #[cfg(not(target_arch = "x86_64"))]
    let right = true;
    !right
}

/// What is wrong with the model's inputs or outputs, if anything.
fn mismatch(session: &Session, contract: &Contract) -> Option<String> {
    let input = std::slice::from_ref(&contract.input);
    let ports =
        [("input", contract.takes, session.inputs(), input), ("output", TensorElementType::Float32, session.outputs(), contract.outputs)];
    for (side, element, given, wanted) in ports {
        for port in wanted {
            let Some(found) = given.iter().find(|outlet| outlet.name() == port.name) else {
                let names: Vec<_> = given.iter().map(|outlet| outlet.name()).collect();
                return Some(format!("it has no {side} '{}', only {}", port.name, names.join(", ")));
            };
            let fits = match found.dtype() {
                ValueType::Tensor { ty, shape, .. } => {
                    *ty == element
                        && shape.len() == port.dims.len()
                        && shape.iter().zip(port.dims).all(|(&has, &wants)| match side {
                            // An input that varies here must vary there.
                            "input" if wants < 0 => has < 0,
                            _ => has < 0 || wants < 0 || has == wants,
                        })
                }
                _ => false,
            };
            if !fits {
                return Some(format!("{side} '{}' is {}, not {element} {:?}", port.name, found.dtype(), port.dims));
            }
        }
    }
    None
}

fn read(what: &'static str, path: &Path) -> Result<Vec<u8>, RecognizerError> {
    std::fs::read(path).map_err(|source| RecognizerError::Unreadable { what, source, path: path.into() })
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}
