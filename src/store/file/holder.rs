//! The side file that says who has the database: `PATH.lock-info`, a line with the process id and
//! one with the command. It informs, it does not lock; a stale one harms nobody.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::temporary;

/// Keeps the side file while it lives. Where none can be written, there is none.
pub(super) struct Holder(Option<PathBuf>);

/// The path of a file that belongs to `database` and lies beside it: beside the file itself, whatever links lead there.
pub(in crate::store) fn beside(database: &Path, ending: &str) -> PathBuf {
    let file = std::fs::canonicalize(database).unwrap_or_else(|_| database.to_owned());
    let mut name = OsString::from(file);
    name.push(ending);
    PathBuf::from(name)
}

/// Who may read and write the files beside `database`: those who may read and write it. As in
/// `chmod`; without a meaning where there are no such modes.
pub(in crate::store) fn mode_of(database: &Path) -> u32 {
    #[cfg(unix)]
    if let Ok(metadata) = std::fs::metadata(database) {
        return std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o666 | 0o600;
    }
    let _ = database;
    0o600
}

fn side_file(database: &Path) -> PathBuf {
    beside(database, ".lock-info")
}

/// A command in one line, short: its arguments may hold whole puzzles.
fn one_line(command: &str) -> String {
    command.chars().filter(|c| !c.is_control()).take(80).collect()
}

impl Holder {
    /// Says that this process, which runs `command`, has `database`.
    pub(super) fn announce(database: &Path, command: &str) -> Self {
        let path = side_file(database);
        #[cfg(unix)]
        let mode = Some(std::os::unix::fs::PermissionsExt::from_mode(mode_of(database)));
        #[cfg(not(unix))]
        let mode = None;
        let written = temporary::file(temporary::folder_of(&path), mode).and_then(|mut file| {
            writeln!(file, "{}\n{}", std::process::id(), one_line(command))?;
            Ok(file.persist(&path)?)
        });
        Self(written.is_ok().then_some(path))
    }

    /// Who has `database`, as far as the side file tells.
    pub(super) fn of(database: &Path) -> String {
        let found = read(&side_file(database)).filter(|(process, _)| is_alive(*process));
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
            // A side file that cannot be removed is stale, which is tolerated.
            let _ = std::fs::remove_file(path);
        }
    }
}

fn read(path: &Path) -> Option<(u32, String)> {
    let text = std::fs::read_to_string(path).ok()?;
    let (process, command) = text.split_once('\n')?;
    Some((process.parse().ok()?, one_line(command)))
}

/// Whether the process runs; where that cannot be seen, it does.
fn is_alive(process: u32) -> bool {
    !cfg!(target_os = "linux") || Path::new(&format!("/proc/{process}")).exists()
}
