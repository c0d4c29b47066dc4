//! redb panics on some damaged files; here a panic becomes an error.
//!
//! With noise written over a few hundred bytes of a small database, one use in five panics inside redb, and one in
//! some hundreds panics again while it unwinds, which nobody can catch.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::path::{Path, PathBuf};
use std::sync::Once;

use super::StoreError;
use super::fault::Fault;

/// What a guarded thread works on, and where it panicked, if it did.
struct Watch {
    path: PathBuf,
    panicked: Option<String>,
}

impl Watch {
    fn error(self) -> StoreError {
        let place = self.panicked.unwrap_or_default();
        let place = place.rsplit(['/', '\\']).next().unwrap_or_default();
        StoreError::Damaged { path: self.path, what: format!("nonsense noticed by {place}") }
    }
}

thread_local! {
    static WATCH: RefCell<Option<Watch>> = const { RefCell::new(None) };
}

/// A user must not be shown the panic that becomes an error. All panics outside [`guarded`] go on to
/// the hook that was there before.
fn take_over_guarded_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let others = take_hook();
        set_hook(Box::new(move |panic| {
            let watch = WATCH
                .try_with(|watch| watch.try_borrow_mut().ok().and_then(|mut watch| watch.take()));
            match watch.ok().flatten() {
                None => others(panic),
                Some(watch) if watch.panicked.is_some() => {
                    // A second panic while the first unwinds: the next thing would be an abort
                    // without a word.
                    eprintln!("error: {}", watch.error());
                    std::process::exit(1);
                }
                Some(watch) => {
                    let place = panic.location().map(ToString::to_string);
                    WATCH.set(Some(Watch { panicked: place.or(Some(String::new())), ..watch }));
                }
            }
        }));
    });
}

/// Runs `body` on the file at `path`, with a panic as [`StoreError::Damaged`].
pub(super) fn guarded<T>(
    path: &Path,
    body: impl FnOnce() -> Result<T, Fault>,
) -> Result<T, StoreError> {
    take_over_guarded_panics();
    let watch = Watch { path: path.to_owned(), panicked: None };
    let outer = WATCH.replace(Some(watch));
    let result = catch_unwind(AssertUnwindSafe(body));
    let watch = WATCH.replace(outer);
    match (result, watch) {
        (Ok(result), _) => result.map_err(|fault| fault.at(path)),
        (Err(_), Some(watch)) => Err(watch.error()),
        (Err(panic), None) => std::panic::resume_unwind(panic),
    }
}
