//! [`Picture`]: a step as a picture in a file.

use std::io::Write;
use std::path::Path;

use seeddb_export::PictureFormat;

use crate::terminal::{Output, UsageError, ending, protected, refuse};

pub struct Picture {
    output: Output,
    drawn: bool,
}

impl Picture {
    pub fn open(path: &Path, force: bool) -> anyhow::Result<Self> {
        if path.as_os_str() == "-" {
            return refuse("--svg needs a file: the steps are printed on stdout");
        }
        Ok(Self { output: Output::open(Some(path), force)?, drawn: false })
    }

    pub fn take(&mut self, svg: &[u8]) -> anyhow::Result<()> {
        if std::mem::replace(&mut self.drawn, true) {
            return refuse("--svg draws one puzzle, and here are several: give one");
        }
        Ok(self.output.write_all(svg)?)
    }

    /// Moves the file to its target. Does nothing if the puzzle was invalid.
    pub fn finish(self) -> anyhow::Result<()> {
        if self.drawn { self.output.finish() } else { Ok(()) }
    }
}

/// The format by the file extension; SVG without one.
pub fn format(path: &Path) -> anyhow::Result<PictureFormat> {
    protected::check(path)?;
    let Some(told) = ending::of(Some(path)) else { return Ok(PictureFormat::Svg) };
    let format = PictureFormat::ALL.into_iter().find(|format| format.name() == told);
    format.ok_or_else(|| {
        let names = PictureFormat::ALL.map(PictureFormat::name);
        let words = format!("no picture ends in .{told}: take one of {}", names.join(", "));
        UsageError(words).into()
    })
}
