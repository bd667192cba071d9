//! `rethought` sends a model's reasoning back exactly as it came.

#![cfg_attr(
    test,
    allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::string_slice, clippy::as_conversions)
)]

mod error;
pub mod json;
pub mod model;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use error::{Code, Error};
