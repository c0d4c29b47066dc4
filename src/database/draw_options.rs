//! [`DrawOptions`]: the request for a draw.

use std::collections::HashMap;

use seeddb_ledger::Store;
use seeddb_ledger::rules::texts;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Error;
use super::by_id::seed_of;
use super::old_words::in_todays_words;
use super::unrated::{crux_of, take_carried};
use crate::ask::Constraints;
use crate::ask::criterion::Criterion;
use crate::ask::keyed::{Keyed as _, WithKeys};
use crate::ask::values::{AsText, Count, MaybeCount, Plain};
use crate::level_table::TableName;
use crate::logic::Ladder;
use crate::rating::levels::LevelTable;
use crate::rating::minutes::Scale;
use crate::record::{Batch, Origin, Seed, is_name};
use crate::symmetry::{self, Id};
use seeddb_draw::{PerCrux, Request, Share};
use seeddb_mine::{hardest_of_starter, needs_of_starter};

/// The maximum number of puzzles drawn as a whole, which are in memory until the commit.
const MOST_WHOLE: u64 = 1_000_000;

seeddb_core::wishes! {
    /// A number of puzzles of one kind: all bounds given hold together.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Part {
        /// A level of the table.
        level: Option<String> as Plain<Option<String>> { "level", "What", "L", "Level", "" }
        /// The table in the program whose level it is; that of the database if it is left out.
        levels: Option<TableName> as AsText<TableName> { "levels", "What", "TABLE", "Table", "even" }
        /// How many puzzles; 1 if it is left out.
        count: u32 as Count { "count", "What", "N", "How many", "1" }
        /// Only from this seed.
        from: Option<Id> as AsText<Id> { "from", "Seeds", "SEED-ID", "Only from this seed", "s8EX4-P431-BHJV-1" }
        /// Only from seeds of this origin.
        origin: Option<Origin> as Plain<Option<Origin>> { "origin", "Seeds", "ORIGIN", "Only from seeds of this origin", "" }
        /// At most so many from one seed [default: its share of the batch].
        per_seed: Option<u32> as MaybeCount { "per-seed", "Seeds", "N", "At most from one seed", "1" }
        /// At most so many with one hardest part: the same stuck state up to symmetry.
        per_crux: Option<u32> as MaybeCount { "per-crux", "Seeds", "N", "At most with one hardest part", "1" }
        /// Also puzzles that are starter seeds themselves, which everybody has.
        from_public: bool as Plain<bool> { "from-public", "Seeds", "", "Also starter seeds themselves", "" }
        ..
        /// What they are to be like. Its keys stand beside those above.
        ask: Constraints
    }
}

impl Part {
    /// Returns all wishes of a part, in the order of its keys.
    pub fn wishes() -> impl Iterator<Item = &'static Criterion> {
        Self::WISHES.iter().chain(Constraints::WISHES)
    }
}

/// A request for puzzles. As JSON or TOML it has the keys of the flags; keys beside the parts apply
/// to all parts that do not set them, and are the only part if no part is given:
///
/// ```
/// # use seeddb_database::DrawOptions;
/// let text = r#"{"symmetry": "rot180", "part": [{"level": "easy", "count": 40}, {"tier": 5, "score": "4000..6000"}]}"#;
/// let options: DrawOptions = serde_json::from_str(text)?;
/// assert_eq!((options.part[0].count, options.part[1].count), (40, 1));
/// let plain: DrawOptions = serde_json::from_str(r#"{"level": "easy", "count": 40}"#)?;
/// assert_eq!(plain.part[0].count, 40);
/// let wrong = r#"{"part": [{"cluse": 30}]}"#;
/// let error = serde_json::from_str::<DrawOptions>(wrong).unwrap_err().to_string();
/// assert!(error.starts_with("there is no key cluse; did you mean clues?"));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DrawOptions {
    /// The parts, in the order in which their puzzles are numbered.
    pub part: Vec<Part>,
    /// Whether a single part is also drawn as a whole or not at all, like several parts.
    pub whole: bool,
    /// The number of sets; each has these parts as its rounds. Within a round, the sums of scores
    /// and of minutes of the sets agree within 2 %.
    pub sets: Option<u32>,
    /// A note for the batch.
    pub note: String,
    /// The recipient of the batch: its puzzles are not for series or books here.
    pub given_to: Option<String>,
    /// The RNG seed.
    pub rng_seed: u64,
    /// The partition that the database must have, or gets if it has none and nothing was issued. A
    /// database with a partition always draws in it.
    pub partition: Option<symmetry::Fraction>,
    /// The paper that the puzzles are printed on, or `crop`; `export` uses it again.
    pub page: Option<String>,
    /// Whether it continues the draw before it, which has the same RNG seed:
    /// [`BatchRef::Last`](super::BatchRef::Last) then means both.
    pub continues: bool,
}

