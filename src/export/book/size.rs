//! [`Size`]: the size of a page.

use std::fmt;
use std::str::FromStr;

/// Points in an inch.
pub const INCH: f64 = 72.0;

/// Points in a millimetre.
pub const MILLIMETRE: f64 = INCH / 25.4;

/// The named trims, with width and height in points.
const NAMED: [(&str, [f64; 2]); 3] = [
    ("a4", [210.0 * MILLIMETRE, 297.0 * MILLIMETRE]),
    ("a5", [148.0 * MILLIMETRE, 210.0 * MILLIMETRE]),
    ("letter", [8.5 * INCH, 11.0 * INCH]),
];

/// The smallest and the largest side of a page, in points: a pocket book, and half a broadsheet.
const SIDES: [f64; 2] = [3.5 * INCH, 20.0 * INCH];

/// The size of a page after trimming.
///
/// ```
/// use seeddb_export::book::Size;
///
/// let size: Size = "6x9".parse()?;
/// assert_eq!([size.width(), size.height()], [432.0, 648.0]);
/// assert_eq!("152.4x228.6mm".parse::<Size>()?.to_string(), "152.4x228.6mm");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Size {
    name: String,
    points: [f64; 2],
}

impl Size {
    /// The paperback trims of print-on-demand printers, in inches, and the sheets A4, A5 and
    /// letter.
    #[rustfmt::skip]
    pub const TRIMS: [&'static str; 19] = [
        "5x8", "5.06x7.81", "5.25x8", "5.5x8.5", "6x9", "6.14x9.21", "6.69x9.61", "7x10",
        "7.44x9.69", "7.5x9.25", "8x10", "8.25x6", "8.25x8.25", "8.5x8.5", "8.5x11", "8.27x11.69",
        "a4", "a5", "letter",
    ];

    /// Returns the sheet of A4.
    pub fn a4() -> Self {
        let (name, points) = NAMED[0];
        Self { name: name.to_owned(), points }
    }

    /// Returns the width in points.
    pub const fn width(&self) -> f64 {
        self.points[0]
    }

    /// Returns the height in points.
    pub const fn height(&self) -> f64 {
        self.points[1]
    }
}

impl Default for Size {
    fn default() -> Self {
        Self { name: "6x9".into(), points: [6.0 * INCH, 9.0 * INCH] }
    }
}

impl FromStr for Size {
    type Err = UnknownSize;

    fn from_str(text: &str) -> Result<Self, UnknownSize> {
        let name = text.trim().to_lowercase();
        if let Some((_, points)) = NAMED.iter().find(|(known, _)| *known == name) {
            return Ok(Self { name, points: *points });
        }
        let (lengths, unit) = match (name.strip_suffix("mm"), name.strip_suffix("in")) {
            (Some(lengths), _) => (lengths, MILLIMETRE),
            (None, Some(lengths)) => (lengths, INCH),
            (None, None) => (&name[..], INCH),
        };
        let sides = lengths.split_once('x').and_then(|(width, height)| {
            let side = |text: &str| text.trim().parse::<f64>().ok().map(|side| side * unit);
            Some([side(width)?, side(height)?])
        });
        let [least, most] = SIDES;
        match sides {
            Some(points) if points.iter().all(|side| (least..=most).contains(side)) => {
                Ok(Self { name, points })
            }
            _ => Err(UnknownSize(text.into())),
        }
    }
}

as_text!(Size);

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// The error for a text that is no page size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is no page size: take one of {sizes}, or WIDTHxHEIGHT in inches or with mm, from 3.5 to 20 in",
    sizes = Size::TRIMS.join(", ")
)]
pub struct UnknownSize(pub String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_trim_has_its_inches() {
        for trim in Size::TRIMS {
            let size: Size = trim.parse().unwrap();
            assert_eq!(size.to_string(), trim);
            if let Some((width, height)) = trim.split_once('x') {
                let inches = [width, height].map(|side| side.parse::<f64>().unwrap());
                assert!((size.width() - inches[0] * 72.0).abs() < 1e-9);
                assert!((size.height() - inches[1] * 72.0).abs() < 1e-9);
            }
        }
        let a4: Size = "A4".parse().unwrap();
        assert_eq!(a4, Size::a4());
        assert!((a4.width() - 595.276).abs() < 0.001 && (a4.height() - 841.890).abs() < 0.001);
        assert_eq!("6 x 9 in".parse::<Size>().unwrap().width().to_bits(), 432_f64.to_bits());
    }

    #[test]
    fn what_is_no_size_is_refused() {
        for text in
            ["", "x", "6", "6x", "6x9x12", "1x9", "6x99", "6x-9", "6xNaN", "infx9", "b5", "6x9cm"]
        {
            assert_eq!(text.parse::<Size>(), Err(UnknownSize(text.into())));
        }
        let words = "b5".parse::<Size>().unwrap_err().to_string();
        assert!(words.contains("5.06x7.81") && words.contains("mm"), "{words}");
    }
}
