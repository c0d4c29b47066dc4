//! Measurements on lists of puzzles rated by others: one puzzle per line, columns separated by
//! tabs, a line of names above.

use std::fs;

use anyhow::{Context, bail};
use rayon::prelude::*;
use seeddb::board::Puzzle;
use seeddb::logic::Ladder;
use seeddb::rating::agreement::Agreement;
use seeddb::rating::box_norm::{box_norm, condition, determinant};
use seeddb::rating::tierless;

use super::hsolve::score;
use super::others::at;

/// Reads the puzzles of a file, and a column of numbers if it is named.
pub fn read(file: &str, column: Option<&str>) -> anyhow::Result<Vec<(Puzzle, f64)>> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {file}"))?;
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    let number = column.map(|column| {
        let names = names.join(", ");
        let at = names.split(", ").position(|name| name == column);
        at.with_context(|| format!("{file} has no column {column}: there are {names}"))
    });
    let number = number.transpose()?;
    let mut puzzles = Vec::new();
    for line in lines {
        let fields: Vec<&str> = line.split('\t').collect();
        let value = number.map_or(Ok(0.0), |number| fields.get(number).unwrap_or(&"").parse());
        puzzles.push((Puzzle::new(&fields[0].parse()?)?, value?));
    }
    if puzzles.is_empty() {
        bail!("{file} has no puzzles");
    }
    Ok(puzzles)
}

fn print(name: &str, pairs: &[(f64, f64)]) {
    let found = Agreement::of(pairs);
    let number =
        |value: Option<f64>| value.map_or("none".to_owned(), |value| format!("{value:.3}"));
    println!("{name:<28} tau-b {}, rho {}", number(found.tau_b()), number(found.rho));
}

pub fn boxes(file: &str, column: &str) -> anyhow::Result<()> {
    let puzzles = read(file, Some(column))?;
    println!("{} puzzles of {file} by {column}", puzzles.len());
    let pairs = |of: &dyn Fn(&Puzzle) -> f64| -> Vec<(f64, f64)> {
        puzzles.iter().map(|(puzzle, rating)| (of(puzzle), *rating)).collect()
    };
    print("norm", &pairs(&|puzzle| box_norm(puzzle.clues())));
    print("determinant", &pairs(&|puzzle| determinant(puzzle.clues()).into()));
    print(
        "determinant without its sign",
        &pairs(&|puzzle| determinant(puzzle.clues()).abs().into()),
    );
    print("condition number", &pairs(&|puzzle| condition(puzzle.clues())));
    print("clues", &pairs(&|puzzle| puzzle.clues().len() as f64));
    Ok(())
}

pub fn scores(file: &str) -> anyhow::Result<()> {
    let puzzles = read(file, None)?;
    let scores: Vec<f64> = puzzles.par_iter().map(|(puzzle, _)| score(puzzle)).collect();
    let scores: Vec<f64> = scores.into_iter().filter(|score| !score.is_nan()).collect();
    println!("m(B) of {} puzzles of {file}", scores.len());
    let bins: Vec<usize> = (0..15)
        .map(|bin| scores.iter().filter(|&&score| (score / 200.0) as usize == bin).count())
        .collect();
    for (bin, count) in bins.iter().enumerate() {
        println!("{:>5} to {:<4} {count}", 200 * bin, 200 * (bin + 1));
    }
    let long = scores.iter().filter(|&&score| score >= 3000.0).count();
    println!(" 3000 and more {long}");
    let peak = bins.iter().enumerate().max_by_key(|(_, count)| **count).map_or(0, |(bin, _)| bin);
    println!(
        "peak at {} to {}; median {:.0}, greatest {:.0}",
        200 * peak,
        200 * (peak + 1),
        at(&scores, 0.5),
        at(&scores, 1.0)
    );
    Ok(())
}

pub fn tierless(file: &str, column: &str, count: usize) -> anyhow::Result<()> {
    let mut puzzles = read(file, Some(column))?;
    // Spread over the file, which may be sorted.
    let step = (puzzles.len() / count).max(1);
    puzzles = puzzles.into_iter().step_by(step).take(count).collect();
    let both = |(puzzle, rating): &(Puzzle, f64)| {
        let (tierless, _) = tierless::score(Ladder::hsolve(), puzzle, 20)?;
        Some((score(puzzle), tierless, *rating))
    };
    let both: Vec<(f64, f64, f64)> = puzzles.par_iter().filter_map(both).collect();
    println!("{} puzzles of {file} by {column}, of {}", both.len(), puzzles.len());
    print("without tiers, and m(B)", &both.iter().map(|(m, t, _)| (*t, *m)).collect::<Vec<_>>());
    print("without tiers, and rating", &both.iter().map(|(_, t, r)| (*t, *r)).collect::<Vec<_>>());
    print("m(B), and rating", &both.iter().map(|(m, _, r)| (*m, *r)).collect::<Vec<_>>());
    let middle =
        |of: &dyn Fn(&(f64, f64, f64)) -> f64| at(&both.iter().map(of).collect::<Vec<_>>(), 0.5);
    println!("medians: without tiers {:.0}, m(B) {:.0}", middle(&|b| b.1), middle(&|b| b.0));
    Ok(())
}
