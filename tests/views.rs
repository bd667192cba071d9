//! Views: what is kept, what is logged, with secrets out of it, and a log in which nothing changes without a trace.

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

mod views {
    pub mod detectors;
    pub mod log;
    pub mod lots;
    pub mod messages;
    pub mod opaque;
    pub mod patterns;
    pub mod redaction;
    pub mod secrets;
}
