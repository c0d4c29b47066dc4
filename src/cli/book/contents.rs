//! What stands in a book: sections of puzzles, to be drawn or from batches, dealt out to volumes.

use std::ops::Range;

use anyhow::{anyhow, bail};
use seeddb::draw::Request;
use seeddb::rating::levels::LevelTable;
use seeddb::record::Issued;
use seeddb::refill::Wish;
use seeddb::symmetry::ClueSymmetry;

use super::super::exit::UsageError;
use super::super::parse;
use super::description::{Content, Section};

/// Most puzzles in a book: they are all in memory.
const MOST: u64 = 100_000;

/// A section that is to be drawn.
pub struct Wanted {
    pub label: String,
    pub request: Request,
    pub count: u32,
}

/// A section with its puzzles.
pub struct Part {
    pub label: String,
    pub puzzles: Vec<Issued>,
}

/// The sections that are to be drawn: those of the file in their order, or the levels in that of the table.
///
/// # Errors
/// An unknown level, one that stands twice in a list, too many puzzles, none.
pub fn wanted(
    content: &Content,
    levels: &LevelTable,
    rng_seed: u64,
) -> anyhow::Result<Vec<Wanted>> {
    if content.section.is_empty() && content.level.is_empty() {
        let words =
            "nothing to print: give --level LEVEL:COUNT, --batch ID or a book.toml with sections";
        return Err(UsageError(words.to_owned()).into());
    }
    let mut sections = content.section.clone();
    if sections.is_empty() {
        sections.clone_from(&content.level);
        sections.sort_by_key(|section| rank(levels, Some(section.level.get_ref())));
        let same = |pair: &&[Section]| pair[0].level.get_ref() == pair[1].level.get_ref();
        if let Some([section, _]) = sections.windows(2).find(same) {
            let words = format!("level {} stands twice: add the two up", section.level.get_ref());
            return Err(refusal(section, words));
        }
    }
    let all: u64 = sections.iter().map(|section| u64::from(section.count.get())).sum();
    check_size(all)?;
    let wanted = |section: &Section| {
        let level = levels.get(section.level.get_ref());
        let level = level.map_err(|error| refusal(section, error.to_string()))?;
        let clues = section.clues.clone().or_else(|| content.clues.clone());
        let request = Request {
            level: Some(level.clone()),
            origin: section.origin.or(content.origin),
            wish: Wish {
                symmetry: section.symmetry.or(content.symmetry).unwrap_or_default(),
                clues,
                minimal: section.minimal.or(content.minimal).unwrap_or_default(),
            },
            levels: levels.clone(),
            rng_seed,
            ..Request::default()
        };
        let label = section.label.clone().unwrap_or_else(|| level.name.clone());
        Ok(Wanted { label, request, count: section.count.get() })
    };
    sections.iter().map(wanted).collect()
}

/// Refuses more puzzles than a book can have.
pub fn check_size(puzzles: u64) -> anyhow::Result<()> {
    if puzzles > MOST {
        let words = format!("{puzzles} puzzles: a book has at most {MOST}; make several");
        return Err(UsageError(words).into());
    }
    Ok(())
}

/// An error that says where: in the file, or in the flags.
fn refusal(section: &Section, words: String) -> anyhow::Error {
    match &section.place {
        Some(place) => anyhow!("{place}: {words}"),
        None => UsageError(words).into(),
    }
}

/// The place of a level in the table; those that are not in it come last.
fn rank(levels: &LevelTable, name: Option<&String>) -> usize {
    let position = levels.levels().iter().position(|level| Some(&level.name) == name);
    position.unwrap_or(levels.levels().len() + usize::from(name.is_none()))
}

