//! Books of another database.

use std::collections::HashSet;

use super::super::super::engine::{Done, Transaction};
use super::super::super::pieces::Piece;
use super::super::super::record::At;
use super::super::rows::numbered;
use super::super::{books, pieces};
use super::{Differing, Joined, Theirs};
use crate::record::{Book, Place};

/// Books here, as books of the other database are held against them.
struct Books<'a> {
    theirs: &'a Theirs<'a>,
    own: Vec<Book>,
    /// Those that were here before.
    before: usize,
    /// Ids of those that are one of theirs: each is one alone.
    taken: HashSet<u32>,
}

/// Brings those that are not here.
pub(super) fn all(theirs: &Theirs<'_>, to: &mut dyn Transaction, joined: &mut Joined) -> Done {
    let own = numbered::<Book>(to)?;
    let (before, taken) = (own.len(), HashSet::new());
    let mut books = Books { theirs, own, before, taken };
    let (mut book, mut failure) = (None, None);
    theirs.read(|from| {
        pieces::books(from, &mut |piece| {
            let done = match (piece, book.take()) {
                (Piece::Book(told), _) => {
                    book = Some(told.book);
                    Ok(())
                }
                (Piece::Places(places), Some(book)) => books.one(to, book, &places, joined),
                _ => Ok(()),
            };
            failure = done.err();
            failure.is_none()
        })
    })?;
    failure.map_or(Ok(()), Err)
}

impl Books<'_> {
    fn one(
        &mut self,
        to: &mut dyn Transaction,
        book: Book,
        places: &[Place],
        joined: &mut Joined,
    ) -> Done {
        let at: Vec<At> = places.iter().map(|place| (place.batch, place.number)).collect();
        let here = self.theirs.places_in(to, &at)?;
        let here = places.iter().zip(here).filter_map(|(place, here)| {
            here.map(|(batch, number)| Place { batch, number, ..*place })
        });
        let here: Vec<Place> = here.collect();
        joined.lost += (places.len() - here.len()) as u64;
        let is_void = book.void;
        let theirs = book.id;
        let book = Book { puzzles: here.len() as u32, ..book };
        // Two may differ in nothing but that one was given up.
        for is_given_up in [is_void, !is_void] {
            let wanted = Book { void: is_given_up, ..book.clone() };
            for known in &mut self.own {
                if self.taken.contains(&known.id)
                    || *known != books::as_known(&wanted, known)
                    || !books::has(to, known.id, &here)?
                {
                    continue;
                }
                self.taken.insert(known.id);
                if is_void && books::void(to, known.id)? {
                    known.void = true;
                }
                return Ok(());
            }
        }
        let alike = self.own[..self.before].iter().find(|own| own.title == book.title);
        if let Some(alike) = alike {
            let (title, here) = (book.title.clone(), alike.id);
            joined.differing.push(Differing::Title { title, theirs, here });
        }
        let book = Book { id: self.own.len() as u32 + 1, ..book };
        books::keep(to, &book, &here)?;
        self.taken.insert(book.id);
        joined.books.push((theirs, book.id));
        self.own.push(book);
        Ok(())
    }
}
