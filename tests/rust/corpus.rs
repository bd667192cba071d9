//! The codecs over recorded traffic, which is read from `../shared/corpus` and is not part of this project. Without it
//! they are skipped.

pub mod audits;
pub mod chains;
pub mod cuts;
pub mod exchange;
pub mod fates;
pub mod follows;
pub mod handles;
pub mod laws;
pub mod one_ledger;
pub mod transcripts;
