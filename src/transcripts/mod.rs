//! Transcripts as other tools write them.

pub mod yaml;
