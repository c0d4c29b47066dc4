//! [`LevelTable`]: an ordered list of levels.

use super::facts::Facts;
use super::level::{Level, LevelError};
use super::region::{Region, merged, within, without};
use super::target::Target;
use super::{rounded, shown};
use crate::logic::Ladder;
use crate::rating::metric::Metric;

/// An ordered table of levels with different names.
#[derive(Clone, PartialEq, Debug)]
pub struct LevelTable(Vec<Level>);

impl Default for LevelTable {
    /// Returns the table of a new database, without holes: beginner, easy, medium, hard, fiendish,
    /// expert, beyond.
    ///
    /// The scores 599, 929 and 2762 are those of hsolve, and so are tier 0 for `easy` and below and
    /// tiers 2 to 5 for `expert`. The first two levels contain the puzzles that newspapers print
    /// most, puzzles of singles with 28 to 45 clues; those that they print as the easiest have 39
    /// clues and more.
    fn default() -> Self {
        let level = |name: &str, tiers, score, about: &str| Level {
            tiers: Some(tiers),
            score,
            about: about.to_owned(),
            ..Level::new(name)
        };
        let few = Some(22..=32);
        Self(vec![
            Level {
                clues: Some(39..=81),
                usual_clues: Some(39..=45),
                ..level(
                    "beginner",
                    0..=0,
                    None,
                    "singles, and nearly everywhere one: for children and beginners",
                )
            },
            Level {
                usual_clues: Some(28..=38),
                ..level(
                    "easy",
                    0..=0,
                    Some(0.0..599.0),
                    "singles, always some in sight: the easy one of a newspaper",
                )
            },
            Level {
                usual_clues: few.clone(),
                ..level(
                    "medium",
                    0..=1,
                    Some(0.0..929.0),
                    "singles that hide, or a few pairs and locked candidates",
                )
            },
            level(
                "hard",
                0..=1,
                Some(929.0..f64::INFINITY),
                "pairs and locked candidates, again and again",
            ),
            Level {
                usual_clues: few,
                ..level(
                    "fiendish",
                    2..=5,
                    Some(0.0..2762.0),
                    "an X-wing, a triple, a wing or a short chain, and not much more",
                )
            },
            level(
                "expert",
                2..=5,
                Some(2762.0..f64::INFINITY),
                "an X-wing, triples, wings and short chains, often and hard to find: a long evening",
            ),
            Level {
                about: "more than jellyfish and a short look ahead: for those who know long chains"
                    .to_owned(),
                ..Level::new("beyond")
            },
        ])
    }
}

impl LevelTable {
    /// Makes a table of these levels, in this order.
    ///
    /// # Errors
    /// If there is no level, a name occurs twice, or a level has a bad value.
    pub fn new(levels: Vec<Level>) -> Result<Self, LevelError> {
        if levels.is_empty() {
            return Err(LevelError::Empty);
        }
        for (i, level) in levels.iter().enumerate() {
            level.check()?;
            if levels[..i].iter().any(|other| other.name == level.name) {
                return Err(LevelError::Duplicate(level.name.clone()));
            }
        }
        Ok(Self(levels))
    }

    /// Checks that the ladder has the tiers and techniques of the levels. A table read from a
    /// database may be for another ladder; a table given for this ladder should not.
    ///
    /// # Errors
    /// A level with a tier or a technique that the ladder does not have.
    pub fn check_ladder(&self, ladder: &Ladder) -> Result<(), LevelError> {
        self.0.iter().try_for_each(|level| level.check_ladder(ladder))
    }

    /// Returns the table, if there is no [harm] in its names and descriptions.
    ///
    /// ```
    /// # use seeddb_core as seeddb;
    /// use seeddb::rating::levels::{Level, LevelTable};
    /// let named = |name: &str| LevelTable::new(vec![Level::new(name)]);
    /// assert!(named("leicht-1")?.with_harmless_names().is_ok());
    /// assert!(named("=cmd|'/C'!A0")?.with_harmless_names().is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`LevelError::Value`], with the name of the level.
    pub fn with_harmless_names(self) -> Result<Self, LevelError> {
        let words = |level: &Level| [("name", level.name.clone()), ("about", level.about.clone())];
        for (level, (key, text)) in
            self.0.iter().flat_map(|level| words(level).map(|words| (level, words)))
        {
            let wrong = |what: &str| {
                let level = level.name.escape_debug().to_string();
                Err(LevelError::Value { level, key, what: what.to_owned() })
            };
            if let Some(what) = harm(&text) {
                return wrong(what);
            }
        }
        Ok(self)
    }

