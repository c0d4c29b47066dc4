//! [`LazySeed`]: a seed of a run, read and prepared when it is drawn from.

use std::sync::OnceLock;

use super::Drawn;
use super::er;
use super::request::Request;
use crate::record::Seed;
use crate::refill::{Prepared, Refill, Wrong, WrongSeed};
use crate::symmetry::{HalfTurn, Key, Transform};

/// A seed to draw from. Its record is read at its first attempt, which also prepares it for
/// refills, or finds why it must not be used.
pub struct LazySeed {
    pub key: Key,
    opened: OnceLock<Box<OpenedSeed>>,
}

/// A seed whose record was read.
pub struct OpenedSeed {
    seed: Seed,
    prepared: OnceLock<Result<Prepared, WrongSeed>>,
    rests: er::Rests,
}

impl LazySeed {
    pub fn new(key: Key) -> Self {
        Self { key, opened: OnceLock::new() }
    }

    /// Sets the record of the seed, the first time.
    pub fn open(&self, seed: Seed) {
        let (prepared, rests) = (OnceLock::new(), er::Rests::default());
        self.opened.get_or_init(|| Box::new(OpenedSeed { seed, prepared, rests }));
    }

    /// Whether its seed was not read yet.
    pub fn is_closed(&self) -> bool {
        self.opened.get().is_none()
    }

    /// Returns the seed; an error if it was not read yet.
    pub fn opened(&self) -> Result<&OpenedSeed, WrongSeed> {
        self.opened.get().map(Box::as_ref).ok_or(WrongSeed { key: self.key, what: Wrong::Outline })
    }
}

impl OpenedSeed {
    /// Returns the puzzle of a refill of this seed, moved by `transform`, if it meets the request.
    ///
    /// # Errors
    /// The claim of the seed's record that is wrong.
    pub fn drawn(
        &self,
        request: &Request,
        refill: &Refill,
        transform: Transform,
    ) -> Result<Option<Drawn>, WrongSeed> {
        let (prepared, Self { seed, rests, .. }) = (self.prepared(request)?, self);
        Ok(if request.is_by_rating() {
            er::rated(request, seed, (prepared, rests), refill, transform)
        } else {
            Drawn::refill(seed.key, prepared, refill, request, transform)
        })
    }

    /// Returns the seed prepared for refills, computed at the first call; the wrong claim of its
    /// record as an error.
    pub fn prepared(&self, request: &Request) -> Result<&Prepared, WrongSeed> {
        let prepare = || prepared(&self.seed, request);
        self.prepared.get_or_init(prepare).as_ref().map_err(|wrong| *wrong)
    }
}

/// Prepares a seed that the request may use for refills.
///
/// # Errors
/// The claim of its record that is wrong.
pub fn prepared(seed: &Seed, request: &Request) -> Result<Prepared, WrongSeed> {
    let prepared = Prepared::of_seed(request.refilled_by(), seed)?;
    let outline = seed.outline(request.refilled_by().id());
    let Some(outline) = outline.filter(|outline| request.turns(outline)) else {
        return Ok(prepared);
    };
    // Recorded, or not searched for yet. Without a half turn the first attempt will find no refill.
    let recorded = outline.turned.map(|turned| HalfTurn::of_number(turned.turn));
    let turn = recorded.unwrap_or_else(|| prepared.half_turn());
    Ok(match turn {
        Some(turn) => prepared.upright(turn),
        None => prepared,
    })
}
