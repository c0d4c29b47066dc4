//! Tables 2 and 3 of Joncus and Yun, and their fits of log time against norm.
//!
//! They spend their time in two solvers that try digits cell by cell, forwards and backwards, so
//! the measure here is the number of digits that such solvers try ("trials"), which is equal on
//! every machine. The columns beside it are the one-solution checks of our own program, and its
//! seconds. Both dig into grids of their pattern, and restart after 100 draws.

use std::time::Instant;

use chacha20::ChaCha8Rng;
use rand::SeedableRng;
use seeddb::board::{Cell, CellSet, Digit, DigitSet, Solution};
use seeddb::generate::{Dig, Filler};
use seeddb::rating::agreement::Agreement;
use seeddb::rating::box_norm::box_norm;
use seeddb::search::is_unique;

/// The effort for a puzzle, restarts included.
#[derive(Clone, Copy, Default)]
struct Effort {
    norm: f64,
    clues: usize,
    trials: u64,
    checks: u64,
    seconds: f64,
}

/// The number of digits tried after which a solver stops, as theirs do after ten seconds: about a
/// second here.
pub const PATIENCE: u64 = 20_000_000;

/// Digs until it succeeds. Makes the same puzzle twice: with a count of trials, and with time.
fn puzzle(dig: &Dig, rng: &mut ChaCha8Rng) -> Effort {
    let mut effort = Effort::default();
    loop {
        let solution = Filler::Pattern.solution(rng);
        let mut again = ChaCha8Rng::deserialize_state(&rng.serialize_state());
        let start = Instant::now();
        let clues = dig.dig(&solution, rng, &mut |clues| is_unique(&solution, clues));
        effort.seconds += start.elapsed().as_secs_f64();
        let mut trials = 0;
        let theirs = dig.dig(&solution, &mut again, &mut |clues| {
            effort.checks += 1;
            trials < PATIENCE && solvers_agree(&solution, clues, PATIENCE, &mut trials)
        });
        effort.trials += trials;
        if trials < PATIENCE {
            assert_eq!(theirs, clues, "two solvers that find the same solution prove it unique");
            if let Some(clues) = clues {
                (effort.norm, effort.clues) = (box_norm(clues), clues.len());
                return effort;
            }
        }
    }
}

/// Whether the forward and the backward solver end with the same grid, before there are `patience`
/// trials.
pub fn solvers_agree(solution: &Solution, clues: CellSet, patience: u64, trials: &mut u64) -> bool {
    let solve = |backwards, trials: &mut u64| {
        let mut solver = Solver { patience, ..Solver::new(solution, clues, backwards) };
        solver.solve(0, trials).then_some(solver.grid)
    };
    solve(false, trials) == solve(true, trials)
}

struct Solver {
    grid: [Option<Digit>; 81],
    /// Column by column, as MATLAB numbers cells.
    open: Vec<Cell>,
    order: Vec<Digit>,
    used: [[DigitSet; 9]; 3],
    patience: u64,
}

impl Solver {
    fn new(solution: &Solution, clues: CellSet, backwards: bool) -> Self {
        let mut order: Vec<Digit> = Digit::all().collect();
        if backwards {
            order.reverse();
        }
        let columns = (0..81).map(|i| Cell::at(i % 9, i / 9));
        let open = columns.filter(|&cell| !clues.contains(cell)).collect();
        let used = [[DigitSet::EMPTY; 9]; 3];
        let mut solver = Self { grid: [None; 81], open, order, used, patience: PATIENCE };
        for cell in clues {
            solver.put(cell, solution[cell]);
        }
        solver
    }

    fn put(&mut self, cell: Cell, digit: Digit) {
        self.grid[cell.index()] = Some(digit);
        for (used, number) in self.used.iter_mut().zip([cell.row(), cell.column(), cell.boxed()]) {
            used[number].insert(digit);
        }
    }

    fn take(&mut self, cell: Cell, digit: Digit) {
        self.grid[cell.index()] = None;
        for (used, number) in self.used.iter_mut().zip([cell.row(), cell.column(), cell.boxed()]) {
            used[number] -= digit.into();
        }
    }

    fn solve(&mut self, place: usize, trials: &mut u64) -> bool {
        let Some(&cell) = self.open.get(place) else { return true };
        for i in 0..9 {
            let digit = self.order[i];
            *trials += 1;
            if *trials >= self.patience {
                return false;
            }
            let [rows, columns, boxes] = &self.used;
            let used = rows[cell.row()] | columns[cell.column()] | boxes[cell.boxed()];
            if !used.contains(digit) {
                self.put(cell, digit);
                if self.solve(place + 1, trials) {
                    return true;
                }
                self.take(cell, digit);
            }
        }
        false
    }
}

/// Returns the line through the points by least squares, and R^2.
fn fit(points: &[(f64, f64)]) -> (f64, f64, f64) {
    let n = points.len() as f64;
    let (x, y) = points.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0 / n, y + point.1 / n));
    let sum =
        |f: &dyn Fn(f64, f64) -> f64| -> f64 { points.iter().map(|p| f(p.0 - x, p.1 - y)).sum() };
    let (xx, xy, yy) = (sum(&|x, _| x * x), sum(&|x, y| x * y), sum(&|_, y| y * y));
    let slope = xy / xx;
    (slope, y - slope * x, xy * xy / (xx * yy))
}

