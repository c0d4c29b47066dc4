//! The contents of a book: sections of puzzles, drawn or from batches, divided among volumes.

use std::ops::Range;

use super::contents_error::{ContentsError, MOST};
use super::{BookOptions, BookSection, Contents};
use crate::ask::text::one_or_range;
use crate::draw_options::name_of;
use crate::logic::Ladder;
use crate::rating::levels::{Facts, LevelTable};
use crate::record::Entry;
use crate::{Error, Part};
use seeddb_draw::Request;

pub struct SectionRequest {
    /// Its index in the request.
    pub place: usize,
    pub label: String,
    /// The part as given, but with the level's name as in the table.
    pub part: Part,
    pub request: Request,
}

pub struct FilledSection {
    pub label: String,
    pub puzzles: Vec<Entry>,
}

/// Returns the sections to be drawn, in printing order.
///
/// # Errors
/// An unknown level, a level given twice, too many puzzles, none.
pub fn wanted(
    options: &BookOptions,
    ladder: &Ladder,
    levels: &LevelTable,
) -> Result<Vec<SectionRequest>, ContentsError> {
    let (sections, by_level) = match &options.contents {
        Contents::Draw(sections) => (sections, false),
        Contents::DrawByLevel(sections) => (sections, true),
        Contents::Batches(..) | Contents::Book(..) | Contents::Own(..) => return Ok(Vec::new()),
    };
    if sections.is_empty() {
        return Err(ContentsError::Nothing);
    }
    let mut sections: Vec<(usize, &BookSection)> = sections.iter().enumerate().collect();
    if by_level {
        let name = |section: &BookSection| {
            let given = section.part.level.as_deref().unwrap_or_default();
            levels.get(given).map_or_else(|_| given.to_owned(), |own| own.name.clone())
        };
        sections.sort_by_key(|(_, section)| rank(levels, Some(&name(section))));
        let same = |pair: &&[(usize, &BookSection)]| name(pair[0].1) == name(pair[1].1);
        if let Some([(section, own), _]) = sections.windows(2).find(same) {
            return Err(ContentsError::LevelTwice { section: *section, level: name(own) });
        }
    }
    check_size(sections.iter().map(|(_, section)| u64::from(section.part.count)).sum())?;
    let wanted = |(place, section): (usize, &BookSection)| {
        let request = section.part.request_by(ladder, levels.clone());
        let mut request = request.map_err(|error| match error {
            Error::Level(error) => ContentsError::Level { section: place, error },
            Error::Contradiction(error) => ContentsError::Contradiction { section: place, error },
            _ => ContentsError::Nothing,
        })?;
        request.rng_seed = options.rng_seed;
        let part = Part { level: name_of(&request), ..section.part.clone() };
        let label = section.label.clone().unwrap_or_else(|| title(&part));
        Ok(SectionRequest { place, label, part, request })
    };
    sections.into_iter().map(wanted).collect()
}

/// Fails if there are more puzzles than a book can have.
pub fn check_size(puzzles: u64) -> Result<(), ContentsError> {
    if puzzles > MOST { Err(ContentsError::TooMany(puzzles)) } else { Ok(()) }
}

/// Returns the index of a level in the table; unknown levels come last.
fn rank(levels: &LevelTable, name: Option<&String>) -> usize {
    let position = levels.levels().iter().position(|level| Some(&level.name) == name);
    position.unwrap_or(levels.levels().len() + usize::from(name.is_none()))
}

/// Returns the title of a section without a label.
fn title(part: &Part) -> String {
    let tier = part.ask.tier.as_ref().map(|tiers| format!("tier {}", one_or_range(tiers)));
    part.level.clone().or(tier).unwrap_or_else(|| "Sudoku".to_owned())
}

/// Divides puzzles of batches into `sections`; without sections by level, easiest first.
///
/// # Errors
/// The sections do not fit the puzzles.
pub fn dealt(
    puzzles: Vec<Entry>,
    sections: &[BookSection],
    (ladder, levels): (&Ladder, &LevelTable),
) -> Result<Vec<FilledSection>, ContentsError> {
    if sections.is_empty() {
        return Ok(by_level(puzzles, ladder, levels));
    }
    let all = puzzles.len();
    let mut puzzles = puzzles.into_iter();
    let mut filled = Vec::new();
    for (section, BookSection { part, label }) in sections.iter().enumerate() {
        let count = part.count;
        let own: Vec<Entry> = puzzles.by_ref().take(count as usize).collect();
        // A level that the table no longer has keeps its name.
        let level = part.level.as_ref().map(|level| {
            levels.get(level).map_or_else(|_| level.clone(), |known| known.name.clone())
        });
        let is_other = |puzzle: &Entry| level.is_some() && puzzle.level != level;
        if own.len() < count as usize || own.iter().any(is_other) {
            let level = level.unwrap_or_else(|| title(part));
            return Err(ContentsError::NotThere { section, level, count });
        }
        let label = label.clone().unwrap_or_else(|| title(part));
        filled.push(FilledSection { label, puzzles: own });
    }
    match puzzles.len() {
        0 => Ok(filled),
        left => Err(ContentsError::LeftOver { taken: all - left, all }),
    }
}

fn by_level(puzzles: Vec<Entry>, ladder: &Ladder, levels: &LevelTable) -> Vec<FilledSection> {
    let level = |puzzle: &Entry| {
        // Puzzles printed elsewhere have no level on record.
        let own = || {
            let facts = Facts::graded(ladder, &puzzle.puzzle, puzzle.tier, puzzle.score);
            levels.of(&facts).map(|level| level.name.clone())
        };
        puzzle.level.clone().or_else(own)
    };
    let mut puzzles: Vec<_> = puzzles.into_iter().map(|puzzle| (level(&puzzle), puzzle)).collect();
    // Puzzles without a level are sorted by tier.
    let tier = |level: &Option<_>, puzzle: &Entry| if level.is_none() { puzzle.tier } else { 0 };
    puzzles.sort_by_cached_key(|(level, puzzle)| {
        (rank(levels, level.as_ref()), level.clone(), tier(level, puzzle))
    });
    let mut filled: Vec<FilledSection> = Vec::new();
    for (level, puzzle) in puzzles {
        let label = level.unwrap_or_else(|| format!("tier {}", puzzle.tier));
        match filled.last_mut().filter(|section| section.label == label) {
            Some(section) => section.puzzles.push(puzzle),
            None => filled.push(FilledSection { label, puzzles: vec![puzzle] }),
        }
    }
    filled
}

/// Returns the range of a volume, from 1, in `count` puzzles.
pub fn share(count: usize, volume: u32, volumes: u32) -> Range<usize> {
    let end = |volume: u32| count * volume as usize / volumes as usize;
    end(volume - 1)..end(volume)
}
