//! [`Omissions`]: the methods that Sudoku Explainer omits when it rates or explains.

use seeddb_core::rating::se::Without;

#[derive(clap::Args, Clone, Copy, Debug)]
pub struct Omissions {
    /// se: without unique rectangles and loops and bivalue universal graves, which rely on there
    /// being one solution
    #[arg(long)]
    no_uniqueness: bool,
    /// se: no step above 7.5, where assumptions are followed in several directions, or one over
    /// many steps. A puzzle that needs one is not solved, and has no rating
    #[arg(long)]
    no_guessing: bool,
}

impl Omissions {
    pub const fn without(self) -> Without {
        Without { uniqueness: self.no_uniqueness, guessing: self.no_guessing }
    }

    /// The first given flag.
    pub const fn given(self) -> Option<&'static str> {
        if self.no_uniqueness {
            Some("--no-uniqueness")
        } else if self.no_guessing {
            Some("--no-guessing")
        } else {
            None
        }
    }
}
