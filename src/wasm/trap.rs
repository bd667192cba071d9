//! Traps on purpose, so that the tests can show what the shipped module does after one. Not part of the API.

#![allow(clippy::panic, reason = "to fail is the point")]

use std::hint::black_box;

use wasm_bindgen::prelude::*;

/// Dies as asked: by a `panic`, by the `stack` inside the wasm memory, by the `depth` of the runtime's own stack, or by `memory`.
#[wasm_bindgen(js_name = __trap)]
pub fn trap(kind: &str) -> u32 {
    match kind {
        "panic" => panic!("injected"),
        "stack" => wide([1; 512]),
        "depth" => narrow(1),
        "memory" => hoard(),
        _ => 0,
    }
}

/// Two kilobytes a frame: the stack in the wasm memory ends first.
#[inline(never)]
#[allow(unconditional_recursion, reason = "to overflow is the point")]
fn wide(frame: [u32; 512]) -> u32 {
    let frame = black_box(frame);
    wide(frame).wrapping_add(black_box(frame).iter().sum())
}

/// Nothing of a frame is in the wasm memory: the runtime's stack ends first.
#[inline(never)]
#[allow(unconditional_recursion, reason = "to overflow is the point")]
fn narrow(depth: u32) -> u32 {
    narrow(depth.wrapping_add(1)).wrapping_add(black_box(depth))
}

/// Keeps what it asks for, in sight of `black_box`: an allocation that nobody sees is optimised away, and the loop never ends.
fn hoard() -> u32 {
    let mut kept: Vec<Vec<u8>> = Vec::new();
    loop {
        kept.push(Vec::with_capacity(1 << 28));
        black_box(&kept);
    }
}
