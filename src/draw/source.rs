//! [`Source`]: a seed of a run, read and prepared when it is drawn from.

use std::sync::OnceLock;

use super::Drawn;
use super::er;
use super::request::Request;
use crate::record::Seed;
use crate::refill::{Aimed, Prepared, Wrong, WrongSeed};
use crate::symmetry::{HalfTurn, Key, Transform};

/// A seed to draw from. The seed itself is there from its first attempt on; what it is prepared to, or why it must not be used,
/// is worked out then.
pub struct Source {
    pub key: Key,
    opened: OnceLock<Box<Opened>>,
}

/// A seed that is drawn from.
pub struct Opened {
    seed: Seed,
    prepared: OnceLock<Result<Prepared, WrongSeed>>,
    rests: er::Rests,
}

impl Source {
    pub fn new(key: Key) -> Self {
        Self { key, opened: OnceLock::new() }
    }

    /// Brings the seed, the first time.
    pub fn open(&self, seed: Seed) {
        let (prepared, rests) = (OnceLock::new(), er::Rests::default());
        self.opened.get_or_init(|| Box::new(Opened { seed, prepared, rests }));
    }

    /// Whether its seed was not read yet.
    pub fn is_closed(&self) -> bool {
        self.opened.get().is_none()
    }

    /// The seed; an error if it was not read yet.
    pub fn opened(&self) -> Result<&Opened, WrongSeed> {
        self.opened.get().map(Box::as_ref).ok_or(WrongSeed { key: self.key, what: Wrong::Outline })
    }
}

impl Opened {
    /// The puzzle of a refill of this seed, moved by `transform`, if it is as asked for.
    ///
    /// # Errors
    /// What does not hold of the record of the seed.
    pub fn drawn(
        &self,
        request: &Request,
        refill: &Aimed,
        transform: Transform,
    ) -> Result<Option<Drawn>, WrongSeed> {
        let (prepared, Self { seed, rests, .. }) = (self.prepared(request)?, self);
        Ok(if request.is_by_rating() {
            er::rated(request, seed, (prepared, rests), refill, transform)
        } else {
            Drawn::refill(seed.key, prepared, refill, request, transform)
        })
    }

    /// What refills are made of, worked out the first time.
    pub fn prepared(&self, request: &Request) -> Result<&Prepared, WrongSeed> {
        let prepare = || prepared(&self.seed, request);
        self.prepared.get_or_init(prepare).as_ref().map_err(|wrong| *wrong)
    }
}

/// What refills of a seed that the request may use are made of.
///
/// # Errors
/// What does not hold of its record.
pub fn prepared(seed: &Seed, request: &Request) -> Result<Prepared, WrongSeed> {
    let prepared = Prepared::of_seed(request.refilled_by(), seed)?;
    let outline = seed.outline(request.refilled_by().id());
    let Some(outline) = outline.filter(|outline| request.turns(outline)) else {
        return Ok(prepared);
    };
    // Recorded, or nobody has looked yet. Without one it has no refills, as the first attempt will find.
    let recorded = outline.turned.map(|turned| HalfTurn::of_number(turned.turn));
    let turn = recorded.unwrap_or_else(|| prepared.half_turn());
    Ok(match turn {
        Some(turn) => prepared.upright(turn),
        None => prepared,
    })
}
