//! A site as an app: the manifest for installing it, and its icons.

use std::io;

use serde_json::{Value, json};

use super::Description;
use crate::drawing::{Drawing, Fonts, Ink, Shape, write_svg};

/// The name of the manifest file.
pub(super) const MANIFEST: &str = "manifest.webmanifest";

/// The sizes of the icons in pixels, apart from the SVG.
const SIZES: [u32; 2] = [192, 512];

/// Returns the manifest, which browsers read to install the site.
pub(super) fn manifest(description: &Description, name: &str) -> Value {
    let colour = |own: &str, usual: &str| if own.is_empty() { usual } else { own }.to_owned();
    let mut icons = vec![json!({"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"})];
    for size in SIZES.into_iter().filter(|_| cfg!(feature = "png")) {
        icons.push(json!({
            "src": format!("icon-{size}.png"),
            "sizes": format!("{size}x{size}"),
            "type": "image/png",
            "purpose": "any maskable",
        }));
    }
    let paper = colour(&description.colours.paper, "#ffffff");
    json!({
        "name": name,
        "short_name": name,
        "lang": description.language.to_string(),
        "start_url": "index.html",
        "scope": "./",
        "display": "standalone",
        "background_color": paper,
        "theme_color": paper,
        "icons": icons,
    })
}

/// Returns the icons by file name.
pub(super) fn icons(name: &str) -> io::Result<Vec<(String, Vec<u8>)>> {
    let (drawing, fonts) = (icon(), Fonts::bundled().map_err(io::Error::other)?);
    let mut svg = Vec::new();
    write_svg(&mut svg, &drawing, name, &fonts)?;
    #[cfg_attr(not(feature = "png"), expect(unused_mut))]
    let mut files = vec![("icon.svg".to_owned(), svg)];
    #[cfg(feature = "png")]
    for size in SIZES {
        let mut png = Vec::new();
        crate::drawing::write_png(&mut png, &drawing, 72.0 * f64::from(size) / SIDE, &fonts)?;
        files.push((format!("icon-{size}.png"), png));
    }
    Ok(files)
}

/// The side of the icon in points.
const SIDE: f64 = 192.0;

/// Returns a box of nine cells, within the circle that launchers may cut out.
fn icon() -> Drawing {
    let fill = |at: f64, down: f64, side: f64, ink| Shape::Fill {
        corner: [at, down],
        size: [side; 2],
        ink,
    };
    let cell = |n: u8| {
        let place = |n: u8| 38.0 + 40.0 * f64::from(n);
        let ink = if matches!(n, 1 | 3 | 8) { Ink::percent(45) } else { Ink::PAPER };
        fill(place(n % 3), place(n / 3), 36.0, ink)
    };
    let mut shapes = vec![fill(0.0, 0.0, SIDE, Ink::percent(90))];
    shapes.extend((0..9).map(cell));
    Drawing { size: [SIDE; 2], shapes }
}
