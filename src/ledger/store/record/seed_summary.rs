//! Data for choosing seeds in a draw: cards, sums over them, twins, uses.

use seeddb_core::compact;
use serde::{Deserialize, Serialize};

use super::super::engine::Table;
use super::key::{Numbered, RowKey, named, write_name};
use super::row::{Record, read};
use crate::record::{Fingerprint, Grading, Origin, Outline, Seed};
use crate::symmetry::{ClueSymmetry, Crux, GridClass, Id, Key};

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(in crate::store) struct Group {
    pub ladder: String,
    pub tier: u8,
    pub symmetry: u8,
    pub origin: u8,
}

impl Group {
    /// Returns the group of a seed by its grading on this ladder.
    pub(in crate::store) fn new(
        ladder: &str,
        tier: u8,
        symmetry: ClueSymmetry,
        origin: Origin,
    ) -> Self {
        let (symmetry, origin) = (symmetry.number(), origin.number());
        Self { ladder: ladder.to_owned(), tier, symmetry, origin }
    }
}

/// The key of a card: cards of one group are sorted by their use.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(in crate::store) struct CardKey {
    pub group: Group,
    /// See [`round`].
    pub round: u8,
    pub seed: Key,
}

/// Returns how much of its capacity a seed has given: 0 for nothing, otherwise 1 + the number of
/// sixteenths, at most 255.
pub(in crate::store) fn round(uses: u64, capacity: u16) -> u8 {
    match uses {
        0 => 0,
        uses => u8::try_from(1 + uses.saturating_mul(16) / u64::from(capacity.max(1)))
            .unwrap_or(u8::MAX),
    }
}

/// A crux that is not known, as a body has it.
const NO_CRUX: [u8; 1] = [0];

/// Data about a seed for draws and searches, by one ladder.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "Body", into = "Body")]
pub(in crate::store) struct SeedSummary {
    pub outline: Outline,
    /// The class of its solution grid.
    pub class: GridClass,
    /// Its twin key by the ladder.
    pub twin: Key,
}

impl SeedSummary {
    /// Returns the cards of a seed whose solution grid is of this class, each with its ladder.
    pub(in crate::store) fn of(seed: &Seed, class: GridClass) -> Vec<(&str, Self)> {
        let card = |ladder| {
            let outline = seed.outline(ladder)?;
            Some((ladder, Self { outline, class, twin: seed.grading(ladder)?.twin }))
        };
        seed.gradings.iter().filter_map(|grading| card(grading.ladder.as_str())).collect()
    }

    /// Returns the values that identify its seed.
    pub(in crate::store) fn fingerprint(&self) -> Fingerprint {
        let Self { outline: Outline { key, symmetry, .. }, class, twin } = *self;
        Fingerprint { key, twin, class, symmetry }
    }

    /// Whether this card equals `other`, except that it may lack the crux.
    pub(in crate::store) fn is_of_before_or(&self, other: &Self) -> bool {
        let outline = Outline { crux: self.outline.crux.and(other.outline.crux), ..other.outline };
        *self == Self { outline, ..*other }
    }

    /// Returns its key after this number of uses.
    pub(in crate::store) fn at(&self, ladder: &str, uses: u64) -> CardKey {
        let Outline { key, origin, symmetry, tier, capacity, .. } = self.outline;
        let group = Group::new(ladder, tier, symmetry, origin);
        CardKey { group, round: round(uses, capacity), seed: key }
    }
}

/// A card in a row: its class as all 8 bytes, because it is a hash, and the crux last, which cards
/// of earlier versions lack.
#[derive(Serialize, Deserialize)]
struct Body(Outline, [u8; 8], Key, Option<Crux>);

impl From<SeedSummary> for Body {
    fn from(SeedSummary { outline, class, twin }: SeedSummary) -> Self {
        Self(outline, class.0.to_le_bytes(), twin, outline.crux)
    }
}

impl From<Body> for SeedSummary {
    fn from(Body(outline, class, twin, crux): Body) -> Self {
        let class = GridClass(u64::from_le_bytes(class));
        Self { outline: Outline { crux, ..outline }, class, twin }
    }
}

impl RowKey for CardKey {
    fn write(&self, bytes: &mut Vec<u8>) {
        self.group.write(bytes);
        bytes.push(self.round);
        self.seed.write(bytes);
    }

    fn of_bytes(bytes: &[u8]) -> Option<Self> {
        let (ladder, rest) = named::<20>(bytes)?;
        let ([tier, symmetry, origin, round], seed) = rest.split_first_chunk()?;
        let (tier, symmetry, origin) = (*tier, *symmetry, *origin);
        let group = Group { ladder: ladder.to_owned(), tier, symmetry, origin };
        let (_, _): (ClueSymmetry, Origin) = (Numbered::of(symmetry)?, Numbered::of(origin)?);
        Some(Self { group, round: *round, seed: Key::of_bytes(seed)? })
    }
}

impl Record for SeedSummary {
    const TABLE: Table = Table::Cards;
    type Key = CardKey;
    type Beside = ();

    fn name(key: &CardKey) -> String {
        format!("the card of seed {} by {}", Id::seed(key.seed), key.group.ladder)
    }

    fn of_body(_: u8, body: &[u8]) -> Option<((), Self)> {
        read(body).or_else(|| read(&[body, &NO_CRUX].concat()))
    }

