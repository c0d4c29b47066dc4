//! `compare`, `levels calibrate`, `rate --steps` and the charts, for users.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::home::{Home, Said, files};
use seeddb::audience::Audience;
use seeddb::board::Grid;
use seeddb::mine::starter;
use seeddb::rating::box_norm::box_norm;

/// Returns the path of 188 puzzles with columns; `tests/data/README.md` names their sources.
fn known() -> &'static str {
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/known_answers.tsv")
}

fn by_pair(csv: &str) -> BTreeMap<(String, String), Vec<String>> {
    let rows = csv.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect());
    rows.map(|row: Vec<String>| ((row[1].clone(), row[2].clone()), row[3..].to_vec())).collect()
}

#[test]
fn metrics_and_columns_are_compared_in_pairs() {
    let home = Home::new();
    let out = home.run(&["compare", known(), "--format", "csv"], 0).out;
    assert!(out.starts_with("file,a,b,n,left_out,tau_b,rho,gamma,ties\n"));
    let rows = by_pair(&out);
    let row = |a: &str, b: &str| rows[&(a.to_owned(), b.to_owned())].clone();
    // Columns: clues, top_tier, reserved, m_20000_runs, sd_of_one_run, minimal. Rankings: seven.
    assert_eq!(rows.len(), 6 * 7 + 7 * 6 / 2 + 6 * 5 / 2);
    assert_eq!(row("top_tier", "tier"), ["188", "0", "1.000", "1.000", "1.000", "0.237"]);
    // Tier 6 has no m(B), in either column.
    assert_eq!(row("m_20000_runs", "hsolve")[..2], ["175", "13"]);
    let tau: f64 = row("m_20000_runs", "hsolve")[2].parse().unwrap();
    assert!(tau > 0.985, "{tau}");
    // The norm grows with the number of clues.
    let gamma: f64 = row("clues", "box_norm")[4].parse().unwrap();
    assert!(gamma > 0.8, "{gamma}");
    assert!(!home.path("data").exists(), "no database is made");
}

#[test]
fn what_to_compare_can_be_chosen() {
    let home = Home::new();
    let arguments = ["compare", known(), "--metric", "branch,hsolve", "--column", "3"];
    let out = home.run(&(&arguments, "--format jsonl"), 0).out;
    assert_eq!(out.lines().count(), 4 + 6);
    assert!(out.starts_with("{\"file\":") && out.contains("\"a\":\"top_tier\",\"b\":\"branch\""));
    let err = home.run(&["compare", known(), "--column", "ER"], 2).err;
    assert!(err.contains("no column 'ER'; those of the file: puzzle, clues, top_tier"), "{err}");
    let err = home.run(&["compare", known(), "--column", "symmetry"], 1).err;
    assert!(err.contains("which is no number") && err.contains("--column 'symmetry:"), "{err}");
    let words = "symmetry:none,r180,r90,diagonal";
    let err = home.run(&["compare", known(), "--metric", "branch", "--column", words], 1).err;
    assert!(err.contains("which is none of none, r180"), "{err}");
}

#[test]
fn no_header_bad_lines_and_no_columns() {
    let home = Home::new();
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let text = format!("{puzzle} 3.5\nhello 1.5\n{puzzle} 4\n");
    let file = home.file("plain.txt", &text);
    let Said { out, err } =
        home.run(&["compare", &file, "--metric", "branch", "--format", "csv"], 1);
    assert!(err.contains("plain.txt:2: "), "{err}");
    // The two good lines are one puzzle: a single rank.
    assert!(out.ends_with("column 2,branch,2,0,,,,1.000\n"), "{out}");
    let file = home.file("bare.txt", &format!("{puzzle}\n"));
    let err = home.run(&["compare", &file, "--groups", "4"], 2).err;
    assert!(err.contains("no column of numbers"), "{err}");
    home.run(&["compare", home.path("missing").to_str().unwrap()], 1);
    home.run(&["compare", known(), "--groups", "1"], 2);
    home.run(&["compare", known(), "--metric", "easy"], 2);
}

