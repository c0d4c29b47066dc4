//! [`Bounds`]: what is to be drawn, as flags of `draw`.

use seeddb::database::{DrawOptions, Part};
use seeddb::record::Origin;
use seeddb::symmetry::{self, Id};

use super::wishes::Wishes;
use crate::cli::terminal::exit::refuse;
use crate::cli::terminal::parse;

#[derive(clap::Args, Clone, Debug)]
pub struct Bounds {
    /// A level (`seeddb levels` lists them), or several that share the count
    #[arg(long, help_heading = "How hard", value_name = "L,..", value_delimiter = ',')]
    level: Vec<String>,
    /// How many puzzles [default: 1, or one of each level]
    #[arg(short = 'n', long, value_name = "N", value_parser = parse::count::<u32>)]
    count: Option<u32>,
    /// Only from this seed
    #[arg(long, help_heading = "Seeds", value_name = "SEED-ID")]
    from: Option<Id>,
    /// Only from seeds of this origin
    #[arg(long, help_heading = "Seeds", value_parser = parse::origin())]
    origin: Option<Origin>,
    /// Make this database number I of N that never draw the same puzzle
    #[arg(long, help_heading = "Seeds", value_name = "I/N")]
    partition: Option<symmetry::Fraction>,
    /// At most so many from one seed [default: its share of the batch]
    #[arg(long, help_heading = "Seeds", value_name = "N", value_parser = parse::count::<u32>)]
    per_seed: Option<u32>,
    /// Also puzzles that are starter seeds themselves, which everybody has
    #[arg(long, help_heading = "Seeds")]
    from_public: bool,
    #[command(flatten)]
    wishes: Wishes,
}

impl Bounds {
    /// What is to be drawn: a batch of each level, as many of each, the first ones one more if that does not go.
    pub fn draws(&self) -> anyhow::Result<Vec<DrawOptions>> {
        let levels = self.level.len().max(1) as u32;
        let count = self.count.unwrap_or(levels);
        if count < levels {
            return refuse(format!("--count {count} is less than one of each of {levels} levels"));
        }
        let part = Part {
            level: None,
            count,
            from: self.from,
            origin: self.origin,
            per_seed: self.per_seed,
            from_public: self.from_public,
            ask: self.wishes.constraints(),
        };
        let draw = |part: Part| DrawOptions { partition: self.partition, ..part.drawn(0) };
        Ok(part.shared(&self.level).into_iter().map(draw).collect())
    }
}
