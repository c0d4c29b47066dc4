//! [`Joined`]: what a database must have after another was brought in.

use super::*;

/// Two lists that were joined into one.
pub struct Joined<'a> {
    pub way: Way,
    /// The list that must be complete; empty if only a damaged file was salvaged.
    pub base: &'a List,
    pub other: &'a List,
    /// Whether parts of `other` may have been unreadable.
    pub is_damaged: bool,
    pub found: &'a List,
    pub told: &'a Told,
    /// Puzzles, keys and seeds of imports undone in any database.
    pub undone: &'a BTreeSet<Key>,
}

impl Joined<'_> {
    /// Panics if a law is violated, or the exit code does not reflect a loss.
    pub fn agree(&self, what: &str, outcome: &Outcome) {
        let (problems, told) = (self.problems(), self.told);
        assert!(problems.is_empty(), "{what}:\n{problems}\n{}", outcome.err);
        let is_older = self.way == Way::Restored && told.is_older;
        assert_eq!(outcome.code, i32::from(told.has_loss() || is_older), "{}", outcome.err);
    }

    /// Returns the violations of laws, one per line.
    fn problems(&self) -> String {
        let Self { base, other, found, told, undone, .. } = *self;
        let mut out = Vec::new();
        for key in found.puzzles.keys().chain(found.keys.keys()) {
            let is_older = self.is_damaged && undone.contains(key) && told.has_missing();
            if !base.has(*key) && !other.has(*key) && !is_older {
                out.push(format!("{key} is of neither"));
            }
        }
        for (key, entry) in &base.puzzles {
            if let Some(goes) = self.goes(entry.at.0) {
                let is_there = found.puzzles.contains_key(key);
                if goes && is_there && !other.has(*key) && !(self.is_damaged && told.has_missing())
                {
                    out.push(format!("{key}, {entry:?}: it was taken back, and is there"));
                }
                continue;
            }
            // A void puzzle of the other list may have made it void.
            if found
                .puzzles
                .get(key)
                .is_none_or(|now| now.at != entry.at || entry.void && !now.void)
            {
                out.push(format!(
                    "{key}, {entry:?}: it was there, and is {:?}",
                    found.puzzles.get(key)
                ));
            }
        }
        self.puzzles(&mut out);
        let gone = |list: &List| {
            let mut gone: BTreeMap<u32, u64> = BTreeMap::new();
            for (_, batch) in list.keys.iter().filter(|(key, _)| !found.has(**key)) {
                *gone.entry(*batch).or_default() += 1;
            }
            gone
        };
        for (batch, count) in gone(base).into_iter().filter(|gone| self.goes(gone.0).is_none()) {
            out.push(format!("{count} keys of batch {batch} are gone that were there"));
        }
        for (batch, count) in gone(other) {
            if !self.is_damaged || !told.names_keys(batch, count) {
                out.push(format!("{count} keys of batch {batch} of the other are gone, unnamed"));
            }
        }
        self.days(&mut out);
        self.rest(&mut out);
        out.join("\n")
    }

    /// Whether a batch of the base goes because the other list undid it; `None` if it did not.
    fn goes(&self, batch: u32) -> Option<bool> {
        let (base, other) = (self.base, self.other);
        let token = base.imports.tokens.get(&batch).filter(|_| self.way == Way::Restored)?;
        let mut theirs = other.imports.tokens.iter();
        let id = theirs.find(|theirs| theirs.1 == token).map(|theirs| *theirs.0);
        let ids =
            other.puzzles.values().map(|entry| entry.at.0).chain(other.keys.values().copied());
        let is_undone = other.imports.undone.contains(token) && !ids.map(Some).any(|of| of == id);
        is_undone.then(|| base.import(batch).is_some())
    }

    /// Checks the puzzles of the other list.
    fn puzzles(&self, out: &mut Vec<String>) {
        let Self { base, other, found, told, is_damaged, .. } = *self;
        for (key, entry) in &other.puzzles {
            let Some(now) = found.puzzles.get(key) else {
                if !is_damaged || !told.names_puzzle(entry.at) {
                    out.push(format!("{key}, {entry:?} of the other is gone, unnamed"));
                }
                continue;
            };
            let has_place = self.way == Way::Merged || base.puzzles.contains_key(key);
            if now.at != entry.at
                && !has_place
                && !told.has_differing("batch")
                && !told.has_differing("puzzles")
            {
                out.push(format!("{key}, {entry:?} of the other is at {:?}", now.at));
            }
            // If both databases drew it in batches of their own, it stays as it is here.
            let token = |list: &List| list.imports.tokens.get(&entry.at.0).cloned();
            let is_same = !base.puzzles.contains_key(key)
                || now.at == entry.at && token(base) == token(other);
            if entry.void && !now.void && is_same && !(is_damaged && told.names_void(entry.at.0)) {
                out.push(format!("{key}, {entry:?} of the other is not void any more"));
            }
            let may_be = entry.void || base.is_void(*key);
            if now.void && !may_be {
                out.push(format!("{key}, {entry:?} of the other is void"));
            }
        }
    }

    /// Checks days of series, and notes.
    fn days(&self, out: &mut Vec<String>) {
        let Self { base, other, found, told, is_damaged, .. } = *self;
        let mut gone = 0;
        let none = Vec::new();
        for day in base.days.keys().chain(other.days.keys()).collect::<BTreeSet<_>>() {
            let of = |list: &'_ List| list.days.get(day).unwrap_or(&none).clone();
            let (ours, theirs, now) = (of(base), of(other), of(found));
            if is_damaged {
                let mut left = theirs.clone();
                let mut is_of = |event: &Event| {
                    let at = left.iter().position(|one| one == event);
                    at.map(|at| left.remove(at)).is_some() || ours.contains(event)
                };
                if !now.iter().all(&mut is_of) || !now.starts_with(&ours) {
                    out.push(format!("{day:?}: {ours:?} and {theirs:?} became {now:?}"));
                }
                gone += theirs.len().saturating_sub(now.len());
                continue;
            }
            let expected = if theirs.starts_with(&ours) { &theirs } else { &ours };
            let is_told = ours.starts_with(&theirs) || theirs.starts_with(&ours) || {
                told.names_day(&format!("{} {}", day.0, day.1))
            };
            if now != *expected || !is_told {
                out.push(format!("{day:?}: {ours:?} and {theirs:?} became {now:?}, unnamed"));
            }
        }
        // A puzzle may be at another place now, and a place may be empty.
        let now = |list: &List, (key, text): &(Key, String)| {
            let of_key = found.notes.get(&(*key, text.clone())).copied().unwrap_or(0);
            of_key.max(list.puzzles.get(key).map_or(0, |entry| found.noted(entry.at, text)))
        };
        for (note, count) in &base.notes {
            if now(base, note) < *count {
                out.push(format!("{note:?} is gone that was there"));
            }
        }
        for ((at, text), count) in &base.left {
            if found.noted(*at, text) < *count {
                out.push(format!("{text:?} of {at:?} is gone that was there"));
            }
        }
        for (note, count) in &other.notes {
            gone += count.saturating_sub(now(other, note));
        }
        for ((at, text), count) in other.left.iter().filter(|_| self.way != Way::Merged) {
            gone += count.saturating_sub(found.noted(*at, text));
        }
        if gone > 0 && !(is_damaged && told.names_events(gone as u64)) {
            out.push(format!("{gone} events of the other are gone, unnamed"));
        }
    }

    fn rest(&self, out: &mut Vec<String>) {
        let Self { way, base, other, found, told, is_damaged, undone } = *self;
        for (title, (void, keys)) in base.books.iter().chain(&other.books) {
            // A copy may have puzzles of the book that the other copy had lost.
            let whole = base.books.get(title).map_or(keys, |book| &book.1);
            let is_there =
                |book: &(bool, BTreeSet<Key>)| whole.is_subset(&book.1) && (book.0 || !void);
            let is_named = !base.books.contains_key(title) && is_damaged && told.names_books();
            // A book without record is equal to another copy's book with a title.
            let is_known = title == LOST && found.books.values().any(is_there);
            let is_kept = found.books.get(title).is_some_and(is_there) || is_known;
            if !is_kept && !is_named {
                out.push(format!("the book {title} became {:?}, unnamed", found.books.get(title)));
            }
        }
        for (once, batch) in base.once.iter().chain(&other.once) {
            let is_told = told.has_differing("request") || is_damaged && told.names_batch(*batch);
            if !found.once.contains_key(once) && !is_told {
                out.push(format!("the key {once} of a request is gone, unnamed"));
            }
        }
        let levels = if way == Way::Merged { &base.levels } else { &other.levels };
        if found.levels != *levels && !(is_damaged && told.has_missing()) {
            out.push("another level table than was to come".to_owned());
        }
        let partition = base.partition.as_ref();
        let partition = partition.or(other.partition.as_ref().filter(|_| way != Way::Merged));
        // A lost partition is guessed.
        let is_guess = is_damaged && base.partition.is_none() && other.partition.is_none();
        if found.partition.as_ref() != partition && !is_guess {
            out.push(format!("partition {partition:?} became {:?}", found.partition));
        }
        // Lost seeds that gave no puzzle leave no trace.
        let wanted = |list: &List| {
            let gone = list.seeds.difference(&found.seeds);
            let gone = gone.filter(|seed| way != Way::Restored || !undone.contains(*seed));
            gone.filter(|seed| !is_damaged || list.used.contains(*seed)).count() as u64
        };
        if wanted(base) + wanted(other) > told.gone_seeds() {
            out.push("seeds are gone, unnamed".to_owned());
        }
        let of_damaged = BTreeSet::new();
        let of_other = if is_damaged { &of_damaged } else { &other.loss };
        for (list, lines) in [(base, &base.loss), (other, of_other)] {
            for line in lines.iter().filter(|line| !self.knows_loss(list, line)) {
                out.push(format!("not known to be missing any more: {line}"));
            }
        }
        let is_known = !base.loss.is_empty() || !other.loss.is_empty() || told.has_loss();
        if told.has_loss() && found.loss.is_empty() || !found.loss.is_empty() && !is_known {
            out.push(format!("known to be missing: {:?}, with {told:?}", found.loss));
        }
    }

    /// Whether a loss in one of the lists is still known as a loss, or resolved.
    fn knows_loss(&self, of: &List, line: &str) -> bool {
        let found = self.found;
        // Batches may have other numbers here.
        let words = line.split_once(": ").map_or(line, |halves| halves.1);
        let is_known = found.loss.iter().any(|known| known.ends_with(words));
        let batch = line.strip_prefix("batch ").and_then(|rest| rest.split(':').next());
        let batch: Option<u32> = batch.and_then(|id| id.parse().ok());
        let token = batch.and_then(|id| of.imports.tokens.get(&id));
        let here = found.imports.tokens.iter().find(|here| Some(here.1) == token);
        let is_at = |at: &At| found.puzzles.values().any(|entry| entry.at == *at);
        let is_back = words.strip_prefix("puzzles ").zip(here).is_some_and(|(numbers, here)| {
            numbers.split(", ").all(|range| {
                let (first, last) = range.split_once("..").unwrap_or((range, range));
                let ends = first.parse::<u32>().ok().zip(last.parse::<u32>().ok());
                ends.is_some_and(|(first, last)| {
                    (first..=last).all(|number| is_at(&(*here.0, number)))
                })
            })
        });
        // A loss accepted here need not be accepted again.
        let is_accepted = self.way == Way::Merged && self.base.accepted.contains(line);
        is_known || is_back || is_accepted
    }
}
