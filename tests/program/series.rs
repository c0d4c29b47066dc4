//! Puzzles by day: the days of a series as one file, puzzles by id, ranges of batches.

mod at_once;
mod books;

use crate::home::{Home, PUZZLE};

/// Returns a home with two batches: 4 easy puzzles and 3 hard ones.
fn with_batches() -> Home {
    let home = Home::with_few_seeds();
    home.run("draw --level easy -n 4 --rng-seed 1", 0);
    home.run("draw --level hard -n 3 --rng-seed 2", 0);
    home
}

/// 2027-01-04 is a Monday.
const WEEK: &str =
    "series fill daily --batch 1..2 2027-01-04 --days 7 --ramp=mon-thu:easy,friday..sunday:hard";

fn pages(pdf: &[u8]) -> usize {
    String::from_utf8_lossy(pdf).matches("/Type/Page/").count()
}

#[test]
fn a_week_is_one_file() {
    let home = with_batches();
    let week = |name: &str, more: &[&str]| {
        home.run(&(WEEK, &["-o", name], more), 0);
        home.read(name)
    };
    let csv = String::from_utf8(week("week.csv", &[])).unwrap();
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[0].ends_with(",batch,number,date"), "{}", lines[0]);
    for (day, line) in (4..).zip(&lines[1..]) {
        assert!(line.ends_with(&format!(",2027-01-{day:02}")), "{line}");
        assert!(line.contains(if day < 8 { ",easy," } else { ",hard," }), "{line}");
    }
    assert_eq!(lines.len(), 8);
    let json: serde_json::Value = serde_json::from_slice(&week("week.json", &[])).unwrap();
    assert_eq!(json[6]["date"], "2027-01-10");
    let line = String::from_utf8(week("week.txt", &["--header"])).unwrap();
    assert!(line.lines().next().unwrap().ends_with("\tdate"));
    let board = String::from_utf8(week("board.txt", &["--format", "board"])).unwrap();
    assert!(board.starts_with("Mon 2027-01-04 · easy"), "{board}");
    assert_eq!(pages(&week("week.pdf", &[])), 7);
    assert_eq!(pages(&week("sheet.pdf", &["--sheet", "2x4"])), 1);
    // Solutions in the same file follow the puzzles, on pages of equal size.
    let size_of = |pdf: &[u8]| -> Vec<String> {
        let text = String::from_utf8_lossy(pdf).into_owned();
        let boxes = text.split("/MediaBox").skip(1).map(|rest| rest.split(']').next().unwrap());
        boxes.map(str::to_owned).collect()
    };
    let solved = week("solved.pdf", &["--solutions"]);
    let size = size_of(&home.read("week.pdf"));
    assert_eq!(size_of(&solved), [&size[..], &size[..1]].concat());
    assert_eq!(pages(&week("solved-sheet.pdf", &["--sheet", "2x4", "--solutions"])), 2);
    let separate = week("both.pdf", &["--sheet", "2x2", "--solutions", "separate"]);
    assert_eq!((pages(&separate), pages(&home.read("both-solution.pdf"))), (2, 1));
    let overleaf = week("back.pdf", &["--per-page", "4", "--solutions", "overleaf"]);
    assert_eq!(pages(&overleaf), 4);
    assert!(week("week.xlsx", &[]).starts_with(b"PK"));
    let refused = (WEEK, "-o week.svg");
    home.refused(&refused, 2, &["a series makes many files", ".pdf"]);
}

#[test]
fn a_draw_of_several_is_one_pdf() {
    let home = Home::with_few_seeds();
    home.run("draw --level easy -n 3 -o three.pdf", 0);
    assert_eq!(pages(&home.read("three.pdf")), 3);
    home.run("draw --level easy -n 5 --sheet 2x2 -o sheets.pdf", 0);
    assert_eq!(pages(&home.read("sheets.pdf")), 2);
    home.refused("draw --level easy -n 2 -o two.svg", 2, &["a .pdf"]);
}

