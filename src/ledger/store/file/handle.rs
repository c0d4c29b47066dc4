//! [`Handle`]: one open file of a process, whichever paths and however many databases lead to it.
//!
//! redb gives one process the file, or any number of processes that only read it. So all threads of this process share one open
//! file. It is opened by the first who needs it, and stays open for [`LINGER`] after its last use. It is closed earlier when a handle
//! is dropped, or when another process queues: then nobody new is let in, the last one inside closes it, and this process queues up
//! behind the others.
//!
//! Nobody holds the mutex while a file is opened or closed, or while the lock of another process is waited for: the stage says
//! [`Opening`](Stage::Opening) or [`Closing`](Stage::Closing) then, and the others wait for the condvar. Threads of this process
//! wait for one another as long as it takes; how long to wait for other processes is up to whoever opens the file.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use super::identify::FileId;
use super::open::Open;
use super::queue::Queue;
use crate::store::StoreError;

/// How long a file stays open after its last use.
const LINGER: Duration = Duration::from_millis(50);
/// How often it is looked whether other processes queue, and whether that time is over.
const LOOK: Duration = Duration::from_millis(10);

/// How long it is remembered that another process queued: whoever comes once comes again.
const MEMORY: Duration = Duration::from_secs(60);

static FILES: LazyLock<Mutex<HashMap<FileId, Weak<Shared>>>> = LazyLock::new(Mutex::default);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Need {
    /// Read, whoever else is there.
    Read,
    /// Write, as one of this process at a time.
    Write,
    /// Read while nobody of this process writes, and other processes may read.
    Quiet,
    /// Keep other processes out, however long they wait, while others of this process read.
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

/// The open file, as those who use it see it. Dropping a handle closes the file at once, unless somebody is using it; another handle
/// opens it again. (The other handle may be that of a removed file, whose inode a new file has got.)
pub(super) struct Handle(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    stage: Stage,
    /// Who uses the open file now.
    users: usize,
    /// Whether it is to be closed before anybody else is let in.
    draining: bool,
    /// Whether one of those who use it [holds](Need::Hold) it: then it is not closed for others.
    is_held: bool,
    left: Instant,
    /// When another process was last seen to queue while the file was open here.
    awaited: Option<Instant>,
    /// Whether there is a thread that looks after the open file.
    is_watched: bool,
    /// The number of the writer whose turn it is, and of the next who comes.
    turn: u64,
    next: u64,
}

enum Stage {
    Closed,
    /// Somebody opens it, or has it alone.
    Opening,
    /// Somebody closes it.
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

    /// Lets the caller in, who has it opened by `open` if it is closed.
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
                // Those inside leave before a writer opens it anew.
                Stage::Open(_) => {
                    state = self.0.drain(state);
                    continue;
                }
                // Whoever wants to write comes before those who read, for whom it is opened then, too.
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

    /// Whether other processes have had to wait for this one lately.
    pub(super) fn is_awaited(&self) -> bool {
        self.0.lock().awaited.is_some_and(|seen| seen.elapsed() < MEMORY)
    }

    /// Has `open` open the file, and runs `work` on it while nobody else of this process is let in.
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

/// The open file, kept open while this lives.
pub(super) struct Visit<'a> {
    shared: &'a Arc<Shared>,
    /// Empty while it is being dropped.
    open: Option<Arc<Open>>,
    holds: bool,
    /// Goes last.
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

    /// Has the file opened anew for whoever comes next: after a failure redb may refuse to go on.
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

/// The right to write, which one thread of this process has at a time, in the order in which they came.
struct Turn<'a>(&'a Shared);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.0.lock().turn += 1;
        self.0.changed.notify_all();
    }
}

/// While it lives the file is being opened or closed; after that it is closed, unless it was [`opened`](Self::opened).
struct Moving<'a>(&'a Arc<Shared>, Option<Arc<Open>>);

impl Moving<'_> {
    /// Lets the others in, and the caller as the first user.
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
                // Where the system gives no thread, it is closed after each use.
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

    /// Lets nobody else in, and closes the open file or waits for those who use it.
    fn drain<'a>(self: &'a Arc<Self>, mut state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        state.draining = true;
        if state.users == 0 { self.close(state) } else { self.wait(state) }
    }

    /// Closes the file, which nobody uses.
    fn close<'a>(self: &'a Arc<Self>, mut state: MutexGuard<'_, State>) -> MutexGuard<'a, State> {
        let closed = std::mem::replace(&mut state.stage, Stage::Closing);
        drop(state);
        let moving = Moving(self, None);
        drop(closed);
        drop(moving);
        self.lock()
    }

    /// Closes the open file when it is time: the work of a thread of its own, which ends then.
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
