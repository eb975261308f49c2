use super::pixels::check_size;
use super::{Description, Event, Frame, Pace, Source, SourceError};
use crate::table::Stamp;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageReader, RgbImage};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// One picture as a source of one frame at time zero.
pub(super) struct Photo {
    description: Description,
    image: Option<RgbImage>,
}

impl Photo {
    pub(super) fn open(path: &Path) -> Result<Self, SourceError> {
        let image = read_photo(path)?;
        let description = Description {
            name: format!("photo {}", path.display()),
            pace: Pace::Recorded,
            size: image.dimensions(),
            fps: None,
            frames_total: Some(1),
        };
        Ok(Self { description, image: Some(image) })
    }
}

impl Source for Photo {
    fn description(&self) -> &Description {
        &self.description
    }

    fn next(&mut self) -> Result<Option<Event>, SourceError> {
        Ok(self.image.take().map(|image| Event::Frame(Frame { index: 0, stamp: Stamp::default(), image })))
    }
}

/// A still, turned upright as its EXIF orientation says.
pub(super) fn read_photo(path: &Path) -> Result<RgbImage, SourceError> {
    let bad = |e: image::ImageError| SourceError::BadPicture { reason: e.to_string(), path: path.into() };
    let mut decoder = reader(path)?.into_decoder().map_err(bad)?;
    check_size(decoder.dimensions(), &path.display().to_string())?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut picture = DynamicImage::from_decoder(decoder).map_err(bad)?;
    picture.apply_orientation(orientation);
    Ok(picture.into_rgb8())
}

/// Width and height of a still as [`read_photo`] will give it, from its header alone.
pub(super) fn photo_size(path: &Path) -> Result<(u32, u32), SourceError> {
    let bad = |e: image::ImageError| SourceError::BadPicture { reason: e.to_string(), path: path.into() };
    let mut decoder = reader(path)?.into_decoder().map_err(bad)?;
    let (width, height) = decoder.dimensions();
    check_size((width, height), &path.display().to_string())?;
    let lies_on_its_side = matches!(
        decoder.orientation().unwrap_or(Orientation::NoTransforms),
        Orientation::Rotate90 | Orientation::Rotate270 | Orientation::Rotate90FlipH | Orientation::Rotate270FlipH
    );
    Ok(if lies_on_its_side { (height, width) } else { (width, height) })
}

fn reader(path: &Path) -> Result<ImageReader<BufReader<File>>, SourceError> {
    let io = |source| SourceError::Io { source, path: path.into() };
    if path.metadata().map_err(io)?.len() == 0 {
        return Err(SourceError::Empty(path.into()));
    }
    let mut reader = ImageReader::open(path).map_err(io)?.with_guessed_format().map_err(io)?;
    // The decoder's own size limits would refuse before we can say how large the picture is.
    reader.no_limits();
    Ok(reader)
}
