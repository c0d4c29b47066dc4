//! Every text format reads back as written; broken input is reported by line, and nothing panics.

use std::io::Write;

use chacha20::ChaCha8Rng;
use proptest::prelude::*;
use rand::SeedableRng;
use seeddb::board::Grid;
use seeddb::export::{BadLine, Format, Reader, Row, Style, Writer};
use seeddb::generate;
use seeddb::symmetry::ClueSymmetry;

/// Returns random puzzles with one solution, as rows with names that need escaping.
pub fn rows(seed: u64, count: u32) -> Vec<Row> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let levels = ["easy", "", "a, \"b\"; c\td", "<&'>]]>", "{}[]:#:", "Ünïcode 数独", " · "];
    (1..=count)
        .map(|number| {
            let solution = generate::solution(&mut rng);
            let puzzle = generate::minimal(&solution, ClueSymmetry::None, &mut rng);
            let level = levels[number as usize % levels.len()];
            Row {
                puzzle: puzzle.grid(),
                solution: solution.grid(),
                id: format!("ID-{number}"),
                level: (!level.is_empty()).then(|| level.to_owned()),
                tier: 5,
                score: Some(f64::from(number) * 100.0),
                clues: puzzle.clues().len(),
                seed: None,
                batch: 1,
                number,
                er: None,
                minutes: None,
                date: None,
                caption: None,
                in_book: None,
                proof: false,
            }
        })
        .collect()
}

/// Returns the formats that are read back here: all but the spreadsheet.
fn readable() -> impl Iterator<Item = Format> {
    Format::ALL.iter().copied().filter(|format| format.name() != "xlsx")
}

/// Returns the rows as one file, or as one file each.
fn files(format: Format, solutions: bool, rows: &[Row]) -> Vec<Vec<u8>> {
    let size = if format.is_one_a_file() { 1 } else { rows.len() };
    let file = |rows: &[Row]| {
        let style = Style { solutions, ..Style::of(format) };
        let mut writer = Writer::new(Vec::new(), style).unwrap();
        for row in rows {
            writer.row(row).unwrap();
        }
        writer.finish().unwrap()
    };
    rows.chunks(size).map(file).collect()
}

fn read(data: &[u8]) -> Vec<Result<(u64, Grid), BadLine>> {
    let mut reader = Reader::new(data).unwrap();
    let entries = std::iter::from_fn(|| reader.entry().unwrap());
    entries.map(|entry| entry.map(|found| (found.line, found.grid))).collect()
}

#[test]
fn every_format_reads_back() {
    for seed in 0..4 {
        let rows = rows(seed, 40);
        for format in readable() {
            let written = files(format, false, &rows);
            let back: Result<Vec<Grid>, BadLine> =
                written.iter().flat_map(|data| read(data)).map(|entry| Ok(entry?.1)).collect();
            let mut back = back.unwrap_or_else(|bad| panic!("{format}, seed {seed}: {bad}"));
            let mut puzzles: Vec<Grid> = rows.iter().map(|row| row.puzzle).collect();
            if format == Format::OpenSudoku {
                // The format groups the rows by level.
                back.sort();
                puzzles.sort();
            }
            assert_eq!(back, puzzles, "{format}, seed {seed}");
        }
    }
}

/// A solution in a file must not be read as a puzzle, unless it is drawn as one (board).
#[test]
fn solutions_beside_the_puzzles_are_no_puzzles() {
    let rows = rows(9, 5);
    for format in [Format::FPuzzles, Format::Ipuz] {
        let data = files(format, true, &rows);
        let back: Vec<Grid> =
            data.iter().flat_map(|data| read(data)).map(|e| e.unwrap().1).collect();
        assert_eq!(back, rows.iter().map(|row| row.puzzle).collect::<Vec<_>>(), "{format}");
    }
    let text = files(Format::Board, true, &rows);
    assert_eq!(read(&text[0]).len(), 10);
}

