//! Layer 11: the exports of the wasm module. The only place that uses `wasm_bindgen`, `js_sys` and `serde_wasm_bindgen`. Calls and records that cross
//! are those of [`api`](crate::api), which is tested natively.
//!
//! Bodies cross as bytes, and records of our own cross as typed objects. Anything that carries keys or values of the input stays
//! text and is parsed in JavaScript, where `__proto__` is a key like any other. Only free functions cross, because a handle
//! would die with the instance. Each function here has its public face in `pkg-template/main/index.js`, which checks the kind
//! of its arguments and wraps the call so that a trap costs one call and not the process.

mod audit;
mod clock;
mod cognipeer;
mod convert;
mod doctor;
mod error;
mod exchange;
mod gateway;
mod in_flight;
mod ledger;
mod letta;
mod lines;
mod memory;
mod object;
mod records;
mod rewrite;
mod stream;
#[cfg(test)]
mod tests;
mod text;
mod thought;
mod thoughts;
mod transcripts;
mod trap;
mod views;

use wasm_bindgen::prelude::*;

/// The types that `tsify` cannot write: interfaces with methods, and objects with unknown keys.
#[wasm_bindgen(typescript_custom_section)]
const HANDWRITTEN: &str = include_str!("handwritten.d.ts");

/// The version of the package.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// The estimate of `countTokens` where no counter is given.
#[wasm_bindgen(js_name = estimateTokens)]
#[must_use]
pub fn estimate_tokens(text: &str) -> usize {
    crate::model::estimate_tokens(text)
}
