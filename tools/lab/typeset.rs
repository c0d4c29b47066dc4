//! Typesets lines of `seeddb draw` without a database, for tools/check-book.sh and tools/gallery.
//!
//! `cargo run --release -p seeddb-lab --bin typeset -- OUT.pdf 'size = "5x8"' 'per-page = 4' <
//! LINES` takes lines of `book.toml` as arguments; adjacent puzzles of one level form a section.
//! Beside OUT.pdf it writes OUT.tsv: document, page, x, y and side of each grid, and the 81 cells
//! that must be in it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use seeddb::board::{Grid, Puzzle};
use seeddb::export::Row;
use seeddb::export::book::{Book, Entry, GridPosition, Hint, Plan, Section, typeset};
use seeddb::export::drawing::{Font, Fonts};
use seeddb::logic::Ladder;

fn main() -> Result<()> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.is_empty() {
        bail!("typeset OUT.pdf [--font FILE] [LINE OF BOOK.TOML]... < LINES");
    }
    let out = PathBuf::from(arguments.remove(0));
    let mut fonts = Fonts::bundled()?;
    if arguments.first().is_some_and(|argument| argument == "--font") {
        let path = arguments.drain(..2).nth(1).context("--font FILE")?;
        let font = Font::new(std::fs::read(path)?)?;
        fonts = Fonts { regular: font.clone(), bold: font };
    }
    let plan: Plan = toml::from_str(&arguments.join("\n"))?;
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let mut sections: Vec<Section> = Vec::new();
    for line in text.lines() {
        let row = row(line).with_context(|| line.to_owned())?;
        let label = row.level.clone().unwrap_or_default();
        if sections.last().is_none_or(|section| section.label != label) {
            sections.push(Section { label, entries: Vec::new() });
        }
        let hint =
            if plan.hints { Hint::of(Ladder::hsolve(), &Puzzle::new(&row.puzzle)?) } else { None };
        let last = sections.last_mut().context("a section")?;
        last.entries.push(Entry { row, hint });
    }
    let start = Instant::now();
    let book = typeset(&plan, &fonts, &sections)?;
    eprintln!("{:.3} s, {} bytes", start.elapsed().as_secs_f64(), book.pdf.len());
    eprint!("{}", book.report);
    std::fs::write(&out, &book.pdf)?;
    if let Some((pdf, report)) = &book.answers {
        eprint!("{report}");
        std::fs::write(answers(&out), pdf)?;
    }
    std::fs::write(out.with_extension("tsv"), table(&out, &book, &sections)?)?;
    Ok(())
}

fn answers(out: &Path) -> PathBuf {
    out.with_extension("answers.pdf")
}

/// Reads a line of `seeddb draw`.
fn row(line: &str) -> Result<Row> {
    let cells: Vec<&str> = line.split('\t').collect();
    let [puzzle, solution, id, level, tier, score, clues, seed, batch, number] = cells[..] else {
        bail!("a line of `seeddb draw` has ten columns");
    };
    Ok(Row {
        puzzle: puzzle.parse()?,
        solution: solution.parse()?,
        id: id.into(),
        level: Some(level.into()),
        tier: tier.parse()?,
        score: score.parse().ok(),
        clues: clues.parse()?,
        seed: Some(seed.into()),
        batch: batch.parse()?,
        number: number.parse()?,
        er: None,
        minutes: None,
        date: None,
        caption: None,
        in_book: None,
        proof: false,
    })
}

/// Writes the place of every grid, and the cells that must be in it.
fn table(out: &Path, book: &Book, sections: &[Section]) -> Result<String> {
    let rows: BTreeMap<&str, &Row> = sections
        .iter()
        .flat_map(|section| &section.entries)
        .map(|entry| (&entry.row.id[..], &entry.row))
        .collect();
    let mut text = String::new();
    let mut add = |file: &Path, spot: &GridPosition, grid: &Grid| {
        let [x, y] = spot.corner;
        writeln!(text, "{}\t{}\t{x}\t{y}\t{}\t{grid}", file.display(), spot.page, spot.side)
    };
    for place in &book.places {
        let row = rows.get(&place.id[..]).context("an unknown id")?;
        add(out, &place.puzzle, &row.puzzle)?;
        if let Some(spot) = &place.answer {
            let file = if book.answers.is_some() { answers(out) } else { out.to_owned() };
            add(&file, spot, &row.solution)?;
        }
    }
    Ok(text)
}
