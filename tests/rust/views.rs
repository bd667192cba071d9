//! Views: what is kept, what is logged, with secrets out of it, and a log in which nothing changes without a trace.

pub mod detectors;
pub mod log;
pub mod lots;
pub mod messages;
pub mod opaque;
pub mod patterns;
pub mod redaction;
pub mod secrets;
