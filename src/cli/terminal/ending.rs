//! What the ending of a file's name promises.

use std::path::{Path, is_separator};

/// Endings of formats that are written nowhere here: somebody who gives one wants what the name says.
const STRANGE: [&str; 14] = [
    "bmp", "doc", "docx", "gif", "htm", "html", "jpeg", "jpg", "md", "odt", "ods", "tif", "tiff",
    "xls",
];

/// The ending of a file's name, in small letters: none for stdout and folders, and for what follows a point but no
/// format.
pub fn of(path: Option<&Path>) -> Option<String> {
    let path = path.filter(|path| path.as_os_str() != "-" && !is_folder(path))?;
    let ending = path.extension()?.to_str()?.to_lowercase();
    Some(if ending == "ndjson" { "jsonl".to_owned() } else { ending })
}

/// Whether the ending belongs to something that nothing here writes.
pub fn is_strange(ending: &str) -> bool {
    STRANGE.contains(&ending)
}

/// A folder that is there, or a path that ends with a separator.
pub fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().to_string_lossy().ends_with(is_separator)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_endings() {
        let ending = |path: &str| of(Some(Path::new(path)));
        assert_eq!(ending("a/b.PDF").as_deref(), Some("pdf"));
        assert_eq!(ending("b.tar.ndjson").as_deref(), Some("jsonl"));
        for path in ["-", "a", "a.pdf/", ".pdf"] {
            assert_eq!(ending(path), None, "{path}");
        }
        assert_eq!(of(None), None);
        assert!(is_strange("jpg") && !is_strange("v2"));
    }
}
