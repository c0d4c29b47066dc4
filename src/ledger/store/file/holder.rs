//! The side file that says who has the database: `holder`, a line with the process id and
//! one with the command. It informs, it does not lock; a stale one harms nobody.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::side::{self, permissions_of, put_beside, side};
use crate::temporary;

const NAME: &str = "holder";
/// What stands before the process id.
const PROCESS: &str = "seeddb process ";
/// The longest, in bytes.
const LONGEST: u64 = 1024;

/// Keeps the side file while it lives. Where none can be written, there is none.
pub(super) struct Holder(Option<PathBuf>);

/// A command in one line, short: its arguments may hold whole puzzles.
fn one_line(command: &str) -> String {
    command.chars().filter(|c| !c.is_control()).take(80).collect()
}

impl Holder {
    /// Says that this process, which runs `command`, has `database`.
    pub(super) fn announce(database: &Path, command: &str) -> Self {
        let written = put_beside(database, |folder| {
            let path = folder.join(NAME);
            if path.symlink_metadata().is_ok() && read(&path).is_none() {
                // It is somebody else's.
                return Err(io::ErrorKind::AlreadyExists.into());
            }
            let mut file = temporary::file(folder, permissions_of(database))?;
            writeln!(file, "{PROCESS}{}\n{}", std::process::id(), one_line(command))?;
            file.persist(&path).map_err(|error| error.error)?;
            Ok(path)
        });
        Self(written.ok())
    }

    /// Who has `database`, as far as the side file tells.
    pub(super) fn of(database: &Path) -> String {
        let found = read(&side(database, NAME)).filter(|(process, _)| is_alive(*process));
        found.map_or("another process".to_owned(), |(process, command)| {
            format!("process {process} ({command})")
        })
    }
}

impl Drop for Holder {
    fn drop(&mut self) {
        if let Some(path) = &self.0
            && read(path).is_some_and(|(process, _)| process == std::process::id())
        {
            side::remove(path);
        }
    }
}

fn read(path: &Path) -> Option<(u32, String)> {
    if fs::symlink_metadata(path).is_ok_and(|file| !file.is_file() || file.len() > LONGEST) {
        return None;
    }
    let text = fs::read_to_string(path).ok()?;
    let (process, command) = text.strip_prefix(PROCESS)?.split_once('\n')?;
    Some((process.parse().ok()?, one_line(command)))
}

/// Whether the process runs; where that cannot be seen, it does.
fn is_alive(process: u32) -> bool {
    !cfg!(target_os = "linux") || Path::new(&format!("/proc/{process}")).exists()
}
