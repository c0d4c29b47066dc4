//! Pictures for page layout and series, for users: files, names, calendars, refusals.

use std::fs;
use std::path::Path;

use crate::home::{Home, files};

/// Returns a home with batch 1, which has `count` puzzles of tier 5.
fn with_puzzles(count: u32) -> Home {
    let home = Home::with_few_seeds();
    home.run(&["draw", "--tier", "5", "--count", &count.to_string(), "--rng-seed", "1"], 0);
    home
}

/// Returns the puzzles of a batch as lines of 81 digits.
fn puzzles(home: &Home, batch: &str) -> Vec<String> {
    let out = home.run(&["export", "--batch", batch, "--format", "sdm"], 0).out;
    out.lines().map(str::to_owned).collect()
}

const SOME: [&str; 8] = ["svg", "eps", "pdf", "ipuz", "sdk", "ss", "csv", "f-puzzles"];

#[test]
fn a_file_a_puzzle_in_a_folder_and_in_a_zip() {
    let home = with_puzzles(3);
    for format in SOME {
        let export = |place: &str, more: &[&str]| {
            let arguments = ["export", "--batch", "1", "--format", format, "-o", place];
            home.run(&(&arguments, more), 0);
        };
        export("out/", &[]);
        let first = files(&home.path("out"));
        let ending = if format == "f-puzzles" { "txt" } else { format };
        let names: Vec<String> = (1..=3).map(|n| format!("1-000{n}.{ending}")).collect();
        assert_eq!(first.keys().collect::<Vec<_>>(), names.iter().collect::<Vec<_>>());
        let again = ["export", "--batch", "1", "--format", format, "-o", "out/"];
        home.refused(&again, 1, &["there already", "--force", "nothing was written"]);
        export("out/", &["--force", "--threads", "1"]);
        assert!(first == files(&home.path("out")), "{format}: other bytes the second time");
        fs::remove_dir_all(home.path("out")).unwrap();

        export("out.zip", &[]);
        let zip = fs::read(home.path("out.zip")).unwrap();
        let again = ["export", "--batch", "1", "--format", format, "-o", "out.zip"];
        home.refused(&again, 1, &["out.zip is there already", "--force"]);
        export("out.zip", &["--force"]);
        assert!(zip == fs::read(home.path("out.zip")).unwrap(), "{format}: another zip");
        let mut archive = zip::ZipArchive::new(std::io::Cursor::new(zip)).unwrap();
        assert_eq!(archive.len(), 3);
        for (name, data) in &first {
            let mut inside = Vec::new();
            std::io::copy(&mut archive.by_name(name).unwrap(), &mut inside).unwrap();
            assert!(inside == *data, "{format}: {name} differs in the zip");
        }
        fs::remove_file(home.path("out.zip")).unwrap();
    }
    assert!(home.files().is_empty(), "something was left");
}

#[test]
fn every_format_reads_back_in_the_program() {
    let home = with_puzzles(2);
    let puzzles = puzzles(&home, "1");
    let text = "line board sdm opensudoku hodoku f-puzzles sudokuwiki csv tsv json jsonl";
    for format in text.split(' ') {
        home.run(&["export", "--batch", "1", "--format", format, "-o", "all", "--force"], 0);
        let out = home.run("solve all", 0).out;
        let read: Vec<String> = out.lines().map(|line| line[..81].replace('.', "0")).collect();
        assert_eq!(read, puzzles, "{format}");
    }
    for format in ["sdk", "ss", "ipuz"] {
        home.run(&["export", "--batch", "1", "--format", format, "-o", "one", "--force"], 0);
        let names = [1, 2].map(|n| format!("one/1-000{n}.{format}"));
        let out = home.run(&["canon", &names[0], &names[1]], 0).out;
        assert_eq!(out.lines().count(), 2);
        let out = home.run(&["solve", &names[0], &names[1]], 0).out;
        let read: Vec<String> = out.lines().map(|line| line[..81].replace('.', "0")).collect();
        assert_eq!(read, puzzles, "{format}");
    }
    // An import into another database as printed elsewhere: the puzzles are known there then.
    let other = Home::with_few_seeds();
    let xml = home.path("all.opensudoku");
    home.run("export --batch 1 --format opensudoku -o all.opensudoku", 0);
    let err = other.run(&["import", "--issued", xml.to_str().unwrap()], 0).err;
    assert!(err.contains("2 puzzles put into the ledger"), "{err}");
}