#[test]
fn captions_count_on_through_batches() {
    let home = with_batches();
    let board = home.run("export --batch 1-2 --format board", 0).out;
    let titles: Vec<&str> = board.lines().filter(|line| line.contains(" · tier ")).collect();
    for (number, title) in (1..).zip(&titles) {
        assert!(title.starts_with(&format!("{number}. ")), "{title}");
    }
    assert_eq!(titles.len(), 7);
}

#[test]
fn a_puzzle_is_found_by_its_id() {
    let home = with_batches();
    let all = home.run("export --batch 1,2", 0).out;
    let lines: Vec<&str> = all.lines().collect();
    let id = |line: usize| lines[line].split('\t').nth(2).unwrap();
    let two = home.run(&["export", id(5), id(1)], 0).out;
    assert_eq!(two.lines().collect::<Vec<_>>(), [lines[5], lines[1]]);
    home.run(&["export", id(2), "-o", "one.svg"], 0);
    let svg = String::from_utf8(home.read("one.svg")).unwrap();
    assert!(svg.contains(id(2)), "{svg}");
    let seed = lines[0].split('\t').nth(7).unwrap();
    home.refused(&["export", seed], 2, &["is a seed", "seeddb show"]);
    home.refused("export 60RK-4CSM-6MV3-S", 2, &["is not in this database"]);
    home.refused(&["export", "--batch", "1", id(2)], 2, &["cannot be used with"]);
    home.refused("export", 2, &["--batch"]);
}

/// The user's puzzles are converted to files without a database.
#[test]
fn files_are_converted() {
    let home = Home::new();
    let line = PUZZLE;
    home.file("mine.txt", &format!("{line}\n{line}\n"));
    home.run("convert mine.txt -o mine.pdf", 0);
    assert_eq!(pages(&home.read("mine.pdf")), 2);
    home.run(&["convert", line, "-o", "one.svg"], 0);
    assert!(home.read("one.svg").starts_with(b"<svg"));
    let rows = home.json("convert mine.txt");
    assert_eq!((&rows[1]["puzzle"], &rows[1]["number"]), (&line.into(), &2.into()));
    assert_eq!((&rows[0]["tier"], &rows[0]["clues"]), (&0.into(), &30.into()));
    home.refused(&["convert", &".".repeat(81), "-o", "none.svg"], 1, &["argument:1: "]);
    assert!(!home.path("data").exists(), "a database was made");
}

/// `--draw` without `--batch` takes no puzzles of earlier batches, which may have been handed out;
/// with `--batch` it uses the existing ones.
#[test]
fn a_fill_that_draws_takes_new_puzzles() {
    let home = Home::with_few_seeds();
    home.run("draw --level easy --count 9 --rng-seed 1", 0);
    let calendar = |start: &str, more: &[&str]| {
        let days = ["series", "fill", "daily", start, "--days", "3", "--ramp", "mon..sun:easy"];
        let rows = home.json(&(&days, "--draw --rng-seed 2", more));
        let batch = |row: &serde_json::Value| row["batch"].as_u64().unwrap();
        rows.as_array().unwrap().iter().map(batch).collect::<Vec<_>>()
    };
    assert_eq!(calendar("2031-01-06", &[]), [2, 2, 2]);
    assert_eq!(calendar("2031-01-06", &[]), [2, 2, 2], "days keep their puzzles");
    assert_eq!(calendar("2031-01-09", &["--batch", "1"]), [1, 1, 1]);
    assert_eq!(calendar("2031-01-12", &[]), [3, 3, 3]);
    let one = "series fill daily 2031-02-01 --days 1 --ramp mon..sun:easy";
    home.run(&(&one, "--draw --solutions separate -o day.svg"), 0);
    assert!(home.path("day.svg").exists() && home.path("day-solution.svg").exists());
}

