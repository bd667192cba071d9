//! The codecs over recorded traffic, which is read from `../shared/corpus` and is not part of this project. Without it
//! they are skipped.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::print_stdout, clippy::string_slice)]

mod data;

mod corpus {
    pub mod audits;
    pub mod chains;
    pub mod crowd;
    pub mod cuts;
    pub mod exchange;
    pub mod fates;
    pub mod follows;
    pub mod laws;
    pub mod transcripts;
}
