//! The queue of processes that wait for a database: each has a ticket, an empty file beside it.
//!
//! The lock of the file has no order: a process that has just released the lock and wants it again
//! would be faster than all waiting ones. So every process reads the queue first, and lets the
//! processes with older tickets go first (all of them, if it has none).
//!
//! A waiting process touches its ticket regularly. A ticket that was not touched for [`LIFE`]
//! belongs to a process that was killed or stopped; it is ignored, and the next process that reads
//! the queue removes it later. Where no ticket can be written, the lock is tried without a queue.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use super::side::{self, put_beside, side_folder};

/// The time after which an untouched ticket is ignored; it is removed after ten times that.
const LIFE: Duration = Duration::from_secs(1);
const TOUCH: Duration = Duration::from_millis(100);
/// The beginning of a ticket's name. The time of arrival in nanoseconds since 1970 follows, in 20
/// digits, and the process id.
const PREFIX: &str = "ticket-";

/// The queue of one database, with this process's place in it.
pub(super) struct Queue<'a> {
    database: &'a Path,
    folder: PathBuf,
    ticket: Option<Ticket>,
}

struct Ticket {
    /// The file name, which sorts by time of arrival.
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

    /// Returns the number of processes that are to have the database first.
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
            // After the clock was set back, a ticket must not live forever.
            let age = now.duration_since(touched).unwrap_or_else(|error| error.duration());
            if age > 10 * LIFE {
                let _ = fs::remove_file(entry.path());
            } else if age < LIFE && own.is_none_or(|own| name < own.name) {
                ahead += 1;
            }
        }
        ahead
    }

    /// Takes a ticket, or touches the present one.
    pub(super) fn wait(&mut self) {
        if let Some(ticket) = &mut self.ticket {
            if ticket.touched.elapsed() < TOUCH {
                return;
            }
            // If this process was stopped for long, its ticket was removed: it queues again.
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