/// Whatever its length, a truncated file gives correct puzzles in order.
#[test]
fn a_file_that_was_cut_off_gives_no_wrong_puzzle() {
    let rows = rows(5, 3);
    for format in readable() {
        let puzzles: Vec<Grid> = rows.iter().map(|row| row.puzzle).collect();
        for (i, data) in files(format, true, &rows).into_iter().enumerate() {
            for length in 0..data.len() {
                let entries = read(&data[..length]);
                let mut expected = puzzles.clone();
                match format {
                    Format::OpenSudoku => expected.clear(),
                    Format::Board => {
                        expected = rows.iter().flat_map(|row| [row.puzzle, row.solution]).collect();
                    }
                    _ if format.is_one_a_file() => expected = vec![puzzles[i]],
                    _ => {}
                }
                let good: Vec<Grid> = entries.iter().flatten().map(|entry| entry.1).collect();
                if format == Format::OpenSudoku {
                    assert!(good.iter().all(|grid| puzzles.contains(grid)), "{format} {length}");
                } else {
                    assert!(expected.starts_with(&good), "{format} {length}");
                }
                assert!(
                    entries.iter().filter(|entry| entry.is_err()).count() <= 9,
                    "{format} {length}"
                );
            }
        }
    }
}

#[test]
fn named_columns_are_found_wherever_they_stand() {
    let row = &rows(3, 1)[0];
    let (puzzle, solution) = (row.puzzle, row.solution);
    for text in [
        // Column names of common data sets.
        format!("quizzes,solutions\n{},{solution}\n", puzzle.line('0')),
        format!("source,question,answer,rating\nx,{puzzle},{solution},5\n"),
        format!("solution;Puzzle;level\n{solution};{puzzle};easy\n"),
        format!("solution\t\"puzzle\"\n{solution}\t{puzzle}\n"),
        format!("level,solution,puzzle\n\"a, \"\"b\"\" # c\",{solution},{puzzle}\n"),
        format!("# a comment\n\nlevel,solution,puzzle\n#\n \u{b7} ,{solution},{puzzle}\n"),
        format!("id,board\n1,https://www.sudokuwiki.org/sudoku.htm?bd={}\n", puzzle.line('0')),
        // Without names: the first field of 81 characters.
        format!("1,easy,{puzzle},{solution}\n"),
    ] {
        let entries: Vec<Grid> =
            read(text.as_bytes()).into_iter().map(|entry| entry.expect(&text).1).collect();
        assert_eq!(entries, [puzzle], "{text}");
    }
    let text = format!("solution,puzzle\n{solution},{puzzle}\n{solution}\n{solution},12\n");
    let entries = read(text.as_bytes());
    let bad: Vec<(u64, String)> = entries[1..]
        .iter()
        .map(|e| e.clone().unwrap_err())
        .map(|bad| (bad.line, bad.reason))
        .collect();
    assert_eq!(bad[0], (3, "0 cells, a grid has 81".to_owned()));
    assert_eq!(bad[1], (4, "2 cells, a grid has 81".to_owned()));
}

#[test]
fn what_a_solver_has_filled_in_is_no_clue() {
    let row = &rows(4, 1)[0];
    let nine = |grid: Grid| {
        let text = grid.to_string();
        (0..9).map(|r| text[9 * r..9 * r + 9].to_owned() + "\n").collect::<String>()
    };
    // A SudoCue file after some solving.
    let sdk = format!("#Ame\n[Puzzle]\n{}[State]\n{}", nine(row.puzzle), nine(row.solution));
    assert_eq!(read(sdk.as_bytes()), [Ok((3, row.puzzle))]);
    let placed = |cell: seeddb::board::Cell| match (row.puzzle[cell], row.solution[cell]) {
        (Some(digit), _) => digit.to_string(),
        (None, Some(digit)) => format!("+{digit}"),
        (None, None) => String::new(),
    };
    let cells: String = seeddb::board::Cell::all().map(placed).collect();
    let line = format!(":0300:4:{cells}:412 563:418:: solved by hand\n");
    assert_eq!(read(line.as_bytes()), [Ok((1, row.puzzle))]);
}

/// Asserts that reading ends without a panic, and that line numbers rise.
fn sound(data: &[u8]) {
    let lines = data.split(|&byte| matches!(byte, b'\n' | b'\r')).count() as u64;
    let mut last = 1;
    for entry in read(data) {
        let line = entry.map_or_else(|bad| bad.line, |entry| entry.0);
        // An unfinished board is reported with its first line.
        assert!(line <= lines && line + 9 >= last, "line {line} after {last} of {lines}");
        last = line;
    }
}