#[test]
fn groups_against_groups() {
    let home = Home::new();
    let arguments = ["compare", known(), "--metric", "hsolve", "--column", "m_20000_runs"];
    let Said { out, err } = home.run(&(&arguments, "--groups 5 --format csv"), 0);
    assert!(out.starts_with("file,from,to,1,2,3,4,5,all\n"));
    let rows: Vec<Vec<u32>> = out
        .lines()
        .skip(1)
        .map(|line| line.split(',').skip(3).map(|field| field.parse().unwrap()).collect())
        .collect();
    assert_eq!(rows.len(), 5);
    for (i, row) in rows.iter().enumerate() {
        // 175 puzzles in fifths; one metric computed by another program lies on the diagonal.
        assert_eq!((row[5], row[..5].iter().sum()), (35, 35));
        assert!(row[i] >= 33, "{out}");
    }
    assert!(err.contains("m_20000_runs down, hsolve across: chi2 = ") && err.contains("(df = 16)"));
}

/// Returns the charts of a folder as text.
fn pictures(folder: &Path) -> BTreeMap<String, String> {
    let text = |(name, data)| (name, String::from_utf8(data).unwrap());
    files(folder).into_iter().map(text).collect()
}

#[test]
fn pictures_of_a_comparison() {
    let home = Home::new();
    let mut seen = Vec::new();
    for (name, threads) in [("one", "1"), ("two", "2")] {
        let folder = home.path(name);
        let plot = ["--plot", folder.to_str().unwrap(), "--threads", threads];
        let err = home.run(&(&["compare", known(), "--column", "top_tier"], &plot), 0).err;
        assert!(err.contains(" pictures in "), "{err}");
        seen.push(pictures(&folder));
    }
    assert_eq!(seen[0], seen[1], "the same puzzles make the same bytes");
    let names: Vec<&str> = seen[0].keys().map(String::as_str).collect();
    // Five metrics with a histogram, three box plots and a scatter chart each; and the figure.
    assert_eq!(names.len(), 1 + 5 * (1 + 3 + 1), "{names:?}");
    assert!(names.contains(&"figure-1.svg") && names.contains(&"boxes-hsolve-by-top-tier.svg"));
    let figure = &seen[0]["figure-1.svg"];
    assert!(figure.contains("175 puzzles, 13 left out") && figure.contains("m(B), checks"));
    assert!(seen[0].values().all(|picture| picture.ends_with("</svg>\n")));
}

/// The output of `draw` has columns named like metrics.
#[test]
fn pictures_of_what_was_drawn() {
    let home = Home::with_starter();
    let two = home.path("two.csv");
    let two = two.to_str().unwrap();
    home.run(&["draw", "--level", "easy,expert", "--count", "12", "--rng-seed", "1", "-o", two], 0);
    let folder = home.path("pictures");
    let plot = ["--metric", "hsolve", "--plot", folder.to_str().unwrap()];
    home.run(&(&["compare", two], &plot), 0);
    let names = pictures(&folder);
    assert!(names.contains_key("boxes-hsolve-by-column-tier.svg"), "{:?}", names.keys());
}

#[test]
fn pictures_of_the_database() {
    let home = Home::with_few_seeds();
    home.run("draw --level hard --count 7 --rng-seed 1", 0);
    let folder = home.path("pictures");
    let err = home.run(&["stats", "--plot", folder.to_str().unwrap()], 0).err;
    assert!(err.contains("5 pictures in "), "{err}");
    let pictures = pictures(&folder);
    assert!(pictures["draws-by-level.svg"].contains("7 puzzles"));
    assert!(pictures["seeds-by-score.svg"].contains("tier 5 ("));
    home.file("taken", "no folder");
    home.run("stats --plot taken/pictures", 1).words(&["cannot make the folder taken/pictures"]);
}

#[test]
fn calibrated_levels_are_equal_shares_and_can_be_set() {
    let home = Home::with_few_seeds();
    let file = home.path("levels.toml");
    let file = file.to_str().unwrap();
    let err = home.run(&["levels", "calibrate", known(), "--levels", "5", "-o", file], 0).err;
    assert!(
        err.contains("5 levels of equal shares by hsolve, of 175 puzzles; 13 without"),
        "{err}"
    );
    let out = home.run(&["rate", known(), "--levels", file, "--format", "csv"], 0).out;
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for line in out.lines().skip(1) {
        *counts.entry(line.rsplit(',').next().unwrap()).or_default() += 1;
    }
    assert_eq!(counts.remove("beyond"), Some(13));
    assert_eq!(counts.into_values().collect::<Vec<_>>(), [35; 5]);
    home.run(&["levels", "set", file], 0);
    assert!(home.run("levels", 0).out.contains("very-easy"));
    home.run("draw --level very-easy", 0);
    home.run("levels set balanced-4", 0);
    assert!(home.run("levels show --toml", 0).out.contains("name = \"expert\""));
    home.run("levels set paper --allow-holes", 0);
    assert_eq!(home.run("levels", 0).out, home.run("levels show paper", 0).out);
}

