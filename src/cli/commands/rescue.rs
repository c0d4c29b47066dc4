//! [`rescue`]: saves seeds that could not be committed to a file that `import` reads.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;
use seeddb_core::plural::{are, counted};
use seeddb_core::record::Seed;
use seeddb_database::{Error, Mined, StoreError, Unsaved};

use crate::terminal::Globals;

/// Writes the seeds to a file, and tries once more to commit them if another process had locked the
/// database, so that stopping the wait loses nothing. Returns the result of the search if the seeds
/// were committed.
pub fn rescue(globals: &Globals, unsaved: Unsaved) -> anyhow::Result<Mined> {
    // Beside the database, else in the working folder, else in the temporary folder.
    let (database, temporary, here) =
        (globals.path().unwrap_or_default(), env::temp_dir(), Path::new(""));
    let file = unsaved.save(&[database.parent().unwrap_or(here), here, &temporary]);
    let place = place(&unsaved.seeds, &file);
    let mined = match &unsaved.error {
        Error::Store(StoreError::Locked { holder }) => {
            globals.note(format_args!(
                "the database is in use by {holder}: waiting for it up to {} s; meanwhile {place}",
                globals.wait().as_secs()
            ));
            // A wait that the earlier stop does not end: the user wants to keep the seeds found.
            unsaved.retry(&globals.database()?.within(globals.wait()))
        }
        _ => Err(unsaved.error),
    };
    let mined = mined.context(place)?;
    if let Ok(file) = file {
        // Its seeds are in the database, so it does no harm if it stays.
        let _ = fs::remove_file(file);
    }
    Ok(mined)
}

/// The place of the uncommitted seeds in words: `file`, or the terminal if it could not be written.
fn place(seeds: &[Seed], file: &io::Result<PathBuf>) -> String {
    let count = seeds.len() as u64;
    let told = format!("{} {}", counted(count, "seed"), are(count));
    match file {
        Ok(file) => {
            let file = file.display();
            format!("{told} kept in {file}, for `seeddb import {file}`")
        }
        Err(error) => {
            let puzzles: Vec<String> = seeds.iter().map(|seed| seed.puzzle.to_string()).collect();
            format!("{told} kept nowhere but here ({error}):\n{}\n", puzzles.join("\n"))
        }
    }
}
