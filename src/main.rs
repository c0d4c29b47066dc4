//! The `seeddb` program.
fn main() {}
