//! Random changes of foreign inputs, given to every reader:
//! `cargo run --example fuzz -- [--seconds N] [--inputs N] [--write] [TARGET]...`
//!
//! Each target has a sentence that must hold for every input (`--list` prints them); also, every
//! input takes at most two seconds and 512 MB, without panics. Input N of a target is made from its
//! corpus and RNG seed N, so `--only N TARGET` repeats a find. `log.tsv` has the number of inputs
//! of each target; a run continues after them, and `--write` adds its own.
//!
//! A second process works on the inputs, so that inputs that end it, for example by a stack
//! overflow, are also found.

mod change;
mod targets;
mod work;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, ExitCode, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use anyhow::{Context as _, Result, bail};
use clap::Parser;
use rayon::prelude::*;

use targets::{Target, targets};

const LOG: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tools/fuzz/log.tsv");
/// The number of inputs between two progress lines of the worker.
const BLOCK: u64 = 256;
/// The longest silence of a worker that does not hang; a block of the slowest target takes seconds.
const SILENCE: Duration = Duration::from_secs(300);

#[derive(Parser)]
struct Args {
    /// Those that are fuzzed [default: all]
    targets: Vec<String>,
    /// Seconds for each target
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// Ends a target earlier, when it has had so many inputs in all
    #[arg(long, default_value_t = u64::MAX)]
    inputs: u64,
    /// Adds the inputs of this run to the log
    #[arg(long)]
    write: bool,
    /// Shows one input, and what becomes of it
    #[arg(long)]
    only: Option<u64>,
    /// Lists the targets
    #[arg(long)]
    list: bool,
    /// Works on inputs from this one on, in blocks of so many: what the first process asks of the
    /// second
    #[arg(long, hide = true, num_args = 2)]
    work: Vec<u64>,
}

fn main() -> Result<ExitCode> {
    let args = Args::parse();
    let all = targets();
    for name in &args.targets {
        if !all.iter().any(|target| target.name == *name) {
            bail!("no target {name}: --list has them");
        }
    }
    let is_wanted = |target: &&Target| {
        args.targets.is_empty() || args.targets.iter().any(|name| name == target.name)
    };
    let chosen: Vec<&Target> = all.iter().filter(is_wanted).collect();
    if args.list {
        for target in chosen {
            println!("{}: {}", target.name, target.truth);
        }
        return Ok(ExitCode::SUCCESS);
    }
    let one = || chosen.first().filter(|_| chosen.len() == 1).context("name one target");
    if let Some(number) = args.only {
        return Ok(work::only(one()?, number));
    }
    if let [from, block] = args.work[..] {
        work::work(one()?, from, block);
    }
    // Each core works on one target at a time.
    let log = Mutex::new(Log::read()?);
    let fuzz = |target: &&Target| {
        let locked = || log.lock().unwrap_or_else(PoisonError::into_inner);
        let (first, before) = locked().rows.get(target.name).copied().unwrap_or_default();
        let (at, found) = go_on(target, &args, first)?;
        let mut log = locked();
        log.rows.insert(target.name.to_owned(), (at, before + found));
        if args.write {
            log.write()?;
        }
        Ok(found)
    };
    let finds: u64 = chosen.par_iter().with_max_len(1).map(fuzz).sum::<Result<_>>()?;
    Ok(if finds == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The number of inputs and of finds of each target.
struct Log {
    head: String,
    rows: BTreeMap<String, (u64, u64)>,
}

impl Log {
    fn read() -> Result<Self> {
        let text = fs::read_to_string(LOG).context(LOG)?;
        let (head, rows): (Vec<&str>, Vec<&str>) =
            text.lines().partition(|line| line.starts_with('#'));
        let row = |line: &&str| {
            let [name, inputs, finds] =
                <[&str; 3]>::try_from(line.split('\t').collect::<Vec<_>>()).ok()?;
            Some((name.to_owned(), (inputs.parse().ok()?, finds.parse().ok()?)))
        };
        let head = head.iter().fold(String::new(), |head, line| head + line + "\n");
        let rows = rows.iter().map(|line| row(line).with_context(|| format!("{LOG}: {line}")));
        Ok(Self { head, rows: rows.collect::<Result<_>>()? })
    }

    fn write(&self) -> Result<()> {
        let mut text = self.head.clone();
        for (name, (inputs, finds)) in &self.rows {
            writeln!(text, "{name}\t{inputs}\t{finds}")?;
        }
        Ok(fs::write(LOG, text)?)
    }
}

/// Fuzzes a target from input `first` on, for the requested time; returns the number of the next
/// input and the number of finds.
fn go_on(target: &Target, args: &Args, first: u64) -> Result<(u64, u64)> {
    let mut found = 0;
    let (begin, end) = (Instant::now(), Duration::from_secs(args.seconds));
    let mut at = first;
    while at < args.inputs && begin.elapsed() < end {
        let mut block = BLOCK;
        let mut worker = Worker::start(target, at, block)?;
        while at < args.inputs && begin.elapsed() < end {
            match worker.hear() {
                Heard::At(next) => at = next,
                Heard::Find(words) => {
                    found += 1;
                    println!("{}: {words}", target.name);
                }
                // Tries single inputs, to find the one that ended the process.
                Heard::Ended(_) if block > 1 => {
                    block = 1;
                    worker = Worker::start(target, at, block)?;
                }
                Heard::Ended(how) => {
                    found += 1;
                    println!("{}: input {at} {how}", target.name);
                    at += 1;
                    break;
                }
            }
        }
    }
    let seconds = begin.elapsed().as_secs_f64();
    println!(
        "{}: {} inputs in {seconds:.0} s, {at} in all, {found} finds",
        target.name,
        at - first
    );
    Ok((at, found))
}

enum Heard {
    /// All inputs before this one are done.
    At(u64),
    /// An input with a failure, and its description.
    Find(String),
    /// The process ended, and how.
    Ended(String),
}

/// The process that works on the inputs.
struct Worker {
    child: std::process::Child,
    lines: Receiver<String>,
}

impl Worker {
    fn start(target: &Target, from: u64, block: u64) -> Result<Self> {
        let mut command = Command::new(env::current_exe()?);
        command.arg(target.name).args(["--work", &from.to_string(), &block.to_string()]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let output = BufReader::new(child.stdout.take().context("its output")?);
        let (sender, lines) = channel();
        thread::spawn(move || {
            // Ends with the process, or when the receiver is dropped.
            let _ = output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line));
        });
        Ok(Self { child, lines })
    }

    fn hear(&mut self) -> Heard {
        let ended = |how: String| Heard::Ended(how);
        match self.lines.recv_timeout(SILENCE) {
            Ok(line) => match line.strip_prefix("at ").and_then(|number| number.parse().ok()) {
                Some(number) => Heard::At(number),
                None => Heard::Find(line),
            },
            Err(RecvTimeoutError::Timeout) => ended(format!("takes more than {SILENCE:?}")),
            Err(RecvTimeoutError::Disconnected) => {
                let status =
                    self.child.wait().map_or_else(|error| error.to_string(), |s| s.to_string());
                ended(format!("ends the process: {status}"))
            }
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
