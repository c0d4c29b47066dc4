//! New: full grids, puzzles.
