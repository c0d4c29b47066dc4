//! [`Images`]: the PNG and JPEG files that a book shows.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::path::Path;
use std::sync::Arc;

use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::prose::images_of;
use super::size::INCH;
use super::{BookError, Plan};
use crate::drawing::Point;

/// The least resolution of a printed picture, in pixels per inch.
pub(super) const DPI: f64 = 300.0;
/// The largest file in bytes, and the greatest width and height of a picture in pixels.
const MOST_BYTES: u64 = 64 << 20;
const MOST_PIXELS: usize = 20_000;

/// A picture of pixels in RGB, 8 bits each.
#[derive(Clone, PartialEq, Eq)]
pub struct Image {
    /// Columns and rows of pixels.
    pub pixels: [usize; 2],
    rgb: Vec<u8>,
}

impl std::fmt::Debug for Image {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Image {:?}", self.pixels)
    }
}

impl Image {
    /// Reads a PNG or JPEG file. Transparent pixels become white.
    ///
    /// # Errors
    /// The reason why the data is no such picture.
    pub fn read(data: &[u8]) -> Result<Self, String> {
        let image = if data.starts_with(b"\x89PNG") {
            png(data)?
        } else if data.starts_with(&[0xff, 0xd8]) {
            jpeg(data)?
        } else {
            return Err("it is neither PNG nor JPEG".to_owned());
        };
        let [width, height] = image.pixels;
        if width.max(height) > MOST_PIXELS
            || image.rgb.len() != width * height * 3
            || width * height == 0
        {
            return Err(format!("it has {width} x {height} pixels"));
        }
        Ok(image)
    }

    /// Returns the lightness of each pixel, one byte each, for printing in black only (ITU-R
    /// BT.601).
    pub(crate) fn grey(&self) -> Vec<u8> {
        let luma = |&[r, g, b]: &[u8; 3]| {
            ((299 * u32::from(r) + 587 * u32::from(g) + 114 * u32::from(b) + 500) / 1000) as u8
        };
        self.rgb.as_chunks::<3>().0.iter().map(luma).collect()
    }

    /// Returns the pixels in process colours, four bytes each, with the grey component in black
    /// only.
    pub(crate) fn cmyk(&self) -> Vec<u8> {
        let ink = |rgb: &[u8; 3]| {
            let [c, m, y] = rgb.map(|light| 255 - light);
            let k = c.min(m).min(y);
            let part = |ink: u8| match u32::from(255 - k) {
                0 => 0,
                rest => (u32::from(ink - k) * 255 / rest) as u8,
            };
            [part(c), part(m), part(y), k]
        };
        self.rgb.as_chunks::<3>().0.iter().flat_map(ink).collect()
    }

    /// Returns width and height in points at this resolution in pixels per inch.
    pub(super) fn size(&self, dpi: f64) -> Point {
        self.pixels.map(|pixels| pixels as f64 * INCH / dpi)
    }

    /// Returns width and height in points of the largest print within this room that has 300 pixels
    /// per inch.
    pub(super) fn within(&self, room: Point) -> Point {
        let [width, height] = self.size(DPI);
        let part = (room[0] / width).min(room[1] / height).min(1.0);
        [width * part, height * part]
    }
}

fn png(data: &[u8]) -> Result<Image, String> {
    let mut decoder = png::Decoder::new(Cursor::new(data));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
    let mut reader = decoder.read_info().map_err(|error| error.to_string())?;
    let size = reader.output_buffer_size().filter(|size| *size <= MOST_PIXELS * MOST_PIXELS);
    let mut bytes = vec![0; size.ok_or("it is too large")?];
    let frame = reader.next_frame(&mut bytes).map_err(|error| error.to_string())?;
    let bytes = &bytes[..frame.buffer_size()];
    let on_white = |light: u8, alpha: u8| {
        let (light, alpha) = (u32::from(light), u32::from(alpha));
        ((light * alpha + 255 * (255 - alpha) + 127) / 255) as u8
    };
    let rgb = match frame.color_type {
        png::ColorType::Grayscale => bytes.iter().flat_map(|&light| [light; 3]).collect(),
        png::ColorType::GrayscaleAlpha => bytes
            .as_chunks::<2>()
            .0
            .iter()
            .flat_map(|&[light, alpha]| [on_white(light, alpha); 3])
            .collect(),
        png::ColorType::Rgba => {
            let pixel = |&[r, g, b, alpha]: &[u8; 4]| [r, g, b].map(|light| on_white(light, alpha));
            bytes.as_chunks::<4>().0.iter().flat_map(pixel).collect()
        }
        _ => bytes.to_vec(),
    };
    Ok(Image { pixels: [frame.width as usize, frame.height as usize], rgb })
}

