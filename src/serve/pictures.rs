//! [`Pictures`]: the pages of the latest books, for viewing.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use super::problem::Problem;
use crate::export::drawing::{Drawing, Fonts, write_svg};

/// The number of books whose pages are kept; older books have only their files.
const KEPT: usize = 4;

/// The pages of each document of a book.
type Pages = Arc<Vec<Vec<Drawing>>>;

/// The pages by the names of the books, oldest first.
#[derive(Default)]
pub(super) struct Pictures(Mutex<VecDeque<(String, Pages)>>);

impl Pictures {
    /// Keeps the pages of a book, in place of those of the oldest if there are too many.
    pub fn keep(&self, name: &str, pages: Vec<Vec<Drawing>>) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() == KEPT {
            all.pop_front();
        }
        all.push_back((name.to_owned(), Arc::new(pages)));
    }

    pub fn of(&self, name: &str) -> Option<Pages> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.iter().find(|(known, _)| known == name).map(|(_, pages)| Arc::clone(pages))
    }
}

pub(super) fn picture(page: &Drawing, title: &str) -> Result<Vec<u8>, Problem> {
    let fonts = Fonts::bundled().map_err(|_| Problem::internal())?;
    let mut svg = Vec::new();
    write_svg(&mut svg, page, title, &fonts).map_err(|_| Problem::internal())?;
    Ok(svg)
}
