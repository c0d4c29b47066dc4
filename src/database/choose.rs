//! Selection of seeds that themselves meet the requirements of a part.

use seeddb_ledger::Store;
use seeddb_ledger::rules::texts;

use super::unrated::er_of;
use super::{Database, Error, Part};
use crate::ask::PuzzleFilter;
use crate::rating::er::Score;
use crate::rating::levels::Facts;
use crate::rating::metric::Metric;
use crate::record::Seed;
use crate::symmetry::Key;

impl Database {
    /// Returns a predicate for seeds that meet the part's requirements. If these include ratings
    /// (ER), it rejects unrated seeds.
    pub(super) fn chooser(
        &self,
        store: &Store,
        part: &Part,
    ) -> Result<impl Fn(&Seed) -> bool + use<>, Error> {
        let ladder = self.ladder().clone();
        let demand = PuzzleFilter::of(&part.ask, &ladder)?;
        let levels = part.table(|| store.read(texts::levels))?;
        let level = part.level.as_deref().map(|name| levels.target(&ladder, name)).transpose()?;
        let from: Option<Key> =
            part.from.map(|id| super::by_id::seed_of(store, id)).transpose()?.map(|seed| seed.key);
        let (origin, by_rating) = (part.origin, part.ask.er.is_some());
        Ok(move |seed: &Seed| {
            if origin.is_some_and(|origin| origin != seed.origin)
                || from.is_some_and(|from| from != seed.key)
            {
                return false;
            }
            let Some(grading) = seed.grading(ladder.id()) else { return false };
            let mean = grading.score.map(|score| score.mean);
            let mut facts = Facts::graded(&ladder, &seed.puzzle, grading.tier, mean);
            if by_rating {
                let er = er_of(seed);
                facts = facts.with(Metric::Se, er.map(Score::value));
            }
            demand.holds(&facts) && level.as_ref().is_none_or(|level| level.admits(&facts))
        })
    }
}
