//! What a draw must know of a seed to choose it: cards, sums over them, twins, uses.

use seeddb_core::compact;
use serde::{Deserialize, Serialize};

use super::super::engine::Table;
use super::key::{Numbered, RowKey, named, write_name};
use super::row::Record;
use crate::record::{Fingerprint, Grading, Origin, Outline, Seed};
use crate::symmetry::{ClueSymmetry, GridClass, Id, Key};

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(in crate::store) struct Group {
    pub ladder: String,
    pub tier: u8,
    pub symmetry: u8,
    pub origin: u8,
}

impl Group {
    /// The group of a seed by its grading of this ladder.
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

/// Where a card stands: cards of one group are in the order of their use.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(in crate::store) struct CardKey {
    pub group: Group,
    /// See [`round`].
    pub round: u8,
    pub seed: Key,
}

/// How much of its capacity a seed has given: 0 for nothing, else one more than the sixteenths, as far as a byte goes.
pub(in crate::store) fn round(uses: u64, capacity: u16) -> u8 {
    match uses {
        0 => 0,
        uses => u8::try_from(1 + uses.saturating_mul(16) / u64::from(capacity.max(1)))
            .unwrap_or(u8::MAX),
    }
}

/// What a draw or a search must know of a seed by one ladder.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(in crate::store) struct Card {
    pub outline: Outline,
    /// The class of its solution grid.
    #[serde(with = "class")]
    pub class: GridClass,
    /// Its twin key by the ladder.
    pub twin: Key,
}

impl Card {
    /// The cards of a seed, each with the ladder that graded it, where its solution grid is of this class.
    pub(in crate::store) fn of(seed: &Seed, class: GridClass) -> Vec<(&str, Self)> {
        let card = |ladder| {
            let outline = seed.outline(ladder)?;
            Some((ladder, Self { outline, class, twin: seed.grading(ladder)?.twin }))
        };
        seed.gradings.iter().filter_map(|grading| card(grading.ladder.as_str())).collect()
    }

    /// What tells its seed from others.
    pub(in crate::store) fn fingerprint(&self) -> Fingerprint {
        let Self { outline: Outline { key, symmetry, .. }, class, twin } = *self;
        Fingerprint { key, twin, class, symmetry }
    }

    /// Where it stands after so many uses.
    pub(in crate::store) fn at(&self, ladder: &str, uses: u64) -> CardKey {
        let Outline { key, origin, symmetry, tier, capacity, .. } = self.outline;
        let group = Group::new(ladder, tier, symmetry, origin);
        CardKey { group, round: round(uses, capacity), seed: key }
    }
}

/// A class of grids, which is a hash: all its bytes.
mod class {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::symmetry::GridClass;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
    pub fn serialize<S: Serializer>(class: &GridClass, to: S) -> Result<S::Ok, S::Error> {
        class.0.to_le_bytes().serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<GridClass, D::Error> {
        <[u8; 8]>::deserialize(from).map(|bytes| GridClass(u64::from_le_bytes(bytes)))
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

impl Record for Card {
    const TABLE: Table = Table::Cards;
    type Key = CardKey;
    type Beside = ();

    fn name(key: &CardKey) -> String {
        format!("the card of seed {} by {}", Id::seed(key.seed), key.group.ladder)
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
    /// How many seeds they are.
    pub seeds: u64,
    /// Different puzzles that they can give, at least.
    pub capacity: u64,
    /// Puzzles issued from them.
    pub issued: u64,
    /// Capacity left.
    pub left: u64,
}

impl Sum {
    /// That of one seed.
    pub fn of(capacity: u16, issued: u64) -> Self {
        let capacity = u64::from(capacity);
        Self { seeds: 1, capacity, issued, left: capacity.saturating_sub(issued) }
    }

    /// With another one's seeds.
    pub fn add(&mut self, other: Self) {
        self.seeds = self.seeds.wrapping_add(other.seeds);
        self.capacity = self.capacity.wrapping_add(other.capacity);
        self.issued = self.issued.wrapping_add(other.issued);
        self.left = self.left.wrapping_add(other.left);
    }

    /// Without another one's seeds.
    pub fn take(&mut self, other: Self) {
        self.seeds = self.seeds.wrapping_sub(other.seeds);
        self.capacity = self.capacity.wrapping_sub(other.capacity);
        self.issued = self.issued.wrapping_sub(other.issued);
        self.left = self.left.wrapping_sub(other.left);
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
pub(in crate::store) struct Best(pub Key);

impl Record for Best {
    const TABLE: Table = Table::Twins;
    /// Ladder and twin key.
    type Key = (String, Key);
    type Beside = ();

    fn name((ladder, twin): &(String, Key)) -> String {
        format!("the class {twin:?} of twins by {ladder}")
    }
}

/// How many puzzles were issued from a seed, and where its cards stand. One whose seed was removed has none.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(in crate::store) struct Uses {
    pub count: u64,
    pub symmetry: u8,
    pub origin: u8,
    pub cards: Vec<UsedCard>,
}

/// What is kept of a card to find it: it stands in its group by the uses of its seed and its capacity.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::store) struct UsedCard {
    #[serde(with = "compact::ladder")]
    ladder: String,
    tier: u8,
    #[serde(with = "compact::small")]
    capacity: u16,
}

impl Uses {
    /// Of a seed of which so many puzzles were issued.
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

    /// Of a seed that may have been removed, or replaced, since: then it has no cards.
    pub(in crate::store) fn of_any(seed: Option<&Seed>, count: u64) -> Self {
        seed.map_or_else(|| Self { count, ..Self::default() }, |seed| Self::of(seed, count))
    }

    /// The cards of the seed: where each stands, and its capacity.
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

/// Uses of a seed by one batch that are not among its [`Uses`] yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::store) struct Pending(pub u64);

impl Record for Pending {
    const TABLE: Table = Table::Pending;
    /// Batch and seed.
    type Key = (u32, Key);
    type Beside = ();

    fn name((batch, seed): &(u32, Key)) -> String {
        format!("the uses of seed {} by batch {batch}", Id::seed(*seed))
    }
}
