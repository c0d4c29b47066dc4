//! Disks that fail, for tests: at which operation, and how.

use std::cell::RefCell;
use std::io;

/// How a disk fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Failing {
    /// This one operation has no room, as the next ones.
    NoRoom,
    /// This one operation fails, and the next ones work.
    Once,
    /// This operation and all after it fail.
    Gone,
    /// Half of what is written arrives; the disk is gone then.
    Torn,
    /// The power goes: of what was not synced some is on the disk, chosen with this random seed.
    PowerCut(u64),
}

/// When it fails: in how many operations; and what was done so far.
struct Plan {
    failing: Failing,
    at: u64,
    done: u64,
}

thread_local! {
    static PLAN: RefCell<Option<Plan>> = const { RefCell::new(None) };
}

/// Lets the disks of this thread fail at an operation that writes, counted from 1, until [`sound`] is called.
pub(crate) fn fails(failing: Failing, at: u64) {
    PLAN.set(Some(Plan { failing, at, done: 0 }));
}

/// Lets them work again; how many operations that write there were.
pub(crate) fn sound() -> u64 {
    PLAN.take().map_or(0, |plan| plan.done)
}

/// Whether the next operation fails; `first` is called if it is the first that does, and told how.
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
