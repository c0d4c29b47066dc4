//! Failing disks for tests.

use std::cell::RefCell;
use std::io;

/// The kind of failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Failing {
    /// There is no room from this operation on.
    NoRoom,
    /// Only this operation fails.
    Once,
    /// This operation and all later ones fail.
    Gone,
    /// Half of the data is written, then the disk is gone.
    Torn,
    /// The power is cut: a part of the unsynced data, chosen with this RNG seed, survives.
    PowerCut(u64),
}

/// The kind of failure, its operation, and the operations so far.
struct Plan {
    failing: Failing,
    at: u64,
    done: u64,
}

thread_local! {
    static PLAN: RefCell<Option<Plan>> = const { RefCell::new(None) };
}

/// Makes the disks of this thread fail at this writing operation, from 1, until [`sound`] is
/// called.
pub(crate) fn fails(failing: Failing, at: u64) {
    PLAN.set(Some(Plan { failing, at, done: 0 }));
}

/// Ends the failures; returns the number of writing operations.
pub(crate) fn sound() -> u64 {
    PLAN.take().map_or(0, |plan| plan.done)
}

/// Fails if the next operation is to fail; `first` is called with the kind at the first failure.
pub(crate) fn ask(first: impl FnOnce(Failing) -> io::Result<()>) -> io::Result<()> {
    let failing = PLAN.with_borrow_mut(|plan| {
        let plan = plan.as_mut()?;
        plan.done += 1;
        let is_first = plan.done == plan.at;
        let goes_on = plan.done > plan.at && plan.failing != Failing::Once;
        (is_first || goes_on).then_some((plan.failing, is_first))
    });
    let Some((failing, is_first)) = failing else { return Ok(()) };
    if is_first {
        first(failing)?;
    }
    Err(match failing {
        Failing::NoRoom => io::ErrorKind::StorageFull.into(),
        _ => io::Error::from_raw_os_error(5),
    })
}
