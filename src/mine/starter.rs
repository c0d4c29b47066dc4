//! The seeds built into the program: `seeds/starter.tsv`, one per line, readable for researchers.
//! Their Sudoku Explainer ratings are in `seeds/er.tsv`, as far as known. A new database begins
//! with the ratings of those that have many refills by rating, and gets the others when they are
//! requested: all of them would increase its size from 9 to 16 MB. The hardest technique of the
//! ladder `common` that each seed needs is on the corresponding line of `seeds/needs.tsv`; crux, EP
//! and ED are on that of `seeds/crux.tsv`.
//!
//! A line holds the values that take long to measure; everything else (solution, reserved cells,
//! keys) is computed when it is read. Puzzles are shortened: a letter stands for a run of empty
//! cells, `a` for one, `z` for 26.

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::iter::{from_fn, repeat_n};
use std::ops::RangeInclusive;
use std::sync::LazyLock;

use rayon::prelude::*;

use crate::board::{Grid, Puzzle};
use crate::logic::{Grade, Ladder};
use crate::rating::hsolve::Score;
use crate::rating::stop::Stop;
use crate::rating::{common, er, se};
use crate::record::{Grading, Origin, Particulars, Seed, Turned};
use crate::refill::{Prepared, particulars};
use crate::symmetry::ClueSymmetry;

/// Returns the ladder of their gradings.
fn ladder() -> &'static Ladder {
    Ladder::hsolve()
}

/// The columns. Scores are mean and standard error, in full precision; empty at tier 6. The last
/// four describe the refills with a half turn of a seed without symmetry; empty if not measured or
/// not applicable.
pub const COLUMNS: [&str; 14] = [
    "puzzle",
    "symmetry",
    "tier",
    "score",
    "error",
    "rest",
    "rest_error",
    "least",
    "greatest",
    "capacity",
    "turn",
    "turned_capacity",
    "turned_least",
    "turned_greatest",
];

/// The columns of `seeds/er.tsv`. If `first` is 1, a new database begins with the rating.
/// `technique` is that of the hardest step, as written in a command.
pub const RATED_COLUMNS: [&str; 7] =
    ["puzzle", "er", "capacity", "turn", "turned_capacity", "technique", "first"];

/// The columns of `seeds/crux.tsv`. ED is empty where it is [`USUAL`], EP where it is ED.
const PARTICULARS: [&str; 3] = ["crux", "ed", "ep"];

/// The ED of most seeds: that of a hidden single in a box.
const USUAL: er::Score = er::Score::from_tenths(12);

/// The edition of the built-in seeds: a database records the editions that it has. A test fails
/// when the seeds have changed.
pub const EDITION: u32 = 7;

/// The first edition with a rating for each seed: draws from databases of earlier editions stay the
/// same.
pub const RATED_SINCE: u32 = 7;

/// The files, column after column, as `build.rs` writes them: [`COLUMNS`]; [`RATED_COLUMNS`]
/// without the puzzle, empty without a rating; the needed technique; and [`PARTICULARS`].
const TEXT: &str = seeddb_seeds::STARTER;

const ALL: usize = COLUMNS.len() + RATED_COLUMNS.len() + PARTICULARS.len();
/// The indices of the technique, of the mark of ratings that a new database begins with, and of the
/// needed technique.
const TECHNIQUE: usize = ALL - 6;
const FIRST: usize = ALL - 5;
const NEEDS: usize = ALL - 4;
const CRUX: usize = ALL - 3;

fn rows() -> impl Iterator<Item = [&'static str; ALL]> {
    let mut columns: Vec<_> = TEXT.split('\t').map(str::lines).collect();
    from_fn(move || {
        let row: Option<Vec<_>> = columns.iter_mut().map(Iterator::next).collect();
        row?.try_into().ok()
    })
}

/// Returns the starter seeds, graded by the hsolve ladder, some also by that of Sudoku Explainer.
///
/// # Panics
/// Never with the file it was built with: a test reads it.
pub fn starter() -> Vec<Seed> {
    let rows: Vec<_> = rows().collect();
    let seeds = rows.into_par_iter().map(|row| read(&row, !row[FIRST].is_empty()));
    seeds.map(|seed| seed.expect("the program's own file")).collect()
}

