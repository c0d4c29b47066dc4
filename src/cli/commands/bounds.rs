//! [`Bounds`]: what is to be drawn, as flags of `draw` and as keys of a request.

use std::ops::RangeInclusive;

use seeddb::database::DrawOptions;
use seeddb::draw::Unmet;
use seeddb::rating::er::Score;
use seeddb::record::Origin;
use seeddb::refill::{Miss, Wish};
use seeddb::symmetry::{ClueSymmetry, Id, Part};

use super::demands::DemandArgs;
use super::er;
use crate::cli::terminal::exit::refuse;
use crate::cli::terminal::ladder::ladder;
use crate::cli::terminal::parse;
use crate::cli::terminal::told::missed;

/// The ids of some flags, for others that do not go with them.
pub fn flags<A: clap::Args>() -> Vec<clap::Id> {
    let command = A::augment_args(clap::Command::new("flags"));
    command.get_arguments().map(|own| own.get_id().clone()).collect()
}

/// Why there are too few puzzles.
pub enum Why {
    /// No seed fits.
    Unmet(Unmet),
    /// What most attempts missed.
    Missed(Miss),
    /// The seeds have given all they can.
    UsedUp,
}

impl Why {
    /// Of a draw that came to its end.
    pub fn of(obstacle: Option<Miss>) -> Self {
        obstacle.map_or(Self::UsedUp, Self::Missed)
    }

    fn words(&self, bounds: &Bounds) -> String {
        match self {
            Self::Unmet(unmet) => unmet.to_string(),
            Self::Missed(miss) => missed(*miss).to_owned(),
            Self::UsedUp => bounds.used_up().to_owned(),
        }
    }
}

/// How many of 100,000 random minimal puzzles have each tier: how soon a search finds one.
const FOUND: [usize; 7] = [41_750, 18_400, 530, 30, 1, 39_100, 200];

/// Of these tiers that in which new seeds that fit are found soonest.
fn cheapest(fitting: &[(u8, usize, usize)]) -> Option<u8> {
    let fits = |all: bool| {
        let chance = move |&&(tier, fitting, seeds): &&(u8, usize, usize)| {
            let found = FOUND.get(usize::from(tier)).copied().unwrap_or(1);
            // Where no seed fits, or there is none, any may.
            if all { found as f64 } else { found as f64 * fitting as f64 / seeds.max(1) as f64 }
        };
        let best = fitting.iter().max_by(|a, b| chance(a).total_cmp(&chance(b)));
        best.filter(|one| chance(one) > 0.0).map(|one| one.0)
    };
    fits(false).or_else(|| fits(true))
}

/// Flags that bound what is drawn.
#[derive(clap::Args, Clone, Debug)]
pub struct Bounds {
    /// A level (`seeddb levels` lists them); several share the count evenly, each with a batch of its own
    #[arg(long, help_heading = "How hard", value_name = "L,..", value_delimiter = ',')]
    pub level: Vec<String>,
    /// The top tier, 0 to 6, or a range of tiers
    #[arg(long, help_heading = "How hard", value_name = "T|LO..HI", value_parser = parse::tiers)]
    tier: Option<RangeInclusive<u8>>,
    /// The score: how much work the puzzle is
    #[arg(long, help_heading = "How hard", value_name = "LO..HI", value_parser = parse::scores, allow_hyphen_values = true)]
    score: Option<RangeInclusive<f64>>,
    /// The Sudoku Explainer rating (ER): one value as 7.2, or a range
    #[arg(long, help_heading = "How hard", value_name = "ER", value_parser = er::ratings, allow_hyphen_values = true)]
    se: Option<RangeInclusive<Score>>,
    /// How many puzzles [default: 1, or one of each level]
    #[arg(short = 'n', long, value_name = "N", value_parser = parse::count::<u32>)]
    pub count: Option<u32>,
    /// Only from this seed
    #[arg(long, help_heading = "Seeds", value_name = "SEED-ID")]
    from: Option<Id>,
    /// Only from seeds of this origin
    #[arg(long, help_heading = "Seeds", value_parser = parse::origin())]
    origin: Option<Origin>,
    /// Make this database number I of N that never draw the same puzzle
    #[arg(long, help_heading = "Seeds", value_name = "I/N")]
    partition: Option<Part>,
    /// The symmetry of the clues
    #[arg(long, help_heading = "Clues", value_name = "SYMMETRY", default_value = "none", value_parser = parse::named::<ClueSymmetry>(ClueSymmetry::ALL.map(ClueSymmetry::name)))]
    symmetry: ClueSymmetry,
    /// The number of clues
    #[arg(long, help_heading = "Clues", value_name = "LO..HI", value_parser = parse::clues)]
    clues: Option<RangeInclusive<usize>>,
    /// Only minimal puzzles: removing any clue would give a second solution
    #[arg(long, help_heading = "Clues")]
    minimal: bool,
    /// At most so many from one seed [default: its share of the batch]
    #[arg(long, help_heading = "Seeds", value_name = "N", value_parser = parse::count::<u32>)]
    per_seed: Option<u32>,
    /// Also puzzles that are starter seeds themselves, which everybody has
    #[arg(long, help_heading = "Seeds")]
    from_public: bool,
    #[command(flatten)]
    demands: DemandArgs,
}

impl Bounds {
    /// Refuses flags that do not go together.
    pub fn check(&self) -> anyhow::Result<()> {
        if self.from.is_some_and(|id| !id.is_seed()) {
            return refuse(
                "--from takes the id of a seed (it begins with s): `seeddb seeds` lists them",
            );
        }
        if let (Some(range), Some(tiers)) = (&self.se, &self.tier) {
            er::check_tiers(range, tiers)?;
        }
        if self.se.is_some() {
            self.demands.check_by_rating()?;
        }
        Ok(())
    }