    /// Returns its levels, in order.
    pub fn levels(&self) -> &[Level] {
        &self.0
    }

    /// Returns the level of this name, in any case if no other level matches exactly.
    ///
    /// # Errors
    /// [`LevelError::Unknown`], with all names and the most similar one.
    pub fn get(&self, name: &str) -> Result<&Level, LevelError> {
        Ok(&self.0[self.find(name)?])
    }

    /// Returns the level of this name with the puzzles that it names, by the tiers of `ladder`.
    ///
    /// # Errors
    /// As [`LevelTable::get`].
    pub fn target(&self, ladder: &Ladder, name: &str) -> Result<Target, LevelError> {
        let place = self.find(name)?;
        Ok(Target::new(ladder, &self.0[place], &self.0[..place]))
    }

    /// Returns each level with the puzzles that it names, by the tiers of `ladder`.
    pub fn targets(&self, ladder: &Ladder) -> Vec<Target> {
        let target = |(place, level)| Target::new(ladder, level, &self.0[..place]);
        self.0.iter().enumerate().map(target).collect()
    }

    /// Returns the level that names a puzzle: the first that takes it. In a table without
    /// [holes](LevelTable::holes) each puzzle with one solution has exactly one.
    pub fn of(&self, facts: &Facts) -> Option<&Level> {
        self.place(facts).map(|place| &self.0[place])
    }

    /// Returns the place of that level in [`LevelTable::levels`].
    pub fn place(&self, facts: &Facts) -> Option<usize> {
        self.0.iter().position(|level| level.admits(facts))
    }

    /// Returns the score m(B) of a puzzle as printed beside its level: [`shown`], or with a second
    /// decimal place if it would otherwise be in another level, as 598.46 in a table with a bound
    /// of 598.5.
    pub fn printed_score(&self, facts: &Facts) -> Option<f64> {
        let score = facts.score(Metric::Hsolve)?;
        let short = shown(score);
        let is_same = self.place(&facts.clone().with_score(Some(short))) == self.place(facts);
        Some(if is_same { short } else { rounded(score, 2) })
    }

    /// Returns the puzzles that no level takes, by the tiers of `ladder`.
    ///
    /// ```
    /// # use seeddb_core as seeddb;
    /// use seeddb::logic::Ladder;
    /// use seeddb::rating::levels::{Level, LevelTable};
    /// let level = |name, score, tiers| Level { score, tiers: Some(tiers), ..Level::new(name) };
    /// let table = LevelTable::new(vec![level("low", Some(0.0..500.0), 0..=5), level("top", None, 6..=6)])?;
    /// let holes: Vec<String> = table.holes(Ladder::hsolve()).iter().map(ToString::to_string).collect();
    /// assert_eq!(holes, ["tiers 0 to 5, score 500 and more"]);
    /// assert!(LevelTable::default().holes(Ladder::hsolve()).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn holes(&self, ladder: &Ladder) -> Vec<Region> {
        if self.0.iter().any(Level::is_unbounded) {
            return Vec::new();
        }
        merged(without(Region::all(ladder), &self.0))
    }

    /// Returns pairs of levels, by place, that take the same puzzles, and these puzzles: the first
    /// of the two names them.
    pub fn overlaps(&self, ladder: &Ladder) -> Vec<(usize, usize, Vec<Region>)> {
        let all = Region::all(ladder);
        let mut overlaps = Vec::new();
        for (second, level) in self.0.iter().enumerate() {
            let own = within(&all, level);
            for (first, above) in self.0[..second].iter().enumerate() {
                let both = within(&own, above);
                if !both.is_empty() {
                    overlaps.push((first, second, merged(both)));
                }
            }
        }
        overlaps
    }

    fn find(&self, name: &str) -> Result<usize, LevelError> {
        let lower = name.to_lowercase();
        let exact = self.0.iter().position(|level| level.name == name);
        let alike = || self.0.iter().position(|level| level.name.to_lowercase() == lower);
        exact.or_else(alike).ok_or_else(|| {
            let names = || self.0.iter().map(|level| level.name.as_str());
            LevelError::Unknown {
                name: name.to_owned(),
                meant: meant(name, names()).map(str::to_owned),
                known: names().collect::<Vec<_>>().join(", "),
            }
        })
    }
}

