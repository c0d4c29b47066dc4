//! What a draw must know of a seed to choose it: cards, sums over them, twins, uses.

use bincode::{Decode, Encode};

use super::super::engine::Table;
use super::key::{Numbered, RowKey, named, write_name};
use super::row::Record;
use super::seed::{TurnedBody, UNREADABLE};
use crate::record::{Fingerprint, Origin, Outline, Seed, Turned};
use crate::symmetry::{ClueSymmetry, GridClass, Id, Key};

/// The cards of a ladder, tier, symmetry and origin.
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
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::store) struct Card {
    pub outline: Outline,
    /// The class of its solution grid.
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

/// The body of a [`Card`].
#[derive(Encode, Decode)]
pub(in crate::store) struct CardBody {
    unreserved: u8,
    capacity: u16,
    scores: Option<(f64, f64)>,
    rest: Option<f64>,
    turned: Option<TurnedBody>,
    class: u64,
    twin: [u8; 16],
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
        Some(Self { group, round: *round, seed: Key::of_bytes(seed)? })
    }
}

impl Record for Card {
    const TABLE: Table = Table::Cards;
    type Key = CardKey;
    type Body = CardBody;

    fn name(key: &CardKey) -> String {
        format!("the card of seed {} by {}", Id::seed(key.seed), key.group.ladder)
    }

    fn to_body(&self) -> Result<CardBody, String> {
        let Outline { unreserved, capacity, scores, rest, turned, .. } = self.outline;
        let (class, twin) = (self.class.0, self.twin.0);
        let turned = turned.map(TurnedBody::from);
        Ok(CardBody { unreserved, capacity, scores, rest, turned, class, twin })
    }

    fn of_body(key: &CardKey, body: CardBody) -> Result<Self, String> {
        let outline = Outline {
            key: key.seed,
            origin: Numbered::of(key.group.origin).ok_or(UNREADABLE)?,
            symmetry: Numbered::of(key.group.symmetry).ok_or(UNREADABLE)?,
            tier: key.group.tier,
            unreserved: body.unreserved,
            capacity: body.capacity,
            scores: body.scores,
            rest: body.rest,
            turned: body.turned.map(Turned::from),
        };
        Ok(Self { outline, class: GridClass(body.class), twin: Key(body.twin) })
    }
}

/// Sums over the cards of a group.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Encode, Decode)]
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
    type Body = Self;

    fn name(key: &Group) -> String {
        format!("the sums of tier {} of {}", key.tier, key.ladder)
    }

    fn to_body(&self) -> Result<Self, String> {
        Ok(*self)
    }

    fn of_body(_: &Group, body: Self) -> Result<Self, String> {
        Ok(body)
    }
}

/// The best seed of a class of twins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::store) struct Best(pub Key);

impl Record for Best {
    const TABLE: Table = Table::Twins;
    /// Ladder and twin key.
    type Key = (String, Key);
    type Body = [u8; 16];

    fn name((ladder, twin): &(String, Key)) -> String {
        format!("the class {twin:?} of twins by {ladder}")
    }

    fn to_body(&self) -> Result<[u8; 16], String> {
        Ok(self.0.0)
    }

    fn of_body(_: &(String, Key), body: [u8; 16]) -> Result<Self, String> {
        Ok(Self(Key(body)))
    }
}

/// How many puzzles were issued from a seed, and where its cards stand. One whose seed was removed has none.
#[derive(Clone, PartialEq, Eq, Debug, Default, Encode, Decode)]
pub(in crate::store) struct Uses {
    pub count: u64,
    pub symmetry: u8,
    pub origin: u8,
    /// Ladder, tier, capacity.
    pub cards: Vec<(String, u8, u16)>,
}

impl Uses {
    /// Of a seed of which so many puzzles were issued.
    pub(in crate::store) fn of(seed: &Seed, count: u64) -> Self {
        let card = |ladder: &str| {
            let grading = seed.grading(ladder)?;
            Some((ladder.to_owned(), grading.tier, grading.capacity))
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
        self.cards.iter().map(move |(ladder, tier, capacity)| {
            let (symmetry, origin) = (self.symmetry, self.origin);
            let group = Group { ladder: ladder.clone(), tier: *tier, symmetry, origin };
            (CardKey { group, round: round(self.count, *capacity), seed }, *capacity)
        })
    }
}

impl Record for Uses {
    const TABLE: Table = Table::Uses;
    type Key = Key;
    type Body = Self;

    fn name(key: &Key) -> String {
        format!("the uses of seed {}", Id::seed(*key))
    }

    fn to_body(&self) -> Result<Self, String> {
        Ok(self.clone())
    }

    fn of_body(_: &Key, body: Self) -> Result<Self, String> {
        Ok(body)
    }
}

/// Uses of a seed by one batch that are not among its [`Uses`] yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::store) struct Pending(pub u64);

impl Record for Pending {
    const TABLE: Table = Table::Pending;
    /// Batch and seed.
    type Key = (u32, Key);
    type Body = u64;

    fn name((batch, seed): &(u32, Key)) -> String {
        format!("the uses of seed {} by batch {batch}", Id::seed(*seed))
    }

    fn to_body(&self) -> Result<u64, String> {
        Ok(self.0)
    }

    fn of_body(_: &(u32, Key), body: u64) -> Result<Self, String> {
        Ok(Self(body))
    }
}
