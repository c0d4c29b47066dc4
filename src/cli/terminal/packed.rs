//! Reading of long texts line by line, also from compressed files.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;
use seeddb_database::Error;

const BUFFER: usize = 1 << 16;
const PACKED: [u8; 2] = [0x1f, 0x8b];

/// Opens a file, decompressing it if necessary; `-` is stdin, which cannot be read `again`.
pub fn open(path: &Path, again: bool) -> io::Result<Box<dyn BufRead>> {
    let mut source: Box<dyn BufRead> = if path.as_os_str() != "-" {
        Box::new(BufReader::with_capacity(BUFFER, File::open(path)?))
    } else if again {
        return Err(io::Error::other(
            "stdin was read already, and the server was lost: do it again",
        ));
    } else {
        Box::new(BufReader::with_capacity(BUFFER, io::stdin()))
    };
    if !source.fill_buf()?.starts_with(&PACKED) {
        return Ok(source);
    }
    Ok(Box::new(BufReader::with_capacity(BUFFER, MultiGzDecoder::new(source))))
}

/// Unwraps I/O errors, so that they need no context and a closed pipe is recognized.
pub fn as_it_is(error: Error) -> anyhow::Error {
    match error {
        Error::Input(error) | Error::Output(error) => error.into(),
        error => error.into(),
    }
}
