//! Fonts as flags name them.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use etcetera::home_dir;
use seeddb::export::drawing::{Font, Fonts};

use super::small;

/// The fonts of these files: without any the ones that the program carries, without a bold one that of the same family beside the
/// other, else the other for both. `told` is asked about an error with the flag that named the file.
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

/// The bold font of a family in the same folder, by the usual names: Some-Regular.ttf and Some-Bold.ttf, Some.ttf and Some-Bold.ttf.
fn bold_beside(regular: &Path) -> Option<PathBuf> {
    let (stem, ending) = (regular.file_stem()?.to_str()?, regular.extension()?.to_str()?);
    let family = stem.strip_suffix("Regular").map_or_else(|| format!("{stem}-"), str::to_owned);
    let bold = regular.with_file_name(format!("{family}Bold.{ending}"));
    bold.is_file().then_some(bold)
}

/// The most fonts that are looked into for a character.
const MOST_LOOKED: usize = 500;

/// An installed font that has a character and may be used in a book.
pub fn installed_with(character: char) -> Option<PathBuf> {
    let own = [".local/share/fonts", ".fonts", "Library/Fonts"];
    let home = home_dir().ok();
    let own = home.iter().flat_map(|home| own.map(|folder| home.join(folder)));
    let all = ["/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts", "C:/Windows/Fonts"];
    first_with(own.chain(all.map(PathBuf::from)), character)
}

/// The first font in these folders, or those in them, that has a character; of names of a kind the regular ones first.
fn first_with(folders: impl Iterator<Item = PathBuf>, character: char) -> Option<PathBuf> {
    let (mut fonts, mut folders) = (Vec::new(), folders.collect::<Vec<_>>());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let Ok(kind) = entry.file_type() else { continue };
            if kind.is_dir() {
                folders.push(entry.path());
            } else if entry.path().extension().is_some_and(|end| end == "ttf" || end == "otf") {
                fonts.push(entry.path());
            }
        }
    }
    fonts.sort_by_key(|path| (!path.to_string_lossy().contains("Regular"), path.clone()));
    fonts.into_iter().take(MOST_LOOKED).find(|path| {
        let font = small::read(path, small::MOST_FONT).ok().and_then(|data| Font::new(data).ok());
        font.is_some_and(|font| font.glyph(character).is_some())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_font_is_known_by_its_characters() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("deep");
        fs::create_dir(&place).unwrap();
        fs::write(place.join("A.ttf"), "no font").unwrap();
        fs::write(place.join("Some-Regular.ttf"), Fonts::bundled().unwrap().regular.data())
            .unwrap();
        let found = |character| first_with(std::iter::once(folder.path().to_owned()), character);
        assert_eq!(found('ß'), Some(place.join("Some-Regular.ttf")));
        assert_eq!(found('数'), None);
    }
}
