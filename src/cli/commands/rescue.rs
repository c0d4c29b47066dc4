//! [`rescue`]: seeds that could not be committed, in a file that `import` reads.

use std::env;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use seeddb::database::{Added, StoreError};
use seeddb::database::{Mined, Unsaved};
use seeddb::mine::write_starter;
use seeddb::record::Seed;

use crate::cli::terminal::database::{are, counted};
use crate::cli::terminal::globals::Globals;

/// Writes the seeds to a file, and tries once more if another process had the database. So whoever stops waiting for it loses
/// nothing. What the search brought, if they are in the database in the end.
pub fn rescue(globals: &Globals, unsaved: Unsaved) -> anyhow::Result<Mined> {
    let Unsaved { seeds, mut mined, error } = unsaved;
    let file = save(globals, &seeds);
    let place = place(&seeds, &file);
    let committed = match &error {
        seeddb::database::Error::Store(StoreError::Locked { holder }) => {
            globals.note(format_args!(
                "the database is in use by {holder}: waiting for it up to {} s; meanwhile {place}",
                globals.wait().as_secs()
            ));
            // A wait that no stop ends: whoever stopped the search wants to keep what it found.
            globals.database()?.within(globals.wait()).add_seeds(&seeds)
        }
        _ => Err(error),
    };
    let Added { new, known, better } = committed.context(place)?;
    mined.added.new += new;
    mined.added.known += known;
    mined.added.better += better;
    if let Ok(file) = file {
        // What it holds is in the database: nobody is harmed if it stays.
        let _ = fs::remove_file(file);
    }
    Ok(mined)
}

/// Writes the seeds to a new file beside the database, else in the folder of the user, else where temporary files are.
fn save(globals: &Globals, seeds: &[Seed]) -> io::Result<PathBuf> {
    let database = globals.path().unwrap_or_default();
    let here = Path::new("");
    save_in(database.parent().unwrap_or(here), seeds)
        .or_else(|_| save_in(here, seeds))
        .or_else(|_| save_in(&env::temp_dir(), seeds))
}

/// A file appears only if it is whole.
fn save_in(folder: &Path, seeds: &[Seed]) -> io::Result<PathBuf> {
    let mut builder = tempfile::Builder::new();
    let mut file = builder.prefix("seeddb-mined-").suffix(".tsv").tempfile_in(folder)?;
    let mut out = BufWriter::new(&mut file);
    write_starter(seeds, &mut out)?;
    out.flush()?;
    drop(out);
    file.as_file().sync_all()?;
    Ok(file.keep()?.1)
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
