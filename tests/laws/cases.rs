//! The number of random cases of a law.

/// Returns the number of random cases to test: `many` if `SEEDDB_LONG` is set, as in `.ci/long`,
/// else `few`.
pub fn cases(few: usize, many: usize) -> usize {
    if std::env::var_os("SEEDDB_LONG").is_some() { many } else { few }
}
