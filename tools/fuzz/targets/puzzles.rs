//! Puzzles in any format, and links that hold one.

use std::io::Write as _;

use chacha20::ChaCha8Rng;
use flate2::Compression;
use flate2::write::GzEncoder;
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use seeddb::board::{Grid, Puzzle};
use seeddb::export::{Columns, Format, FoundGrid, Reader, Row, Style, Writer};
use seeddb::logic::Ladder;
use seeddb::rating::levels::LevelTable;

use super::{Check, Target};

const LINES: [&str; 3] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    ".8...73.5..21.87..79.35....6...3.4..5...8..9.........69...7.1........5.8..1......",
    "..9..15.44..9.8....5.....3...3.6.1.2...8.3.69...1......86....1......6.93...5.4...",
];

/// The formats that can be read back; pictures of grids and office sheets cannot.
const WRITTEN: [Format; 14] = [
    Format::Line,
    Format::Board,
    Format::Sdm,
    Format::Sdk,
    Format::Ss,
    Format::OpenSudoku,
    Format::Hodoku,
    Format::FPuzzles,
    Format::SudokuWiki,
    Format::Ipuz,
    Format::Csv,
    Format::Tsv,
    Format::Json,
    Format::Jsonl,
];

pub const PUZZLES: Target = Target {
    name: "puzzles",
    truth: "each grid that is read from a file is read again, as the same, from what is written of it",
    corpus,
    words: "puzzle puzzles quizzes quiz question sudoku board grid givens clues title author size region value given null \
            [Puzzle] [State] #A #D #C http://mm.mmm ipuz( http://ipuz.org/sudoku#1 dimensions <game> data= <opensudoku> &lt; <![CDATA[ \
            :0000:x: ----- |5 . *-----------* 000 123456789 ......... level;puzzle , ; | \t",
    check,
};

pub const LINKS: Target = Target {
    name: "links",
    truth: "each grid that is read from a link is read again, as the same, from the links that are written of it",
    corpus: || {
        let objects = [
            r#"{"size":9,"title":"1. easy","author":"","grid":[[{"value":5,"given":true},{}]]}"#
                .to_owned(),
            object(LINES[0]),
            object(LINES[1]),
        ];
        let links =
            ["https://sudokuexchange.com/play/?s=", "https://www.sudokuwiki.org/sudoku.htm?bd="];
        let plain = links.iter().flat_map(|link| LINES.map(|line| format!("{link}{line}")));
        objects.into_iter().chain(plain).map(String::into_bytes).collect()
    },
    words: "size title author grid value given region true 9 16 null killercage thermometer cells [] {} solution diagonal+ \
            ?load= ?bd= ?s= %2B %2F & fpuzzles sudokupad.app",
    check: || {
        Box::new(|data, rng| {
            // The code of a changed object, sometimes truncated.
            let link = match super::text(data).filter(|text| text.starts_with('{')) {
                Some(text) => {
                    let mut code = lz_str::compress_to_base64(text);
                    if rng.random_ratio(1, 4) {
                        let at = rng.random_range(0..=code.len());
                        code.truncate(at);
                    }
                    let link = ["https://f-puzzles.com/?load=", "https://sudokupad.app/fpuzzles"];
                    format!("{}{code}\n", link.choose(rng).unwrap_or(&"")).into_bytes()
                }
                None => data.to_vec(),
            };
            for found in read(&link).into_iter().take(2) {
                for format in [Format::FPuzzles, Format::SudokuWiki] {
                    reads_back(&found.grid, format);
                }
            }
        })
    },
};

/// Returns the f-puzzles object of a grid.
fn object(line: &str) -> String {
    let square = |c: char| match c.to_digit(10) {
        Some(digit) => format!("{{\"value\":{digit},\"given\":true}}"),
        None => "{}".to_owned(),
    };
    let squares: Vec<String> = line.chars().map(square).collect();
    let rows: Vec<String> = squares.chunks(9).map(|row| format!("[{}]", row.join(","))).collect();
    format!("{{\"size\":9,\"title\":\"a\",\"grid\":[{}]}}", rows.join(","))
}

