//! [`ColorChoice`]: whether drawings in a terminal have colours.

use std::io;

use anstream::AutoStream;
use clap::ValueEnum;
use seeddb_export::pencil::Colors;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum ColorChoice {
    /// If the reader is likely to want them.
    #[default]
    #[value(help = "If stdout is a terminal and NO_COLOR is not set, or CLICOLOR_FORCE is")]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl ColorChoice {
    /// The colours to use on stdout.
    pub fn colors(self) -> Colors {
        let allowed = match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never,
        };
        if allowed { Colors::On } else { Colors::Off }
    }
}