#[test]
fn levels_by_another_metric_label_and_draw() {
    let home = Home::new();
    let file = home.path("box.toml");
    let file = file.to_str().unwrap();
    let names = ["--names", "many,few", "--metric", "box-norm", "-o", file];
    home.run(&(&["levels", "calibrate", known()], &names), 0);
    // The norm falls with difficulty: the easier level has the higher norms.
    let text = fs::read_to_string(file).unwrap();
    let (many, few) = text.split_once("few").unwrap();
    assert!(many.contains("many") && many.contains(", inf]") && few.contains("[0, "), "{text}");
    let said = home.run(&["levels", "set", file], 0).err;
    let sizes = ["many: names ", "few: names "].map(|words| {
        let (_, after) = said.split_once(words).unwrap();
        after.split(' ').next().unwrap().parse::<usize>().unwrap()
    });
    // Each starter seed belongs to one of the two levels.
    assert_eq!(sizes.iter().sum::<usize>(), starter().len(), "{said}");
    assert!(sizes.iter().all(|&count| count > 1_000), "{said}");
    let bound: f64 = text
        .lines()
        .find_map(|line| line.strip_prefix("score = ["))
        .unwrap()
        .split(',')
        .next()
        .unwrap()
        .parse()
        .unwrap();
    for (level, takes) in [("many", bound..f64::INFINITY), ("few", 0.0..bound)] {
        let drawn =
            home.run(&["draw", "--level", level, "--count", "50", "--rng-seed", "4"], 0).out;
        let cells = |line: &str| line[..81].parse::<Grid>().unwrap().clues();
        assert!(drawn.lines().all(|line| takes.contains(&box_norm(cells(line)))), "{drawn}");
    }
    let rate = ["rate", known(), "--metric", "box-norm", "--levels", file, "--format", "csv"];
    let out = home.run(&rate, 0).out;
    let many = out.lines().filter(|line| line.ends_with(",many")).count();
    assert!(out.starts_with("puzzle,box_norm,box_norm_level,level\n") && (92..=96).contains(&many));
    let by_score = home.run(&["rate", known(), "--levels", file, "--format", "csv"], 0).out;
    assert_eq!(by_score.lines().filter(|line| line.ends_with(",many")).count(), many);
}

#[test]
fn weights_and_wrong_calibrations() {
    let home = Home::new();
    let calibrate = |more: &str, code| home.run(&(["levels", "calibrate", known()], more), code);
    let plain = calibrate("--levels 2", 0).out;
    let weighted = calibrate("--levels 2 --weight controlled-bias", 0).out;
    let by_column = calibrate("--levels 2 --weight clues", 0).out;
    assert!(weighted.contains("weighted by controlled-bias") && by_column.contains("by clues"));
    assert_ne!(plain, weighted);
    for (more, code, words) in [
        ("--levels 3 --names a,b", 2, "--levels 3, but --names has 2 names"),
        ("--levels 2 --metric all", 2, "levels go by one metric"),
        ("--levels 90 --metric branch", 1, "too many of the 188 puzzles"),
        ("--names a,a", 1, "two levels are named 'a'"),
        ("--levels 2 --weight kg", 2, "no column 'kg'"),
        ("", 2, "--levels"),
    ] {
        let Said { out, err } = calibrate(more, code);
        assert!(out.is_empty() && err.contains(words), "{more:?}: {err}");
    }
}

/// Returns the path of 344 puzzles with the seconds that people took.
fn timed() -> &'static str {
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/timed.tsv")
}

