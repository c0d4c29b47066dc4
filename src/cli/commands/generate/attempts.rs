//! Numbered attempts on all threads, judged in the order of their numbers: the same results with any number
//! of threads.

use std::collections::BTreeMap;
use std::fmt;
use std::time::{Duration, Instant};

use chacha20::ChaCha8Rng;
use rand::SeedableRng;
use rayon::prelude::*;
use seeddb::ordered::map;

use crate::cli::terminal::interrupt;

/// A round of attempts is to take about so long: results are printed, and Ctrl-C is heard, after each.
const ROUND: Duration = Duration::from_millis(200);
/// Most attempts of a round.
const MOST: u64 = 4_096;

/// A stop was asked for while an attempt was made.
struct CutShort;

/// Why attempts gave nothing, in words, and how many of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Misses(BTreeMap<&'static str, u64>);

impl fmt::Display for Misses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.0.iter().map(|(why, n)| format!("{n} {why}")).collect();
        f.write_str(&words.join(", "))
    }
}

/// What was done.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Work {
    /// Why the last attempts gave nothing, if too many in a row did.
    pub misses: Option<Misses>,
    /// Attempts judged, the last of them the last that counts.
    pub attempts: u64,
}

/// Makes attempts until `count` of them gave something, `patience` in a row gave nothing, or Ctrl-C, and
/// hands on what they gave after each round. Attempt i has the generator stream (`rng_seed`, i). Says how many
/// there were.
pub fn attempts<T: Send>(
    rng_seed: u64,
    count: u32,
    patience: u64,
    attempt: impl Fn(&mut ChaCha8Rng) -> Result<T, &'static str> + Sync,
    mut take: impl FnMut(Vec<T>) -> anyhow::Result<()>,
) -> anyhow::Result<Work> {
    let threads = rayon::current_num_threads() as u64;
    let (mut next, mut round, mut wanted) = (0, threads, u64::from(count));
    let (mut in_vain, mut misses) = (0, Misses::default());
    let mut done = 0;
    let control = interrupt::control();
    while wanted > 0 && !control.is_stopped() {
        let start = Instant::now();
        let work = |number| {
            let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
            rng.set_stream(number);
            let result = attempt(&mut rng);
            // What was cut short may be no result of its number.
            if control.is_stopped() { Err(CutShort) } else { Ok(result) }
        };
        let round_of = (next as usize..(next + round) as usize).into_par_iter();
        let (results, _) = map(round_of.map(|number| number as u64), control.flag(), work);
        next += round;
        let mut made = Vec::new();
        for result in results {
            done += 1;
            match result {
                Ok(result) => {
                    made.push(result);
                    (in_vain, misses) = (0, Misses::default());
                    wanted -= 1;
                }
                Err(why) => {
                    *misses.0.entry(why).or_default() += 1;
                    in_vain += 1;
                }
            }
            if wanted == 0 || in_vain == patience {
                break;
            }
        }
        take(made)?;
        if wanted > 0 && in_vain == patience {
            return Ok(Work { misses: Some(misses), attempts: done });
        }
        let took = start.elapsed();
        round = if took < ROUND / 2 { round * 2 } else { round };
        round = if took > ROUND * 2 { round / 2 } else { round };
        round = round.clamp(threads, MOST.min(wanted.max(8 * threads)).max(threads));
    }
    Ok(Work { misses: None, attempts: done })
}
