//! Lines about books and their places.

use serde::{Deserialize, Serialize};

use super::{Line, State};
use crate::record::{Book, Place};
use crate::store::ToldBook;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct BookLine {
    #[serde(default)]
    pub book: Option<u32>,
    #[serde(default)]
    pub title: String,
    #[serde(default)]
    pub volumes: Option<u32>,
    #[serde(default)]
    pub puzzles: Option<u32>,
    #[serde(default)]
    pub version: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<State>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct PlaceLine {
    #[serde(default)]
    pub book: Option<u32>,
    pub batch: u32,
    pub number: u32,
    #[serde(default)]
    pub volume: Option<u32>,
    pub book_number: u32,
    pub book_page: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution_page: Option<u32>,
}

impl From<&ToldBook> for Line {
    fn from(ToldBook { book, puzzles }: &ToldBook) -> Self {
        let Book { id, title, version, volumes, void, .. } = book;
        Self::Book(BookLine {
            book: Some(*id),
            title: title.clone(),
            volumes: Some(*volumes),
            puzzles: *puzzles,
            version: Some(version.clone()),
            state: State::of(*void),
        })
    }
}

impl PlaceLine {
    pub(in super::super) fn new(book: u32, place: &Place) -> Self {
        let &Place { batch, number, volume, label, page, answer } = place;
        Self {
            book: Some(book),
            batch,
            number,
            volume: Some(volume),
            book_number: label,
            book_page: page,
            solution_page: answer,
        }
    }

    pub(in super::super) fn read(&self) -> Place {
        Place {
            batch: self.batch,
            number: self.number,
            volume: self.volume.unwrap_or(1),
            label: self.book_number,
            page: self.book_page,
            answer: self.solution_page,
        }
    }
}