/// Returns the starter seeds with these tiers by their rating, with all their gradings.
pub fn starter_by_rating(tiers: &RangeInclusive<u8>) -> Vec<Seed> {
    let rows: Vec<_> = rows().filter(|row| is_among(row[COLUMNS.len()], tiers)).collect();
    rows.into_par_iter().filter_map(|row| read(&row, true)).collect()
}

/// Returns the number of starter seeds with these tiers by their rating.
pub fn count_by_rating(tiers: &RangeInclusive<u8>) -> u64 {
    let ers = TEXT.split('\t').nth(COLUMNS.len()).unwrap_or_default().lines();
    ers.filter(|er| is_among(er, tiers)).count() as u64
}

fn is_among(er: &str, tiers: &RangeInclusive<u8>) -> bool {
    tier_of(er).is_some_and(|tier| tiers.contains(&tier))
}

/// Returns the rating that is written so.
fn score_of(text: &str) -> Option<er::Score> {
    let (ones, tenths) = text.split_once('.')?;
    let tenths = 10 * ones.parse::<u16>().ok()? + tenths.parse::<u16>().ok()?;
    Some(er::Score::from_tenths(tenths))
}

/// Returns the tier of the ratings that is written so.
fn tier_of(er: &str) -> Option<u8> {
    score_of(er).and_then(se::tier_of)
}

/// Returns the grading of a starter seed by Sudoku Explainer's ladder; `None` for other puzzles,
/// including transformed seeds.
pub fn rating_of_starter(puzzle: &Puzzle) -> Option<Grading> {
    by_rating(puzzle, KNOWN.get(shortened(puzzle).as_str())?)
}

/// Returns the rating of a starter seed; `None` for other puzzles, including transformed seeds.
pub fn er_of_starter(puzzle: &Puzzle) -> Option<er::Score> {
    tier_of(KNOWN.get(shortened(puzzle).as_str())?[COLUMNS.len()]).and_then(se::score_of)
}

/// The rows with a rating, by their puzzles.
static KNOWN: LazyLock<HashMap<&str, [&str; ALL]>> = LazyLock::new(|| {
    rows().filter(|row| !row[COLUMNS.len()].is_empty()).map(|row| (row[0], row)).collect()
});

