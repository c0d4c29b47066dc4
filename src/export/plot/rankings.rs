//! Charts of rankings: their distributions, by level and tier, and each against the first.

use std::io;

use super::{Axis, Group, Picture, Words, boxes, histogram, nice_step, scatter, without_empty};
use seeddb_core::logic::Ladder;
use seeddb_core::rating::agreement::Agreement;
use seeddb_core::rating::levels::LevelTable;
use seeddb_core::rating::quantile::quantile;
use seeddb_core::rating::rankings::{Ranking, Rankings};

/// The greatest number of boxes for a column; columns with more values are grouped in ranges.
const MOST_GROUPS: usize = 10;

/// Returns all charts of these rankings, which were computed with these levels.
pub fn of_rankings(
    ladder: &Ladder,
    rankings: &Rankings,
    levels: &LevelTable,
) -> io::Result<Vec<Picture>> {
    let names: Vec<String> = levels.levels().iter().map(|level| level.name.clone()).collect();
    let mut pictures = Vec::new();
    // Tiers have few values and serve as groups; a tier combined with a score is no quantity.
    let is_amount = |metric: &&Ranking| !matches!(metric.name.as_str(), "tier" | "tier_hsolve");
    let metrics: Vec<&Ranking> = rankings.metrics.iter().filter(is_amount).collect();
    if let Some(hsolve) = metrics.iter().find(|metric| metric.name == "hsolve") {
        let scores: Vec<f64> = hsolve.values.iter().flatten().copied().collect();
        let (words, shown) = figure_1(hsolve, scores);
        pictures.push(("figure-1".to_owned(), histogram(&words, &shown, Axis::FromZero)?));
    }
    for metric in &metrics {
        by_groups(&mut pictures, (ladder, rankings), &names, metric)?;
    }
    if let Some(first) = rankings.columns.first().or(rankings.metrics.first()) {
        for metric in metrics.iter().filter(|metric| metric.name != first.name) {
            pictures.push(against(first, metric)?);
        }
    }
    Ok(pictures)
}

/// Charts of a metric: a histogram by level; boxes by level, tier and the first column.
fn by_groups(
    pictures: &mut Vec<Picture>,
    (ladder, rankings): (&Ladder, &Rankings),
    levels: &[String],
    metric: &Ranking,
) -> io::Result<()> {
    let name = file_name(&metric.name);
    let words = Words {
        title: format!("Scores by level: {}", metric.unit),
        note: count(metric),
        x: metric.unit.clone(),
        y: "puzzles".to_owned(),
    };
    let level = |place: usize| rankings.levels[place];
    let with_none: Vec<String> =
        ["no level".to_owned()].into_iter().chain(levels.iter().cloned()).collect();
    let groups = group(metric, &with_none, |i| Some(level(i).map_or(0, |level| level + 1)));
    let drawn = histogram(&words, &without_empty(groups), Axis::Fitting)?;
    pictures.push((format!("histogram-{name}"), drawn));
    let mut boxed = |by: &str, of: &str, groups: Vec<Group>| {
        let words = Words {
            title: format!("{} by {of}", metric.unit),
            note: format!("{}; box: quartiles and median, whiskers: 5 % and 95 %", count(metric)),
            x: of.to_owned(),
            y: metric.unit.clone(),
        };
        pictures.push((format!("boxes-{name}-by-{by}"), boxes(&words, &groups)?));
        io::Result::Ok(())
    };
    boxed("level", "level", group(metric, levels, level))?;
    let tiers: Vec<String> = ladder.tiers().map(|tier| tier.to_string()).collect();
    let tier = |place: usize| Some(usize::from(rankings.tiers[place]));
    boxed("tier", "top tier", group(metric, &tiers, tier))?;
    if let Some(column) = rankings.columns.first() {
        let (names, place) = bins(column);
        let own = file_name(&column.name);
        let by = if matches!(&*own, "level" | "tier") { format!("column-{own}") } else { own };
        boxed(&by, &column.unit, group(metric, &names, |i| place[i]))?;
    }
    Ok(())
}

