//! [`PrintedIn`]: the books that keep puzzles from becoming void.

use crate::record::Book;

/// Puzzles of a batch or of ids that are printed in books, each book with how many of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrintedIn(pub Vec<(Book, u32)>);

impl std::fmt::Display for PrintedIn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, (Book { id, title, .. }, count)) in self.0.iter().enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            write!(f, "{comma}{count} in book {id} ({title:?})")?;
        }
        Ok(())
    }
}
