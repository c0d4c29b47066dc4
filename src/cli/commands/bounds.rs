//! [`Bounds`]: what is to be drawn, as flags of `draw`.

use seeddb::database::{DrawOptions, Part};
use seeddb::symmetry;

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
    /// Make this database number I of N that never draw the same puzzle
    #[arg(long, help_heading = "Seeds", value_name = "I/N")]
    partition: Option<symmetry::Fraction>,
    #[command(flatten)]
    wishes: Wishes<true>,
}

impl Bounds {
    /// What is to be drawn: a batch of each level, as many of each, the first ones one more if that does not go.
    pub fn draws(&self) -> anyhow::Result<Vec<DrawOptions>> {
        let levels = self.level.len().max(1) as u32;
        let count = self.count.unwrap_or(levels);
        if count < levels {
            return refuse(format!("{levels} levels need --count {levels} or more, not {count}"));
        }
        let part = Part { count, ..self.wishes.given(None).value };
        let draw = |part: Part| DrawOptions { partition: self.partition, ..part.drawn(0) };
        Ok(part.shared(&self.level).into_iter().map(draw).collect())
    }
}