fn days(home: &Home, series: &str) -> Vec<[String; 3]> {
    let rows = home.json(&["series", "show", series]);
    let text = |row: &serde_json::Value, key: &str| row[key].as_str().unwrap().to_owned();
    let day = |row| ["date", "state", "id"].map(|key| text(row, key));
    rows.as_array().unwrap().iter().map(day).collect()
}

fn ids(csv: &[u8]) -> Vec<String> {
    let text = String::from_utf8(csv.to_vec()).unwrap();
    text.lines().skip(1).map(|line| line.split(',').nth(2).unwrap().to_owned()).collect()
}

/// Batches can be given by range, all at once, or as those of the last command; without a batch, a
/// series takes unused puzzles, and the suggested command draws the rest.
#[test]
fn a_series_takes_what_is_unused() {
    let home = Home::with_few_seeds();
    home.run("draw --tier 1 --rng-seed 1", 0);
    let two = "draw --level easy,medium -n 3 --rng-seed 1";
    home.run(&(&two, "--note 'for Ann'"), 0);
    for (batch, count) in [("all", 4), ("1..", 4), ("2..", 3), ("..2", 3), ("last", 3), ("3", 1)] {
        let listed = home.json(&["export", "--batch", batch]);
        assert_eq!(listed.as_array().unwrap().len(), count, "{batch}");
    }
    home.run("export --batch 4..", 2).words(&["there is no batch 4"]);
    let week = |start: &str, days: &str, more: &[&str], code| {
        home.run(&(&["series", "fill", "daily", start, "--days", days], more), code)
    };
    week("2026-12-30", "1", &[], 2).words(&[
        "2026-12-30 is over",
        "series show daily 2026-12-30..2026-12-30",
        "--past",
    ]);
    // Batches chosen automatically are reported.
    week("2026-12-30", "1", &["--past"], 0).words(&["1 puzzle of batch 1, without a remark"]);
    week("2027-01-04", "3", &[], 0).words(&[
        "2 puzzles of batch 2, whose remark is \"for Ann\"",
        "1 puzzle of batch 3, whose remark is \"for Ann\"",
    ]);
    week("2027-01-07", "1", &[], 3).words(&[
        "too few puzzles are unused for the series from 2027-01-07 on",
        "  seeddb draw --tier 5 --count 1",
    ]);
    home.run("draw --tier 5 --count 1", 0);
    week("2027-01-07", "1", &[], 0);
    let two = "series show daily --from 2027-01-05 --to 2027-01-06";
    assert_eq!(home.json(&two).as_array().unwrap().len(), 2);
    #[cfg(unix)]
    week("2027-01-08", "1", &["--batch", "1", "--again", "-o", "/dev/null", "--format", "csv"], 0)
        .words(&["nothing was recorded"]);
    assert_eq!(home.json("series show daily").as_array().unwrap().len(), 5);
    // Puzzles of a book count as used.
    home.run("book --final --level easy:4 --profile screen -o book.pdf", 0);
    let ramp = ["--ramp", "mon..sun:easy"];
    week("2027-01-08", "1", &ramp, 3).words(&["--draw does it at once"]);
    week("2027-01-08", "1", &[&ramp[..], &["--draw"]].concat(), 0);
}

