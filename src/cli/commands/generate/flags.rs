//! The flags of each method of `generate`, and the syntax of their values.

use seeddb_core::board::{Cell, CellSet, Grid};
use seeddb_core::rating::box_norm::Levels;

use super::{Args, Name};

impl Args {
    /// The first given flag that the method does not have, and the methods that have it.
    pub fn misplaced(&self) -> Option<(&'static str, &'static str)> {
        let grids = &[Name::Dig, Name::Climb, Name::Remove, Name::Cycles, Name::Pseudo][..];
        let symmetric = grids;
        let flags = [
            (self.norm.is_some(), "--norm", "dig", &[Name::Dig][..]),
            (self.draws.is_some(), "--draws", "dig", &[Name::Dig]),
            (self.levels.is_some(), "--levels", "dig", &[Name::Dig]),
            (self.iterations.is_some(), "--iterations", "climb", &[Name::Climb]),
            (self.target.is_some(), "--target", "climb", &[Name::Climb]),
            (self.most.is_some(), "--most", "climb", &[Name::Climb]),
            (self.pairs.is_some(), "--pairs", "climb", &[Name::Climb]),
            (self.difficulty.is_some(), "--difficulty", "remove", &[Name::Remove]),
            (self.times.is_some(), "--times", "remove", &[Name::Remove]),
            (self.known.is_some(), "--known", "remove", &[Name::Remove]),
            (!self.without.is_empty(), "--without", "remove", &[Name::Remove]),
            (self.from.is_some(), "--from", "climb or pseudo", &[Name::Climb, Name::Pseudo]),
            (self.reserved.is_some(), "--reserved", "pseudo", &[Name::Pseudo]),
            (self.k.is_some(), "--k", "pseudo", &[Name::Pseudo]),
            (self.no_thin, "--no-thin", "pseudo", &[Name::Pseudo]),
            (self.grid.is_some(), "--grid", "dig, climb, remove, cycles or pseudo", grids),
            // This method places digits one by one, without knowing which cells will be deduced.
            (
                self.symmetry.is_some(),
                "--symmetry",
                "dig, climb, remove, cycles or pseudo",
                symmetric,
            ),
        ];
        flags.into_iter().find_map(|(given, flag, names, methods)| {
            (given && !methods.contains(&self.method)).then_some((flag, names))
        })
    }

    /// The message for given flags that contradict each other.
    pub fn contrary(&self) -> Option<&'static str> {
        let letter = self.reserved.is_some() || self.k.is_some() || self.no_thin;
        let wrong = [
            (self.level.is_some() && self.norm.is_some(), "give --level or --norm, not both"),
            (
                self.levels.is_some() && self.level.is_none(),
                "--levels needs --level: which of them",
            ),
            (
                self.level.is_some() && self.difficulty.is_some(),
                "give --level or --difficulty, not both",
            ),
            (
                self.most.zip(self.target).is_some_and(|(most, target)| most < target),
                "no score is at least --target and at most --most: the second is the larger",
            ),
            (
                self.from.is_some() && self.grid.is_some(),
                "give --from or --grid, not both: --from brings its own grid",
            ),
            (
                self.reserved.is_some() && self.from.is_none(),
                "--reserved needs --from: the cells of which board or puzzle",
            ),
            (
                self.k.is_some() && self.from.is_none() && self.grid.is_none(),
                "--k needs --from or --grid: a seed of the database has its own",
            ),
            (
                self.method == Name::Pseudo
                    && self.symmetry.is_some()
                    && (letter || self.grid.is_some()),
                "--symmetry is for thinned refills of a seed's own cells: leave it out, or --reserved, --k, --no-thin \
                 and --grid",
            ),
        ];
        wrong.into_iter().find_map(|(is_so, words)| is_so.then_some(words))
    }
}

/// Parses reserved cells: r1c1 and so on, separated by commas, or 81 characters in which dots and
/// zeros are reserved.
pub fn cells(text: &str) -> Result<CellSet, String> {
    let shape = || {
        format!(
            "{text}: write cells as r1c1,r2c5, or a grid of 81 characters whose open cells are meant"
        )
    };
    let cells: CellSet = if text.chars().count() == Cell::COUNT {
        !text.parse::<Grid>().map_err(|_| shape())?.clues()
    } else {
        let cells = text.split(',').map(|cell| cell.trim().parse::<Cell>().ok());
        cells.collect::<Option<CellSet>>().ok_or_else(shape)?
    };
    if cells.is_empty() { Err(format!("{text}: that reserves no cell")) } else { Ok(cells) }
}

/// Parses a table of levels by norm, such as soft:13,firm:10,stiff:8.5.
pub fn levels(text: &str) -> Result<Levels, String> {
    let level = |level: &str| {
        let (name, norm) = level.rsplit_once(':')?;
        Some((name.trim().to_owned(), norm.trim().parse::<f64>().ok()?))
    };
    let levels: Option<Vec<_>> = text.split(',').map(level).collect();
    let levels = levels
        .ok_or_else(|| format!("{text}: write names and norms, as soft:13,firm:10,stiff:8.5"))?;
    Levels::new(levels).map_err(|error| error.to_string())
}

/// Parses a number of pairs: 1 or 2.
pub fn pairs(text: &str) -> Result<u32, String> {
    let pairs = text.parse().ok().filter(|pairs| (1..=2).contains(pairs));
    pairs.ok_or_else(|| format!("{text}: a step takes 1 pair, or up to 2"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_a_list_or_a_grid() {
        let two = cells("r1c1, r9c9").unwrap();
        assert_eq!(two.to_string(), "r1c1, r9c9");
        let grid = format!(".{}0", "1".repeat(79));
        // The values of the other cells do not matter.
        assert_eq!(cells(&grid).unwrap(), two);
        for wrong in ["", "r1", "r0c1", "r1c10", "r1c1;r2c2", "x", "1.."] {
            assert!(cells(wrong).unwrap_err().contains("r1c1,r2c5"), "{wrong}");
        }
        assert!(cells(&"1".repeat(81)).unwrap_err().contains("no cell"));
    }

    #[test]
    fn levels_of_any_number() {
        assert_eq!(levels("soft:13, firm:10,stiff:8.5").unwrap().names().count(), 3);
        assert_eq!(levels("one:9").unwrap().norms("one"), Some(0.0..9.0));
        for (wrong, words) in [
            ("", "soft:13"),
            ("soft", "soft:13"),
            ("soft:x", "soft:13"),
            ("soft:8,firm:10", "easiest first"),
            ("soft:8,soft:7", "two levels"),
            ("soft:28", "up to 27"),
            ("soft:nan", "up to 27"),
            (":9", "one word"),
            ("=1+1:9", "one word"),
        ] {
            assert!(levels(wrong).unwrap_err().contains(words), "{wrong}");
        }
        assert_eq!([pairs("1"), pairs("2")], [Ok(1), Ok(2)]);
        assert!(pairs("3").unwrap_err().contains("up to 2"));
    }
}