/// Returns a scatter chart of a metric against another ranking, with one point per puzzle.
fn against(first: &Ranking, metric: &Ranking) -> io::Result<Picture> {
    let points = first.pairs(metric);
    let found = Agreement::of(&points);
    let value = |value: Option<f64>| value.map_or("none".to_owned(), |value| format!("{value:.3}"));
    let words = Words {
        title: format!("{} against {}", metric.unit, first.unit),
        note: format!(
            "{} puzzles, {} left out; tau-b {}, rho {}, gamma {}",
            found.n,
            metric.values.len() - found.n,
            value(found.tau_b()),
            value(found.rho),
            value(found.gamma()),
        ),
        x: first.unit.clone(),
        y: metric.unit.clone(),
    };
    let name = format!("scatter-{}-{}", file_name(&first.name), file_name(&metric.name));
    Ok((name, scatter(&words, &points)?))
}

/// Returns figure 1 of the hsolve paper, "a histogram of the overall measured difficulty", without
/// the highest percent of the puzzles, which would compress the rest.
fn figure_1(hsolve: &Ranking, mut scores: Vec<f64>) -> (Words, Vec<Group>) {
    scores.sort_unstable_by(f64::total_cmp);
    let end = if scores.is_empty() { 0.0 } else { quantile(&scores, 0.99) };
    let all = scores.len();
    scores.retain(|&score| score <= end);
    let words = Words {
        title: "Measured difficulty (figure 1 of hsolve)".to_owned(),
        note: format!("{}; {} above {end:.0} not shown", count(hsolve), all - scores.len()),
        x: hsolve.unit.clone(),
        y: "puzzles".to_owned(),
    };
    (words, vec![("m(B)".to_owned(), scores)])
}

/// Returns the numbers of rated and omitted puzzles, in words.
fn count(ranking: &Ranking) -> String {
    let rated = ranking.values.iter().flatten().count();
    format!("{rated} puzzles, {} left out", ranking.values.len() - rated)
}

/// Returns the values of `ranking` by the group of the puzzle.
fn group(ranking: &Ranking, names: &[String], of: impl Fn(usize) -> Option<usize>) -> Vec<Group> {
    let mut groups: Vec<Group> = names.iter().map(|name| (name.clone(), Vec::new())).collect();
    for (place, value) in ranking.values.iter().enumerate() {
        if let (Some(value), Some(group)) = (value, of(place)) {
            groups[group].1.push(*value);
        }
    }
    groups
}

/// Returns the groups of a column: its values, or ranges of equal width if there are too many.
fn bins(column: &Ranking) -> (Vec<String>, Vec<Option<usize>>) {
    let mut values: Vec<f64> = column.values.iter().flatten().copied().collect();
    values.sort_unstable_by(f64::total_cmp);
    values.dedup();
    let (Some(&low), Some(&high)) = (values.first(), values.last()) else {
        return (Vec::new(), vec![None; column.values.len()]);
    };
    if values.len() <= MOST_GROUPS {
        let place = |value: f64| values.iter().position(|&other| value <= other);
        let places = column.values.iter().map(|value| value.and_then(place)).collect();
        return (values.iter().map(f64::to_string).collect(), places);
    }
    let width = nice_step((high - low) / MOST_GROUPS as f64);
    let first = (low / width).floor();
    let place = |value: f64| ((value / width).floor() - first).max(0.0) as usize;
    let names = (0..=place(high)).map(|i| format!("from {}", (first + i as f64) * width)).collect();
    (names, column.values.iter().map(|value| value.map(place)).collect())
}

/// Replaces everything but letters and digits with dashes.
fn file_name(name: &str) -> String {
    let kept = |c: char| if c.is_alphanumeric() { c } else { '-' };
    name.chars().map(kept).collect()
}
