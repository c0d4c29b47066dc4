//! [`Handle`]: the open file of a process, shared by all paths and stores that lead to it.
//!
//! redb opens a file for one process, or for any number of processes that only read. So all threads
//! of this process share one open file. The first user opens it, and it stays open for [`LINGER`]
//! after its last use. It is closed earlier when a handle is dropped, or when another process
//! queues: then no new user is admitted, the last user closes it, and this process queues again.
//!
//! The mutex is not held while a file is opened or closed, or during the wait for another process's
//! lock: the stage is [`Opening`](Stage::Opening) or [`Closing`](Stage::Closing) then, and other
//! threads wait on the condvar. Threads of this process wait for each other without limit; the
//! caller that opens the file limits the wait for other processes.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use super::identify::FileId;
use super::open::Open;
use super::queue::Queue;
use crate::store::StoreError;

/// The time that a file stays open after its last use.
const LINGER: Duration = Duration::from_millis(50);
/// The interval of checks for queueing processes and for the end of [`LINGER`].
const LOOK: Duration = Duration::from_millis(10);

/// The time for which a queueing process is remembered, because it is likely to come back.
const MEMORY: Duration = Duration::from_secs(60);

static FILES: LazyLock<Mutex<HashMap<FileId, Weak<Shared>>>> = LazyLock::new(Mutex::default);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Need {
    /// Read, alongside all others.
    Read,
    /// Write, one thread of this process at a time.
    Write,
    /// Read while no thread of this process writes, so that other processes may read too.
    Quiet,
    /// Lock other processes out, however long they wait, while threads of this process read.
    Hold,
}

impl Need {
    fn suits(self, open: &Open) -> bool {
        match self {
            Self::Read => true,
            Self::Write | Self::Hold => open.can_write(),
            Self::Quiet => !open.can_write(),
        }
    }
}

/// A handle to the shared open file. Dropping a handle closes the file immediately unless it is in
/// use; another handle opens it again. (It may belong to a removed file whose inode was reused.)
pub(super) struct Handle(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    stage: Stage,
    /// The number of current users of the open file.
    users: usize,
    /// Whether the file is to be closed before the next user is admitted.
    draining: bool,
    /// Whether a current user [holds](Need::Hold) the file, so that it is not closed for others.
    is_held: bool,
    left: Instant,
    /// The last time that another process was seen queueing while the file was open here.
    awaited: Option<Instant>,
    /// Whether a thread watches the open file.
    is_watched: bool,
    /// The number of the writer that may write now; `next` is the next free number.
    turn: u64,
    next: u64,
}

enum Stage {
    Closed,
    /// A thread is opening the file, or has it alone.
    Opening,
    /// A thread is closing the file.
    Closing,
    Open(Arc<Open>),
}

impl Handle {
    pub(super) fn of(file: &FileId) -> Self {
        let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
        Self(files.get(file).and_then(Weak::upgrade).unwrap_or_else(|| {
            let shared = Arc::new(Shared::default());
            files.retain(|_, shared| shared.strong_count() > 0);
            files.insert(file.clone(), Arc::downgrade(&shared));
            shared
        }))
    }

    /// Admits the caller as a user, opening the file with `open` if it is closed.
    pub(super) fn visit(
        &self,
        need: Need,
        open: impl FnOnce() -> Result<Open, StoreError>,
    ) -> Result<Visit<'_>, StoreError> {
        let turn = (need != Need::Read).then(|| self.0.take_turn());
        let mut state = self.0.lock();
        loop {
            match &state.stage {
                Stage::Open(open) if (!state.draining || state.is_held) && need.suits(open) => {
                    let open = Some(open.clone());
                    state.users += 1;
                    return Ok(Visit::begin(&self.0, state, need, open, turn));
                }
                // The current users leave before the file is reopened for writing.
                Stage::Open(_) => {
                    state = self.0.drain(state);
                    continue;
                }
                // Writers come before readers, which then use the file that the writer opened.
                Stage::Closed if turn.is_some() || state.turn == state.next => break,
                Stage::Closed | Stage::Opening | Stage::Closing => {}
            }
            state = self.0.wait(state);
        }
        let moving = self.0.begin_opening(state);
        let open = open()?;
        let open = Some(moving.opened(open));
        Ok(Visit::begin(&self.0, self.0.lock(), need, open, turn))
    }

    /// Whether other processes had to wait for this one within the last [`MEMORY`].
    pub(super) fn is_awaited(&self) -> bool {
        self.0.lock().awaited.is_some_and(|seen| seen.elapsed() < MEMORY)
    }

    /// Opens the file with `open` and runs `work` on it while other threads are kept out.
    pub(super) fn alone<T>(
        &self,
        open: impl FnOnce() -> Result<Open, StoreError>,
        work: impl FnOnce(&mut Open) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let _turn = self.0.take_turn();
        let mut state = self.0.lock();
        loop {
            match state.stage {
                Stage::Closed => break,
                Stage::Open(_) => state = self.0.drain(state),
                Stage::Opening | Stage::Closing => state = self.0.wait(state),
            }
        }
        let _moving = self.0.begin_opening(state);
        let mut open = open()?;
        work(&mut open)
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        while matches!(state.stage, Stage::Closing) {
            state = self.0.wait(state);
        }
        if matches!(state.stage, Stage::Open(_)) && state.users == 0 {
            drop(self.0.close(state));
        }
    }
}