fn jpeg(data: &[u8]) -> Result<Image, String> {
    let options = DecoderOptions::default().jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(data), options);
    let rgb = decoder.decode().map_err(|error| format!("{error:?}"))?;
    let info = decoder.info().ok_or("it has no size")?;
    Ok(Image { pixels: [info.width.into(), info.height.into()], rgb })
}

/// The pictures of a plan by name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Images(BTreeMap<String, Arc<Image>>);

impl Images {
    /// Whether a plan names any picture.
    pub fn are_named(plan: &Plan) -> bool {
        named(plan).next().is_some()
    }

    /// Reads all pictures that the matter and the cover of a plan name. Names are paths relative to
    /// `folder`.
    ///
    /// # Errors
    /// [`BookError::Layout`] if a file cannot be read or is no picture.
    pub fn read(plan: &Plan, folder: &Path) -> Result<Self, BookError> {
        let mut all = Self::default();
        for (name, keys) in named(plan) {
            let path = folder.join(&name);
            let cannot = |words: String| {
                BookError::layout(
                    format!("cannot use the picture {}: {words}", path.display()),
                    keys,
                )
            };
            let size = path.metadata().map_err(|error| cannot(error.to_string()))?.len();
            if size > MOST_BYTES {
                return Err(cannot("it is larger than 64 MB".to_owned()));
            }
            let data = std::fs::read(&path).map_err(|error| cannot(error.to_string()))?;
            all.0.insert(name, Arc::new(Image::read(&data).map_err(cannot)?));
        }
        Ok(all)
    }

    /// Returns the picture of this name; `None` if it was not read.
    pub fn get(&self, name: &str) -> Option<&Arc<Image>> {
        self.0.get(name)
    }
}

/// Returns the pictures that a plan names, each with the keys of the naming entry.
fn named(plan: &Plan) -> impl Iterator<Item = (String, &'static [&'static str])> {
    let of_text = |text: &Option<String>, keys: &'static [&'static str]| {
        let names = text.as_deref().map(images_of).unwrap_or_default();
        names.into_iter().map(move |name| (name, keys))
    };
    let cover = plan.cover.as_ref().and_then(|cover| cover.image.clone());
    of_text(&plan.matter.front, &["matter.front"])
        .chain(of_text(&plan.matter.back, &["matter.back"]))
        .chain(cover.map(|name| (name, &["cover.image"][..])))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png_of(color: png::ColorType, bytes: &[u8]) -> Vec<u8> {
        let mut data = Vec::new();
        let mut encoder = png::Encoder::new(&mut data, 2, 1);
        encoder.set_color(color);
        encoder.write_header().unwrap().write_image_data(bytes).unwrap();
        data
    }

    #[test]
    fn pixels_become_inks() {
        let image = Image::read(&png_of(png::ColorType::Rgb, &[255, 0, 0, 64, 64, 64])).unwrap();
        assert_eq!((image.pixels, image.grey()), ([2, 1], vec![76, 64]));
        assert_eq!(image.cmyk(), [0, 255, 255, 0, 0, 0, 0, 191]);
        let clear =
            Image::read(&png_of(png::ColorType::Rgba, &[0, 0, 0, 0, 10, 20, 30, 255])).unwrap();
        assert_eq!(clear.rgb, [255, 255, 255, 10, 20, 30]);
        let grey = Image::read(&png_of(png::ColorType::GrayscaleAlpha, &[0, 0, 9, 255])).unwrap();
        assert_eq!(grey.rgb, [255, 255, 255, 9, 9, 9]);
        let dot = Image::read(include_bytes!("../../../tests/data/dot.jpg")).unwrap();
        assert_eq!((dot.pixels, dot.rgb.len()), ([8, 8], 192));
        assert!(dot.rgb[0] > 180 && dot.rgb[1] < 60, "{:?}", &dot.rgb[..3]);
        for wrong in [&b"GIF89a"[..], b"", b"\x89PNG\r\n", &[0xff, 0xd8, 0xff]] {
            assert!(Image::read(wrong).is_err());
        }
    }

    /// Prints are as large as 300 pixels per inch allow, and never larger than the room.
    #[test]
    fn prints_have_pixels_enough() {
        let image = Image { pixels: [600, 300], rgb: Vec::new() };
        let within = |room: Point| image.within(room).map(|length| length.round() as i32);
        assert_eq!(within([1000.0, 1000.0]), [144, 72]);
        assert_eq!(within([72.0, 1000.0]), [72, 36]);
    }
}
