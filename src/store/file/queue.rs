//! Who waits for a database, in order: a folder `PATH.queue` with an empty file, a ticket, for each that waits.
//!
//! The lock of the file knows no order: who has just given it up and wants it again would be faster than all who
//! wait. So everybody looks here first, and lets those go first whose tickets are older than his own (all of them,
//! if he has none). When nobody waits there is no folder, and nothing is waited for.
//!
//! Who waits touches his ticket again and again while he tries. A ticket that was not touched for [`LIFE`] belongs to
//! a process that was killed or stopped; it holds nobody up any more, and the next who looks removes it. Where
//! no ticket can be written, the lock is tried without regard for others.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use super::holder::{beside, mode_of};

/// A ticket lives so long without being touched, and is removed after ten times that.
const LIFE: Duration = Duration::from_secs(1);
/// How often a ticket is touched.
const TOUCH: Duration = Duration::from_millis(100);

/// The queue of one database, and the place in it of one who may have to wait.
pub(super) struct Queue<'a> {
    database: &'a Path,
    folder: PathBuf,
    ticket: Option<Ticket>,
}

struct Ticket {
    /// Sorts by the time of arrival.
    name: OsString,
    file: File,
    touched: Instant,
}

impl<'a> Queue<'a> {
    pub(super) fn of(database: &'a Path) -> Self {
        Self { database, folder: beside(database, ".queue"), ticket: None }
    }

    /// How many others are to have the database before.
    pub(super) fn ahead(&mut self) -> usize {
        let Ok(entries) = fs::read_dir(&self.folder) else { return 0 };
        let now = SystemTime::now();
        let own = self.ticket.take();
        let mut ahead = 0;
        for entry in entries.flatten() {
            let name = entry.file_name();
            if own.as_ref().is_some_and(|own| own.name == name) {
                continue;
            }
            let Ok(touched) = entry.metadata().and_then(|data| data.modified()) else { continue };
            // A clock that was set back must not make a ticket live for ever.
            let age = now.duration_since(touched).unwrap_or_else(|error| error.duration());
            if age > 10 * LIFE {
                let _ = fs::remove_file(entry.path());
            } else if age < LIFE && own.as_ref().is_none_or(|own| name < own.name) {
                ahead += 1;
            }
        }
        self.ticket = own;
        ahead
    }

    /// Takes a ticket, or touches the one it has.
    pub(super) fn wait(&mut self) {
        if let Some(ticket) = &mut self.ticket {
            if ticket.touched.elapsed() < TOUCH {
                return;
            }
            // Taken for dead and removed, if this process was stopped for long: then it queues again.
            if self.folder.join(&ticket.name).exists() {
                let _ = ticket.file.set_modified(SystemTime::now());
                ticket.touched = Instant::now();
                return;
            }
        }
        // Between making the folder and the ticket in it, the last who leaves may remove the folder.
        self.ticket = (0..3).find_map(|_| self.take().ok());
    }

    fn take(&self) -> io::Result<Ticket> {
        let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let name = OsString::from(format!("{:020}-{}", time.as_nanos(), std::process::id()));
        make_folder(&self.folder, mode_of(self.database))?;
        let mut options = File::options();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode_of(self.database));
        let file = options.open(self.folder.join(&name))?;
        Ok(Ticket { name, file, touched: Instant::now() })
    }
}

impl Drop for Queue<'_> {
    fn drop(&mut self) {
        if let Some(ticket) = &self.ticket {
            let _ = fs::remove_file(self.folder.join(&ticket.name));
        }
        // Fails as long as others wait.
        let _ = fs::remove_dir(&self.folder);
    }
}

/// Makes the folder for those who may use a file of this mode.
#[cfg_attr(not(unix), allow(unused_variables))]
fn make_folder(folder: &Path, mode: u32) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    // Who may read or write the file may look into the folder.
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, mode | (mode & 0o444) >> 2);
    match builder.create(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        result => result,
    }
}
