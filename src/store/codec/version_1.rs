//! Records of format 1, which are read for ever and no longer written: the only file that knows bincode.
//!
//! A record is one **version byte** 1 and then a bincode 2 body: standard configuration, little endian,
//! variable-length integers, structs as their fields in order, options as a byte 0 or 1 before the value, strings and
//! lists after their length, an `f64` as the eight bytes of its bits. Nothing may follow the body.
//!
//! ```text
//! puzzle   37 bytes   as in format 2
//! seed     puzzle, twin 16 bytes, origin u8, symmetry u8, list of gradings
//! grading  ladder string, tier u8, reserved 11 bytes, option of (mean, error) of the score, the same of the
//!          rest, option of (least, greatest) score, capacity u16
//! issued   key 16 bytes, puzzle, option of the seed's key 16 bytes, tier u8, option of score f64,
//!          option of level string
//! batch    request, RNG seed u64, program version, note, asked u32, issued u32, attempts u64
//! book     title, program version, volumes u32, puzzles u32
//! ```

use bincode::Decode;
#[cfg(test)]
use bincode::Encode;

use super::frame::{Reason, UNREADABLE};
use super::puzzle::{self, CELLS, PUZZLE};
use super::{origin, symmetry};
use crate::rating::hsolve::Score;
use crate::record::{Batch, Book, Extra, Grading, Issued, Seed};
use crate::symmetry::Key;

/// The first byte.
pub(super) const VERSION: u8 = 1;
/// What a decoder may claim: an integer of one byte on disk counts as up to eight.
const DECODE_LIMIT: usize = 16 << 20;

#[derive(Decode)]
#[cfg_attr(test, derive(Encode))]
struct WireGrading {
    ladder: String,
    tier: u8,
    reserved: [u8; CELLS],
    score: Option<(f64, f64)>,
    rest: Option<(f64, f64)>,
    scores: Option<(f64, f64)>,
    capacity: u16,
}

#[derive(Decode)]
#[cfg_attr(test, derive(Encode))]
struct WireSeed {
    puzzle: [u8; PUZZLE],
    twin: [u8; 16],
    origin: u8,
    symmetry: u8,
    gradings: Vec<WireGrading>,
}

#[derive(Decode)]
#[cfg_attr(test, derive(Encode))]
struct WireIssued {
    key: [u8; 16],
    puzzle: [u8; PUZZLE],
    seed: Option<[u8; 16]>,
    tier: u8,
    score: Option<f64>,
    level: Option<String>,
}

#[derive(Decode)]
#[cfg_attr(test, derive(Encode))]
struct WireBatch {
    request: String,
    rng_seed: u64,
    version: String,
    note: String,
    asked: u32,
    issued: u32,
    attempts: u64,
}

#[derive(Decode)]
#[cfg_attr(test, derive(Encode))]
struct WireBook {
    title: String,
    version: String,
    volumes: u32,
    puzzles: u32,
}

pub(super) fn seed(key: Key, bytes: &[u8]) -> Result<Seed, Reason> {
    let body: WireSeed = decode(bytes)?;
    let twin = Key(body.twin);
    let gradings = body.gradings.into_iter().map(|grading| grading.read(twin));
    Ok(Seed {
        key,
        puzzle: puzzle::puzzle(&body.puzzle).ok_or(UNREADABLE)?,
        origin: origin(body.origin)?,
        symmetry: symmetry(body.symmetry)?,
        gradings: gradings.collect::<Option<_>>().ok_or(UNREADABLE)?,
        extra: Extra::default(),
    })
}

impl WireGrading {
    /// The twin key belonged to the seed.
    fn read(self, twin: Key) -> Option<Grading> {
        let score = |(mean, standard_error)| Score { mean, standard_error };
        Some(Grading {
            ladder: self.ladder,
            tier: self.tier,
            reserved: puzzle::cells(self.reserved)?,
            twin,
            score: self.score.map(score),
            rest: self.rest.map(score),
            scores: self.scores,
            capacity: self.capacity,
            turned: None,
            extra: Extra::default(),
        })
    }
}

