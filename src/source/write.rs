use image::RgbImage;
use opencv::core::{Mat, MatTraitConst, Size};
use opencv::imgproc;
use opencv::videoio::{VideoWriter, VideoWriterTrait, VideoWriterTraitConst};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A video file that frames are written to: the other end of a source.
pub struct VideoFile {
    writer: VideoWriter,
    size: (u32, u32),
    path: PathBuf,
}

/// Why frames cannot be written to a video file.
#[derive(Debug, Error)]
pub enum WriteError {
    /// OpenCV takes no such path.
    #[error("the path has letters that OpenCV does not take: {0}: use plain ones")]
    Path(PathBuf),
    /// No encoder, or no permission.
    #[error("no video can be written there: {0}: see that the folder exists and takes files")]
    Refused(PathBuf),
    /// A frame of another size.
    #[error("a frame of {found:?} pixels does not fit a video of {expected:?}: {path}")]
    Size {
        /// Width and height of the frame.
        found: (u32, u32),
        /// Width and height of the video.
        expected: (u32, u32),
        /// The file.
        path: PathBuf,
    },
    /// Nothing came out.
    #[error("the video came out empty: {0}: is the disk full?")]
    Empty(PathBuf),
    /// The encoder failed.
    #[error("the video cannot be written: {path}: {source}")]
    Encoder {
        /// The file.
        path: PathBuf,
        /// OpenCV's words.
        source: opencv::Error,
    },
}

impl VideoFile {
    /// Starts a video of frames of this width and height in pixels; an older file is replaced.
    ///
    /// # Errors
    /// When the path is no plain text, or nothing can be written there.
    pub fn create(path: &Path, size: (u32, u32), fps: f64) -> Result<Self, WriteError> {
        let name = path.to_str().ok_or_else(|| WriteError::Path(path.into()))?;
        let failed = |source| WriteError::Encoder { path: path.into(), source };
        // H.264 where the system has an encoder, else MPEG-4.
        for [a, b, c, d] in [['a', 'v', 'c', '1'], ['m', 'p', '4', 'v']] {
            let code = VideoWriter::fourcc(a, b, c, d).map_err(failed)?;
            let writer = VideoWriter::new(name, code, fps, Size::new(size.0 as i32, size.1 as i32), true).map_err(failed)?;
            if writer.is_opened().map_err(failed)? {
                return Ok(Self { writer, size, path: path.into() });
            }
        }
        Err(WriteError::Refused(path.into()))
    }

    /// Writes the next frame.
    ///
    /// # Errors
    /// When it has another size, or the encoder fails.
    pub fn put(&mut self, picture: &RgbImage) -> Result<(), WriteError> {
        let found = picture.dimensions();
        if found != self.size {
            return Err(WriteError::Size { found, expected: self.size, path: self.path.clone() });
        }
        self.encode(picture).map_err(|source| WriteError::Encoder { path: self.path.clone(), source })
    }

    fn encode(&mut self, picture: &RgbImage) -> opencv::Result<()> {
        let rows = Mat::from_slice(picture.as_raw())?;
        let rgb = rows.reshape(3, picture.height() as i32)?;
        let mut bgr = Mat::default();
        imgproc::cvt_color_def(&rgb, &mut bgr, imgproc::COLOR_RGB2BGR)?;
        self.writer.write(&bgr)
    }

    /// Closes the file.
    ///
    /// # Errors
    /// When the encoder fails, or wrote nothing.
    pub fn finish(mut self) -> Result<(), WriteError> {
        self.writer.release().map_err(|source| WriteError::Encoder { path: self.path.clone(), source })?;
        let length = std::fs::metadata(&self.path).map_or(0, |file| file.len());
        if length == 0 { Err(WriteError::Empty(self.path)) } else { Ok(()) }
    }
}
