//! The tables that the papers print of their generators, beside ours.
//!
//! `cargo run --release --example papers -- TABLE [COUNT [RNG-SEED]]`, where TABLE is
//!
//! - `dig`: Joncus and Yun, tables 2 and 3 and the fits of log time against norm. COUNT puzzles a level (100).
//! - `climb`: Beer, the histogram of 500 puzzles of 200 iterations.
//! - `standard`: Chang, Fan, Sun, section 4.3.2: 1,000 boards over the four levels.
//! - `pseudo`: the same, section 4.3.4: 20 puzzles of "Riddle of Sho".
//! - `cycles`: Chen and Elamri, phase 1: cycles of their filler (10,000 grids).
//!
//! What the paper has stands in brackets. All but the seconds are the same again with the same RNG seed.

mod dig;
mod others;

use anyhow::bail;

fn main() -> anyhow::Result<()> {
    let mut args = std::env::args().skip(1);
    let table = args.next().unwrap_or_default();
    let count: Option<usize> = args.next().map(|count| count.parse()).transpose()?;
    let rng_seed: u64 = args.next().map_or(Ok(1), |seed| seed.parse())?;
    match table.as_str() {
        "dig" => dig::print(count.unwrap_or(100), rng_seed),
        "climb" => others::climb(count.unwrap_or(500), rng_seed),
        "standard" => others::standard(count.unwrap_or(1_000), rng_seed),
        "pseudo" => others::pseudo(count.unwrap_or(20), rng_seed)?,
        "cycles" => others::cycles(count.unwrap_or(10_000), rng_seed),
        _ => bail!("which table: dig, climb, standard, pseudo or cycles?"),
    }
    Ok(())
}
