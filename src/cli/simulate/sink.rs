use anyhow::Context;
use image::RgbImage;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Where frames go.
pub(super) enum Sink {
    /// A folder of stills with their times.
    Stills { folder: PathBuf, times: csv::Writer<File> },
    /// A video file.
    #[cfg(feature = "camera")]
    Video(Box<video::Video>),
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
            let folder = out.join("stills");
            std::fs::create_dir_all(&folder).with_context(|| format!("the folder {} cannot be made", folder.display()))?;
            let path = folder.join("times.csv");
            let mut times = csv::Writer::from_path(&path).with_context(|| format!("{} cannot be written", path.display()))?;
            times.write_record(["file", "ms"])?;
            return Ok(Self::Stills { folder, times });
        }
        #[cfg(feature = "camera")]
        return Ok(Self::Video(Box::new(video::Video::create(&out.join("video.mp4"), size, fps)?)));
        #[cfg(not(feature = "camera"))]
        anyhow::bail!("this build writes no video: add --stills");
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
            Self::Video(video) => video.put(picture),
        }
    }

    pub(super) fn finish(self) -> anyhow::Result<()> {
        match self {
            Self::Stills { mut times, .. } => Ok(times.flush()?),
            #[cfg(feature = "camera")]
            Self::Video(video) => video.finish(),
        }
    }
}

#[cfg(feature = "camera")]
mod video {
    use anyhow::{Context, ensure};
    use image::RgbImage;
    use opencv::core::{Mat, MatTraitConst, Size};
    use opencv::imgproc;
    use opencv::videoio::{VideoWriter, VideoWriterTrait, VideoWriterTraitConst};
    use std::path::{Path, PathBuf};

    /// A video file being written.
    pub(in super::super) struct Video {
        writer: VideoWriter,
        path: PathBuf,
    }

    impl Video {
        pub(super) fn create(path: &Path, size: (u32, u32), fps: f64) -> anyhow::Result<Self> {
            let name = path.to_str().with_context(|| format!("{} is no path for OpenCV: use plain letters", path.display()))?;
            let size = Size::new(size.0 as i32, size.1 as i32);
            // H.264 where the system has an encoder, else MPEG-4.
            for code in [['a', 'v', 'c', '1'], ['m', 'p', '4', 'v']] {
                let [a, b, c, d] = code;
                let writer = VideoWriter::new(name, VideoWriter::fourcc(a, b, c, d)?, fps, size, true)?;
                if writer.is_opened()? {
                    return Ok(Self { writer, path: path.into() });
                }
            }
            anyhow::bail!("no video can be written to {}: check that the folder is writable, or add --stills", path.display())
        }

        pub(super) fn put(&mut self, picture: &RgbImage) -> anyhow::Result<()> {
            let rows = Mat::from_slice(picture.as_raw())?;
            let rgb = rows.reshape(3, picture.height() as i32)?;
            let mut bgr = Mat::default();
            imgproc::cvt_color_def(&rgb, &mut bgr, imgproc::COLOR_RGB2BGR)?;
            ensure!(!bgr.empty(), "an empty frame");
            Ok(self.writer.write(&bgr)?)
        }

        pub(super) fn finish(mut self: Box<Self>) -> anyhow::Result<()> {
            self.writer.release()?;
            let length = std::fs::metadata(&self.path).map_or(0, |m| m.len());
            ensure!(length > 0, "{} came out empty: is the disk full?", self.path.display());
            Ok(())
        }
    }
}
