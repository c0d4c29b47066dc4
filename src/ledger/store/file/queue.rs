//! Who waits for a database, in order: an empty file, a ticket, for each that waits, beside the database.
//!
//! The lock of the file knows no order: who has just given it up and wants it again would be faster than all who
//! wait. So everybody looks here first, and lets those go first whose tickets are older than his own (all of them,
//! if he has none).
//!
//! Who waits touches his ticket again and again while he tries. A ticket that was not touched for [`LIFE`] belongs to
//! a process that was killed or stopped; it holds nobody up any more, and the next who looks removes it. Where
//! no ticket can be written, the lock is tried without regard for others.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use super::side::{self, put_beside, side_folder};

/// A ticket lives so long without being touched, and is removed after ten times that.
const LIFE: Duration = Duration::from_secs(1);
const TOUCH: Duration = Duration::from_millis(100);
/// How the name of a ticket begins. The time of arrival in nanoseconds since 1970 follows, in 20 digits, and the process id.
const PREFIX: &str = "ticket-";

/// The queue of one database, and the place in it of one who may have to wait.
pub(super) struct Queue<'a> {
    database: &'a Path,
    folder: PathBuf,
    ticket: Option<Ticket>,
}

struct Ticket {
    /// Sorts by the time of arrival.
    name: OsString,
    path: PathBuf,
    file: File,
    touched: Instant,
}

fn is_ticket(name: &OsStr) -> bool {
    let numbers = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.split_once('-'));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    numbers.is_some_and(|(time, process)| time.len() == 20 && is_number(time) && is_number(process))
}

impl<'a> Queue<'a> {
    pub(super) fn of(database: &'a Path) -> Self {
        Self { database, folder: side_folder(database), ticket: None }
    }

    /// How many others are to have the database before.
    pub(super) fn ahead(&mut self) -> usize {
        let Ok(entries) = fs::read_dir(&self.folder) else { return 0 };
        let now = SystemTime::now();
        let own = self.ticket.as_ref();
        let mut ahead = 0;
        for entry in entries.flatten() {
            let name = entry.file_name();
            if !is_ticket(&name) || own.is_some_and(|own| own.name == name) {
                continue;
            }
            let Ok(data) = entry.metadata() else { continue };
            let Ok(touched) = data.modified() else { continue };
            if !data.is_file() || data.len() > 0 {
                continue;
            }
            // A clock that was set back must not make a ticket live for ever.
            let age = now.duration_since(touched).unwrap_or_else(|error| error.duration());
            if age > 10 * LIFE {
                let _ = fs::remove_file(entry.path());
            } else if age < LIFE && own.is_none_or(|own| name < own.name) {
                ahead += 1;
            }
        }
        ahead
    }

    /// Takes a ticket, or touches the one it has.
    pub(super) fn wait(&mut self) {
        if let Some(ticket) = &mut self.ticket {
            if ticket.touched.elapsed() < TOUCH {
                return;
            }
            // Taken for dead and removed, if this process was stopped for long: then it queues again.
            if ticket.path.exists() {
                let _ = ticket.file.set_modified(SystemTime::now());
                ticket.touched = Instant::now();
                return;
            }
        }
        self.ticket = self.take().ok();
    }

    fn take(&self) -> io::Result<Ticket> {
        let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let name = format!("{PREFIX}{:020}-{}", time.as_nanos(), std::process::id());
        put_beside(self.database, |folder| {
            let mut options = File::options();
            options.write(true).create_new(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, side::mode_of(self.database));
            let path = folder.join(&name);
            let file = options.open(&path)?;
            Ok(Ticket { name: OsString::from(&name), path, file, touched: Instant::now() })
        })
    }
}

impl Drop for Queue<'_> {
    fn drop(&mut self) {
        if let Some(ticket) = &self.ticket {
            side::remove(&ticket.path);
        }
    }
}
