//! The targets: readers of foreign inputs, each with a sentence that must hold.

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

/// Checks an input, and panics if the sentence does not hold. Equal inputs come with equal
/// generators.
pub type Check = Box<dyn FnMut(&[u8], &mut ChaCha8Rng)>;

/// A reader to fuzz.
pub struct Target {
    pub name: &'static str,
    /// The sentence that holds for every input.
    pub truth: &'static str,
    /// Valid inputs.
    pub corpus: fn() -> Vec<Vec<u8>>,
    /// Words to insert into inputs, separated by spaces.
    pub words: &'static str,
    /// Makes the check.
    pub check: fn() -> Check,
}

/// Returns all targets.
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

/// Returns a database in memory with some starter seeds and `count` drawn easy puzzles.
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

/// Returns the input as text; `None` unless it is UTF-8, as the program refuses other inputs.
fn text(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok()
}
