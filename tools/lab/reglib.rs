//! Tests the ladder `common` on an external library of cases in the format of HoDoKu's regression
//! tests: a technique, a board and its eliminations per line.
//!
//! ```sh
//! # CODE: print each case of it that is not found
//! cargo run --release -p seeddb-lab --bin reglib -- FILE [CODE]
//! ```
//!
//! Prints a line for each code of the file: the technique, its cases, the number of them that a
//! step has with exactly these eliminations, the number that two steps together have, those where a
//! step removes more than the case, or only several steps or other ones remove it, and those
//! without any step. A case of a variant `x` is kept if no step removes its candidates. Last come
//! the codes that the ladder does not have. No part of the file goes into the repository.

use std::collections::BTreeMap;
use std::process::ExitCode;

use seeddb::board::{Candidates, Cell, CellSet, Digit, Grid, State};
use seeddb::rating::common::{Step, Technique, View};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(path) = arguments.first() else {
        eprintln!("give the file of cases");
        return ExitCode::FAILURE;
    };
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{path}: {error}");
            return ExitCode::FAILURE;
        }
    };
    let mut counts: BTreeMap<String, BTreeMap<Verdict, usize>> = BTreeMap::new();
    let mut uncovered: BTreeMap<String, usize> = BTreeMap::new();
    for line in text.lines().filter(|line| line.starts_with(':')) {
        let Some(case) = Case::read(line) else {
            eprintln!("not a case: {line}");
            return ExitCode::FAILURE;
        };
        let techniques = techniques(&case.code);
        if techniques.is_empty() {
            *uncovered.entry(case.code).or_default() += 1;
            continue;
        }
        let verdict = case.judge(techniques);
        if arguments.get(1) == Some(&case.code) && verdict > Verdict::FoundInTwo {
            println!("{verdict:?}: {line}");
        }
        *counts.entry(case.code).or_default().entry(verdict).or_default() += 1;
    }
    print(&counts);
    println!("not in the ladder:");
    for (code, count) in &uncovered {
        println!("{code}: {count}");
    }
    ExitCode::SUCCESS
}

fn print(counts: &BTreeMap<String, BTreeMap<Verdict, usize>>) {
    let (mut all, mut found) = (0, 0);
    for (code, verdicts) in counts {
        let cases: usize = verdicts.values().sum();
        let good: usize =
            verdicts.iter().filter(|(own, _)| **own <= Verdict::FoundInTwo).map(|(_, n)| n).sum();
        (all, found) = (all + cases, found + good);
        let verdicts: Vec<String> =
            verdicts.iter().map(|(verdict, count)| format!("{verdict:?} {count}")).collect();
        let names: Vec<&str> = techniques(code).iter().map(|own| own.row().key).collect();
        println!("{code} {}: {good} of {cases} ({})", names.join(", "), verdicts.join(", "));
    }
    println!("all: {found} of {all}");
}

/// Returns the techniques of a code; empty if the ladder does not have them.
fn techniques(code: &str) -> &'static [Technique] {
    use Technique as T;
    match code {
        "0709-2" | "0710-3" | "0710-4" | "0711-3" | "0711-4" => return &[],
        _ => {}
    }
    match code.split('-').next().unwrap_or_default() {
        "0000" => &[T::FullHouse],
        "0002" => &[T::HiddenSingle],
        "0003" => &[T::NakedSingle],
        "0100" => &[T::Pointing],
        "0101" => &[T::Claiming],
        "0110" | "0200" => &[T::NakedPair],
        "0111" | "0201" => &[T::NakedTriple],
        "0202" => &[T::NakedQuad],
        "0210" => &[T::HiddenPair],
        "0211" => &[T::HiddenTriple],
        "0212" => &[T::HiddenQuad],
        "0300" => &[T::XWing],
        "0301" => &[T::Swordfish],
        "0302" => &[T::Jellyfish],
        "0310" => &[T::FinnedXWing],
        "0311" => &[T::FinnedSwordfish],
        "03111" | "03211" => &[T::FinnedSwordfish, T::SashimiSwordfish],
        "0312" => &[T::FinnedJellyfish],
        "03121" | "03221" => &[T::FinnedJellyfish, T::SashimiJellyfish],
        "0320" => &[T::SashimiXWing],
        "0321" => &[T::SashimiSwordfish],
        "0322" => &[T::SashimiJellyfish],
        "0400" => &[T::Skyscraper],
        "0401" | "0404" => &[T::TwoStringKite],
        "0402" | "0405" => &[T::EmptyRectangle],
        "0403" => &[T::TurbotFish],
        "0500" => &[T::ColourTrap],
        "0501" => &[T::ColourWrap],
        "0502" => &[T::ColourBridge],
        "0503" => &[T::ColourBetween],
        "0600" => &[T::UniqueRectangle1],
        "0601" => &[T::UniqueRectangle2],
        "0602" => &[T::UniqueRectangle3],
        "0603" => &[T::UniqueRectangle4],
        "0604" => &[T::UniqueRectangle5],
        "0605" => &[T::UniqueRectangle6],
        "0606" => &[T::HiddenRectangle],
        "0607" => &[T::AvoidableRectangle1],
        "0608" => &[T::AvoidableRectangle2],
        "0610" => &[T::BugPlusOne],
        "0701" => &[T::XChain],
        "0702" => &[T::XyChain],
        "0703" => &[T::RemotePair],
        "0706" => &[T::NiceLoop],
        "0707" | "0708" => &[T::Aic],
        "0709" | "0710" | "0711" => &[T::GroupedAic],
        "0800" => &[T::XyWing],
        "0801" => &[T::XyzWing],
        "0803" => &[T::WWing],
        "0901" => &[T::AlsXz],
        "0902" => &[T::AlsXyWing],
        "0903" => &[T::AlsChain],
        "0904" => &[T::DeathBlossom],
        "1101" => &[T::SueDeCoq],
        _ => &[],
    }
}

