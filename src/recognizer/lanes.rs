//! Many small pictures cut and read by two threads.

use super::RecognizerError;
use super::model::{Contract, Model, ModelFile, ModelFolder, Outputs};
use image::RgbImage;
use serde::de::DeserializeOwned;

/// A model that reads many small pictures, twice: each copy takes half of them on a thread of its own, which saves what two threads on every step
/// of one copy spend on waiting for each other.
pub(super) struct Lanes([Lane; 2]);

/// One of the copies, and what it is fed.
pub(super) struct Lane {
    model: Model,
    blocks: Vec<u8>,
}

impl Lanes {
    /// Opens `<contract.model>.json` and the model that it names.
    pub(super) fn open<S: DeserializeOwned>(folder: &ModelFolder, contract: &'static Contract) -> Result<(Self, S), RecognizerError> {
        let (file, settings) = ModelFile::read(folder, contract)?;
        let copies = [file.open(1)?, file.open(1)?];
        Ok((Self(copies.map(|model| Lane { model, blocks: Vec::new() })), settings))
    }

    /// SHA-256 of the model, in hexadecimal.
    pub(super) fn sha256(&self) -> &str {
        let Self([lane, _]) = self;
        lane.model.sha256()
    }

    /// What `read` makes of the items, in their order: of the first half in one lane, of the others in the other, at the same time.
    pub(super) fn halves<I: Sync, T: Send>(
        &mut self,
        items: &[I],
        read: impl Fn(&mut Lane, &[I]) -> Result<Vec<T>, RecognizerError> + Sync,
    ) -> Result<Vec<T>, RecognizerError> {
        let Self([near, far]) = self;
        in_two(items, near, far, read)
    }
}

impl Lane {
    /// What `read` makes of the model's outputs for these pictures, all of the size that it takes, which `append` brings into blocks; `at_once` of them
    /// in a run to bound its memory. `read` is told how many they are.
    pub(super) fn look<T>(
        &mut self,
        pictures: &[&RgbImage],
        at_once: usize,
        append: impl Fn(&RgbImage, &mut Vec<u8>),
        read: impl Fn(&Outputs<'_>, usize) -> Result<Vec<T>, RecognizerError>,
    ) -> Result<Vec<T>, RecognizerError> {
        let mut told = Vec::with_capacity(pictures.len());
        for batch in pictures.chunks(at_once) {
            self.blocks.clear();
            batch.iter().for_each(|picture| append(picture, &mut self.blocks));
            let Some((width, height)) = batch.first().map(|picture| picture.dimensions()) else { break };
            let [n, rows, columns] = [batch.len(), height as usize / 2, width as usize / 2];
            let dims = [n, rows, columns, self.blocks.len() / (n * rows * columns).max(1)];
            told.extend(self.model.run(dims, &self.blocks, |outputs| read(outputs, batch.len()))?);
        }
        Ok(told)
    }
}

/// What `work` makes of each item, in their order, on two threads.
pub(super) fn on_two_threads<I: Sync, T: Send, E: Send>(items: &[I], work: impl Fn(&I) -> Result<T, E> + Sync) -> Result<Vec<T>, E> {
    in_two(items, &mut (), &mut (), |(), items| items.iter().map(&work).collect())
}

/// What `work` makes of the first half with `near` and, at the same time, of the others with `far`.
fn in_two<I: Sync, S: Send, T: Send, E: Send>(
    items: &[I],
    near: &mut S,
    far: &mut S,
    work: impl Fn(&mut S, &[I]) -> Result<Vec<T>, E> + Sync,
) -> Result<Vec<T>, E> {
    let (first, second) = items.split_at(items.len().div_ceil(2));
    if second.is_empty() {
        return work(near, first);
    }
    let mut others = Ok(Vec::new());
    let first = rayon::in_place_scope(|scope| {
        scope.spawn(|_| others = work(far, second));
        work(near, first)
    });
    let mut all = first?;
    all.extend(others?);
    Ok(all)
}