/// The timings behind the built-in scale give that scale again, in any unit; doubled times give
/// doubled minutes.
#[test]
fn minutes_are_fitted_to_timings_of_ones_own() {
    let home = Home::with_starter();
    let fit = ["levels", "calibrate", "--name", "Solvers", "--times"];
    let own = [&fit[..], &[timed(), "--column", "mean_seconds"]].concat();
    let Said { out, err } = home.run(&own, 0);
    assert_eq!(out, home.run(&(&own, "--seconds"), 0).out, "the heading says it");
    assert!(err.contains("minutes by 344 timed puzzles: 172 lie from 0.82"), "{err}");
    assert!(err.contains("Spearman's rho of estimates and times is 0.74"), "{err}");
    let audience = Audience::read(&out).unwrap();
    assert_eq!((&audience.name[..], audience.timings), ("Solvers", 344));
    let scale = audience.scale;
    for (own, fit) in [(scale.factor, 1.294), (scale.power, 0.584), (scale.high, 1.135)] {
        assert!((own / fit - 1.0).abs() < 0.005, "{out}");
    }

    let slow = home.file(
        "slow.csv",
        &lines(|puzzle, seconds| {
            format!("{puzzle},{}:{:04.1}\n", 2 * seconds / 60, 2 * seconds % 60)
        }),
    );
    home.run(&(&fit, &[&slow, "--about", "beginners", "-o", "slow.toml"]), 0);
    let text = String::from_utf8(home.read("slow.toml")).unwrap();
    let twice = Audience::read(&text).unwrap();
    assert_eq!((&twice.about[..], twice.scale.power), ("beginners", scale.power));
    assert!((twice.scale.factor / scale.factor - 2.0).abs() < 0.002, "{text}");

    let rate = ["rate", "--metric", "minutes", "--format", "csv", timed()];
    let minutes = |more: &[&str]| -> Vec<f64> {
        let out = home.run(&(&rate, more), 0).out;
        out.lines().skip(1).map(|line| line.split(',').nth(1).unwrap().parse().unwrap()).collect()
    };
    let (usual, slow) = (minutes(&[]), minutes(&["--scale", "slow.toml"]));
    assert!(usual.iter().zip(&slow).all(|(usual, slow)| (slow / usual - 2.0).abs() < 0.02));

    // Puzzles drawn by a scale are rated by it, state it, and their batch records it.
    let draw = ["draw", "--minutes", "16..20", "--scale", "slow.toml", "--count", "40"];
    let drawn = home.run(&(&draw, "--format csv"), 0).out;
    assert_eq!(drawn, home.run("export --batch 1 --format csv", 0).out);
    let told: Vec<f64> = column(&drawn, "minutes");
    let drawn = home.file("drawn.csv", &drawn);
    let rate = ["rate", "--metric", "minutes", "--format", "csv", &drawn, "--scale", "slow.toml"];
    let rated = column(&home.run(&rate, 0).out, "minutes");
    assert_eq!(told, rated);
    assert!(told.len() == 40 && told.iter().all(|minutes| (16.0..=20.0).contains(minutes)));
    let kept = home.json("batches")[0]["request"]["part"][0]["scale"].to_string();
    assert_eq!(kept.trim_matches('"').parse(), Ok(twice.scale), "{kept}");
    home.run("draw --again 1", 0);
    let beyond = "draw --minutes 3.6 --scale slow.toml";
    home.run(&beyond, 2).words(&["there are estimates from 7", "3.6"]);

    // A draw without minutes, or by those of the built-in scale.
    let json = |more: &str| home.json(&("draw --count 3", more));
    let minutes = |of: &serde_json::Value| of["minutes"].as_f64();
    // One of sixty easy puzzles is easier than all timed ones.
    let slow = json("--level medium --scale slow.toml");
    let names = "export --batch last --format svg --name {number}-{minutes}";
    home.run(&(&names, "-o named/"), 0);
    for row in slow.as_array().unwrap() {
        let name = format!(
            "named/{:04}-{}.svg",
            row["number"].as_u64().unwrap(),
            minutes(row).unwrap().round()
        );
        assert!(home.path(&name).exists(), "{row}: {name}");
    }
    assert!(json("--level easy")[0].get("minutes").is_none());
    assert!((8.0..=12.0).contains(&minutes(&json("--minutes 8..12")[0]).unwrap()));
    let beyond = json("--tier 6 --scale slow.toml");
    assert!(beyond[0]["minutes"].is_null() && beyond[0].get("minutes").is_some(), "{beyond}");
}

/// Returns the numbers of a CSV column.
fn column(csv: &str, name: &str) -> Vec<f64> {
    let mut lines = csv.lines();
    let at = lines.next().unwrap().split(',').position(|own| own == name).unwrap();
    lines.map(|line| line.split(',').nth(at).unwrap().parse().unwrap()).collect()
}

/// Returns the timed puzzles with their seconds, one per line.
fn lines(of: impl Fn(&str, u32) -> String) -> String {
    let text = fs::read_to_string(timed()).unwrap();
    let rows = text.lines().skip(2).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        of(fields[0], fields[2].parse::<f64>().unwrap() as u32)
    });
    rows.collect()
}