#[test]
fn a_puzzle_runs_once() {
    let home = Home::with_few_seeds();
    home.run("draw --level easy -n 9 --rng-seed 1", 0);
    let of_series = |series: &str, start: &str, days: &str, more: &[&str], code| {
        let week = ["series", "fill", series, "--batch", "1", start, "--days", days, "--force"];
        home.run(&(&week, "-o week.csv", more), code)
    };
    let year =
        |start: &str, days: &str, more: &[&str], code| of_series("daily", start, days, more, code);
    // Trials record nothing.
    year("2027-01-04", "4", &["--dry-run"], 0).words(&["4 days of daily would get a puzzle"]);
    assert!(!home.path("week.csv").exists());
    year("2027-01-04", "4", &["--proof"], 0).words(&["nothing was recorded"]);
    assert_eq!(home.json("series"), serde_json::json!([]));
    home.run("series fill daily --batch 1 2027-01-04 --proof --format board", 0);
    // Neither does a file that cannot be written.
    home.file("there.csv", "");
    let there =
        ["series", "fill", "daily", "--batch", "1", "2027-01-04", "-o", "there.csv", "--days"];
    home.refused(&(&there, "2"), 1, &["there already"]);
    #[cfg(target_os = "linux")]
    home.run(&[&there[..6], &["-o", "/dev/full", "--format", "csv", "--days", "2"]].concat(), 1);
    assert_eq!(home.json("series"), serde_json::json!([]));

    year("2027-01-04", "4", &[], 0);
    let first = home.read("week.csv");
    // The same command again, and without a batch.
    year("2027-01-04", "4", &[], 0).words(&["4 days of daily keep their puzzles"]);
    assert_eq!(home.read("week.csv"), first);
    let same = "export --series daily --format csv";
    assert_eq!(home.run(&same, 0).out.as_bytes(), first);
    let more = "series fill daily 2027-01-04 --days 5 --dry-run";
    home.run(&more, 0).words(&["1 day of daily would get a puzzle"]);
    // The next year gets other puzzles in any series, until there are too few.
    of_series("The Courier", "2028-01-03", "4", &[], 0).words(&["4 puzzles", "passed over"]);
    let second = ids(&home.read("week.csv"));
    assert!(ids(&first).iter().all(|id| !second.contains(id)));
    year("2029-01-01", "2", &[], 3).words(&["8 of them ran in series before", "1 is missing"]);
    assert_eq!(days(&home, "daily").len(), 4);
    // Repeating a puzzle needs a flag.
    year("2029-01-01", "2", &["--again"], 2).words(&[
        "2 days would have a puzzle that ran before",
        "2029-01-02",
        "--run-twice",
    ]);
    assert_eq!(days(&home, "daily").len(), 4);
    year("2029-01-01", "2", &["--again", "--dry-run"], 0).words(&["a puzzle that ran before"]);
    year("2029-01-01", "2", &["--again", "--run-twice"], 0).words(&["a puzzle that ran before"]);
    assert_eq!(ids(&home.read("week.csv")), ids(&first)[..2]);
    let list = home.json("series");
    assert_eq!((&list[0]["series"], &list[0]["days"]), (&"The Courier".into(), &4.into()));
    assert_eq!((&list[1]["first"], &list[1]["last"]), (&"2027-01-04".into(), &"2029-01-02".into()));
    let batch = home.json("batches");
    assert_eq!(
        batch[0]["runs"],
        "The Courier: 4 (2028-01-03..2028-01-06), daily: 6 (2027-01-04..2029-01-02)"
    );
    let text = home.run(&["show", &second[0]], 0).out;
    assert!(text.contains("runs          2028-01-03 in The Courier"), "{text}");
    let rows = home.json(&["show", &ids(&first)[0]]);
    assert_eq!((&rows[0]["date"], &rows[1]["date"]), (&"2027-01-04".into(), &"2029-01-01".into()));
    // A book of these puzzles reports the series, and a copy of the database has all of it.
    let book = "book --final --batch 1 --profile screen -o book.pdf";
    home.run(&book, 0).words(&["4 puzzles run, or ran, in a series: daily"]);
    home.run(&["db", "copy", home.database().to_str().unwrap(), "copy.redb"], 0);
    assert_eq!(home.json("--db copy.redb series"), list);
    home.run("db check", 0);
}

