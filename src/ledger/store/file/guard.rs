//! Turns panics of redb, which some damaged files cause, into errors.
//!
//! With noise written over a few hundred bytes of a small database, one use in five panics inside
//! redb, and one in some hundreds panics again while unwinding, which cannot be caught.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};

use super::fault::FileFailure;
use crate::ordered::in_threads;
use crate::store::StoreError;

/// The file that a guarded thread works on, and the source location of its panic, if any.
struct Watch {
    path: PathBuf,
    panicked: Option<String>,
}

impl Watch {
    fn error(self) -> StoreError {
        let place = self.panicked.unwrap_or_default();
        let what = match place.rsplit(['/', '\\']).next() {
            None | Some("") => "nonsense".to_owned(),
            Some(place) => format!("nonsense noticed by {place}"),
        };
        StoreError::Damaged { path: self.path, what }
    }
}

thread_local! {
    static WATCH: RefCell<Option<Watch>> = const { RefCell::new(None) };
}

/// The meaning of a panic for the store, as [`panicked`] returns it.
#[derive(Debug)]
pub enum Panicked {
    /// A panic outside the store's calls.
    Elsewhere,
    /// The panic becomes the error of a call of the store, with its location, so it need not be
    /// printed.
    Caught,
    /// The second panic of a call, during unwinding of the first: the process aborts next, unless
    /// the program exits with this error.
    Twice(StoreError),
}

/// Classifies a panic; to be called by a program's panic hook, because only a hook sees a panic's
/// location and a second panic. Without such a hook a damaged file is still an error, but the first
/// panic is printed and a second one aborts.
pub fn panicked(panic: &PanicHookInfo<'_>) -> Panicked {
    let watch =
        WATCH.try_with(|watch| watch.try_borrow_mut().ok().and_then(|mut watch| watch.take()));
    match watch.ok().flatten() {
        None => Panicked::Elsewhere,
        Some(watch) if watch.panicked.is_some() => Panicked::Twice(watch.error()),
        Some(watch) => {
            let place = panic.location().map(ToString::to_string);
            WATCH.set(Some(Watch { panicked: place.or(Some(String::new())), ..watch }));
            Panicked::Caught
        }
    }
}

/// Applies `work` to `parts` on several threads. Each part is guarded separately, because a panic
/// becomes an error only on its own thread.
pub(super) fn in_parts<P: Sync, T: Send>(
    parts: &[P],
    work: impl Fn(&P) -> Result<T, FileFailure> + Sync,
) -> Result<Vec<T>, FileFailure> {
    let path = WATCH.with_borrow(|watch| watch.as_ref().map(|watch| watch.path.clone()));
    let path = path.unwrap_or_default();
    let done = in_threads(parts, |part| guarded(&path, || work(part)));
    done.into_iter().map(|result| result.map_err(FileFailure::from)).collect()
}

/// Runs `body` on the file at `path` and returns a panic as [`StoreError::Damaged`].
pub(super) fn guarded<T>(
    path: &Path,
    body: impl FnOnce() -> Result<T, FileFailure>,
) -> Result<T, StoreError> {
    let watch = Watch { path: path.to_owned(), panicked: None };
    let outer = WATCH.replace(Some(watch));
    let result = catch_unwind(AssertUnwindSafe(body));
    let watch = WATCH.replace(outer);
    match (result, watch) {
        (Ok(result), _) => result.map_err(|failure| failure.at(path)),
        (Err(_), Some(watch)) => Err(watch.error()),
        (Err(panic), None) => resume_unwind(panic),
    }
}
