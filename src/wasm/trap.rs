//! Traps on purpose, so that the tests can show what the shipped module does after one. Not part of the API.

#![allow(clippy::panic, clippy::as_conversions, reason = "to fail is the point")]

use wasm_bindgen::prelude::*;

/// Dies as asked: `panic`, `stack` or `memory`.
#[wasm_bindgen(js_name = __trap)]
pub fn trap(kind: &str) -> usize {
    match kind {
        "panic" => panic!("injected"),
        "stack" => descend(1),
        "memory" => (0..).map(|_| Vec::<u8>::with_capacity(64 << 20).leak().as_ptr() as usize).max().unwrap_or(0),
        _ => 0,
    }
}

/// Never returns: every frame holds a buffer that the next one fills.
#[allow(unconditional_recursion, reason = "to overflow is the point")]
fn descend(depth: usize) -> usize {
    let frame = std::hint::black_box([depth; 64]);
    descend(depth + 1) + std::hint::black_box(frame).iter().sum::<usize>()
}
