//! Ratings: difficulty metrics, one per file, their agreement, and the levels that bound them.
//!
#![doc = include_str!("METHODS.md")]

pub mod agreement;
pub mod box_norm;
pub mod branch;
pub mod calibrate;
pub mod common;
pub mod cross;
pub mod er;
pub mod hsolve;
pub mod labels;
pub mod levels;
mod mean;
pub mod metric;
pub mod minutes;
pub mod percentile;
mod phases;
pub mod quantile;
mod races;
pub mod rankings;
pub mod restarts;
pub mod runs;
mod sample;
#[cfg(feature = "se")]
pub mod se;
pub mod stop;
mod stop_graph;
pub mod technique;
pub mod tierless;
mod walk;
mod wings;