/// Writes `seeds/er.tsv`: those of `seeds` that have a rating, and whether a new database begins
/// with it.
pub fn write_rated(
    seeds: &[Seed],
    is_first: impl Fn(&Seed) -> bool,
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "{}", RATED_COLUMNS.join("\t"))?;
    for seed in seeds {
        let Some(grading) = seed.grading(se::LADDER) else { continue };
        let Some(er) = se::score_of(grading.tier) else { continue };
        let work_out = || se::rate_canonical(&seed.puzzle, Stop::NEVER).ok()?.1.technique();
        let (puzzle, capacity) = (shortened(&seed.puzzle), grading.capacity);
        write!(out, "{puzzle}\t{er}\t{capacity}")?;
        match grading.turned {
            Some(turned) => write!(out, "\t{}\t{}\t", turned.turn, turned.capacity)?,
            None => write!(out, "\t\t\t")?,
        }
        if is_first(seed) {
            let technique = hardest_of_starter(&seed.puzzle).or_else(work_out).map(se::name_of);
            write!(out, "{}\t1", technique.unwrap_or_default())?;
        } else {
            write!(out, "\t")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Returns the technique of the hardest step of a starter seed with a rating; `None` for other
/// puzzles, including transformed seeds.
pub fn hardest_of_starter(puzzle: &Puzzle) -> Option<se::Technique> {
    static NAMED: LazyLock<HashMap<&str, se::Technique>> = LazyLock::new(|| {
        let names: HashSet<&str> = KNOWN.values().map(|row| row[TECHNIQUE]).collect();
        names.into_iter().filter_map(|name| Some((name, se::technique_named(name)?))).collect()
    });
    NAMED.get(KNOWN.get(shortened(puzzle).as_str())?[TECHNIQUE]).copied()
}

/// Returns the hardest technique of the ladder `common` that a starter seed needs; `None` for other
/// puzzles, seeds that the tiers below the last solve, and seeds that the ladder cannot solve.
pub fn needs_of_starter(puzzle: &Puzzle) -> Option<common::Technique> {
    static KEYS: LazyLock<HashMap<&str, common::Technique>> =
        LazyLock::new(|| common::Technique::all().map(|own| (own.row().key, own)).collect());
    KEYS.get(KNOWN.get(shortened(puzzle).as_str())?[NEEDS]).copied()
}

/// Returns crux, EP and ED of a built-in seed; `None` for other puzzles.
pub fn particulars_of_starter(puzzle: &Puzzle) -> Option<Particulars> {
    let [crux, ed, ep] = KNOWN.get(shortened(puzzle).as_str())?[CRUX..] else { return None };
    let ed = score_of(ed).or(Some(USUAL));
    Some(Particulars { crux: crux.parse().ok(), ep: score_of(ep).or(ed), ed, found: None })
}

/// Writes the file of the crux, EP and ED of `seeds`, a line each.
pub fn write_particulars(seeds: &[Seed], out: &mut impl Write) -> io::Result<()> {
    let all: Vec<Particulars> = seeds.par_iter().map(|seed| particulars(&seed.puzzle)).collect();
    writeln!(out, "{}", PARTICULARS.join("\t"))?;
    let text = |score: Option<er::Score>| score.map(|score| score.to_string()).unwrap_or_default();
    all.into_iter().try_for_each(|Particulars { crux, ep, ed, .. }| {
        let crux = crux.map(|crux| crux.to_string()).unwrap_or_default();
        writeln!(
            out,
            "{crux}\t{}\t{}",
            text(ed.filter(|ed| *ed != USUAL)),
            text(ep.filter(|_| ep != ed))
        )
    })
}

/// Writes the technique that each of `seeds` needs, one per line; an empty line for seeds that the
/// tiers below the last solve.
pub fn write_needs(seeds: &[Seed], out: &mut impl Write) -> io::Result<()> {
    let needs = |seed: &Seed| {
        let is_hard =
            seed.grading(ladder().id()).is_some_and(|own| own.tier + 1 >= ladder().beyond());
        is_hard.then(|| common::hardest(&seed.puzzle)).flatten()
    };
    let needs: Vec<Option<common::Technique>> = seeds.par_iter().map(needs).collect();
    writeln!(out, "needs")?;
    needs.into_iter().try_for_each(|own| writeln!(out, "{}", own.map_or("", |own| own.row().key)))
}

/// Writes those of `seeds` that the hsolve ladder has graded, in the form of the file.
pub fn write_starter(seeds: &[Seed], out: &mut impl Write) -> io::Result<()> {
    write_lines(seeds, shortened, out)
}

/// Writes those of `seeds` that the hsolve ladder has graded, in the form of the file but with
/// puzzles of 81 characters.
pub fn write_seeds(seeds: &[Seed], out: &mut impl Write) -> io::Result<()> {
    write_lines(seeds, Puzzle::to_string, out)
}

fn write_lines(
    seeds: &[Seed],
    text: fn(&Puzzle) -> String,
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "{}", COLUMNS.join("\t"))?;
    for seed in seeds {
        let Some(grading) = seed.grading(ladder().id()) else { continue };
        write!(out, "{}\t{}\t{}", text(&seed.puzzle), seed.symmetry, grading.tier)?;
        for score in [grading.score, grading.rest] {
            let fields = score.map(|score| (score.mean, score.standard_error));
            write_pair(fields, out)?;
        }
        write_pair(grading.scores, out)?;
        write!(out, "\t{}", grading.capacity)?;
        match grading.turned {
            Some(turned) => write!(out, "\t{}\t{}", turned.turn, turned.capacity)?,
            None => write!(out, "\t\t")?,
        }
        write_pair(grading.turned.and_then(|turned| turned.scores), out)?;
        writeln!(out)?;
    }
    Ok(())
}

fn write_pair(pair: Option<(f64, f64)>, out: &mut impl Write) -> io::Result<()> {
    match pair {
        Some((a, b)) => write!(out, "\t{a}\t{b}"),
        None => write!(out, "\t\t"),
    }
}

/// Reads a line that [`write_starter`] wrote; `None` if it is not one.
pub fn seed_of(line: &str) -> Option<Seed> {
    let fields: [&str; COLUMNS.len()] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
    read(&fields, false)
}

/// Writes the puzzle with a letter for each run of empty cells.
fn shortened(puzzle: &Puzzle) -> String {
    let mut short = String::with_capacity(60);
    let mut empty = 0;
    for sign in puzzle.to_string().bytes() {
        if sign == b'.' && empty < 26 {
            empty += 1;
            continue;
        }
        short.extend(letter(empty));
        empty = u8::from(sign == b'.');
        short.extend((sign != b'.').then_some(char::from(sign)));
    }
    short.extend(letter(empty));
    short
}

/// Returns the letter for a run of empty cells; `None` for 0.
fn letter(empty: u8) -> Option<char> {
    (empty > 0).then(|| char::from(b'`' + empty))
}

/// Replaces letters by runs of dots.
fn lengthened(short: &str) -> String {
    let mut long = String::with_capacity(81);
    for sign in short.bytes() {
        match sign {
            b'a'..=b'z' => long.extend(repeat_n('.', usize::from(sign - b'`'))),
            digit => long.push(char::from(digit)),
        }
    }
    long
}

/// Returns the grading by rating in a row.
fn by_rating(puzzle: &Puzzle, row: &[&str]) -> Option<Grading> {
    let tier = tier_of(row[COLUMNS.len()])?;
    let grade = Grade::known(se::ladder(), puzzle.solution(), puzzle.clues(), tier);
    let prepared = Prepared::graded(se::ladder(), puzzle, &grade, None);
    Some(Grading {
        ladder: se::LADDER.to_owned(),
        version: se::VERSION,
        tier,
        reserved: grade.reserved(),
        twin: prepared.twin(),
        score: None,
        rest: None,
        scores: None,
        capacity: row[COLUMNS.len() + 1].parse().ok()?,
        turned: match (row[COLUMNS.len() + 2], row[COLUMNS.len() + 3]) {
            ("", _) => None,
            (turn, capacity) => {
                let (turn, capacity) = (turn.parse().ok()?, capacity.parse().ok()?);
                Some(Turned { turn, capacity, scores: None })
            }
        },
    })
}

/// Reads a seed from the fields of a line, followed, if `is_rated`, by those of its rating; `None`
/// if they are malformed.
fn read(fields: &[&str], is_rated: bool) -> Option<Seed> {
    let puzzle = Puzzle::new(&lengthened(fields[0]).parse::<Grid>().ok()?).ok()?;
    let symmetry: ClueSymmetry = fields[1].parse().ok()?;
    let tier: u8 = fields[2].parse().ok()?;
    let pair = |at: usize| Some((fields[at].parse().ok()?, fields[at + 1].parse().ok()?));
    let score = |at| pair(at).map(|(mean, standard_error)| Score { mean, standard_error });

    let grade = Grade::known(ladder(), puzzle.solution(), puzzle.clues(), tier);
    let prepared = Prepared::graded(ladder(), &puzzle, &grade, score(5));
    let by_rating = if is_rated { Some(by_rating(&puzzle, fields)?) } else { None };
    let by_hsolve = Grading {
        ladder: ladder().id().to_owned(),
        version: ladder().version(),
        tier,
        reserved: grade.reserved(),
        twin: prepared.twin(),
        score: score(3),
        rest: score(5),
        scores: pair(7),
        capacity: fields[9].parse().ok()?,
        turned: if fields[10].is_empty() {
            None
        } else {
            let (turn, capacity) = (fields[10].parse().ok()?, fields[11].parse().ok()?);
            Some(Turned { turn, capacity, scores: pair(12) })
        },
    };
    Some(Seed {
        key: prepared.key(puzzle.clues()),
        puzzle,
        origin: Origin::Starter,
        symmetry,
        gradings: [by_hsolve].into_iter().chain(by_rating).collect(),
        // Draws and counts need the crux; the other particulars stay built in.
        particulars: Particulars {
            crux: fields.get(CRUX).and_then(|crux| crux.parse().ok()),
            ..Particulars::default()
        },
    })
}

#[cfg(test)]
mod tests {
    use chacha20::ChaCha8Rng;
    use rand::SeedableRng;
    use rand::seq::IteratorRandom;

    use super::*;
    use crate::board::{Cell, CellSet};
    use crate::generate::solution;
    use crate::symmetry::Key;

    const STARTER: &str = include_str!("../../seeds/starter.tsv");
    const RATED: &str = include_str!("../../seeds/er.tsv");

    #[test]
    fn the_file_reads_and_writes_back() {
        let seeds = starter();
        let mut text = Vec::new();
        write_starter(&seeds, &mut text).unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), STARTER);
        let mut text = Vec::new();
        let firsts: HashSet<Key> =
            seeds.iter().filter(|seed| is_by_rating(seed)).map(|seed| seed.key).collect();
        let rated = starter_by_rating(&(0..=u8::MAX));
        assert_eq!(rated.len() as u64, count_by_rating(&(0..=u8::MAX)));
        write_rated(&rated, |seed| firsts.contains(&seed.key), &mut text).unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), RATED);
        for seed in &seeds {
            assert!(seed.symmetry.holds(seed.puzzle.clues()));
        }
    }

    #[test]
    fn a_letter_stands_for_empty_cells() {
        let rng = &mut ChaCha8Rng::seed_from_u64(20_261_125);
        for count in 0..=81 {
            let cells: CellSet = Cell::all().sample(rng, count).into_iter().collect();
            let puzzle = Puzzle::proved(cells, solution(rng));
            let short = shortened(&puzzle);
            assert!(!short.contains('.') && lengthened(&short) == puzzle.to_string(), "{short}");
        }
        assert_eq!(lengthened("zzzc"), ".".repeat(81));
    }

    /// After a change of the seeds, raise [`EDITION`] and write the new checksum here.
    #[test]
    fn the_edition_is_that_of_the_files() {
        let mut sum = 0xcbf2_9ce4_8422_2325_u64;
        for byte in STARTER.bytes().chain(RATED.bytes()) {
            sum = (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
        assert_eq!(format!("{EDITION} {sum:016x}"), "7 2b7f11a5c8981c76");
    }

    /// The techniques needed are computed again for some of the seeds.
    #[test]
    fn needs_are_those_of_the_ladder() {
        let rng = &mut ChaCha8Rng::seed_from_u64(20_261_128);
        let seeds = starter();
        let is_hard = |seed: &&Seed| seed.gradings[0].tier >= 5;
        for seed in seeds.iter().filter(is_hard).sample(rng, 60) {
            assert_eq!(
                needs_of_starter(&seed.puzzle),
                common::hardest(&seed.puzzle),
                "{}",
                seed.puzzle
            );
        }
        let easy = seeds.iter().filter(|seed| !is_hard(seed));
        assert!(easy.map(|seed| needs_of_starter(&seed.puzzle)).all(|needs| needs.is_none()));
    }

    /// For some seeds, crux, EP and ED of the file are computed again.
    #[test]
    fn particulars_are_those_of_the_stuck_states() {
        let rng = &mut ChaCha8Rng::seed_from_u64(20_261_129);
        let seeds = starter();
        for seed in seeds.iter().sample(rng, 200) {
            let carried = particulars_of_starter(&seed.puzzle).unwrap();
            assert_eq!(carried, particulars(&seed.puzzle), "{}", seed.puzzle);
            assert_eq!(carried.crux.is_none(), seed.gradings[0].tier == 0, "{}", seed.puzzle);
        }
    }

    fn is_by_rating(seed: &Seed) -> bool {
        seed.grading(se::LADDER).is_some()
    }

    /// The ratings of a hundred random seeds, and of as many that a new database begins with, are
    /// computed again.
    #[test]
    fn ratings_are_those_of_the_rater() {
        let rng = &mut ChaCha8Rng::seed_from_u64(20_261_127);
        let seeds = starter();
        assert_eq!(count_by_rating(&(0..=u8::MAX)), seeds.len() as u64);
        let mut some = seeds.iter().sample(rng, 100);
        some.extend(seeds.iter().filter(|seed| is_by_rating(seed)).sample(rng, 100));
        for seed in some {
            let puzzle = &seed.puzzle;
            let grading = &rating_of_starter(puzzle).unwrap();
            assert!(seed.grading(se::LADDER).is_none_or(|own| own == grading), "{puzzle}");
            let (_, rating) = se::rate_canonical(puzzle, Stop::NEVER).unwrap();
            assert_eq!(se::score_of(grading.tier), Some(rating.er), "{puzzle}");
            assert_eq!(er_of_starter(puzzle), Some(rating.er), "{puzzle}");
            let names =
                [hardest_of_starter(puzzle), rating.technique()].map(|own| own.map(se::name_of));
            if !is_by_rating(seed) {
                let again = crate::refill::assess_again(se::ladder(), seed);
                assert_eq!(again.gradings[0], *grading, "{puzzle}");
            }
            assert!(names[0] == names[1] || names[0].is_none() && !is_by_rating(seed), "{puzzle}");
            let grade = crate::logic::grade(se::ladder(), puzzle);
            assert_eq!((grade.tier, grade.reserved()), (grading.tier, grading.reserved));
        }
    }
}
