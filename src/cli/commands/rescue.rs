//! [`rescue`]: seeds that could not be committed, in a file that `import` reads.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;
use seeddb::database::{Error, Mined, StoreError, Unsaved};
use seeddb::plural::{are, counted};
use seeddb::record::Seed;

use crate::cli::terminal::globals::Globals;

/// Writes the seeds to a file, and tries once more if another process had the database. So whoever stops waiting for it loses
/// nothing. What the search brought, if they are in the database in the end.
pub fn rescue(globals: &Globals, unsaved: Unsaved) -> anyhow::Result<Mined> {
    // Beside the database, else in the folder of the user, else where temporary files are.
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
            // A wait that no stop ends: whoever stopped the search wants to keep what it found.
            unsaved.retry(&globals.database()?.within(globals.wait()))
        }
        _ => Err(unsaved.error),
    };
    let mined = mined.context(place)?;
    if let Ok(file) = file {
        // What it holds is in the database: nobody is harmed if it stays.
        let _ = fs::remove_file(file);
    }
    Ok(mined)
}

/// Where the seeds are that are not in the database: in `file`, or if that could not be written, on the screen.
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
