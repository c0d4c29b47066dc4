#![doc = include_str!("../README.md")]

pub mod board;
pub mod database;
pub mod draw;
pub mod export;
pub mod generate;
pub mod logic;
pub mod mine;
pub mod rating;
pub mod record;
pub mod refill;
pub mod search;
pub mod store;
pub mod symmetry;
