#![doc = include_str!("index.md")]

#[doc = include_str!("books.md")]
pub mod books {}
#[doc = include_str!("constraints.md")]
pub mod constraints {}
#[doc = include_str!("api.md")]
pub mod api {}
#[doc = include_str!("commands.md")]
pub mod commands {}
#[doc = include_str!("disaster.md")]
pub mod disaster {}
#[doc = include_str!("series.md")]
pub mod series {}
#[doc = include_str!("formats.md")]
pub mod formats {}
#[doc = include_str!("install.md")]
pub mod install {}
#[doc = include_str!("keeping.md")]
pub mod keeping {}
#[doc = include_str!("levels.md")]
pub mod levels {}
#[doc = include_str!("many-machines.md")]
pub mod many_machines {}
#[doc = include_str!("own-seeds.md")]
pub mod own_seeds {}
#[doc = include_str!("papers.md")]
pub mod papers {}
#[doc = include_str!("playing.md")]
pub mod playing {}
#[doc = include_str!("rating.md")]
pub mod rating {}
#[doc = include_str!("server.md")]
pub mod server {}
#[doc = include_str!("site.md")]
pub mod site {}
#[doc = include_str!("troubleshooting.md")]
pub mod troubleshooting {}
