//! [`ColorChoice`]: whether what is drawn in a terminal has colors.

use std::env;
use std::io::{self, IsTerminal};

use clap::ValueEnum;
use seeddb::export::pencil::Colors;

/// When to use colors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum ColorChoice {
    /// If the reader is likely to want them.
    #[default]
    #[value(help = "If stdout is a terminal and NO_COLOR is not set")]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl ColorChoice {
    /// What to draw with on stdout.
    pub fn colors(self) -> Colors {
        let allowed = match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => {
                let set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
                let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
                io::stdout().is_terminal() && !set("NO_COLOR") && !dumb
            }
        };
        if allowed { Colors::On } else { Colors::Off }
    }
}