#[test]
fn days_are_changed_and_nothing_is_forgotten() {
    let home = with_batches();
    home.run(&(WEEK, "-o week.csv"), 0);
    let before = ids(&home.read("week.csv"));
    home.run("draw --level easy -n 3 --rng-seed 3", 0);
    let spare = home.run("export --batch 3", 0).out;
    let spare: Vec<&str> = spare.lines().map(|line| line.split('\t').nth(2).unwrap()).collect();
    let replace = |day: &str, with: &[&str], code| {
        home.run(&(&["series", "replace", "daily", day], with), code)
    };
    // Invalid requests.
    home.run(&["series", "replace", "dayly", "2027-01-04", spare[0]], 2)
        .words(&["did you mean daily"]);
    home.run("series show Daily2", 2).words(&["no series", "did you mean daily"]);
    replace("2027-01-11", &[spare[0]], 2)
        .words(&["no puzzle on 2027-01-11", "2027-01-04 and 2027-01-10"]);
    replace("2027-01-04", &[&before[0]], 2).words(&["is the puzzle of 2027-01-04 already"]);
    replace("2027-01-04", &[&before[1]], 1).words(&["runs in daily on 2027-01-05", "--again"]);
    replace("2027-01-04", &["60RK-4CSM-6MV3-S"], 2).words(&["is not in this database"]);
    replace("2027-01-04", &[], 2).words(&["--batch"]);
    replace("2027-01-04", &["--batch", "2"], 3).words(&["no puzzle of level easy"]);
    home.run(&["void", spare[0]], 0);
    replace("2027-01-04", &[spare[0]], 1).words(&["is void"]);
    home.run("series withdraw daily 2027-01-04 2027-01-04", 2).words(&["named twice"]);
    home.run("series fill ' x' --batch 3 2028-01-01", 2).words(&["no name of a series"]);
    home.run("series fill daily --batch 1..2 2027-01-04 --days 7 --ramp mon-sun:easy", 2)
        .words(&["2027-01-08", "is hard, not easy"]);
    assert_eq!(days(&home, "daily").len(), 7, "nothing was changed");

    replace("2027-01-04", &["--batch", "3"], 0).words(&[spare[1], &before[0], "withdrawn"]);
    replace("2027-01-10", &[spare[2]], 0).words(&["another level: easy instead of hard"]);
    let day = ["series", "withdraw", "daily", "--from", "2027-01-05", "--to", "2027-01-05"];
    home.run(&day, 0).words(&["1 day of daily"]);
    home.run(&day, 3).words(&["no puzzle on these days"]);
    let now = days(&home, "daily");
    let of_day = |day: &str| -> Vec<&str> {
        let rows = now.iter().filter(|row| row[0] == day);
        rows.flat_map(|[_, state, id]| [state.as_str(), id]).collect()
    };
    assert_eq!(of_day("2027-01-04"), ["withdrawn", &before[0], "runs", spare[1]]);
    assert_eq!(of_day("2027-01-05"), ["withdrawn", &before[1]]);
    // A withdrawn puzzle may become void; a running one may not.
    home.run(&["void", &before[0]], 0);
    home.run(&["void", spare[1]], 1).words(&["1 in series \"daily\"", "--printed-too"]);
    home.run("void --batch 3 --keep-printed", 0).words(&["2 left as printed"]);
    home.run(&["void", spare[1], "--printed-too"], 0);
    assert_eq!(days(&home, "daily")[1], ["2027-01-04", "void", spare[1]]);
    // Days with void puzzles get new ones.
    home.run("draw --level easy -n 2 --rng-seed 4", 0);
    let again =
        ["series", "fill", "daily", "--batch", "4", "2027-01-04", "--days", "3", "-o", "new.csv"];
    home.run(&again, 0).words(&["1 day of daily keeps its puzzle", "1 day of daily gets another"]);
    let new = ids(&home.read("new.csv"));
    assert_eq!(new[2], before[2]);
    assert!(!before.contains(&new[0]) && !before.contains(&new[1]));
    home.run(&["note", &new[0], "two readers: \"too hard\""], 0);
    home.run(&["note", &new[0], " "], 2).words(&["1 to 1000 characters"]);
    assert_eq!(home.json(&["show", &new[0]])[0]["note"], "two readers: \"too hard\"");
    home.verify();
}

