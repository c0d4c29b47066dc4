//! QR codes as fills.

use qrcode::{Color, EcLevel, QrCode};

use super::super::drawing::{Drawing, Ink, Shape};
use super::{BookError, Qr};

/// The white around a code, in modules (ISO/IEC 18004).
const QUIET: usize = 4;

/// The least side of a module, in points: 0.42 mm, legible for telephones on newsprint.
const MODULE: f64 = 1.2;

pub(super) fn link(qr: &Qr, id: &str) -> String {
    qr.url.replace("{id}", id)
}

/// Returns the side of a link's code in points, with its quiet zone.
pub(super) fn side(link: &str) -> Result<f64, BookError> {
    Ok(code(link)?.width().saturating_add(2 * QUIET) as f64 * MODULE)
}

/// Draws the code of a link with this side.
pub(super) fn draw(link: &str, side: f64) -> Result<Drawing, BookError> {
    let code = code(link)?;
    let width = code.width();
    let module = side / (width + 2 * QUIET) as f64;
    let mut shapes = Vec::new();
    for (row, modules) in code.to_colors().chunks(width).enumerate() {
        let mut column = 0;
        // Dark modules side by side are one fill, so that no hairline shows between them.
        for run in modules.chunk_by(|one, other| one == other) {
            if run[0] == Color::Dark {
                let corner = [(column + QUIET) as f64 * module, (row + QUIET) as f64 * module];
                let area = [run.len() as f64 * module, module];
                shapes.push(Shape::Fill { corner, size: area, ink: Ink::BLACK });
            }
            column += run.len();
        }
    }
    Ok(Drawing { size: [side, side], shapes })
}

fn code(link: &str) -> Result<QrCode, BookError> {
    QrCode::with_error_correction_level(link, EcLevel::M).map_err(|_| BookError::Qr(link.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_dark_where_it_should_be() {
        let link = "https://example.org/7K3Q-0MZX-4D2A-T";
        let side = side(link).unwrap();
        let code = code(link).unwrap();
        assert!((side - (code.width() + 8) as f64 * 1.2).abs() < 1e-9);
        let drawing = draw(link, side).unwrap();
        let area: f64 = drawing
            .shapes
            .iter()
            .map(|shape| match shape {
                Shape::Fill { corner, size, .. } => {
                    assert!(corner.iter().all(|x| *x >= 4.0 * 1.2 - 1e-9));
                    assert!(
                        (0..2).all(|axis| corner[axis] + size[axis] <= side - 4.0 * 1.2 + 1e-9)
                    );
                    size[0] * size[1]
                }
                _ => panic!("{shape:?}"),
            })
            .sum();
        let dark = code.to_colors().into_iter().filter(|color| *color == Color::Dark).count();
        assert!((area - dark as f64 * 1.44).abs() < 1e-6);
        assert!(matches!(super::side(&"x".repeat(5000)), Err(BookError::Qr(_))));
    }
}
