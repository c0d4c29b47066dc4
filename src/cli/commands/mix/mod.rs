//! `draw --request FILE`: parts with bounds of their own as one batch, all of them or none.

mod file;

use std::path::Path;

use anyhow::Context;
use seeddb::database::{DrawOptions, Error, MixOptions};

use self::file::{Mix, Part};
use super::bounds::Why;
use crate::cli::terminal::database::{counted, row};
use crate::cli::terminal::exit::{Exit, UsageError};
use crate::cli::terminal::globals::Globals;
use crate::cli::terminal::interrupt;
use crate::cli::terminal::parse;
use crate::cli::terminal::sort::{Key, Order, Sorted};
use crate::cli::terminal::style::StyleArgs;
use crate::cli::terminal::told::{kept, tell};

/// What the flags beside `--request` say.
pub struct Whole<'a> {
    pub style: &'a StyleArgs,
    pub sort: &'a [Key],
    pub note: &'a str,
    pub rng_seed: Option<u64>,
    pub dry_run: bool,
}

/// Draws what the file asks for.
pub fn run(globals: &Globals, file: &Path, args: &Whole<'_>) -> anyhow::Result<Exit> {
    let mix = Mix::read(file)?;
    for part in &mix.parts {
        part.bounds.check().map_err(|error| usage(&part.place, &error))?;
    }
    interrupt::listen()?;
    let options = MixOptions {
        parts: mix.parts.iter().map(|part| part.bounds.only()).collect(),
        note: if args.note.is_empty() {
            mix.note.unwrap_or_default()
        } else {
            args.note.to_owned()
        },
        rng_seed: parse::rng_seed(args.rng_seed.or(mix.rng_seed)),
    };
    let count = u32::try_from(options.count()).ok();
    let sink = if args.dry_run { None } else { Some(args.style.open(count, false)?) };
    let database = globals.made()?;
    let levels = database.levels()?;
    database.check_mix(&options).map_err(|error| at_part(&mix.parts, error))?;
    let Some(sink) = sink else {
        let mut exit = Exit::Done;
        for (i, (part, own)) in mix.parts.iter().zip(&options.parts).enumerate() {
            let estimate = database.estimate(own)?;
            if !tell(globals, &of(i, part, own), own.count, estimate) {
                exit = Exit::Fewer;
            }
        }
        return Ok(exit);
    };
    let mut out = Sorted::new(sink, Order::of(args.sort, &levels));
    let (progress, control) = globals.watched(Some(options.count()), None);
    let mixed = database.draw_mix(&options, &control);
    progress.finish_and_clear();
    let mixed = match mixed {
        Err(Error::Part { part, error }) => {
            let (named, own) = (&mix.parts[part], &options.parts[part]);
            let fitting = || database.fitting(own);
            let Some(why) = shortage(&error, named, fitting)? else {
                return Err(at_part(&mix.parts, Error::Part { part, error }));
            };
            out.finish_if(false)?;
            globals.reason(format_args!("nothing was issued:{} {why}", of(part, named, own)));
            return Ok(Exit::Fewer);
        }
        mixed => mixed.context("nothing was issued")?,
    };
    let batch = &mixed.batch;
    globals.note(format_args!("RNG seed {}, batch {}", batch.rng_seed, batch.id));
    let mut first = 1;
    for (i, (part, own)) in mix.parts.iter().zip(&options.parts).enumerate() {
        let last = first + own.count - 1;
        let numbers = if first == last {
            format!("number {first}")
        } else {
            format!("numbers {first} to {last}")
        };
        globals.note(format_args!("{numbers}:{}", of(i, part, own)));
        first = last + 1;
    }
    let rows = mixed.puzzles.iter().map(row).collect();
    out.rows(rows).with_context(|| kept(batch))?;
    out.finish_if(true).with_context(|| kept(batch))?;
    Ok(Exit::Done)
}

/// A part in words: ` part 2 (line 7, level hard)`.
fn of(i: usize, part: &Part, own: &DrawOptions) -> String {
    let what = DrawOptions { count: 0, ..own.clone() }.to_string();
    let what = what.replace("--count 0", "").split_whitespace().collect::<Vec<_>>().join(" ");
    let line = part.place.rsplit_once(", ").map_or("", |(_, line)| line);
    format!(" part {} ({line}: {what})", i + 1)
}

/// Why there are too few puzzles of a part, and what helps; none if that is not what is wrong.
fn shortage(
    error: &Error,
    part: &Part,
    fitting: impl Fn() -> Result<Vec<(u8, usize, usize)>, Error>,
) -> Result<Option<String>, Error> {
    Ok(Some(match error {
        Error::NothingFits(unmet) => {
            format!("gives no puzzles: {}", part.bounds.cure(&Why::Unmet(*unmet), &fitting()?))
        }
        Error::TooFew { made, asked, obstacle } => {
            let cure = part.bounds.cure(&Why::of(*obstacle), &fitting()?);
            format!("gives {made} of {}: {cure}", counted((*asked).into(), "puzzle"))
        }
        _ => return Ok(None),
    }))
}

/// What is wrong with a part, with its place in the file.
fn at_part(parts: &[Part], error: Error) -> anyhow::Error {
    match error {
        Error::Part { part, error } if part < parts.len() => {
            let error = anyhow::Error::from(*error);
            usage(&parts[part].place, &error)
        }
        error => error.into(),
    }
}

fn usage(place: &str, error: &anyhow::Error) -> anyhow::Error {
    UsageError(format!("{place}: {error:#}")).into()
}
