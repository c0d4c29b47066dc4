//! The side file `holder`, which names the process that has the database: a line with the process
//! id and a line with the command. It only informs and locks nothing, so a stale file is harmless.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::side::{self, permissions_of, put_beside, side};
use crate::temporary;

const NAME: &str = "holder";
/// The text before the process id.
const PROCESS: &str = "seeddb process ";
/// The maximum length of a side file that is read, in bytes.
const LONGEST: u64 = 1024;

/// The written side file, removed on drop. `None` if it could not be written.
pub(super) struct LockOwner(Option<PathBuf>);

/// Returns at most 80 characters of a command, which may hold puzzles, without control characters.
fn one_line(command: &str) -> String {
    command.chars().filter(|c| !c.is_control()).take(80).collect()
}

impl LockOwner {
    /// Writes that this process, running `command`, has `database`.
    pub(super) fn announce(database: &Path, command: &str) -> Self {
        let written = put_beside(database, |folder| {
            let path = folder.join(NAME);
            if path.symlink_metadata().is_ok() && read(&path).is_none() {
                // A file of another program is left alone.
                return Err(io::ErrorKind::AlreadyExists.into());
            }
            let mut file = temporary::file(folder, permissions_of(database))?;
            writeln!(file, "{PROCESS}{}\n{}", std::process::id(), one_line(command))?;
            file.persist(&path).map_err(|error| error.error)?;
            Ok(path)
        });
        Self(written.ok())
    }

    /// Describes the process that has `database`, as far as the side file shows.
    pub(super) fn of(database: &Path) -> String {
        let found = read(&side(database, NAME)).filter(|(process, _)| is_alive(*process));
        found.map_or("another process".to_owned(), |(process, command)| {
            format!("process {process} ({command})")
        })
    }
}

impl Drop for LockOwner {
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

/// Whether the process is running; assumed to be where that cannot be seen.
fn is_alive(process: u32) -> bool {
    !cfg!(target_os = "linux") || Path::new(&format!("/proc/{process}")).exists()
}
