use anyhow::Context;
use image::RgbImage;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Where frames go.
pub(super) enum Sink {
    /// A folder of stills with their times.
    Stills { folder: PathBuf, times: Box<csv::Writer<File>> },
    /// A video file.
    #[cfg(feature = "camera")]
    Video(Box<crate::source::VideoFile>),
}

/// Quality of the stills' compression, percent.
const QUALITY: u8 = 90;

/// Writes a picture as JPEG.
pub(super) fn save_jpeg(picture: &RgbImage, path: &Path) -> anyhow::Result<()> {
    let wrong = || format!("{} cannot be written", path.display());
    let mut file = BufWriter::new(File::create(path).with_context(wrong)?);
    image::codecs::jpeg::JpegEncoder::new_with_quality(&mut file, QUALITY).encode_image(picture).with_context(wrong)?;
    file.flush().with_context(wrong)
}

impl Sink {
    #[cfg_attr(not(feature = "camera"), allow(unused_variables))]
    pub(super) fn create(out: &Path, size: (u32, u32), fps: f64, stills: bool) -> anyhow::Result<Self> {
        if stills {
            return Self::stills(out.join("stills"));
        }
        #[cfg(feature = "camera")]
        return Ok(Self::Video(Box::new(crate::source::VideoFile::create(&out.join("video.mp4"), size, fps)?)));
        #[cfg(not(feature = "camera"))]
        anyhow::bail!("this build writes no video: add --stills");
    }

    /// Stills into this folder itself, which is made.
    pub(super) fn stills(folder: PathBuf) -> anyhow::Result<Self> {
        std::fs::create_dir_all(&folder).with_context(|| format!("the folder {} cannot be made", folder.display()))?;
        let path = folder.join("times.csv");
        let mut times = csv::Writer::from_path(&path).with_context(|| format!("{} cannot be written", path.display()))?;
        times.write_record(["file", "ms"])?;
        Ok(Self::Stills { folder, times: Box::new(times) })
    }

    pub(super) fn put(&mut self, picture: &RgbImage, frame: u64, ms: f64) -> anyhow::Result<()> {
        match self {
            Self::Stills { folder, times } => {
                let name = format!("frame-{frame:05}.jpg");
                save_jpeg(picture, &folder.join(&name))?;
                times.write_record([name, format!("{ms:.3}")])?;
                Ok(())
            }
            #[cfg(feature = "camera")]
            Self::Video(video) => Ok(video.put(picture)?),
        }
    }

    pub(super) fn finish(self) -> anyhow::Result<()> {
        match self {
            Self::Stills { mut times, .. } => Ok(times.flush()?),
            #[cfg(feature = "camera")]
            Self::Video(video) => Ok(video.finish()?),
        }
    }
}
