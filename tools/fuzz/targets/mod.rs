//! The targets: what reads inputs of others, and the sentence that holds of each.

mod ledger;
mod paper;
mod program;
mod puzzles;
mod server;
mod tables;
mod words;

use chacha20::ChaCha8Rng;
use seeddb::database::{Control, Database, Part};
use seeddb::logic::Ladder;
use seeddb::mine::starter;

/// Looks at an input, and panics if the sentence does not hold. What the generator gives is the same for the same input.
pub type Check = Box<dyn FnMut(&[u8], &mut ChaCha8Rng)>;

/// Something that reads.
pub struct Target {
    pub name: &'static str,
    /// What holds, whatever the input.
    pub truth: &'static str,
    /// Valid inputs.
    pub corpus: fn() -> Vec<Vec<u8>>,
    /// Words that inputs are made of, with blanks between them.
    pub words: &'static str,
    /// Prepares the look.
    pub check: fn() -> Check,
}

/// All of them.
pub fn targets() -> &'static [Target] {
    const ALL: &[Target] = &[
        puzzles::PUZZLES,
        puzzles::LINKS,
        tables::LEVELS,
        tables::REQUESTS,
        tables::BOOKS,
        tables::SITES,
        tables::SCALES,
        ledger::KEYS,
        words::WORDS,
        paper::FONTS,
        paper::PROSE,
        program::COMMANDS,
        server::REQUESTS,
    ];
    ALL
}

/// A database in memory with some starter seeds, and so many easy puzzles drawn.
fn drawn(count: u32) -> Database {
    let seeds: Vec<_> = starter().into_iter().step_by(200).collect();
    let database = Database::in_memory(Ladder::hsolve().clone(), &seeds).expect("in memory");
    let drawn = database.draw(&Part::of_level("easy", count).drawn(7), &Control::default());
    assert_eq!(drawn.expect("it draws").flatten().count(), count as usize);
    database
}

fn owned(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// The input as the program reads texts: what is no UTF-8 is refused before.
fn text(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok()
}
