//! What a small picture of the table, beside the same table without hands, says of arms and fingertips.

use super::model::{Contract, Model, ModelFolder, Port};
use super::{RecognizerError, pixels};
use ort::value::TensorElementType;
use serde::Deserialize;

/// Side of a pixel of the small picture, on the table, in millimetres.
pub const HAND_PIXEL_MM: f64 = 4.0;
/// Side of a cell of the answer, in pixels.
pub const HAND_CELL_PX: usize = 2;

/// Both sides of what the model is fed are multiples of this, in pixels.
const MULTIPLE: usize = 16;
const CHANNELS: usize = 6;

static CONTRACT: Contract = Contract {
    model: "hands",
    input: Port { name: "pictures", dims: &[1, CHANNELS as i64, -1, -1] },
    takes: TensorElementType::Float32,
    outputs: &[
        Port { name: "arm", dims: &[1, -1, -1] },
        Port { name: "tip", dims: &[1, -1, -1] },
        Port { name: "offset", dims: &[1, 2, -1, -1] },
        Port { name: "axis", dims: &[1, 2, -1, -1] },
        Port { name: "way", dims: &[1, 2, -1, -1] },
    ],
};

/// How far hands are believed, from the model's manifest.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub struct HandReaderSettings {
    /// Probability from which on a cell is arm. Larger loses thin arms, smaller takes cards that moved for arms.
    pub arm: f32,
    /// Heat from which on a fingertip is one. Larger misses hidden ones, smaller makes some up.
    pub tip: f32,
    /// Log odds that a fingertip is one, as (factor of the log odds of its heat, constant): Platt's scaling.
    pub confidence: (f32, f32),
}

/// The table now and the table without hands, in the same light: red, green and blue for each pixel, row by row; black where
/// the camera does not see.
#[derive(Debug, Clone, PartialEq)]
pub struct HandPictures {
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The table now.
    pub now: Vec<u8>,
    /// The table without hands.
    pub bare: Vec<u8>,
}

/// What one cell shows.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct HandCell {
    /// Probability that it is part of a hand or an arm.
    pub arm: f32,
    /// Heat of the fingertip that reaches: 1 where it is.
    pub tip: f32,
    /// From the middle of the cell to that fingertip, in cells; means nothing where there is none.
    pub offset: (f32, f32),
    /// Cosine and sine of the doubled angle of the arm's axis; means nothing where there is no arm.
    pub axis: (f32, f32),
    /// From that fingertip towards its elbow: of length 1 where it is plain, shorter where it is in doubt.
    pub way: (f32, f32),
}

/// What a picture shows, cell by cell.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct HandReading {
    /// Cells in a row.
    pub columns: usize,
    /// Row by row.
    pub cells: Vec<HandCell>,
}

impl HandReading {
    /// The cell of a column and row, when there is one.
    pub fn at(&self, column: usize, row: usize) -> Option<&HandCell> {
        if column < self.columns { self.cells.get(row * self.columns + column) } else { None }
    }
}

/// Reads pictures with the hand model.
pub struct HandReader {
    model: Model,
    settings: HandReaderSettings,
    planes: Vec<f32>,
}

impl HandReader {
    /// Opens `hands.json` and its model.
    ///
    /// # Errors
    /// When a file is missing, is not the one described, or has another shape than this program reads.
    pub fn open(folder: &ModelFolder) -> Result<Self, RecognizerError> {
        let (model, settings) = Model::open(folder, &CONTRACT)?;
        Ok(Self { model, settings, planes: Vec::new() })
    }

    /// How far hands are believed.
    pub const fn settings(&self) -> &HandReaderSettings {
        &self.settings
    }

    /// SHA-256 of the model, in hexadecimal.
    pub fn sha256(&self) -> &str {
        self.model.sha256()
    }

    /// Reads a pair of pictures. What is missing of the last cells counts as not seen.
    ///
    /// # Errors
    /// When inference fails.
    pub fn read(&mut self, pictures: &HandPictures) -> Result<HandReading, RecognizerError> {
        let whole = |side: usize| side.next_multiple_of(MULTIPLE);
        let (width, height) = (whole(pictures.width), whole(pictures.height));
        let mut planes = std::mem::take(&mut self.planes);
        planes.clear();
        for picture in [&pictures.now, &pictures.bare] {
            pixels::append_planes(&padded(picture, pictures.width, (width, height)), &mut planes);
        }
        let (columns, rows) = (width / HAND_CELL_PX, height / HAND_CELL_PX);
        let count = rows * columns;
        let read = self.model.run([1, CHANNELS, height, width], &planes, |outputs| {
            let (arm, tip) = (outputs.values("arm", &[1, rows, columns])?, outputs.values("tip", &[1, rows, columns])?);
            let (right, down) = outputs.values("offset", &[1, 2, rows, columns])?.split_at(count);
            let (cosine, sine) = outputs.values("axis", &[1, 2, rows, columns])?.split_at(count);
            let (x, y) = outputs.values("way", &[1, 2, rows, columns])?.split_at(count);
            let vectors = right.iter().zip(down).zip(cosine.iter().zip(sine)).zip(x.iter().zip(y));
            let cells = arm.iter().zip(tip).zip(vectors).map(|((arm, tip), (((right, down), (cosine, sine)), (x, y)))| HandCell {
                arm: *arm,
                tip: *tip,
                offset: (*right, *down),
                axis: (*cosine, *sine),
                way: (*x, *y),
            });
            let cells = cells.collect();
            Ok(HandReading { columns, cells })
        });
        self.planes = planes;
        read
    }
}

/// The same picture with black to the right of it and below.
fn padded(picture: &[u8], from_width: usize, (width, height): (usize, usize)) -> Vec<u8> {
    let mut out = vec![0; 3 * width * height];
    for (row, wide) in picture.chunks_exact(3 * from_width.max(1)).zip(out.chunks_exact_mut(3 * width)) {
        wide.iter_mut().zip(row).for_each(|(to, from)| *to = *from);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_added_is_black_and_to_the_right_and_below() {
        let picture = [1, 2, 3, 4, 5, 6];
        assert_eq!(padded(&picture, 1, (2, 3)), [1, 2, 3, 0, 0, 0, 4, 5, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn a_cell_beyond_the_last_column_is_none() {
        let reading = HandReading { columns: 2, cells: vec![HandCell::default(); 4] };
        assert!(reading.at(1, 1).is_some() && reading.at(2, 0).is_none() && reading.at(0, 2).is_none());
    }
}