/// Commands that take days take spans, and change all of the days or none.
#[test]
fn spans_of_days_are_shifted_and_replaced() {
    let home = with_batches();
    home.run(WEEK, 0).words(&["7 days of daily got puzzles"]);
    let running = || -> Vec<(String, String)> {
        let days = days(&home, "daily").into_iter().filter(|[_, state, _]| state == "runs");
        days.map(|[date, _, id]| (date, id)).collect()
    };
    let before = running();
    home.run("series shift daily 2027-01-08.. -1", 1).words(&["daily has a puzzle on 2027-01-07"]);
    home.run("series shift daily 2027-01-08.. 3000000", 2).words(&["no day is"]);
    home.run("series shift daily 2027-01-08.. 0", 2).words(&["7 or -7"]);
    home.run("series shift daily 2028-01-08.. 1", 3).words(&["no puzzle on these"]);
    assert_eq!(running(), before, "nothing was changed");
    home.run("series shift daily 2027-01-08.. 2 --reason 'a strike'", 0)
        .words(&["the puzzles of 3 days run 2 days later"]);
    let after = running();
    assert_eq!(after[..4], before[..4]);
    assert_eq!(after[4..].iter().map(|day| &day.1).collect::<Vec<_>>(), {
        before[4..].iter().map(|day| &day.1).collect::<Vec<_>>()
    });
    assert_eq!((after[4].0.as_str(), after[6].0.as_str()), ("2027-01-10", "2027-01-12"));
    assert_eq!(home.json(&["show", &after[4].1])[0]["note"], "a strike");

    // New puzzles have the levels of their days.
    let replace = ["series", "replace", "daily", "2027-01-07..2027-01-11"];
    let level = |id: &str| home.json(&["show", id])[0]["level"].clone();
    home.run(&(&replace, &before[0].1), 2).words(&["runs on one day"]);
    home.run(&(&replace, "--draw --rng-seed 5"), 0).words(&[
        "batch 3 for these days",
        "batch 4",
        "2027-01-07",
        "2027-01-10",
        "2027-01-11",
    ]);
    let drawn = running();
    for (old, new) in after.iter().zip(&drawn) {
        let is_other = ["2027-01-07", "2027-01-10", "2027-01-11"].contains(&&*old.0);
        assert_eq!(old.1 != new.1, is_other, "{}", old.0);
        assert_eq!(level(&old.1), level(&new.1));
    }
    // Two days cannot share a puzzle.
    home.run("draw --level easy --rng-seed 9", 0);
    let two = "series replace daily 2027-01-04..2027-01-05 --batch last";
    home.run(&two, 3).words(&["no puzzle of level easy"]);
    assert_eq!(running(), drawn);
    home.run("series withdraw daily 2027-01-04 2027-01-06..2027-01-07", 0).words(&["3 days"]);
    let of_january = "series show daily 2027-01-04..2027-01-05";
    assert_eq!(home.json(&of_january).as_array().unwrap().len(), 2);
    home.verify();
}