#[test]
fn timings_that_say_too_little_are_refused() {
    let home = Home::new();
    let fit = |file: &str, code| {
        home.run(&["levels", "calibrate", "--name", "us", "--times", file, "-o", "us.toml"], code)
    };
    let all = lines(|puzzle, seconds| format!("{puzzle}\t{seconds}\n"));
    let few = all.lines().take(19).collect::<Vec<_>>().join("\n");
    let few = home.file("few.tsv", &few);
    fit(&few, 1).words(&["19 timed puzzles that have an estimate are too few: a scale takes 20"]);
    let same = home.file("same.tsv", &lines(|puzzle, _| format!("{puzzle}\t300\n")));
    fit(&same, 1).words(&["do not grow with the effort"]);
    assert!(!home.path("us.toml").exists());
    let seconds = home.file("seconds.tsv", &all);
    fit(&seconds, 0).words(&["over two hours", "--seconds"]);
    fs::remove_file(home.path("us.toml")).unwrap();
    // Lines without a valid time are listed, and puzzles without an estimate are named; the rest is
    // fitted.
    let beyond =
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..\t90\n";
    let text = format!("puzzle\ttime\n{beyond}{}\tsoon\n{all}x\t5\n", &all[..81]);
    let mixed = home.file("mixed.tsv", &text);
    let said = fit(&mixed, 1).words(&[
        "mixed.tsv:3: 'soon' is no time",
        "mixed.tsv:348: ",
        "left out, as they are of tier 6 and have no estimate: line 2",
        "minutes by 344 timed puzzles",
    ]);
    assert!(!said.err.contains("mixed.tsv:2:"), "{}", said.err);
    assert!(home.path("us.toml").exists(), "the good lines are fitted");
    for (more, words) in [
        (&["--times", &few][..], "--name"),
        (&["--times", &few, "--name", "a", "--column", "kg"], "no column 'kg'"),
        (&["--times", &few, "--name", "a", "--levels", "4"], "cannot be used with"),
        (&["--seconds", &few, "--levels", "4"], "--times"),
    ] {
        home.run(&("levels calibrate", more), 2).words(&[words]);
    }
    let harm = ["levels", "calibrate", "--name", "=a", "--times", &same];
    home.run(&harm, 1);
    for (scale, words) in
        [("missing.toml", "there is no such file"), ("1,2,3", "six numbers"), (&same, "same.tsv")]
    {
        home.run(&["rate", known(), "--metric", "minutes", "--scale", scale], 2).words(&[words]);
    }
    home.run(&["rate", known(), "--scale", "us.toml"], 2).words(&["rate with --metric minutes"]);
}

#[test]
fn steps_and_single_runs() {
    let home = Home::new();
    let puzzle =
        "..9..15.44..9.8....5.....3...3.6.1.2...8.3.69...1......86....1......6.93...5.4...";
    let plain = home.run(&["rate", puzzle], 0).out;
    let steps = home.run(&["rate", puzzle, "--steps", "--runs", "50"], 0).out;
    assert!(steps.starts_with(plain.trim_end()), "the columns of before come first");
    let fields: Vec<&str> = steps.trim_end().split('\t').collect();
    assert_eq!((fields.len(), fields[6]), (6 + 9 + 12, "50"));
    let number = |i: usize| fields[i].parse::<f64>().unwrap();
    // A single fills every open cell; at least one swordfish or quad; no technique above tier 3.
    assert!(
        (number(15) - 55.0).abs() < 1e-9 && number(18) >= 1.0 && number(19) + number(20) == 0.0
    );
    assert!((number(7) - number(3)).abs() < 4.0 * number(8).hypot(number(4)), "{steps}");

    let runs = home.run(&["rate", puzzle, "--each-run", "--format", "csv"], 0).out;
    assert!(runs.starts_with("puzzle,run,checks,steps_0,") && runs.lines().count() == 1 + 20);
    let beyond =
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
    assert_eq!(home.run(&["rate", beyond, "--each-run"], 0).out, "");
    for wrong in ["--steps --metric branch", "--each-run --metric all"] {
        let err = home.run(&(&["rate", puzzle], wrong), 2).err;
        assert!(err.contains("is about the runs of hsolve"), "{err}");
    }
    let exact = home.run(&["rate", puzzle, "--metric", "restarts", "--exact"], 0).out;
    assert!(exact.split('\t').nth(1).unwrap().parse::<f64>().unwrap() > 1e4, "{exact}");
}
