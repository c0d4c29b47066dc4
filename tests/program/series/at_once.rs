//! Series filled by two commands at once, or by one that is killed.

use super::*;

/// Two concurrent commands fill the same days from different batches: one succeeds, and the other
/// prints its result.
#[test]
fn two_commands_never_fill_one_day() {
    let home = Home::with_few_seeds();
    for seed in ["1", "2"] {
        home.run(&["draw", "--level", "easy", "-n", "12", "--rng-seed", seed], 0);
    }
    for round in 1..=3 {
        let start = format!("2027-0{round}-01");
        let export = |batch: &str| {
            let mut command = home.seeddb(&["series", "fill", "daily", "--batch", batch, &start]);
            command.args(["--days", "4", "--format", "csv", "-o", &format!("{round}-{batch}.csv")]);
            command.spawn().unwrap()
        };
        let both = [export("1"), export("2")];
        for mut child in both {
            assert!(child.wait().unwrap().success());
        }
        let [one, two] = ["1", "2"].map(|batch| home.read(&format!("{round}-{batch}.csv")));
        assert_eq!(one, two, "round {round}");
    }
    let days = days(&home, "daily");
    assert_eq!(days.len(), 12);
    assert!(days.iter().all(|day| day[1] == "runs"));
}

/// After a kill at any moment, either all days are recorded or none, and a file exists only if they
/// are.
#[test]
fn a_killed_fill_is_whole_or_nothing() {
    let home = Home::with_few_seeds();
    home.run("draw --level easy -n 200 --rng-seed 1", 0);
    let arguments = |round: usize| {
        let start = format!("20{}-01-01", 30 + round);
        ["series", "fill", "daily", "--batch", "1", &start, "--days", "5", "-o", "out.svg/"]
            .map(str::to_owned)
    };
    let run = |round| {
        let arguments =
            [&arguments(round)[..], &["--format".to_owned(), "svg".to_owned()]].concat();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        home.seeddb(&arguments)
    };
    let begin = std::time::Instant::now();
    assert!(run(0).output().unwrap().status.success());
    let mut killer = crate::home::Killer::new(5, begin.elapsed());
    while killer.goes_on(6) {
        std::fs::remove_dir_all(home.path("out.svg")).unwrap();
        let round = killer.runs + 1;
        let mut command = run(round);
        command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
        let told = killer.kill(command.spawn().unwrap(), 0.0);
        let year = format!("20{}", 30 + round);
        let recorded = days(&home, "daily").iter().filter(|day| day[0].starts_with(&year)).count();
        assert!(recorded == 0 || recorded == 5, "{told}: {recorded} days");
        if home.path("out.svg").exists() {
            assert_eq!(recorded, 5, "{told}");
            std::fs::remove_dir_all(home.path("out.svg")).unwrap();
        }
        assert!(run(round).output().unwrap().status.success(), "{told}");
        assert_eq!(std::fs::read_dir(home.path("out.svg")).unwrap().count(), 7, "{told}");
    }
}
