//! Fonts given by flags.

use std::path::{Path, PathBuf};

use anyhow::Context;
use seeddb_export::drawing::{Font, Fonts};

use super::small;

/// Reads the fonts of these files. Without files they are the bundled ones; without a bold font it
/// is that of the same family in the same folder, or else the regular one. `told` converts an error
/// with the name of its flag.
pub fn read(
    regular: Option<&Path>,
    bold: Option<&Path>,
    told: impl Fn(&str, anyhow::Error) -> anyhow::Error,
) -> anyhow::Result<Fonts> {
    let open = |path: &Path, flag: &str| {
        let data = small::read(path, small::MOST_FONT).map_err(anyhow::Error::from);
        let font = data.and_then(|data| Ok(Font::new(data)?));
        let name = || format!("cannot use the font {}", path.display());
        font.with_context(name).map_err(|error| told(flag, error))
    };
    let mut fonts = Fonts::bundled()?;
    if let Some(path) = regular {
        fonts.regular = open(path, "font")?;
        fonts.bold = fonts.regular.clone();
    }
    let beside = regular.and_then(bold_beside);
    if let Some(path) = bold.or(beside.as_deref()) {
        fonts.bold = open(path, "bold-font")?;
    }
    Ok(fonts)
}

/// The bold font of a family in the same folder by usual names: Some-Regular.ttf and Some-Bold.ttf,
/// Some.ttf and Some-Bold.ttf.
fn bold_beside(regular: &Path) -> Option<PathBuf> {
    let (stem, ending) = (regular.file_stem()?.to_str()?, regular.extension()?.to_str()?);
    let family = stem.strip_suffix("Regular").map_or_else(|| format!("{stem}-"), str::to_owned);
    let bold = regular.with_file_name(format!("{family}Bold.{ending}"));
    bold.is_file().then_some(bold)
}