impl Wanted {
    /// As it is kept with the batch.
    pub fn flags(&self) -> String {
        let Request { level, origin, wish, .. } = &self.request;
        let name = level.as_ref().map_or("", |level| &level.name);
        let flags = [
            Some(format!("--level {name}:{}", self.count)),
            origin.map(|origin| format!("--origin {}", parse::origin_name(origin))),
            (wish.symmetry != ClueSymmetry::None).then(|| format!("--symmetry {}", wish.symmetry)),
            wish.clues.as_ref().map(|clues| format!("--clues {}..{}", clues.start(), clues.end())),
            wish.minimal.then(|| "--minimal".to_owned()),
        ];
        flags.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// What it has is missing, and what helps.
    pub fn shortage(&self, missing: u32) -> String {
        let level = self.request.level.as_ref();
        let name = level.map_or("", |level| &level.name);
        let tiers = level.and_then(|level| level.tiers.as_ref());
        let tier = tiers.map_or(5, |tiers| *tiers.end());
        let symmetry = match self.request.wish.symmetry {
            ClueSymmetry::None => String::new(),
            symmetry => format!(" --symmetry {symmetry}"),
        };
        format!(
            "{missing} of {} puzzles of level {name} are missing: mine more (`seeddb mine --tier {tier}{symmetry}`) or ask for less",
            self.count
        )
    }
}

/// Puzzles of batches, in sections: dealt out as the file's sections say, or by level, the easiest first.
///
/// # Errors
/// The sections of the file do not fit.
pub fn dealt(
    puzzles: Vec<Issued>,
    sections: &[Section],
    levels: &LevelTable,
) -> anyhow::Result<Vec<Part>> {
    if sections.is_empty() {
        return Ok(by_level(puzzles, levels));
    }
    let all = puzzles.len();
    let mut puzzles = puzzles.into_iter();
    let mut parts = Vec::new();
    for section in sections {
        let (level, count) = (section.level.get_ref(), section.count.get());
        let own: Vec<Issued> = puzzles.by_ref().take(count as usize).collect();
        if own.len() < count as usize || own.iter().any(|p| p.level.as_ref() != Some(level)) {
            let words = format!(
                "the batch does not have {count} puzzles of level {level} at this place: leave the sections out to have it \
                 sorted by level"
            );
            return Err(refusal(section, words));
        }
        let label = section.label.clone().unwrap_or_else(|| level.clone());
        parts.push(Part { label, puzzles: own });
    }
    let left = puzzles.len();
    if left > 0 {
        bail!(
            "the sections take {} of {all} puzzles: one more for {left}, or leave them all out",
            all - left
        );
    }
    Ok(parts)
}

fn by_level(puzzles: Vec<Issued>, levels: &LevelTable) -> Vec<Part> {
    let level = |puzzle: &Issued| {
        // What was printed elsewhere has no level yet.
        let own = || levels.of(puzzle.tier, puzzle.score).map(|level| level.name.clone());
        puzzle.level.clone().or_else(own)
    };
    let mut puzzles: Vec<_> = puzzles.into_iter().map(|puzzle| (level(&puzzle), puzzle)).collect();
    // What is of no level is sorted by tier.
    let tier = |level: &Option<_>, puzzle: &Issued| if level.is_none() { puzzle.tier } else { 0 };
    puzzles.sort_by_cached_key(|(level, puzzle)| {
        (rank(levels, level.as_ref()), level.clone(), tier(level, puzzle))
    });
    let mut parts: Vec<Part> = Vec::new();
    for (level, puzzle) in puzzles {
        let label = level.unwrap_or_else(|| format!("tier {}", puzzle.tier));
        match parts.last_mut().filter(|part| part.label == label) {
            Some(part) => part.puzzles.push(puzzle),
            None => parts.push(Part { label, puzzles: vec![puzzle] }),
        }
    }
    parts
}

/// The share of a volume, from 1, in `count` puzzles.
pub fn share(count: usize, volume: u32, volumes: u32) -> Range<usize> {
    let end = |volume: u32| count * volume as usize / volumes as usize;
    end(volume - 1)..end(volume)
}
