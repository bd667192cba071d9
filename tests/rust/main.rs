//! The tests of the crate on this machine, each file a family of them: one program, so that the crate is linked once and all cores are busy.
//!
//! `cargo test --test rust rules::` runs one of them.

#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    clippy::print_stdout,
    clippy::as_conversions
)]

mod agents;
mod boundary;
mod branch;
mod clark;
mod classify;
mod client_damages;
mod codecs;
mod compaction;
mod convert;
mod corpus;
mod crowd;
mod damaged_handles;
mod data;
mod doctor;
mod follow;
mod handle_forms;
mod handles;
mod hops;
mod incremental;
mod isolation;
mod joined;
mod json_laws;
mod json_suite;
mod ledger;
mod letta;
mod member_order;
mod merge;
mod refused_handles;
mod reported;
mod rewrite;
mod rules;
mod session;
mod shape;
mod simulated;
mod smart_state;
mod thought;
mod threads;
mod time;
mod transcripts;
mod verdicts;
mod views;
mod worlds;
mod yaml;
