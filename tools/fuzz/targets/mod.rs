//! The targets: what reads inputs of others, and the sentence that holds of each.

mod ledger;
mod paper;
mod program;
mod puzzles;
#[cfg(feature = "serve")]
mod server;
mod tables;
mod words;

use chacha20::ChaCha8Rng;

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
        #[cfg(feature = "serve")]
        server::REQUESTS,
    ];
    ALL
}

fn owned(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// The input as the program reads texts: what is no UTF-8 is refused before.
fn text(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok()
}