/// The result of a case.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Verdict {
    /// A step has exactly these eliminations, or this placement.
    Found,
    /// A step that must not be found is not found.
    Kept,
    /// Two steps together have exactly these eliminations.
    FoundInTwo,
    /// A step has these eliminations and more.
    More,
    /// All steps together have these eliminations.
    InSeveral,
    /// The steps have other eliminations.
    Other,
    /// There are no steps.
    NotFound,
    /// A step removes a candidate that must stay.
    Wrong,
}

/// A line of the file.
struct Case {
    code: String,
    state: State,
    givens: CellSet,
    removed: Candidates,
    placed: Vec<(Cell, Digit)>,
}

impl Case {
    fn read(line: &str) -> Option<Self> {
        let fields: Vec<&str> = line.split(':').collect();
        let [_, code, _, board, deleted, removed, placed, ..] = fields[..] else { return None };
        let (mut grid, mut givens, mut cells) = (Grid::EMPTY, CellSet::EMPTY, Cell::all());
        let mut is_given = true;
        for character in board.chars() {
            if character == '+' {
                is_given = false;
                continue;
            }
            let cell = cells.next()?;
            if let Some(digit) = character.to_digit(10).and_then(|value| Digit::new(value as u8)) {
                grid[cell] = Some(digit);
                if is_given {
                    givens.insert(cell);
                }
            }
            is_given = true;
        }
        let mut state = State::of(&grid);
        for (cell, digit) in candidates(deleted)? {
            state.remove(digit.into(), CellSet::of(cell));
        }
        let placed = candidates(placed)?;
        let removed = marks(&candidates(removed)?);
        Some(Self { code: code.to_owned(), state, givens, removed, placed })
    }

    fn judge(&self, techniques: &[Technique]) -> Verdict {
        let view = View::of(&self.state, self.givens);
        let steps: Vec<Step> = techniques.iter().flat_map(|own| own.steps(&view)).collect();
        if self.code.ends_with("-x") {
            let takes = |step: &Step| {
                step.placed.is_some()
                    || Digit::all().any(|d| step.removed[d].intersects(self.removed[d]))
            };
            return if steps.iter().any(takes) { Verdict::Wrong } else { Verdict::Kept };
        }
        if steps.is_empty() {
            return Verdict::NotFound;
        }
        if !self.placed.is_empty() {
            let found =
                self.placed.iter().all(|own| steps.iter().any(|step| step.placed == Some(*own)));
            return if found { Verdict::Found } else { Verdict::Other };
        }
        let gone: Vec<Candidates> = steps.iter().map(|step| self.gone(step)).collect();
        let parts: Vec<&Candidates> =
            gone.iter().filter(|own| own.is_subset(&self.removed)).collect();
        let in_two = |one: &&Candidates| parts.iter().any(|other| join(one, other) == self.removed);
        if gone.contains(&self.removed) {
            Verdict::Found
        } else if parts.iter().any(in_two) {
            Verdict::FoundInTwo
        } else if gone.iter().any(|own| self.removed.is_subset(own)) {
            Verdict::More
        } else if self
            .removed
            .is_subset(&gone.iter().fold(Candidates::NONE, |all, own| join(&all, own)))
        {
            Verdict::InSeveral
        } else {
            Verdict::Other
        }
    }

    /// Returns the eliminations of a step; for a placement the other candidates of the cell.
    fn gone(&self, step: &Step) -> Candidates {
        let Some((cell, digit)) = step.placed else { return step.removed };
        let others = self.state.candidates.at(cell).iter().filter(|&own| own != digit);
        marks(&others.map(|own| (cell, own)).collect::<Vec<_>>())
    }
}

fn join(one: &Candidates, other: &Candidates) -> Candidates {
    let mut all = *one;
    Digit::all().for_each(|digit| all[digit] |= other[digit]);
    all
}

fn marks(list: &[(Cell, Digit)]) -> Candidates {
    let mut marks = Candidates::NONE;
    for &(cell, digit) in list {
        marks[digit].insert(cell);
    }
    marks
}

/// Reads candidates such as `436 257`, which are digit, row and column.
fn candidates(text: &str) -> Option<Vec<(Cell, Digit)>> {
    let read = |word: &str| {
        let mut values = word.chars().map(|own| own.to_digit(10).filter(|value| *value > 0));
        let (digit, row, column) = (values.next()??, values.next()??, values.next()??);
        Some((Cell::at(row as usize - 1, column as usize - 1), Digit::new(digit as u8)?))
    };
    text.split_whitespace().map(read).collect()
}
