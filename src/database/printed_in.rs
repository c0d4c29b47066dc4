//! [`PrintedIn`]: the books and series that prevent puzzles from becoming void.

use crate::record::Book;

/// Books and series that contain some of the given puzzles, each with their number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PrintedIn {
    /// The books.
    pub books: Vec<(Book, u32)>,
    /// The series.
    pub series: Vec<(String, u32)>,
}

impl PrintedIn {
    /// Whether there are neither books nor series.
    pub fn is_empty(&self) -> bool {
        self.books.is_empty() && self.series.is_empty()
    }
}

impl std::fmt::Display for PrintedIn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let books = self
            .books
            .iter()
            .map(|(Book { id, title, .. }, count)| format!("{count} in book {id} ({title:?})"));
        let series =
            self.series.iter().map(|(series, count)| format!("{count} in series {series:?}"));
        f.write_str(&books.chain(series).collect::<Vec<_>>().join(", "))
    }
}