/// A use of the open file, which stays open meanwhile.
pub(super) struct Visit<'a> {
    shared: &'a Arc<Shared>,
    /// `None` only during drop.
    open: Option<Arc<Open>>,
    holds: bool,
    /// Declared last so that it is dropped last.
    _turn: Option<Turn<'a>>,
}

impl<'a> Visit<'a> {
    fn begin(
        shared: &'a Arc<Shared>,
        mut state: MutexGuard<'_, State>,
        need: Need,
        open: Option<Arc<Open>>,
        turn: Option<Turn<'a>>,
    ) -> Self {
        let holds = need == Need::Hold;
        state.is_held |= holds;
        Self { shared, open, holds, _turn: turn }
    }

    pub(super) fn open(&self) -> Option<&Open> {
        self.open.as_deref()
    }

    /// Has the file reopened for the next user: after a failure redb may refuse further work.
    pub(super) fn spoil(&self) {
        self.shared.lock().draining = true;
    }
}

impl Drop for Visit<'_> {
    fn drop(&mut self) {
        self.open = None;
        let mut state = self.shared.lock();
        state.users -= 1;
        state.is_held &= !self.holds;
        state.left = Instant::now();
        if state.users == 0 && state.draining {
            drop(self.shared.close(state));
        }
    }
}

/// The right to write, held by one thread of this process at a time, in order of arrival.
struct Turn<'a>(&'a Shared);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.0.lock().turn += 1;
        self.0.changed.notify_all();
    }
}

/// Marks the file as being opened or closed. Drop closes it, unless [`opened`](Self::opened) was
/// called.
struct Moving<'a>(&'a Arc<Shared>, Option<Arc<Open>>);

impl Moving<'_> {
    /// Admits the waiting threads, and the caller as the first user.
    fn opened(mut self, open: Open) -> Arc<Open> {
        let open = Arc::new(open);
        self.1 = Some(open.clone());
        open
    }
}

impl Drop for Moving<'_> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.draining = false;
        state.stage = match self.1.take() {
            None => Stage::Closed,
            Some(open) => {
                state.users = 1;
                if !state.is_watched {
                    let shared = self.0.clone();
                    let watch = thread::Builder::new().spawn(move || shared.watch());
                    state.is_watched = watch.is_ok();
                }
                // If the system refuses a thread, the file is closed after each use.
                state.draining = !state.is_watched;
                Stage::Open(open)
            }
        };
        self.0.changed.notify_all();
    }
}

impl Default for Shared {
    fn default() -> Self {
        let state = State {
            stage: Stage::Closed,
            users: 0,
            draining: false,
            is_held: false,
            left: Instant::now(),
            awaited: None,
            is_watched: false,
            turn: 0,
            next: 0,
        };
        Self { state: Mutex::new(state), changed: Condvar::new() }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    fn take_turn(&self) -> Turn<'_> {
        let mut state = self.lock();
        let own = state.next;
        state.next += 1;
        while state.turn != own {
            state = self.wait(state);
        }
        Turn(self)
    }

    fn begin_opening<'a>(self: &'a Arc<Self>, mut state: MutexGuard<'_, State>) -> Moving<'a> {
        state.stage = Stage::Opening;
        Moving(self, None)
    }

    /// Admits no new users, and closes the open file or waits for its users.
    fn drain<'a>(self: &'a Arc<Self>, mut state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        state.draining = true;
        if state.users == 0 { self.close(state) } else { self.wait(state) }
    }

    /// Closes the file, which must have no users.
    fn close<'a>(self: &'a Arc<Self>, mut state: MutexGuard<'_, State>) -> MutexGuard<'a, State> {
        let closed = std::mem::replace(&mut state.stage, Stage::Closing);
        drop(state);
        let moving = Moving(self, None);
        drop(closed);
        drop(moving);
        self.lock()
    }

    /// Closes the open file when it is due. Runs on its own thread, which ends then.
    fn watch(self: &Arc<Self>) {
        loop {
            thread::sleep(LOOK);
            let mut state = self.lock();
            let path = match &state.stage {
                Stage::Closed => {
                    state.is_watched = false;
                    return;
                }
                Stage::Opening | Stage::Closing => continue,
                Stage::Open(open) => open.path().to_owned(),
            };
            drop(state);
            let others_queue = Queue::of(&path).ahead() > 0;
            let mut state = self.lock();
            let Stage::Open(_) = state.stage else { continue };
            if others_queue {
                state.draining = true;
                state.awaited = Some(Instant::now());
            }
            if state.users == 0 && (state.draining || state.left.elapsed() >= LINGER) {
                drop(self.close(state));
            }
        }
    }
}