#[test]
fn bad_entries_are_listed_by_line() {
    let home = Home::new();
    let puzzle = ".".repeat(80);
    let xml = format!("<opensudoku>\n<game data=\"{puzzle}\"/>\n<game data=\"1");
    fs::write(home.path("bad.xml"), xml).unwrap();
    let err = home.run("solve bad.xml", 1).err;
    assert!(err.contains("bad.xml:2: 80 cells") && err.contains("bad.xml:3: "), "{err}");
    fs::write(home.path("bad.json"), "[{\"puzzle\":\n\"12\"},\n{\"kind\": [], \"puzzle\": []}, 5]")
        .unwrap();
    let err = home.run("solve bad.json", 1).err;
    assert!(err.contains("bad.json:1: 2 cells") && err.contains("bad.json:3: "), "{err}");
}

#[test]
fn solutions_stand_where_they_are_wanted() {
    let home = with_puzzles(2);
    let export = |arguments: &str| home.run(&("export --batch 1 --format", arguments), 0).out;
    let solutions: Vec<String> =
        export("line").lines().map(|line| line.split('\t').nth(1).unwrap().to_owned()).collect();
    export("sdm --solutions separate -o a.sdm");
    assert_eq!(
        fs::read_to_string(home.path("a-solution.sdm")).unwrap(),
        solutions.join("\n") + "\n"
    );
    assert_eq!(
        puzzles(&home, "1").join("\n") + "\n",
        fs::read_to_string(home.path("a.sdm")).unwrap()
    );
    export("sdk --solutions separate -o sdk");
    let text = fs::read_to_string(home.path("sdk/1-0002-solution.sdk")).unwrap();
    let rows: String = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(rows, solutions[1]);
    assert!(export("board --solutions").contains("solution"));
    assert!(!export("board").contains("solution"));
    export("ipuz -o with");
    export("ipuz --solutions none -o without");
    let ipuz = |folder: &str| fs::read_to_string(home.path(folder).join("1-0001.ipuz")).unwrap();
    assert!(ipuz("with").contains("solution") && !ipuz("without").contains("solution"));
    export("svg --solutions in --size 100pt -o both");
    let svg = fs::read_to_string(home.path("both/1-0001.svg")).unwrap();
    assert!(svg.contains("viewBox=\"0 0 211.111 100\""), "{}", &svg[..200]);
}

#[test]
fn pictures_and_sheets() {
    let home = with_puzzles(5);
    let export = |arguments: &str| {
        home.run(&("export --batch 1 --format", arguments), 0);
    };
    export("svg --size 90mm --theme shaded,cell-line=0.5 --name {level}_{id} -o s");
    for (name, data) in files(&home.path("s")) {
        let text = String::from_utf8(data).unwrap();
        assert!(
            text.contains("width=\"255.118pt\"") && text.contains("stroke-width=\"0.5\""),
            "{name}"
        );
        assert!(text.contains("#e0e0e0"), "{name} has no grey boxes");
    }
    export("svg --sheet 2x2 --manifest --solutions separate -o sheets");
    let names: Vec<String> = files(&home.path("sheets")).into_keys().collect();
    assert_eq!(
        names,
        [
            "1-sheet-001-solution.svg",
            "1-sheet-001.svg",
            "1-sheet-002-solution.svg",
            "1-sheet-002.svg",
            "manifest.csv",
            "manifest.json"
        ]
    );
    let manifest = fs::read_to_string(home.path("sheets/manifest.csv")).unwrap();
    assert_eq!(manifest.lines().count(), 6);
    assert_eq!(manifest.matches(",1-sheet-002.svg,").count(), 1);
    // A single picture fits into one file.
    home.run("draw --tier 5 --format eps -o today.eps", 0);
    assert!(fs::read(home.path("today.eps")).unwrap().starts_with(b"%!PS-Adobe-3.0 EPSF-3.0\n"));
    let out = home.run("draw --tier 5 --format svg", 0).out;
    assert!(out.starts_with("<svg "));
}

#[test]
fn pixels() {
    let home = with_puzzles(1);
    let size = |arguments: &[&str]| {
        let export = ["export", "--batch", "1", "--format", "png"];
        let out = home.bytes(&(&export, arguments));
        let reader = png::Decoder::new(std::io::Cursor::new(out)).read_info().unwrap();
        let info = reader.info();
        (info.width, info.height, info.pixel_dims.unwrap().xppu)
    };
    assert_eq!(size(&[]), (1050, 1050, 11811));
    assert_eq!(size(&["--dpi", "72", "--size", "2in"]), (144, 144, 2835));
    assert_eq!(size(&["--pixels", "640"]), (640, 640, 7199));
    home.refused(
        "export --batch 1 --format png --dpi 9999 --size 900mm",
        1,
        &["pixels cannot be drawn"],
    );
}