impl Default for Part {
    /// Requests one puzzle of any kind.
    fn default() -> Self {
        let (level, levels, from, origin) = (None, None, None, None);
        let (per_seed, per_crux, ask) = (None, None, Constraints::default());
        Self { level, levels, count: 1, from, origin, per_seed, per_crux, from_public: false, ask }
    }
}

impl Part {
    /// Returns a part of `count` puzzles of a level.
    pub fn of_level(level: &str, count: u32) -> Self {
        Self { level: Some(level.to_owned()), count, ..Self::default() }
    }

    /// Returns a part of `count` puzzles of a tier.
    pub fn of_tier(tier: u8, count: u32) -> Self {
        Self { count, ask: Constraints::of_tier(tier), ..Self::default() }
    }

    /// Splits the part evenly among these levels, with one puzzle more for the first ones if
    /// needed; without levels returns the part itself.
    #[must_use]
    pub fn shared(self, levels: &[String]) -> Vec<Self> {
        if levels.is_empty() {
            return vec![self];
        }
        let (all, more) = (levels.len() as u32, self.count % levels.len() as u32);
        let part = |(place, level): (u32, &String)| Self {
            level: Some(level.clone()),
            count: self.count / all + u32::from(place < more),
            ..self.clone()
        };
        (0..).zip(levels).map(part).collect()
    }

    /// Returns the options for this part alone.
    pub fn drawn(self, rng_seed: u64) -> DrawOptions {
        DrawOptions { part: vec![self], rng_seed, ..DrawOptions::default() }
    }

    /// Whether level or bounds restrict the difficulty.
    pub fn says_how_hard(&self) -> bool {
        self.level.is_some() || self.ask.says_how_hard()
    }

    /// Returns the maximum number of puzzles from one seed that the request sets; `None` for no
    /// limit.
    pub(super) fn most_of_seed(&self) -> Option<u32> {
        self.per_seed.into_iter().chain(self.per_crux).min()
    }

    /// Returns the number of puzzles that one seed may give.
    fn share(&self) -> Share {
        match (self.per_seed, self.from) {
            (Some(most), _) => Share::Most(most),
            (None, Some(_)) => Share::Any,
            (None, None) => Share::Fair(self.count),
        }
    }

    /// Returns the request, with the levels and seeds of `store`; adds built-in ratings that it
    /// needs to the store.
    pub(super) fn request(
        &self,
        ladder: &Ladder,
        store: &Store,
        rng_seed: u64,
    ) -> Result<Request, Error> {
        let mut request = self.request_by(ladder, self.table(|| store.read(texts::levels))?)?;
        let from = self.from.map(|id| seed_of(store, id)).transpose()?;
        (request.from, request.rng_seed) = (from.map(|seed| seed.key), store.rng_seed(rng_seed)?);
        take_carried(store, &request)?;
        Ok(request)
    }

    /// Fails as a new database with the `initial` seeds would.
    pub(super) fn check_for_new(
        &self,
        ladder: &Ladder,
        initial: fn() -> Vec<Seed>,
    ) -> Result<(), Error> {
        self.request_by(ladder, self.table(|| Ok::<_, Error>(LevelTable::default()))?)?;
        match self.from {
            Some(id) if !initial().iter().any(|seed| id.matches(seed.key)) => {
                Err(Error::NoSeed(id))
            }
            _ => Ok(()),
        }
    }

    /// Returns the level table: the named one, or that of the database.
    pub(super) fn table<E>(
        &self,
        of_database: impl FnOnce() -> Result<LevelTable, E>,
    ) -> Result<LevelTable, E> {
        self.levels.map_or_else(of_database, |name| Ok(name.table()))
    }

    /// Returns the request by these levels, from any seed.
    pub(super) fn request_by(&self, ladder: &Ladder, levels: LevelTable) -> Result<Request, Error> {
        let level = self.level.as_deref().map(|name| levels.target(ladder, name)).transpose()?;
        let mut request = Request::new(ladder, level, &self.ask)?;
        (request.origin, request.share) = (self.origin, self.share());
        request.per_crux = self.per_crux.map(|most| per_crux(most, false));
        request.levels = levels;
        request.known = Some(hardest_of_starter);
        request.known_needs = Some(needs_of_starter);
        Ok(request)
    }
}

/// Limits the number of puzzles per crux to `most`.
pub(super) fn per_crux(most: u32, is_soft: bool) -> PerCrux {
    PerCrux { most, is_soft, of: crux_of, before: HashMap::new() }
}

/// Returns the level as the table has the name, not as it was typed.
pub(super) fn name_of(request: &Request) -> Option<String> {
    request.level.as_ref().map(|level| level.level().name.clone())
}

impl DrawOptions {
    /// Returns options for `count` puzzles of a level.
    pub fn of_level(level: &str, count: u32, rng_seed: u64) -> Self {
        Part::of_level(level, count).drawn(rng_seed)
    }

    /// Returns options for `count` puzzles of a tier.
    pub fn of_tier(tier: u8, count: u32, rng_seed: u64) -> Self {
        Part::of_tier(tier, count).drawn(rng_seed)
    }

