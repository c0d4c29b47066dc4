//! The files of this folder, as `seeddb-mine` reads them.

/// The lines of `starter.tsv`, `er.tsv`, `needs.tsv` and `crux.tsv` put together, column after
/// column: a value ends with an end of a line, and the next column begins after a tab.
pub const STARTER: &str = include_str!(concat!(env!("OUT_DIR"), "/starter.columns"));

/// The first 8 bytes of the key of each seed that was ever published, rising.
pub const PUBLIC: &[u8] = include_bytes!("public.keys");
