//! [`Palette`]: the inks of a cover.

use super::super::super::drawing::Ink;
use super::super::{Colour, Design};

/// The inks of a cover; the sum of inks is below the printers' limit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Palette {
    /// The main colour, dark enough for white text.
    pub main: Ink,
    /// A slightly lighter colour, for patterns on the main colour.
    pub pattern: Ink,
    /// A tint of the main colour, light enough for black text.
    pub tint: Ink,
}

pub const NEWSPRINT: Ink = Ink::process([0, 3, 12, 5]);
/// The ground of the gift design's panels.
pub const CREAM: Ink = Ink::process([0, 3, 14, 0]);
/// The ornaments of the gift design.
pub const GOLD: Ink = Ink::process([4, 18, 65, 4]);

impl Palette {
    /// Returns the inks of a design, in the given colour or that of the design.
    pub const fn of(design: Design, colour: Option<Colour>) -> Self {
        let own = match design {
            Design::Plain => Colour::Blue,
            Design::Newspaper => Colour::Black,
            Design::Gift => Colour::Green,
        };
        let colour = match colour {
            Some(colour) => colour,
            None => own,
        };
        let [main, pattern, tint] = match colour {
            Colour::Black => [[0, 0, 0, 100], [0, 0, 0, 84], [0, 0, 0, 12]],
            Colour::Blue => [[100, 75, 0, 35], [92, 68, 0, 26], [18, 8, 0, 0]],
            Colour::Green => [[86, 24, 66, 62], [80, 20, 60, 52], [16, 0, 14, 0]],
            Colour::Red => [[10, 100, 85, 38], [8, 90, 76, 28], [0, 14, 10, 0]],
            Colour::Violet => [[70, 95, 0, 35], [60, 82, 0, 25], [12, 16, 0, 0]],
        };
        Self { main: Ink::process(main), pattern: Ink::process(pattern), tint: Ink::process(tint) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the relative luminance (WCAG 2.2) of an ink as a screen shows it.
    fn luminance(ink: Ink) -> f64 {
        let [c, m, y, k] = ink.colour().unwrap_or([0, 0, 0, ink.tone().unwrap_or(0)]);
        let channel = |of: u8| {
            let light = f64::from(100 - of) / 100.0 * f64::from(100 - k) / 100.0;
            if light <= 0.04045 { light / 12.92 } else { ((light + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(c) + 0.7152 * channel(m) + 0.0722 * channel(y)
    }

    #[test]
    fn letters_can_be_read_and_no_ink_is_too_thick() {
        let contrast = |one: Ink, other: Ink| {
            let [one, other] = [one, other].map(|ink| luminance(ink) + 0.05);
            one.max(other) / one.min(other)
        };
        let colours = [Colour::Black, Colour::Blue, Colour::Green, Colour::Red, Colour::Violet];
        for colour in colours {
            for design in [Design::Plain, Design::Newspaper, Design::Gift] {
                let Palette { main, pattern, tint } = Palette::of(design, Some(colour));
                for (letters, ground) in [
                    (Ink::PAPER, main),
                    (GOLD, main),
                    (GOLD, pattern),
                    (main, Ink::PAPER),
                    (main, CREAM),
                    (main, NEWSPRINT),
                    (Ink::BLACK, tint),
                ] {
                    let is = contrast(letters, ground);
                    assert!(is >= 4.5, "{colour:?}: {letters:?} on {ground:?}: {is:.2}");
                }
                for ink in [main, pattern, tint, GOLD, CREAM, NEWSPRINT] {
                    assert!(ink.coverage() <= 240, "{ink:?}");
                    assert!(ink.tone().is_some_and(|tone| tone >= 10), "{ink:?} vanishes");
                }
            }
        }
    }
}