    /// Returns the total number of puzzles.
    pub fn count(&self) -> u64 {
        let of_set: u64 = self.part.iter().map(|part| u64::from(part.count)).sum();
        of_set * u64::from(self.sets.unwrap_or(1))
    }

    /// Returns the only part, if its puzzles are returned in chunks.
    pub(super) fn piecemeal(&self) -> Option<&Part> {
        let is_whole = self.whole || self.sets.is_some();
        self.part.first().filter(|_| self.part.len() == 1 && !is_whole)
    }

    /// Fails if there are too many puzzles or too few sets, or the recipient's name is invalid.
    pub(super) fn check(&self) -> Result<(), Error> {
        if let Some(to) = self.given_to.as_ref().filter(|to| !is_name(to)) {
            return Err(Error::GivenTo(to.clone()));
        }
        if let Some(sets @ (0 | 1)) = self.sets {
            return Err(Error::Sets(sets));
        }
        match self.count() {
            0..=MOST_WHOLE => Ok(()),
            _ if self.piecemeal().is_some() => Ok(()),
            count => Err(Error::TooMany { count, most: MOST_WHOLE }),
        }
    }

    /// Returns the scale of minutes, if all parts that request minutes or a scale agree on it.
    pub fn scale(&self) -> Option<Scale> {
        let is_timed = |ask: &&Constraints| ask.minutes.is_some() || ask.scale.is_some();
        let mut scales =
            self.part.iter().map(|part| &part.ask).filter(is_timed).map(Constraints::scale);
        let first = scales.next()?;
        scales.all(|other| other == first).then_some(first)
    }

    /// Returns the request of a batch; `None` if it was not drawn.
    pub(super) fn of_batch(batch: &Batch) -> Option<Self> {
        serde_json::from_str(&in_todays_words(&batch.request)).ok()
    }

    /// Returns the scale of a batch's minutes; `None` if the batch requests neither minutes nor a
    /// scale.
    pub(super) fn scale_of(batch: &Batch) -> Option<Scale> {
        Self::of_batch(batch)?.scale()
    }

    /// Returns the built-in tables that its parts name.
    pub(super) fn tables(&self) -> Vec<LevelTable> {
        self.part.iter().filter_map(|part| Some(part.levels?.table())).collect()
    }

    /// Returns the JSON stored with the batch, without note and RNG seed, which the batch has.
    pub(super) fn kept(&self) -> String {
        let kept = Self { note: String::new(), rng_seed: 0, ..self.clone() };
        serde_json::to_string(&kept).unwrap_or_default()
    }

    /// Returns a text of the request without randomness, by which a repeated request is recognised.
    pub(super) fn asked(&self) -> String {
        // A repeated request may use another printer.
        format!("{} {}", Self { page: None, ..self.clone() }.kept(), self.note)
    }
}

#[derive(Clone, Default)]
struct Keys {
    part: Vec<WithKeys<Part>>,
    whole: bool,
    sets: Option<u32>,
    note: String,
    given_to: Option<String>,
    rng_seed: u64,
    partition: Option<symmetry::Fraction>,
    page: Option<String>,
    continues: bool,
    shared: Part,
}

seeddb_core::keyed!(Keys {
    whole: "whole" as Plain<bool>,
    sets: "sets" as Plain<Option<u32>>,
    note: "note" as Plain<String>,
    given_to: "given-to" as Plain<Option<String>>,
    rng_seed: "rng-seed" as Plain<u64>,
    partition: "partition" as AsText<symmetry::Fraction>,
    page: "page" as Plain<Option<String>>,
    continues: "continues" as Plain<bool>,
    part: "part" as Plain<Vec<WithKeys<Part>>>,
    ..shared: Part
});

impl Serialize for DrawOptions {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Self { part, whole, sets, note, given_to, rng_seed, partition, page, continues } =
            self.clone();
        let part = part.into_iter().map(WithKeys::from).collect();
        let shared = Part::default();
        Keys { part, whole, sets, note, given_to, rng_seed, partition, page, continues, shared }
            .serialize(to)
    }
}

impl<'de> Deserialize<'de> for DrawOptions {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let WithKeys { value, keys } = WithKeys::<Keys>::deserialize(from)?;
        let Keys {
            part,
            whole,
            sets,
            note,
            given_to,
            rng_seed,
            partition,
            page,
            continues,
            shared,
        } = value;
        let has = |known: &[&str]| keys.iter().any(|key| known.contains(&&**key));
        // A single part may be given without a list.
        let part =
            if has(&Part::keys()) && !has(&["part"]) { vec![WithKeys::default()] } else { part };
        let shared = WithKeys { value: shared, keys };
        let part = part.into_iter().map(|part| part.with(&shared)).collect();
        Ok(Self { part, whole, sets, note, given_to, rng_seed, partition, page, continues })
    }
}