/// Compresses a file with gzip.
fn packed(data: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(data).unwrap();
    encoder.finish().unwrap()
}

/// Notations of a puzzle that are read and not written.
fn others(row: &Row) -> Vec<Vec<u8>> {
    let (values, line) = (row.puzzle.values(), row.puzzle.line('0'));
    let rows: Vec<&[u8]> = values.chunks(9).collect();
    let spaced = |between: &str| {
        let cells = |row: &&[u8]| row.iter().map(u8::to_string).collect::<Vec<_>>().join(between);
        rows.iter().map(|row| cells(row) + "\n").collect::<String>()
    };
    let json = serde_json::to_string(&rows).unwrap();
    vec![
        json.clone().into_bytes(),
        format!("[{json}, {json}]").into_bytes(),
        format!("{{\"board\": {json}}}").into_bytes(),
        serde_json::to_vec(&[&line; 2]).unwrap(),
        spaced(" ").into_bytes(),
        spaced(",").into_bytes(),
        format!("https://sudokuexchange.com/play/?s={line}\n").into_bytes(),
        packed(json.as_bytes()),
        packed(&files(Format::Json, true, std::slice::from_ref(row))[0]),
    ]
}

#[test]
fn other_ways_to_write_a_puzzle_read_too() {
    for row in rows(11, 8) {
        for data in others(&row) {
            let grids: Vec<Grid> = read(&data).into_iter().map(|e| e.unwrap().1).collect();
            let text = String::from_utf8_lossy(&data);
            assert!(!grids.is_empty() && grids.iter().all(|grid| *grid == row.puzzle), "{text}");
        }
        let plain = files(Format::Csv, true, std::slice::from_ref(&row)).remove(0);
        assert_eq!(read(&packed(&plain)), read(&plain));
    }
}

/// Changes of bytes: position, new byte, and kind of change.
type Changes = Vec<(prop::sample::Index, u8, u8)>;

fn changes() -> impl Strategy<Value = Changes> {
    prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3u8), 1..9)
}

/// Replaces, inserts or removes bytes.
fn garble(data: &mut Vec<u8>, changes: &Changes) {
    for (place, byte, kind) in changes {
        let place = place.index(data.len());
        match kind {
            0 => data[place] = *byte,
            1 => data.insert(place, *byte),
            _ => drop(data.remove(place)),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_bytes_are_read_without_panic(
        begin in "(|\\{|\\[|\\[\\[|\\[\"|<|%PDF|PK|https://a.b/\\?s=|ipuz\\(|:|https://f-puzzles.com/\\?load=|#|\u{feff})",
        data in prop::collection::vec(any::<u8>(), 0..400),
    ) {
        sound(&[begin.as_bytes(), &data].concat());
    }

    #[test]
    fn any_text_is_read_without_panic(
        text in "([0-9.|+:;,\"{}\\[\\]<>/=?&#\n ]|puzzle|game|data|grid|null|true|\\?load=|bd=|N4Ig|ü){0,200}",
    ) {
        sound(text.as_bytes());
    }

    /// A byte here and there is another, or gone, or twice.
    #[test]
    fn garbled_files_are_read_without_panic(
        format in prop::sample::select(readable().collect::<Vec<_>>()),
        changes in changes(),
    ) {
        for mut data in files(format, true, &rows(6, 2)) {
            garble(&mut data, &changes);
            sound(&data);
        }
    }

    /// Input-only formats are garbled too; packed formats have no lines.
    #[test]
    fn garbled_inputs_of_others_are_read_without_panic(
        changes in changes(),
        cut in any::<prop::sample::Index>(),
    ) {
        for mut data in others(&rows(12, 1)[0]) {
            let is_packed = data.starts_with(&[0x1f, 0x8b]);
            garble(&mut data, &changes);
            let cut = &data[..cut.index(data.len())];
            if is_packed {
                prop_assert!(read(&data).len() <= 81 && read(cut).len() <= 81);
            } else {
                sound(&data);
                sound(cut);
            }
        }
    }
}