/// A week is approved and exported; later changes revoke the approval.
#[test]
fn what_is_not_approved_is_left_out() {
    let home = with_batches();
    home.run(&(WEEK, "-o week.csv"), 0);
    let approved = |name: &str, exit: i32| {
        let week = ["export", "--series", "daily", "--from", "2027-01-04", "--to", "2027-01-11"];
        let week = [&week[..], &["--approved", "-o", name]].concat();
        home.run(&week, exit)
    };
    approved("none.csv", 3).words(&["7 days", "left out", "no day is approved"]);
    assert!(!home.path("none.csv").exists());
    let all = "series approve daily --from 2027-01-05 --by 'Ann Smith'";
    home.run(&all, 0).words(&["6 days of daily are approved now, by Ann Smith"]);
    home.run(&all, 0).words(&["0 days", "6 days were so before"]);
    approved("six.csv", 0).words(&["2027-01-04;", "1 day of daily has no puzzle: 2027-01-11"]);
    let lines = |name: &str| String::from_utf8(home.read(name)).unwrap().lines().count() - 1;
    assert_eq!(lines("six.csv"), 6);
    home.run("series swap daily 2027-01-08 2027-01-09", 0);
    home.run("series approve daily 2027-01-05 --by Bob --undo", 0)
        .words(&["1 day of daily is not approved now, by Bob"]);
    let id = home.json("series show daily --from 2027-01-06")[0]["id"].clone();
    home.run(&["void", id.as_str().unwrap(), "--printed-too"], 0);
    approved("two.csv", 0).words(&["2027-01-05", "2027-01-08", "2027-01-09"]);
    assert_eq!(lines("two.csv"), 2);
    let rows = home.json("series show daily");
    let by: Vec<_> = rows.as_array().unwrap().iter().filter(|row| row["state"] == "runs").collect();
    let by: Vec<_> = by.iter().filter_map(|row| row["approved_by"].as_str()).collect();
    assert_eq!(by, ["Ann Smith", "Ann Smith"]);
    let changes = home.json("series log daily");
    let count = |what: &str| {
        changes.as_array().unwrap().iter().filter(|change| change["what"] == what).count()
    };
    assert_eq!((count("approved"), count("unapproved")), (6, 1));
    let name = ["series", "approve", "daily", "2027-01-05", "--by", " Ann"];
    home.refused(&name, 2, &["no name of somebody"]);
    home.refused("series approve daily 2027-02-05 --by Ann", 2, &["has no puzzle"]);
    let both = "export --batch 1 --series daily --approved -o x.csv";
    home.refused(&both, 2, &["--series"]);
}

/// Days that readers may have seen change only with a flag; a month may be given in place of days.
#[test]
fn a_published_day_is_changed_on_purpose() {
    let home = Home::with_few_seeds();
    // In tests, today is 2027-01-01.
    let fill = "series fill daily 2026-12-30..2027-02-03 --past --level easy";
    home.run(&(&fill, "--draw --rng-seed 1"), 0);
    let shown =
        |days: &str| home.json(&["series", "show", "daily", days]).as_array().unwrap().len();
    assert_eq!((shown("2027-01"), shown("2026-12..2027-01"), shown("2027-02..")), (31, 33, 3));
    for (change, days) in [
        ("replace", &["2026-12-30", "--draw"][..]),
        ("replace", &["2026-12..2027-01", "--draw"]),
        ("swap", &["2027-01-03", "2026-12-31"]),
        ("move", &["2026-12-31", "2027-03-01"]),
        ("shift", &["2027-01-01", "70"]),
        ("withdraw", &["2027-01-05", "2026-12-30"]),
    ] {
        let command = [&["series", change, "daily"], days].concat();
        home.refused(&command, 1, &["was published", "--published"]);
        home.run(&(&command, "--published --reason leaked"), 0);
    }
    home.run("series withdraw daily 2027-03", 0).words(&["withdrew"]);
    // Looking at candidates changes nothing.
    let before = home.run("series show daily", 0).out;
    let candidates = "series replace daily 2027-01-20 --candidates 2";
    home.run(&candidates, 3).words(&["could take 2027-01-20", "--draw"]);
    home.run("draw --level easy --count 2 --rng-seed 4", 0);
    let shown = home.run(&candidates, 0).words(&["series replace daily 2027-01-20 ID"]).out.clone();
    assert_eq!((shown.lines().count(), home.run("series show daily", 0).out), (2, before));
    let id = shown.split('\t').nth(2).unwrap();
    home.run(&["series", "replace", "daily", "2027-01-20", id], 0).words(&[id]);
}
