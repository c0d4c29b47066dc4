//! EAN-13: the bar code of an ISBN (GS1 General Specifications, section 5.2), at its nominal size.

use super::super::super::drawing::{Drawing, Face, FontError, Fonts, Ink, Shape};
use super::super::MILLIMETRE;
use super::super::isbn::Isbn;
use super::super::rules::BAR_CODE;

const MODULE: f64 = 0.33 * MILLIMETRE;
const BARS: f64 = 22.85 * MILLIMETRE;
/// The additional height of the guard bars.
const GUARDS: f64 = 5.0 * MODULE;
/// The width of the quiet zones before and after the bars, in modules.
const QUIET: [usize; 2] = [11, 7];
const MODULES: usize = 95;
/// The height of the digits below the bars.
const DIGIT: f64 = 2.75 * MILLIMETRE;
/// The size of the type above the bars.
const ABOVE: f64 = 7.5;

/// The seven modules of each digit of set A, 1 being black. Set C is its complement, and set B is C
/// reversed.
const A: [u8; 10] = [
    0b000_1101, 0b001_1001, 0b001_0011, 0b011_1101, 0b010_0011, 0b011_0001, 0b010_1111, 0b011_1011,
    0b011_0111, 0b000_1011,
];
/// For each first digit, the set of each of the next six digits: 1 for set B, the highest bit
/// first.
const FIRST: [u8; 10] = [
    0b00_0000, 0b00_1011, 0b00_1101, 0b00_1110, 0b01_0011, 0b01_1001, 0b01_1100, 0b01_0101,
    0b01_0110, 0b01_1010,
];

/// Returns the modules from left to right; true is black.
pub fn modules(digits: [u8; 13]) -> Vec<bool> {
    let mut all = Vec::with_capacity(MODULES);
    let mut add = |bits: u8, count: u8| {
        all.extend((0..count).rev().map(|bit| bits >> bit & 1 == 1));
    };
    let sets = FIRST[usize::from(digits[0])];
    add(0b101, 3);
    for (i, digit) in digits[1..7].iter().enumerate() {
        let bits = A[usize::from(*digit)];
        let is_b = sets >> (5 - i) & 1 == 1;
        // Set B is the complement of set A, reversed: seven bits of a byte.
        add(if is_b { (!bits).reverse_bits() >> 1 } else { bits }, 7);
    }
    add(0b01010, 5);
    for digit in &digits[7..] {
        add(!A[usize::from(*digit)] & 0x7f, 7);
    }
    add(0b101, 3);
    all
}

/// Draws the code in black on white, centred in its area.
pub fn draw(isbn: &Isbn, fonts: &Fonts) -> Result<Drawing, FontError> {
    let [width, height] = BAR_CODE;
    let font = &fonts.regular;
    let (ink, face) = (Ink::BLACK, Face::Regular);
    let mut shapes = vec![Shape::Fill { corner: [0.0; 2], size: BAR_CODE, ink: Ink::PAPER }];
    let words = format!("ISBN {isbn}");
    let capital = font.capital();
    let gap = 1.5;
    let tall = ABOVE * capital + gap + BARS + gap + DIGIT;
    let top = (height - tall) / 2.0;
    let all = (QUIET[0] + MODULES + QUIET[1]) as f64 * MODULE;
    let left = (width - all) / 2.0 + QUIET[0] as f64 * MODULE;
    // Above the bars, and no wider than the area.
    let size = ABOVE.min((width - 4.0) / font.width(&words)?);
    let x = left + (MODULES as f64 * MODULE - font.width(&words)? * size) / 2.0;
    let x = x.clamp(2.0, (width - 2.0 - font.width(&words)? * size).max(2.0));
    let start = [x, top + ABOVE * capital];
    shapes.push(Shape::text(&words, start, size, face, ink));

    let upper = top + ABOVE * capital + gap;
    let bars = modules(isbn.digits());
    let mut at = 0;
    // Adjacent black modules are one bar, so that no hairline shows between them.
    for run in bars.chunk_by(|one, other| one == other) {
        if run[0] {
            let is_guard = at < 3 || (45..50).contains(&at) || at >= MODULES - 3;
            let tall = if is_guard { BARS + GUARDS } else { BARS };
            let corner = [left + at as f64 * MODULE, upper];
            shapes.push(Shape::Fill { corner, size: [run.len() as f64 * MODULE, tall], ink });
        }
        at += run.len();
    }
    let mut widest: f64 = 0.0;
    for digit in '0'..='9' {
        let glyph = font.need(digit)?;
        widest = widest.max(glyph.right - glyph.left);
    }
    // Each digit is as wide as its seven modules, less some white.
    let size = (DIGIT / capital).min(6.3 * MODULE / widest.max(f64::MIN_POSITIVE));
    for (i, digit) in isbn.digits().into_iter().enumerate() {
        let text = digit.to_string();
        let glyph = font.need(text.chars().next().unwrap_or('0'))?;
        // The centres of the digits, in modules.
        let middle = match i {
            0 => -6.0,
            1..=6 => 3.0 + 7.0 * (i as f64 - 0.5),
            _ => 50.0 + 7.0 * (i as f64 - 6.5),
        };
        let half = f64::midpoint(glyph.left, glyph.right) * size;
        let start = [left + middle * MODULE - half, upper + BARS + gap + size * capital];
        shapes.push(Shape::text(&text, start, size, face, ink));
    }
    Ok(Drawing { size: BAR_CODE, shapes })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The code of a known book, spelled out by hand with the tables of the standard.
    #[test]
    fn a_known_code() {
        let isbn: Isbn = "978-0-306-40615-7".parse().unwrap();
        let bars: String =
            modules(isbn.digits()).iter().map(|black| if *black { '1' } else { '0' }).collect();
        // First digit 9 has sets A B B A B A: 7 A, 8 B, 0 B, 3 A, 0 B, 6 A; then 4 0 6 1 5 7 of set
        // C.
        let wanted = "101 0111011 0001001 0100111 0111101 0100111 0101111 01010 \
                      1011100 1110010 1010000 1100110 1001110 1000100 101";
        assert_eq!(bars, wanted.replace(' ', ""));
    }

    #[test]
    fn a_code_has_its_size_and_its_white() {
        let fonts = Fonts::bundled().unwrap();
        let isbn: Isbn = "979-8-88645-174-0".parse().unwrap();
        let drawing = draw(&isbn, &fonts).unwrap();
        let bars: Vec<_> = drawing
            .shapes
            .iter()
            .filter_map(|shape| match shape {
                Shape::Fill { corner, size, ink } if *ink == Ink::BLACK => Some((corner, size)),
                _ => None,
            })
            .collect();
        let left = bars.iter().map(|(corner, _)| corner[0]).fold(f64::MAX, f64::min);
        let right = bars.iter().map(|(corner, size)| corner[0] + size[0]).fold(0.0, f64::max);
        assert!(((right - left) / MILLIMETRE - 31.35).abs() < 1e-6, "95 modules of 0.33 mm");
        assert!(left >= 11.0 * MODULE && BAR_CODE[0] - right >= 7.0 * MODULE);
        assert_eq!(bars.len(), 30, "two of each guard, two of each digit");
    }
}
