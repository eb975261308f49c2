use image::RgbImage;
use opencv::core::{Mat, MatTraitConst, Size};
use opencv::imgproc;
use opencv::videoio::{VideoWriter, VideoWriterTrait, VideoWriterTraitConst};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A video file being written: H.264 where the system has an encoder, else MPEG-4.
pub struct VideoFile {
    writer: VideoWriter,
    size: (u32, u32),
    path: PathBuf,
}

/// Why a video cannot be written.
#[derive(Debug, Error)]
pub enum WriteError {
    /// No encoder takes the file.
    #[error("no video can be written there: {0}; check that the folder can be written to and that the name ends in .mp4")]
    NotOpened(PathBuf),
    /// A frame of another size.
    #[error("a frame of {found_width}×{found_height} pixels does not fit a video of {width}×{height}: {path}; give every frame one size")]
    Size {
        /// Pixels across of the frame.
        found_width: u32,
        /// Pixels down of the frame.
        found_height: u32,
        /// Pixels across of the video.
        width: u32,
        /// Pixels down of the video.
        height: u32,
        /// The file.
        path: PathBuf,
    },
    /// Nothing came out.
    #[error("the video came out empty: {0}; is the disk full?")]
    Empty(PathBuf),
    /// OpenCV's own words.
    #[error("the video cannot be written ({source}): {path}")]
    OpenCv {
        /// What it says.
        source: opencv::Error,
        /// The file.
        path: PathBuf,
    },
}

impl VideoFile {
    /// Starts a file of frames of `size` (width, height) in pixels, shown at `fps`.
    ///
    /// # Errors
    /// When no encoder takes the file.
    pub fn create(path: &Path, size: (u32, u32), fps: f64) -> Result<Self, WriteError> {
        let wrong = |source| WriteError::OpenCv { source, path: path.into() };
        let name = path.to_str().ok_or_else(|| WriteError::NotOpened(path.into()))?;
        let cv_size = Size::new(size.0 as i32, size.1 as i32);
        for [a, b, c, d] in [['a', 'v', 'c', '1'], ['m', 'p', '4', 'v']] {
            let code = VideoWriter::fourcc(a, b, c, d).map_err(wrong)?;
            let writer = VideoWriter::new(name, code, fps, cv_size, true).map_err(wrong)?;
            if writer.is_opened().map_err(wrong)? {
                return Ok(Self { writer, size, path: path.into() });
            }
        }
        Err(WriteError::NotOpened(path.into()))
    }

    /// Appends a frame.
    ///
    /// # Errors
    /// When the frame has another size, or the encoder fails.
    pub fn put(&mut self, frame: &RgbImage) -> Result<(), WriteError> {
        let (width, height) = self.size;
        if frame.dimensions() != self.size {
            let (found_width, found_height) = frame.dimensions();
            return Err(WriteError::Size { found_width, found_height, width, height, path: self.path.clone() });
        }
        self.encode(frame).map_err(|source| WriteError::OpenCv { source, path: self.path.clone() })
    }

    fn encode(&mut self, frame: &RgbImage) -> opencv::Result<()> {
        let bytes = Mat::from_slice(frame.as_raw())?;
        let rgb = bytes.reshape(3, frame.height() as i32)?;
        let mut bgr = Mat::default();
        imgproc::cvt_color_def(&rgb, &mut bgr, imgproc::COLOR_RGB2BGR)?;
        self.writer.write(&bgr)
    }

    /// Closes the file.
    ///
    /// # Errors
    /// When it came out empty.
    pub fn finish(mut self) -> Result<(), WriteError> {
        self.writer.release().map_err(|source| WriteError::OpenCv { source, path: self.path.clone() })?;
        match std::fs::metadata(&self.path) {
            Ok(file) if file.len() > 0 => Ok(()),
            _ => Err(WriteError::Empty(self.path)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Event, Options, open};

    #[test]
    fn what_was_written_reads_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("film.mp4");
        let mut film = VideoFile::create(&path, (160, 120), 10.0).unwrap();
        for shade in [20, 120, 220] {
            film.put(&RgbImage::from_pixel(160, 120, image::Rgb([shade; 3]))).unwrap();
        }
        assert!(matches!(film.put(&RgbImage::new(80, 60)), Err(WriteError::Size { .. })));
        film.finish().unwrap();
        let mut source = open(path.to_str().unwrap(), &Options::default()).unwrap();
        let mut shades = Vec::new();
        while let Some(event) = source.next().unwrap() {
            if let Event::Frame(frame) = event {
                shades.push(frame.image.get_pixel(80, 60).0[0]);
            }
        }
        assert_eq!(shades.len(), 3);
        assert!(shades.is_sorted() && shades[2] - shades[0] > 150, "{shades:?}");
    }
}
