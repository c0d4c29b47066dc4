//! Entry of books with the places of their puzzles.

use std::collections::HashSet;

use super::super::super::content::LOST;
use super::super::super::engine::{Done, Transaction};
use super::super::super::moved::{Part, RecordConflict};
use super::super::super::record::{PuzzleRef, Record as _};
use super::super::books;
use super::super::rows::numbered;
use super::{Loader, Policy, expect};
use crate::record::{Book, Place};

pub(super) struct Books {
    own: Vec<Book>,
    /// The number of books that were here before.
    before: usize,
    /// Ids of books here that match a book of the source; each matches only one.
    taken: HashSet<u32>,
}

impl Loader {
    /// Completes the book: enters it with its places.
    pub(super) fn end_book(&mut self, to: &mut dyn Transaction) -> Done {
        let Some((told, places)) = self.book.take() else { return Ok(()) };
        let (name, book) = (Book::name(&told.book.id), told.book);
        if self.policy != Policy::New {
            return self.join_book(to, &book, &places);
        }
        let is_whole = told.puzzles.is_none_or(|puzzles| puzzles as usize == places.len());
        expect(is_whole, &name, "it has other puzzles than it counts")?;
        self.moved.came.books += 1;
        let next = self.moved.came.books as u32;
        expect(book.id == next, &Book::name(&next), "it is missing")?;
        books::enter(to, &book, &places)
    }

    fn join_book(&mut self, to: &mut dyn Transaction, book: &Book, places: &[Place]) -> Done {
        let at: Vec<PuzzleRef> = places.iter().map(|place| (place.batch, place.number)).collect();
        let here = self.places_here(to, &at)?;
        let here = places.iter().zip(here).filter_map(|(place, here)| {
            here.map(|(batch, number)| Place { batch, number, ..*place })
        });
        let here: Vec<Place> = here.collect();
        let lost = (places.len() - here.len()) as u64;
        if lost > 0 {
            let words = "places of puzzles that are lost".to_owned();
            self.moved.miss(Part::Places, Some(book.id), Some(lost), words);
        }
        let mut books = if let Some(books) = self.books.take() {
            books
        } else {
            let own = numbered::<Book>(to)?;
            Books { before: own.len(), own, taken: HashSet::new() }
        };
        let joined = self.join(to, &mut books, book, &here);
        self.books = Some(books);
        joined
    }

    fn join(
        &mut self,
        to: &mut dyn Transaction,
        books: &mut Books,
        book: &Book,
        here: &[Place],
    ) -> Done {
        let (is_void, theirs) = (book.void, book.id);
        // An older copy has the book under its id with all its places, whatever the newer copy
        // lost.
        let same = books.own[..books.before].get_mut((theirs as usize).wrapping_sub(1));
        if let Some(same) = same.filter(|same| {
            self.policy == Policy::CatchUp && (same.title == book.title || book.title == LOST)
        }) {
            if is_void && books::void(to, same.id)? {
                same.void = true;
            }
            books.taken.insert(same.id);
            self.moved.known.books += 1;
            return Ok(());
        }
        let book = Book { puzzles: here.len() as u32, ..book.clone() };
        // Two books may differ only in one being void.
        for is_given_up in [is_void, !is_void] {
            let wanted = Book { void: is_given_up, ..book.clone() };
            for known in &mut books.own {
                if books.taken.contains(&known.id)
                    || *known != books::as_known(&wanted, known)
                    || !books::has(to, known.id, here)?
                {
                    continue;
                }
                books.taken.insert(known.id);
                if is_void && books::void(to, known.id)? {
                    known.void = true;
                }
                self.moved.known.books += 1;
                return Ok(());
            }
        }
        let alike = books.own[..books.before].iter().find(|own| own.title == book.title);
        if let Some(alike) = alike {
            let (title, here) = (book.title.clone(), alike.id);
            self.moved.differing.push(RecordConflict::Title { title, theirs, here });
        }
        let book = Book { id: books.own.len() as u32 + 1, ..book };
        books::keep(to, &book, here)?;
        books.taken.insert(book.id);
        self.moved.came.books += 1;
        self.moved.books.push((theirs, book.id));
        books.own.push(book);
        Ok(())
    }
}
