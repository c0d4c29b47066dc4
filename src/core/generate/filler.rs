//! [`Filler`]: the methods to make a full grid.

use rand::Rng;

use super::cycles::fill_with_restarts;
use super::pattern::pattern;
use super::{full, plain, top_band};
use crate::board::Solution;

crate::named_enum! {
    /// A method of making a full grid.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum Filler {
        /// Three boxes that share no house first, then a search:
        /// [`solution`](crate::generate::solution).
        #[default]
        Diagonal = "diagonal",
        /// The top band and the first column first, then the same search (Beer 2011, "Grid
        /// generator").
        TopBand = "top-band",
        /// Row by row at random, all over again at a dead end (Chen and Elamri, phase 1).
        Restarts = "restarts",
        /// One pattern with its digits, rows and columns in another order (Joncus and Yun,
        /// "Generating solved puzzle"): all these grids are essentially the same.
        Pattern = "pattern",
        /// Plain backtracking, cell by cell in random digits (MCM paper, section 4.1).
        Plain = "plain",
    }
}

impl Filler {
    /// Returns a random full grid.
    pub fn solution(self, rng: &mut impl Rng) -> Solution {
        match self {
            Self::Diagonal => full::solution(rng),
            Self::TopBand => top_band::solution(rng),
            Self::Restarts => fill_with_restarts(rng).0,
            Self::Pattern => pattern(rng),
            Self::Plain => plain::solution(rng),
        }
    }
}

crate::read_by_name! {
    /// The error of a text that is not the name of a filler.
    Filler, ParseFillerError:
    "no way to fill a grid is called {0:?}: write diagonal, top-band, restarts, pattern or plain"
}
