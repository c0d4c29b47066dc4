//! The pictures of `stats --plot`.

use std::collections::HashMap;
use std::path::Path;

use seeddb::database::UsedSeed;
use seeddb::export::plot::{Axis, Group, Words, bars, boxes, histogram};
use seeddb::rating::levels::{Facts, LevelTable};
use seeddb::record::Grading;

use crate::cli::terminal::ladder::{grading, ladder};
use crate::cli::terminal::pictures::{Pictures, without_empty};

/// What the pictures are of.
pub struct Contents<'a> {
    /// The seeds, and how often each was used.
    pub seeds: &'a [UsedSeed],
    /// The level table.
    pub table: &'a LevelTable,
    /// How many puzzles were issued under each label; none for those without one.
    pub issued: &'a HashMap<Option<String>, u64>,
}

/// Draws all pictures, for `folder`.
pub fn draw(folder: &Path, contents: &Contents, force: bool) -> anyhow::Result<Pictures> {
    let mut pictures = Pictures::open(folder, force)?;
    let graded: Vec<(&UsedSeed, &Grading)> =
        contents.seeds.iter().filter_map(|used| Some((used, grading(&used.seed)?))).collect();
    let seeds = &graded[..];
    let tiers: Vec<String> = ladder().tiers().map(|tier| format!("tier {tier}")).collect();
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
        ladder().beyond()
    );
    let title = words("Seeds by tier and score", note, "m(B), checks", "seeds");
    pictures.put("seeds-by-score", histogram(&title, &without_empty(scores), Axis::Fitting))?;

    let (names, piles) = level_piles(contents.table, seeds);
    let note = format!("{} seeds, by the first level that takes a seed's own score", seeds.len());
    let title = words("Seeds by tier and level", note, "top tier", "seeds");
    let groups: Vec<Group> = names.into_iter().zip(piles).collect();
    pictures.put("seeds-by-tier", bars(&title, &tiers, &groups))?;

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
    pictures.put("capacity-by-tier", bars(&title, &tiers, &groups))?;

    let note = "of one seed; box: quartiles and median, whiskers: 5 % and 95 %".to_owned();
    let title = words("Capacity of a seed", note, "top tier", "different puzzles in 1000 refills");
    let groups = by_tier(&|grading| Some(f64::from(grading.capacity)));
    pictures.put("capacity-of-a-seed", boxes(&title, &groups))?;

    let (names, counts) = draws(contents);
    let all: f64 = counts.iter().sum();
    let title = words("Puzzles issued by level", format!("{all} puzzles"), "level", "puzzles");
    pictures.put("draws-by-level", bars(&title, &names, &[("issued".to_owned(), counts)]))?;
    Ok(pictures)
}

/// How many seeds of each tier each level takes; first those that none takes.
fn level_piles(
    levels: &LevelTable,
    seeds: &[(&UsedSeed, &Grading)],
) -> (Vec<String>, Vec<Vec<f64>>) {
    let table = levels.levels();
    let mut piles = vec![vec![0.0; ladder().tiers().count()]; table.len() + 1];
    for (used, grading) in seeds {
        let score = grading.score.map(|score| score.mean);
        let facts = Facts::graded(ladder(), &used.seed.puzzle, grading.tier, score);
        let level = levels.place(&facts);
        piles[level.map_or(0, |level| level + 1)][usize::from(grading.tier)] += 1.0;
    }
    let names = table.iter().map(|level| level.name.clone());
    (["no level".to_owned()].into_iter().chain(names).collect(), piles)
}

/// Puzzles issued: the levels of the table in their order, then labels that are no longer in it, then none.
fn draws(contents: &Contents) -> (Vec<String>, Vec<f64>) {
    let issued = |name: &String| contents.issued.get(&Some(name.clone())).copied().unwrap_or(0);
    let mut names: Vec<String> =
        contents.table.levels().iter().map(|level| level.name.clone()).collect();
    let mut others: Vec<String> = contents.issued.keys().flatten().cloned().collect();
    others.retain(|name| !names.contains(name));
    others.sort_unstable();
    names.extend(others);
    let mut counts: Vec<f64> = names.iter().map(|name| issued(name) as f64).collect();
    names.push("no level".to_owned());
    counts.push(contents.issued.get(&None).copied().unwrap_or(0) as f64);
    (names, counts)
}
