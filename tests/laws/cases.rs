//! The number of random cases of a law.

/// `few` random cases with every change, and `many` where `SEEDDB_LONG` is set, as in `.ci/long`.
pub fn cases(few: usize, many: usize) -> usize {
    if std::env::var_os("SEEDDB_LONG").is_some() { many } else { few }
}