/// The zip entries have the earliest representable time.
#[test]
fn a_spreadsheet_tells_no_time() {
    let home = with_puzzles(2);
    let export = "export --batch 1 --format xlsx";
    let first = home.bytes(&export);
    assert!(first == home.bytes(&export));
    let mut files = zip::ZipArchive::new(std::io::Cursor::new(first)).unwrap();
    assert!(files.len() > 3);
    for i in 0..files.len() {
        let mut file = files.by_index(i).unwrap();
        assert_eq!(file.last_modified(), Some(zip::DateTime::default()));
        let mut text = String::new();
        std::io::Read::read_to_string(&mut file, &mut text).unwrap();
        assert!(!text.contains("dcterms"), "{text}");
    }
}

#[test]
fn a_batch_that_is_too_large_or_named_twice_is_refused() {
    let home = with_puzzles(2);
    home.refused("export --batch 1,last", 2, &["batch 1 is named twice"]);
    home.refused("export --batch 1 --format svg -o x.svg", 1, &["-o FOLDER/"]);
    home.refused("export --batch 1 --format ipuz -o x.ipuz", 1, &["-o FOLDER/"]);
    let same = "export --batch 1 --format svg --name {batch} -o o/";
    home.refused(&same, 1, &["two files would be called 1.svg", "{number}"]);
}

#[test]
fn fonts_of_others() {
    let home = with_puzzles(1);
    let font = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("src/export/font/AtkinsonHyperlegible-Regular.ttf");
    let export = |font: &str, code, words: &[&str]| {
        let arguments = ["export", "--batch", "1", "--format", "svg", "--font", font];
        if code == 0 {
            return home.run(&arguments, 0).out;
        }
        home.refused(&arguments, code, words);
        String::new()
    };
    let bundled = home.run("export --batch 1 --format svg", 0).out;
    // The bold font of the family lies beside it.
    assert_eq!(export(font.to_str().unwrap(), 0, &[]), bundled);
    // Both faces are the regular font, so givens have its outlines.
    fs::copy(&font, home.path("own.ttf")).unwrap();
    assert_ne!(export("own.ttf", 0, &[]), bundled);
    fs::write(home.path("no.ttf"), "no font").unwrap();
    export("no.ttf", 1, &["cannot use the font no.ttf", "TrueType"]);
    export("missing.ttf", 1, &["cannot use the font missing.ttf"]);
}

