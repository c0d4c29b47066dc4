//! Numbers of things in words.

/// Writes a number of things: `1 puzzle`, `2 puzzles`, `2 batches`.
///
/// ```
/// use seeddb_core::plural::counted;
///
/// assert_eq!([1, 2].map(|count| counted(count, "batch")), ["1 batch", "2 batches"]);
/// ```
pub fn counted(count: u64, thing: &str) -> String {
    let plural = if thing.ends_with("ch") || thing.ends_with('x') { "es" } else { "s" };
    format!("{count} {thing}{}", by_count(count, "", plural))
}

/// Returns `is` for one, `are` for other numbers.
pub fn are(count: u64) -> &'static str {
    by_count(count, "is", "are")
}

/// Returns the words for one thing, or those for none and several.
pub fn by_count(count: u64, one: &'static str, others: &'static str) -> &'static str {
    if count == 1 { one } else { others }
}
