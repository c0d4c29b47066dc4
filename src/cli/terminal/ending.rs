//! File extensions.

use std::path::{Path, PathBuf, is_separator};

/// The extension of a file name in lower case, without `.gz`; `None` for stdout, folders and
/// devices.
pub fn of(path: Option<&Path>) -> Option<String> {
    let path = path.filter(|path| path.as_os_str() != "-" && !is_folder(path))?;
    let stem = Path::new(path.file_stem()?);
    let of = if is_packed(Some(path)) { stem.extension() } else { path.extension() };
    let ending = of?.to_str()?.to_lowercase();
    Some(if ending == "ndjson" { "jsonl".to_owned() } else { ending })
}

/// Whether a file of this name is compressed.
pub fn is_packed(path: Option<&Path>) -> bool {
    let ending = path.and_then(Path::extension);
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case("gz"))
}

/// The name of a solution file: `a/b-solution.txt` for `a/b.txt`, and likewise for `a/b.csv.gz`.
pub fn beside(path: &Path) -> PathBuf {
    let whole = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let packed = if is_packed(Some(path)) { whole.len() - ".gz".len() } else { whole.len() };
    let at = whole[..packed].rfind('.').filter(|&at| at > 0).unwrap_or(packed);
    path.with_file_name(format!("{}-solution{}", &whole[..at], &whole[at..]))
}

/// Whether a path is an existing folder, or ends with a separator.
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
        assert_eq!(ending("b.json.GZ").as_deref(), Some("json"));
        assert_eq!(ending("b.gz"), None);
        for (path, expected) in [
            ("a/b.txt", "a/b-solution.txt"),
            ("a/b.csv.gz", "a/b-solution.csv.gz"),
            ("b", "b-solution"),
            ("b.gz", "b-solution.gz"),
        ] {
            assert_eq!(beside(Path::new(path)), Path::new(expected));
        }
        for path in ["-", "a", "a.pdf/", ".pdf"] {
            assert_eq!(ending(path), None, "{path}");
        }
        assert_eq!(of(None), None);
    }
}