/// From a lack of puzzles to a filled series, by following the program's advice.
#[test]
fn a_series_takes_a_puzzle_of_its_level_for_each_day() {
    let home = Home::with_few_seeds();
    home.run("draw --level easy --count 2 --rng-seed 1", 0);
    let calendar = |batches: &str, folder: &str| {
        let export = format!(
            "series fill daily 2027-01-01..2027-01-10 --batch {batches} --ramp mon..fri:easy,sun:expert \
             --format svg --solutions separate -o {folder}"
        );
        export.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    let arguments = calendar("1", "year/");
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    home.refused(
        &arguments,
        3,
        &["4 of level easy, 2 of level expert are missing", "nothing was written"],
    );
    let words = home.run(&arguments, 3).err;
    let cures: Vec<String> = words
        .lines()
        .filter_map(|line| line.trim().strip_prefix("seeddb "))
        .map(|cure| cure.replace('"', ""))
        .collect();
    assert_eq!(cures, ["draw --level easy --count 4", "draw --level expert --count 2"]);
    for cure in &cures {
        let cure: Vec<&str> = cure.split(' ').chain(["--rng-seed", "2"]).collect();
        home.run(&cure, 0);
    }
    let unknown = [&arguments[..7], &["mon:moonlit", "-o", "year/"]].concat();
    home.refused(&unknown, 2, &["moonlit", "easy"]);

    let arguments = calendar("1,2,3", "year/");
    home.run(&arguments.iter().map(String::as_str).collect::<Vec<_>>(), 0);
    let year = files(&home.path("year"));
    // Two Saturdays have no puzzle; 2027 begins on a Friday.
    let days = [
        "01-easy",
        "03-expert",
        "04-easy",
        "05-easy",
        "06-easy",
        "07-easy",
        "08-easy",
        "10-expert",
    ];
    let mut names: Vec<String> = days
        .iter()
        .flat_map(|day| ["-solution.svg", ".svg"].map(|end| format!("2027-01-{day}{end}")))
        .collect();
    names.extend(["manifest.csv".to_owned(), "manifest.json".to_owned()]);
    assert_eq!(year.keys().collect::<Vec<_>>(), names.iter().collect::<Vec<_>>());
    let manifest: serde_json::Value = serde_json::from_slice(&year["manifest.json"]).unwrap();
    let mut week = Vec::new();
    for (entry, day) in manifest.as_array().unwrap().iter().zip(days) {
        let text = |key: &str| entry[key].as_str().unwrap().to_owned();
        assert_eq!(text("file"), format!("2027-01-{day}.svg"));
        assert_eq!(
            (text("date"), text("level")),
            (format!("2027-01-{}", &day[..2]), day[3..].to_owned())
        );
        for (file, hash) in [("file", "blake3"), ("solution_file", "solution_blake3")] {
            assert_eq!(text(hash), blake3::hash(&year[&text(file)]).to_hex().to_string());
        }
        if ("04".."09").contains(&&day[..2]) {
            week.push(entry["score"].as_f64().unwrap());
        }
        assert!(home.run(&["show", &text("id")], 0).out.contains(&text("id")));
    }
    assert_eq!(week.len(), 5);
    assert!(week.is_sorted(), "{week:?}");
    let csv = String::from_utf8(year["manifest.csv"].clone()).unwrap();
    assert_eq!(csv.lines().count(), 9);
    assert!(csv.starts_with("date,file,id,level,"));
}

#[test]
fn draws_go_into_folders_too() {
    let home = Home::with_few_seeds();
    let draw = |place: &str, more: &[&str]| {
        let draw = ["draw", "--tier", "1", "--count", "70", "--rng-seed", "3", "--format", "sdk"];
        home.run(&(&draw, &["-o", place], more), 0)
    };
    draw("first/", &["--name", "n{number}"]);
    assert_eq!(files(&home.path("first")).len(), 70);
    home.run("export --batch 1 --format sdk --name n{number} -o again/", 0);
    assert!(files(&home.path("first")) == files(&home.path("again")));
    // An existing file is reported after the draw, and the puzzles are kept.
    let again = "draw --tier 1 --count 2 --format sdk --name n{number} -o first/";
    home.refused(&again, 1, &["seeddb export --batch 2", "--force"]);
    assert_eq!(puzzles(&home, "2").len(), 2);
}

/// `.gz` compresses text; an unknown extension is refused; a key that sorts nothing is reported.
#[test]
fn endings_say_what_a_file_is() {
    let home = Home::with_few_seeds();
    home.run("draw --level easy -n 3 -o a.csv.gz", 0);
    let packed = home.read("a.csv.gz");
    assert!(packed.starts_with(&[0x1f, 0x8b]));
    let plain = home.run("export --batch 1 --format csv", 0).out;
    let read = home.run("convert a.csv.gz --format csv", 0).out;
    assert_eq!((read.lines().count(), plain.lines().count()), (4, 4));
    home.refused("export --batch 1 -o a.v2", 2, &["no format ends in .v2", ".sdm"]);
    home.refused("export --batch 1 -o a.png.gz", 2, &["leave .gz out"]);
    home.refused("batches -o a.v2", 2, &["rows cannot be v2", ".jsonl"]);
    home.run("batches -o b.json.gz", 0);
    home.run("export --batch 1 --sort -er", 0).words(&["--sort -er changes nothing"]);
}

#[test]
fn puzzles_are_named_by_ids_and_links() {
    let home = Home::with_few_seeds();
    home.run("draw --level easy --rng-seed 1", 0);
    let puzzle = home.json("export --batch 1")[0].clone();
    let (id, cells) = (puzzle["id"].as_str().unwrap(), puzzle["puzzle"].as_str().unwrap());
    let link = home.run("export --batch 1 --format f-puzzles", 0).out;
    let link = link.trim();
    let pad = link.replace("https://f-puzzles.com/?load=", "https://sudokupad.app/fpuzzles");
    let coach = format!("https://sudoku.coach/en/play/{cells}");
    let exchange = format!("https://sudokuexchange.com/play/?s={}", cells.replace('.', "0"));
    for command in ["solve", "rate", "canon", "convert", "shuffle", "explain"] {
        let more = if command == "shuffle" { &["--rng-seed", "1"][..] } else { &[] };
        let of = |what: &str| home.run(&(&[command, what], more), 0).out;
        for name in [id, link, &pad, &coach, &exchange] {
            assert_eq!(of(name), of(cells), "{command} {name}");
        }
    }
    for name in [link, &pad, &coach] {
        assert_eq!(home.json(&["show", name])[0]["id"], id, "{name}");
        assert_eq!(home.json(&["check", name])[0]["id"], id, "{name}");
    }
    home.run(&["solve", &cells[1..]], 1).words(&["80 cells"]);
    home.run("solve 60RK-4CSM-6MV3-S", 2).words(&["not in this database"]);
    let named = home.run(&["rate", id, "--metric", "tierless,se,branch", "--header"], 0).out;
    assert!(named.starts_with("puzzle\ttierless\ttierless_error\ter\t"), "{named}");
    assert_eq!(named.lines().next().unwrap().split('\t').next_back(), Some("branch_cells"));
}
