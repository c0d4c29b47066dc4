//! Steps that bring seeds.

use super::*;

const OTHERS: [&str; 2] = [
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
];

pub(super) fn seeds(world: &mut World) {
    let puzzle = world.one_of(&OTHERS).unwrap();
    new_seeds(world, &["import", puzzle]);
}

pub(super) fn mine(world: &mut World) {
    let rng_seed = world.number().to_string();
    new_seeds(world, &["mine", "--tier", "0", "--count", "1", "--rng-seed", &rng_seed]);
}

/// Runs a command that adds seeds: not more than reported, and none is removed except for a better
/// one.
fn new_seeds(world: &mut World, command: &[&str]) {
    let Some((outcome, mut expected)) = change(world, command) else { return };
    let name = world.current.clone();
    let found = world.dump(&world.place(&name).path).seeds;
    let (new, better) = (said(&outcome.err, " new seed"), said(&outcome.err, " replaced"));
    let gone = expected.seeds.difference(&found).count() as u64;
    let came = found.difference(&expected.seeds).count() as u64;
    assert!(
        gone <= better && came <= new + better,
        "{gone} seeds are gone, {came} came: {}",
        outcome.err
    );
    expected.seeds = found;
    conclude(world, (outcome, false), &expected, Some(true));
}