/// Returns the harm that the name or description of a level can do in print: an invisible character
/// that controls a terminal or reverses the writing, a beginning that makes it a formula in a
/// spreadsheet. `None` if there is no harm.
///
/// ```
/// # use seeddb_core as seeddb;
/// use seeddb::rating::levels::harm;
/// assert!(harm("größer, später").is_none());
/// assert!(harm("+1").is_some() && harm("a\u{1b}[2J").is_some() && harm("a\rb").is_some() && harm("\u{202e}ysae").is_some());
/// ```
pub fn harm(text: &str) -> Option<&'static str> {
    if text.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']) {
        return Some("spreadsheets take it for a formula, as it does not begin with a letter");
    }
    // Debug output escapes such characters, except a few control characters; accents follow a
    // letter.
    let is_printed = |c: char| {
        matches!(c, ' '..='~') || !c.is_control() && format!("a{c}").escape_debug().count() <= 3
    };
    (!text.chars().all(is_printed)).then_some("it has a character that is not printed")
}

/// Returns the one of `names` that was probably meant by `name`, which is none of them: with one
/// letter wrong, or two in a long name.
pub fn meant<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let letters = |name: &str| name.to_lowercase().chars().collect::<Vec<char>>();
    let lower = letters(name);
    let most = if lower.len() < 8 { 1 } else { 2 };
    let near = names.filter_map(|known| Some((changes(&lower, &letters(known), most)?, known)));
    near.min_by_key(|near| near.0).map(|(_, known)| known)
}

/// Returns the number of letters to change, add, omit or swap with the next to make one word of the
/// other; `None` if above `most`.
fn changes(one: &[char], other: &[char], most: usize) -> Option<usize> {
    // A user's input may be very long.
    if one.len().abs_diff(other.len()) > most {
        return None;
    }
    let mut before: Vec<usize> = vec![0; other.len() + 1];
    let mut last: Vec<usize> = (0..=other.len()).collect();
    let mut row = before.clone();
    for i in 1..=one.len() {
        row[0] = i;
        for j in 1..=other.len() {
            let changed = last[j - 1] + usize::from(one[i - 1] != other[j - 1]);
            row[j] = changed.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        // Every way to the end passes one of two adjacent rows.
        if row.iter().chain(&last).all(|fewest| *fewest > most) {
            return None;
        }
        (before, last, row) = (last, row, before);
    }
    Some(last[other.len()]).filter(|fewest| *fewest <= most)
}

#[cfg(test)]
mod tests {
    use chacha20::ChaCha8Rng;
    use rand::{RngExt as _, SeedableRng as _};

    use super::*;

    fn slow(one: &[char], other: &[char]) -> usize {
        let ([one_first @ .., a], [other_first @ .., b]) = (one, other) else {
            return one.len().max(other.len());
        };
        let changed = slow(one_first, other_first) + usize::from(a != b);
        let fewest = changed.min(slow(one_first, other) + 1).min(slow(one, other_first) + 1);
        match (one_first, other_first) {
            ([one_rest @ .., c], [other_rest @ .., d]) if (a, c) == (d, b) => {
                fewest.min(slow(one_rest, other_rest) + 1)
            }
            _ => fewest,
        }
    }

    #[test]
    fn changes_are_counted_either_way() {
        let letters = |word: &str| word.chars().collect::<Vec<char>>();
        for (a, b, expected) in [
            ("", "abc", 3),
            ("clues", "cluse", 1),
            ("clues", "clus", 1),
            ("clues", "colour", 4),
            ("se", "set", 1),
            ("a", "a", 0),
        ] {
            let (a, b) = (letters(a), letters(b));
            assert_eq!((slow(&a, &b), slow(&b, &a)), (expected, expected), "{a:?} {b:?}");
        }
        for rng_seed in 0..3_000 {
            let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
            let mut word = || -> Vec<char> {
                let long = rng.random_range(0..6);
                (0..long).map(|_| rng.random_range('a'..='c')).collect()
            };
            let (a, b) = (word(), word());
            let fewest = slow(&a, &b);
            for most in 0..7 {
                let expected = Some(fewest).filter(|fewest| *fewest <= most);
                assert_eq!(changes(&a, &b, most), expected, "RNG seed {rng_seed}: {a:?} {b:?}");
            }
        }
    }
}
