//! Charts of the content of a database.

use std::collections::HashMap;
use std::io;

use super::{ListedSeed, Stats};
use crate::logic::Ladder;
use crate::rating::levels::{Facts, LevelTable};
use crate::record::Grading;
use seeddb_export::plot::{Axis, Group, Picture, Words, bars, boxes, histogram, without_empty};

impl Stats {
    /// Draws charts of these sums, of the `seeds` that they count, and of `issued`, the number of
    /// puzzles per label ([`used_seeds`](super::Database::used_seeds),
    /// [`issued_by_level`](super::Database::issued_by_level)).
    pub fn pictures(
        &self,
        ladder: &Ladder,
        seeds: &[ListedSeed],
        issued: &HashMap<Option<String>, u64>,
    ) -> io::Result<Vec<Picture>> {
        draw(ladder, &self.table, seeds, issued)
    }
}

fn draw(
    ladder: &Ladder,
    table: &LevelTable,
    seeds: &[ListedSeed],
    issued: &HashMap<Option<String>, u64>,
) -> io::Result<Vec<Picture>> {
    let graded: Vec<(&ListedSeed, &Grading)> =
        seeds.iter().filter_map(|used| Some((used, used.seed.grading(ladder.id())?))).collect();
    let mut pictures = Vec::new();
    let mut put = |name: &str, picture: io::Result<String>| {
        pictures.push((name.to_owned(), picture?));
        io::Result::Ok(())
    };
    let seeds = &graded[..];
    let tiers: Vec<String> = ladder.tiers().map(|tier| format!("tier {tier}")).collect();
    let by_tier = |value: &dyn Fn(&Grading) -> Option<f64>| -> Vec<Group> {
        let mut groups: Vec<Group> = tiers.iter().map(|name| (name.clone(), Vec::new())).collect();
        for (_, grading) in seeds {
            groups[usize::from(grading.tier)].1.extend(value(grading));
        }
        groups
    };
    let words = |title: &str, note: String, x: &str, y: &str| Words {
        title: title.to_owned(),
        note,
        x: x.to_owned(),
        y: y.to_owned(),
    };

    let scores = by_tier(&|grading| Some(grading.score?.mean));
    let rated: usize = scores.iter().map(|group| group.1.len()).sum();
    let note = format!(
        "{rated} seeds; {} without a score (tier {}) left out",
        seeds.len() - rated,
        ladder.beyond()
    );
    let title = words("Seeds by tier and score", note, "m(B), checks", "seeds");
    put("seeds-by-score", histogram(&title, &without_empty(scores), Axis::Fitting))?;

    let (names, piles) = level_piles(ladder, table, seeds);
    let note = format!("{} seeds, by the first level that takes a seed's own score", seeds.len());
    let title = words("Seeds by tier and level", note, "top tier", "seeds");
    let groups: Vec<Group> = names.into_iter().zip(piles).collect();
    put("seeds-by-tier", bars(&title, &tiers, &groups))?;

    let sum = |value: &dyn Fn(u64, u64) -> u64| -> Vec<f64> {
        let mut sums = vec![0.0; tiers.len()];
        for (used, grading) in seeds {
            let value = value(used.issued, grading.capacity.into());
            sums[usize::from(grading.tier)] += value as f64;
        }
        sums
    };
    let groups = [
        ("issued".to_owned(), sum(&|issued, _| issued)),
        ("left".to_owned(), sum(&|issued, capacity| capacity.saturating_sub(issued))),
    ];
    let note = "different puzzles that the seeds can give, at least".to_owned();
    let title = words("Capacity by tier", note, "top tier", "puzzles");
    put("capacity-by-tier", bars(&title, &tiers, &groups))?;

    let note = "of one seed; box: quartiles and median, whiskers: 5 % and 95 %".to_owned();
    let title = words("Capacity of a seed", note, "top tier", "different puzzles in 1000 refills");
    let groups = by_tier(&|grading| Some(f64::from(grading.capacity)));
    put("capacity-of-a-seed", boxes(&title, &groups))?;

    let (names, counts) = draws(table, issued);
    let all: f64 = counts.iter().sum();
    let title = words("Puzzles issued by level", format!("{all} puzzles"), "level", "puzzles");
    put("draws-by-level", bars(&title, &names, &[("issued".to_owned(), counts)]))?;
    Ok(pictures)
}

/// Counts the seeds of each tier by matching level; first those that no level matches.
fn level_piles(
    ladder: &Ladder,
    levels: &LevelTable,
    seeds: &[(&ListedSeed, &Grading)],
) -> (Vec<String>, Vec<Vec<f64>>) {
    let table = levels.levels();
    let mut piles = vec![vec![0.0; ladder.tiers().count()]; table.len() + 1];
    for (used, grading) in seeds {
        let score = grading.score.map(|score| score.mean);
        let facts = Facts::graded(ladder, &used.seed.puzzle, grading.tier, score);
        let level = levels.place(&facts);
        piles[level.map_or(0, |level| level + 1)][usize::from(grading.tier)] += 1.0;
    }
    let names = table.iter().map(|level| level.name.clone());
    (["no level".to_owned()].into_iter().chain(names).collect(), piles)
}

/// Counts issued puzzles: the levels of the table in order, then labels not in it, then no label.
fn draws(levels: &LevelTable, by_level: &HashMap<Option<String>, u64>) -> (Vec<String>, Vec<f64>) {
    let issued = |name: &String| by_level.get(&Some(name.clone())).copied().unwrap_or(0);
    let mut names: Vec<String> = levels.levels().iter().map(|level| level.name.clone()).collect();
    let mut others: Vec<String> = by_level.keys().flatten().cloned().collect();
    others.retain(|name| !names.contains(name));
    others.sort_unstable();
    names.extend(others);
    let mut counts: Vec<f64> = names.iter().map(|name| issued(name) as f64).collect();
    names.push("no level".to_owned());
    counts.push(by_level.get(&None).copied().unwrap_or(0) as f64);
    (names, counts)
}