fn corpus() -> Vec<Vec<u8>> {
    let levels = LevelTable::default();
    let rows: Vec<Row> = (1..)
        .zip(LINES)
        .filter_map(|(number, line)| {
            let puzzle = Puzzle::new(&line.parse().ok()?).ok()?;
            Some(Row::own(Ladder::hsolve(), &levels, &puzzle, number))
        })
        .collect();
    let mut corpus = Vec::new();
    for format in WRITTEN {
        for solutions in [false, true] {
            let some = if format.is_one_a_file() { &rows[..1] } else { &rows[..] };
            corpus.push(written(some, format, solutions));
        }
    }
    let digits = LINES[0].replace('.', "0");
    let numbers: Vec<String> = digits.chars().map(String::from).collect();
    let array: Vec<String> = numbers.chunks(9).map(|row| format!("[{}]", row.join(", "))).collect();
    for text in [
        format!("[{}]", array.join(",\n ")),
        format!("id,quizzes,solutions\n1,{digits},{digits}\n"),
        format!("level;sudoku;x\n\"easy\";\"{}\";3\n", LINES[1]),
        format!("{} # a remark\n\n{}\t7.2\n", LINES[0], LINES[2]),
        format!("{{\"puzzle\": [{}], \"er\": 7.1}}", array.join(",")),
        format!("https://sudokuexchange.com/play/?s={digits}\n"),
    ] {
        corpus.push(text.into_bytes());
    }
    corpus
}

fn check() -> Check {
    Box::new(|data, rng| {
        // One input in ten is compressed, and sometimes changed again.
        let found = if rng.random_ratio(1, 10) { read(&packed(data, rng)) } else { read(data) };
        let lines: Vec<&str> = found.iter().map(|found| found.text.as_str()).collect();
        let columns = Columns::new(None, lines.iter().copied());
        assert!(columns.numeric().iter().all(|column| column.values.len() == lines.len()));
        for found in found.iter().take(3) {
            if let Some(format) = WRITTEN.choose(rng) {
                reads_back(&found.grid, *format);
            }
        }
    })
}

fn packed(data: &[u8], rng: &mut ChaCha8Rng) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    let written = encoder.write_all(data).and_then(|()| encoder.finish());
    let mut packed = written.unwrap_or_default();
    if rng.random_bool(0.5) {
        let at = rng.random_range(0..packed.len());
        packed[at] = rng.random();
    }
    packed
}

/// Returns the grids of a file. Asserts that there are no more entries than bytes, and that their
/// lines exist.
fn read(data: &[u8]) -> Vec<FoundGrid> {
    let is_packed = data.starts_with(&[0x1f]);
    let mut reader = Reader::new(data).expect("memory is read");
    let (mut found, mut entries) = (Vec::new(), 0);
    let lines = data.split(|byte| matches!(byte, b'\n' | b'\r')).count() as u64;
    while let Some(entry) = reader.entry().expect("memory is read") {
        entries += 1;
        let line = entry.as_ref().map_or_else(|bad| bad.line, |found| found.line);
        // Every refusal has a reason.
        assert!(entry.as_ref().err().is_none_or(|bad| !bad.reason.trim().is_empty()), "no reason");
        assert!(is_packed || (1..=lines + 1).contains(&line), "line {line} of {lines}");
        assert!(
            is_packed || entries <= data.len() + 1,
            "{entries} entries in {} bytes",
            data.len()
        );
        found.extend(entry.ok());
    }
    found
}

fn written(rows: &[Row], format: Format, solutions: bool) -> Vec<u8> {
    let style = Style { solutions, ..Style::of(format) };
    let mut writer = Writer::new(Vec::new(), style).expect("memory is written");
    for row in rows {
        writer.row(row).expect("memory is written");
    }
    writer.finish().expect("memory is written")
}

fn reads_back(grid: &Grid, format: Format) {
    // Readers may skip a grid without clues.
    if grid.clues().is_empty() {
        return;
    }
    let row = Row {
        puzzle: *grid,
        solution: *grid,
        id: "7K3Q-0MZX-4D2A-T".to_owned(),
        level: Some("easy".to_owned()),
        tier: 0,
        score: None,
        clues: grid.clues().len(),
        seed: None,
        batch: 1,
        number: 1,
        er: None,
        minutes: None,
        date: None,
        in_book: None,
        caption: None,
        proof: false,
    };
    let text = written(&[row], format, false);
    let again = read(&text);
    let is_first = again.first().is_some_and(|found| found.grid == *grid);
    assert!(is_first, "{format} of {grid}: {}", text.escape_ascii());
}