pub(super) fn issued(batch: u32, number: u32, bytes: &[u8]) -> Result<Issued, Reason> {
    let body: WireIssued = decode(bytes)?;
    Ok(Issued {
        key: Key(body.key),
        puzzle: puzzle::puzzle(&body.puzzle).ok_or(UNREADABLE)?,
        seed: body.seed.map(Key),
        tier: body.tier,
        score: body.score,
        level: body.level,
        er: None,
        batch,
        number,
        void: false,
        extra: Extra::default(),
    })
}

pub(super) fn batch(id: u32, bytes: &[u8]) -> Result<Batch, Reason> {
    let body: WireBatch = decode(bytes)?;
    Ok(Batch {
        id,
        request: body.request,
        rng_seed: body.rng_seed,
        version: body.version,
        note: body.note,
        asked: body.asked,
        issued: body.issued,
        attempts: body.attempts,
        begun: None,
        void: 0,
        exports: 0,
        extra: Extra::default(),
    })
}

pub(super) fn book(id: u32, bytes: &[u8]) -> Result<Book, Reason> {
    let WireBook { title, version, volumes, puzzles } = decode(bytes)?;
    let (void, extra) = (false, Extra::default());
    Ok(Book { id, title, version, volumes, puzzles, void, extra })
}

fn decode<T: Decode<()>>(bytes: &[u8]) -> Result<T, Reason> {
    let config = bincode::config::standard().with_limit::<DECODE_LIMIT>();
    let body = bytes.strip_prefix(&[VERSION]).ok_or(UNREADABLE)?;
    match bincode::decode_from_slice(body, config) {
        Ok((record, used)) if used == body.len() => Ok(record),
        _ => Err(UNREADABLE),
    }
}

/// Records as programs of format 1 wrote them, to test with.
#[cfg(test)]
pub(in crate::store) mod old {
    use super::*;
    use crate::store::codec::{ORIGINS, SYMMETRIES, number_of};

    fn encode(body: impl Encode) -> Vec<u8> {
        bincode::encode_to_vec((VERSION, body), bincode::config::standard()).unwrap()
    }

    pub(in crate::store) fn seed(seed: &Seed) -> Vec<u8> {
        let pair = |score: Score| (score.mean, score.standard_error);
        let grading = |grading: &Grading| WireGrading {
            ladder: grading.ladder.clone(),
            tier: grading.tier,
            reserved: puzzle::of_cells(grading.reserved),
            score: grading.score.map(pair),
            rest: grading.rest.map(pair),
            scores: grading.scores,
            capacity: grading.capacity,
        };
        encode(WireSeed {
            puzzle: puzzle::of_puzzle(&seed.puzzle),
            twin: crate::store::tests::own(seed).twin.0,
            origin: number_of(&ORIGINS, &seed.origin),
            symmetry: number_of(&SYMMETRIES, &seed.symmetry),
            gradings: seed.gradings.iter().map(grading).collect(),
        })
    }

    pub(in crate::store) fn issued(issued: &Issued) -> Vec<u8> {
        encode(WireIssued {
            key: issued.key.0,
            puzzle: puzzle::of_puzzle(&issued.puzzle),
            seed: issued.seed.map(|key| key.0),
            tier: issued.tier,
            score: issued.score,
            level: issued.level.clone(),
        })
    }

    pub(in crate::store) fn batch(batch: &Batch) -> Vec<u8> {
        encode(WireBatch {
            request: batch.request.clone(),
            rng_seed: batch.rng_seed,
            version: batch.version.clone(),
            note: batch.note.clone(),
            asked: batch.asked,
            issued: batch.issued,
            attempts: batch.attempts,
        })
    }

    pub(in crate::store) fn book(book: &Book) -> Vec<u8> {
        encode(WireBook {
            title: book.title.clone(),
            version: book.version.clone(),
            volumes: book.volumes,
            puzzles: book.puzzles,
        })
    }
}
