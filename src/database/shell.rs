//! Words of command lines.

/// A word as a shell reads it.
///
/// ```
/// use seeddb_database::shell::quoted;
///
/// assert_eq!(quoted("24..30"), "24..30");
/// assert_eq!(quoted("it's"), r"'it'\''s'");
/// ```
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_=.,:/@%+".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