/// Returns the sums of squares of table 4: of the errors, of the distances from the mean, of the
/// distances that the model explains, and R^2 as the share without error.
fn squares(points: &[(f64, f64)], model: impl Fn(f64) -> f64) -> [f64; 4] {
    let mean = points.iter().map(|(_, y)| y / points.len() as f64).sum::<f64>();
    let sum = |of: &dyn Fn(f64, f64) -> f64| points.iter().map(|(x, y)| of(*x, *y).powi(2)).sum();
    let errors: f64 = sum(&|x, y| y - model(x));
    let all: f64 = sum(&|_, y| y - mean);
    let explained: f64 = sum(&|x, _| model(x) - mean);
    [errors, all, explained, 1.0 - errors / all]
}

fn print_fit(name: &str, efforts: &[(f64, Effort)], printed: &str) {
    println!("{name}, log of the effort against the norm: slope, constant, R^2 {printed}");
    println!(
        "  and as in table 4 SSE, SST, SSR, R^2 of that line, and of its exponential t = e^constant e^(slope n)"
    );
    let print = |kind: &str, effort: &dyn Fn(&Effort) -> f64| {
        let points: Vec<_> = efforts.iter().map(|(norm, e)| (*norm, effort(e).ln())).collect();
        let (slope, constant, r2) = fit(&points);
        println!("  {kind:<24} {slope:>6.2} {constant:>7.2} {r2:>6.3}");
        let [sse, sst, ssr, r2] = squares(&points, |x| slope * x + constant);
        println!("    line          {sse:>10.3} {sst:>10.3} {ssr:>10.3} {r2:>7.4}");
        let raw: Vec<_> = efforts.iter().map(|(norm, e)| (*norm, effort(e))).collect();
        let [sse, sst, ssr, r2] = squares(&raw, |x| (slope * x + constant).exp());
        println!("    exponential   {sse:>10.3e} {sst:>10.3e} {ssr:>10.3e} {r2:>7.4}");
    };
    print("trials of their solvers", &|e| e.trials as f64);
    print("checks", &|e| e.checks as f64);
    print("our seconds", &|e| e.seconds);
}

pub fn print(count: usize, rng_seed: u64) {
    const NORMS: [&str; 4] = ["11.93", "10.38", "9.30", "8.70"];
    const SECONDS: [&str; 4] =
        ["0.47 0.05 10.61", "2.88 0.16 23.91", "14.57 0.25 69.15", "63.22 0.98 325.15"];
    let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
    println!(
        "level    mean norm         trials: mean, least, most            checks: mean, least, most   our ms: mean, most   [seconds: mean, least, most]"
    );
    let mut means = Vec::new();
    let mut dug = Vec::new();
    for (i, (level, target)) in Dig::LEVELS.into_iter().enumerate() {
        let efforts: Vec<Effort> = (0..count).map(|_| puzzle(&Dig::to(target), &mut rng)).collect();
        let mean = |f: &dyn Fn(&Effort) -> f64| efforts.iter().map(f).sum::<f64>() / count as f64;
        let all = |f: &dyn Fn(&Effort) -> u64| {
            let (least, most) = (efforts.iter().map(f).min(), efforts.iter().map(f).max());
            (least.unwrap_or(0), most.unwrap_or(0))
        };
        let of_mean = Effort {
            norm: mean(&|e| e.norm),
            clues: 0,
            trials: mean(&|e| e.trials as f64) as u64,
            checks: mean(&|e| e.checks as f64) as u64,
            seconds: mean(&|e| e.seconds),
        };
        let (trials, checks) = (all(&|e| e.trials), all(&|e| e.checks));
        let most = efforts.iter().fold(0.0, |most: f64, e| most.max(e.seconds));
        println!(
            "{level:<8} {:.2} [{}]  {:>12} {:>9} {:>12}   {:>10} {:>6} {:>8}   {:>10.2} {:>8.2}   [{}]",
            of_mean.norm,
            NORMS[i],
            of_mean.trials,
            trials.0,
            trials.1,
            of_mean.checks,
            checks.0,
            checks.1,
            of_mean.seconds * 1e3,
            most * 1e3,
            SECONDS[i],
        );
        means.push((target, of_mean));
        dug.extend(efforts.iter().map(|effort| (effort.norm, effort.clues as f64)));
    }
    let rho = Agreement::of(&dug).rho.unwrap_or(f64::NAN);
    let (least, most) =
        dug.iter().fold((81.0f64, 0.0f64), |(a, b), (_, clues)| (a.min(*clues), b.max(*clues)));
    println!(
        "figure 10, norm and clues of {} puzzles: rho {rho:.3}; open cells {} to {} [45 to 49, and in easy ones only more than 45]",
        dug.len(),
        81.0 - most,
        81.0 - least
    );
    print_fit("means of the four levels", &means, "[seconds: -1.4, 16, 0.952]");
    let single: Vec<(f64, Effort)> = (0..350)
        .map(|i| 12.5 - 0.01 * f64::from(i))
        .map(|target| (target, puzzle(&Dig::to(target), &mut rng)))
        .collect();
    print_fit("350 puzzles, targets 12.5 down to 9.01", &single, "[seconds: -1.3, 14, 0.9935]");
}
