//! The laws of the JSON floor, each held over every text there is: the cases in `tests/json`, naughty strings in every
//! slot, and texts made at random.

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

mod data;

mod json_laws {
    pub mod laws;
    pub mod random;
    pub mod texts;
}
