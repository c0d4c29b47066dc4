//! `draw --sets`: sets of equally hard puzzles.

use crate::home::Home;

/// The scores of a round's sets agree within 2 %, no puzzle is in two sets, and a PDF has a sheet
/// before each set, also when exported again.
#[test]
fn sets_agree_round_by_round() {
    let home = Home::with_starter();
    for rng_seed in 1..=6 {
        let (sets, each) = (2 + rng_seed % 3, 1 + rng_seed % 4);
        let (count, rng_seed) = ((3 * each).to_string(), rng_seed.to_string());
        let sets_words = sets.to_string();
        let draw =
            ["draw", "--sets", &sets_words, "--level", "easy,medium,expert", "--count", &count];
        let said = home.run(&(&draw, &["--rng-seed", &rng_seed, "--format", "csv"]), 0);
        let mut rows = csv::Reader::from_reader(said.out.as_bytes());
        let column = |name: &str, rows: &mut csv::Reader<&[u8]>| {
            rows.headers().unwrap().iter().position(|head| head == name).unwrap()
        };
        let (score, level) = (column("score", &mut rows), column("level", &mut rows));
        let rows: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
        assert_eq!(rows.len(), sets * 3 * each);
        for (round, name) in rows.chunks(sets * each).zip(["easy", "medium", "expert"]) {
            assert!(round.iter().all(|row| &row[level] == name), "RNG seed {rng_seed}");
            let sum = |set: &[csv::StringRecord]| {
                set.iter().map(|row| row[score].parse::<f64>().unwrap()).sum::<f64>()
            };
            let sums: Vec<f64> = round.chunks(each).map(sum).collect();
            let [low, high] =
                [f64::min, f64::max].map(|end| sums.iter().copied().reduce(end).unwrap());
            // Scores are rounded to one decimal place.
            let off = 0.0501 * each as f64;
            assert!((high - off) / (low + off) <= 1.02, "{sums:?}, RNG seed {rng_seed}");
            for sum in sums {
                assert!(
                    said.err.contains(&format!("score {sum:.0}")) || sum.fract() > 0.45,
                    "{}",
                    said.err
                );
            }
        }
    }
    home.run("draw --sets 2 --level easy,hard -n 4 -o contest.pdf", 0)
        .words(&["round 2 (hard): set 1 is numbers 5 to 6", "minutes; set 2 is numbers 7 to 8"]);
    home.run("export --batch last -o again.pdf", 0);
    let read = |name: &str| std::fs::read(home.path(name)).unwrap();
    assert!(read("contest.pdf") == read("again.pdf"), "an export prints the same pages");
}

/// An impossible request issues nothing.
#[test]
fn sets_that_cannot_agree_are_refused() {
    let home = Home::with_starter();
    home.refused("draw --sets 1 --level easy", 2, &["1 set cannot agree"]);
    // Puzzles that the tiers do not solve have no score.
    let most = "draw --sets 3 --tier 6";
    home.run(&most, 3).words(&["no 3 sets"]);
    assert_eq!(home.run("batches --format csv", 0).out.lines().count(), 1);
}
