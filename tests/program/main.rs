//! Tests of the program as users run it.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

mod arguments;
mod awkward;
mod backup;
mod bad_database;
mod book;
mod calls;
mod check;
mod cli;
mod common;
mod compare;
mod cover;
mod crux;
mod draw;
mod dump;
mod ends;
mod errors;
mod explain;
mod export;
mod format_3;
mod generate;
mod given;
mod grade;
mod home;
mod imports;
mod input;
mod interrupted;
mod kill;
mod languages;
mod left;
mod levels;
mod locks;
mod manual;
mod mistakes;
mod mix;
mod model;
mod named_databases;
mod names;
mod older;
#[cfg(feature = "postgres")]
mod on_a_server;
mod outputs;
mod outputs_whole;
mod partition;
mod pattern;
mod pictures_of_own;
mod printed_again;
mod publishing;
mod recorded;
mod reference;
mod replaced;
mod request;
mod restoring;
mod schemas;
mod se;
mod se_draw;
mod series;
#[cfg(all(unix, feature = "serve"))]
mod serve;
mod sets;
mod shuffle;
mod signals;
mod site;
mod strangers;
mod tables;
mod untrusted;
mod verify;
mod void;
mod without_a_server;

#[cfg(feature = "postgres")]
#[path = "../server/mod.rs"]
mod server;