    fn set_key(&mut self, key: &CardKey) {
        let CardKey { group: Group { tier, symmetry, origin, .. }, seed, .. } = key;
        let Outline { key, tier: own, origin: of, symmetry: with, .. } = &mut self.outline;
        (*key, *own) = (*seed, *tier);
        (*of, *with) = (
            Numbered::of(*origin).unwrap_or_default(),
            Numbered::of(*symmetry).unwrap_or_default(),
        );
    }
}

/// Sums over the cards of a group.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Sum {
    /// The number of seeds.
    pub seeds: u64,
    /// The least number of different puzzles that they can give.
    pub capacity: u64,
    /// Puzzles issued from them.
    pub issued: u64,
    /// The capacity left.
    pub left: u64,
}

impl Sum {
    /// Returns the sum for one seed.
    pub fn of(capacity: u16, issued: u64) -> Self {
        let capacity = u64::from(capacity);
        Self { seeds: 1, capacity, issued, left: capacity.saturating_sub(issued) }
    }

    fn with(&mut self, other: Self, by: fn(u64, u64) -> u64) {
        self.seeds = by(self.seeds, other.seeds);
        self.capacity = by(self.capacity, other.capacity);
        self.issued = by(self.issued, other.issued);
        self.left = by(self.left, other.left);
    }

    /// Adds the seeds of another sum.
    pub fn add(&mut self, other: Self) {
        self.with(other, u64::wrapping_add);
    }

    /// Removes the seeds of another sum.
    pub fn take(&mut self, other: Self) {
        self.with(other, u64::wrapping_sub);
    }
}

impl RowKey for Group {
    fn write(&self, bytes: &mut Vec<u8>) {
        write_name(&self.ladder, bytes);
        bytes.extend_from_slice(&[self.tier, self.symmetry, self.origin]);
    }

    fn of_bytes(bytes: &[u8]) -> Option<Self> {
        let (ladder, [tier, symmetry, origin]) = named::<3>(bytes)?;
        Some(Self { ladder: ladder.to_owned(), tier, symmetry, origin })
    }
}

impl Record for Sum {
    const TABLE: Table = Table::Sums;
    type Key = Group;
    type Beside = ();

    fn name(key: &Group) -> String {
        format!("the sums of tier {} of {}", key.tier, key.ladder)
    }
}

/// The best seed of a class of twins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::store) struct Representative(pub Key);

impl Record for Representative {
    const TABLE: Table = Table::Twins;
    /// Ladder and twin key.
    type Key = (String, Key);
    type Beside = ();

    fn name((ladder, twin): &(String, Key)) -> String {
        format!("the class {twin:?} of twins by {ladder}")
    }
}

/// The number of puzzles issued from a seed, and the positions of its cards; empty once it is
/// removed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(in crate::store) struct Uses {
    pub count: u64,
    pub symmetry: u8,
    pub origin: u8,
    pub cards: Vec<UsedCard>,
}

/// The data needed to find a card: ladder and tier of its group, and the capacity for its round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::store) struct UsedCard {
    #[serde(with = "compact::ladder")]
    ladder: String,
    tier: u8,
    #[serde(with = "compact::small")]
    capacity: u16,
}

impl Uses {
    /// Returns the uses of a seed from which `count` puzzles were issued.
    pub(in crate::store) fn of(seed: &Seed, count: u64) -> Self {
        let card = |ladder: &str| {
            let grading = seed.grading(ladder)?;
            let Grading { tier, capacity, .. } = *grading;
            Some(UsedCard { ladder: ladder.to_owned(), tier, capacity })
        };
        Self {
            count,
            symmetry: seed.symmetry.number(),
            origin: seed.origin.number(),
            cards: seed.gradings.iter().filter_map(|own| card(&own.ladder)).collect(),
        }
    }

    /// Returns the uses of a seed that may have been removed since, and then has no cards.
    pub(in crate::store) fn of_any(seed: Option<&Seed>, count: u64) -> Self {
        seed.map_or_else(|| Self { count, ..Self::default() }, |seed| Self::of(seed, count))
    }

    /// Returns the key and the capacity of each card of the seed.
    pub(in crate::store) fn cards(&self, seed: Key) -> impl Iterator<Item = (CardKey, u16)> {
        self.cards.iter().map(move |UsedCard { ladder, tier, capacity }| {
            let (symmetry, origin) = (self.symmetry, self.origin);
            let group = Group { ladder: ladder.clone(), tier: *tier, symmetry, origin };
            (CardKey { group, round: round(self.count, *capacity), seed }, *capacity)
        })
    }
}

impl Record for Uses {
    const TABLE: Table = Table::Uses;
    type Key = Key;
    type Beside = ();

    fn name(key: &Key) -> String {
        format!("the uses of seed {}", Id::seed(*key))
    }
}

/// Uses of a seed by one batch that are not included in its [`Uses`] yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::store) struct UncountedUses(pub u64);

impl Record for UncountedUses {
    const TABLE: Table = Table::Pending;
    /// Batch and seed.
    type Key = (u32, Key);
    type Beside = ();

    fn name((batch, seed): &(u32, Key)) -> String {
        format!("the uses of seed {} by batch {batch}", Id::seed(*seed))
    }
}