    /// Whether anything says how hard the puzzles are to be.
    pub fn is_difficulty(&self) -> bool {
        !self.level.is_empty()
            || self.tier.is_some()
            || self.score.is_some()
            || self.se.is_some()
            || self.demands.names_techniques()
    }

    /// How many of all levels together.
    pub fn count(&self) -> u32 {
        self.count.unwrap_or(self.level.len().max(1) as u32)
    }

    /// How many of each level: as many of each, the first ones one more if that does not go.
    pub fn shares(&self) -> anyhow::Result<Vec<(Option<String>, u32)>> {
        let (count, levels) = (self.count(), self.level.len() as u32);
        if levels == 0 {
            return Ok(vec![(None, count)]);
        }
        if count < levels {
            return refuse(format!("--count {count} is less than one of each of {levels} levels"));
        }
        let share = |(place, level): (u32, &String)| {
            (Some(level.clone()), count / levels + u32::from(place < count % levels))
        };
        Ok((0..).zip(&self.level).map(share).collect())
    }

    /// Of which level, if there are several.
    pub fn of(&self, share: &DrawOptions) -> String {
        let level = share.level.as_ref().filter(|_| self.level.len() > 1);
        level.map(|level| format!(" of level {level}")).unwrap_or_default()
    }

    /// What is to be drawn of the one level, if there is one.
    pub fn only(&self) -> DrawOptions {
        self.options(self.level.first().cloned(), self.count())
    }

    /// What is to be drawn.
    pub fn options(&self, level: Option<String>, count: u32) -> DrawOptions {
        DrawOptions {
            level,
            tier: self.tier.clone(),
            score: self.score.clone(),
            se: self.se.clone(),
            count,
            from: self.from,
            origin: self.origin,
            partition: self.partition,
            wish: Wish {
                symmetry: self.symmetry,
                clues: self.clues.clone(),
                minimal: self.minimal,
                ..Wish::default()
            },
            asked: self.demands.asked(self.se.is_some()),
            per_seed: self.per_seed,
            from_public: self.from_public,
            ..DrawOptions::default()
        }
    }

    /// Why there are too few puzzles when no bound is to blame.
    fn used_up(&self) -> &'static str {
        match (self.per_seed, self.demands.asked(self.se.is_some()).is_empty()) {
            (_, false) => "too few refills are as --technique, --without and the like ask for",
            (Some(_), _) => "the seeds that fit have given as many as --per-seed allows",
            (None, true) => "all seeds that fit are used up",
        }
    }

    /// Why there are not enough, and what helps. `fitting` are the tiers that the puzzles may have, with how many of their seeds fit, and
    /// how many there are.
    pub fn cure(&self, why: &Why, fitting: &[(u8, usize, usize)]) -> String {
        let words = why.words(self);
        let flags = match why {
            Why::Unmet(Unmet::Clues) => return format!("{words}; ask for more --clues"),
            Why::Unmet(Unmet::ManyClues { most }) => {
                return format!("{words}; ask for at most {most} --clues");
            }
            Why::Unmet(Unmet::NoScore) => return format!("{words}; leave --score out"),
            Why::Missed(Miss::ManyClues) => "--clues for more",
            Why::Missed(Miss::FewClues) => "--clues for fewer",
            Why::Unmet(Unmet::LowScore { .. } | Unmet::HighScore { .. })
            | Why::Missed(Miss::LowScore | Miss::HighScore) => "another --score or level",
            _ => "less",
        };
        if let Some(se) = &self.se {
            return self.cure_by_er(se, &words);
        }
        let symmetry = match self.symmetry {
            ClueSymmetry::None => String::new(),
            symmetry => format!(" --symmetry {symmetry}"),
        };
        let named = self.tier.as_ref().filter(|tiers| tiers.start() == tiers.end());
        let tier = named.map(|tiers| *tiers.start()).or(cheapest(fitting));
        let tier = tier.unwrap_or(ladder().beyond() - 1);
        let mine = format!("mine more (`seeddb mine --tier {tier}{symmetry}`)");
        match why {
            // No seed shows more cells than it has, so these come first.
            Why::Missed(Miss::ManyClues | Miss::FewClues) => {
                format!("{words}; ask {flags}, or {mine}")
            }
            _ => format!("{words}; {mine} or ask for {flags}"),
        }
    }

    /// What helps where a draw by rating gives too few puzzles.
    fn cure_by_er(&self, se: &RangeInclusive<Score>, why: &str) -> String {
        let others = match (!self.level.is_empty() || self.tier.is_some(), self.score.is_some()) {
            (false, false) => "",
            _ => ", or leave out the bounds on level, tier and score",
        };
        let se = er::words(se);
        format!("{why}; mine more (`seeddb mine --se {se}`) or ask for another ER{others}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_mined_is_what_is_found_soonest() {
        // Tier 1 where it would do, and not where none of its seeds fits.
        assert_eq!(cheapest(&[(1, 900, 4000), (2, 3000, 3000)]), Some(1));
        assert_eq!(cheapest(&[(1, 0, 4000), (2, 3000, 3000)]), Some(2));
        assert_eq!(
            cheapest(&[(2, 90, 3000), (3, 2000, 3000), (4, 400, 400), (5, 900, 4000)]),
            Some(5)
        );
        assert_eq!(cheapest(&[(1, 0, 0), (4, 0, 9)]), Some(1));
        assert_eq!(cheapest(&[]), None);
    }
}
