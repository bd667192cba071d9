//! The laws of the JSON floor as the shipped code runs it, in wasm, with its vector instructions; and a family of tests/rust that is held there too.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use wasm_bindgen_test::wasm_bindgen_test;

#[path = "rust/json_laws/laws.rs"]
mod laws;
#[path = "rust/smart_state.rs"]
mod smart_state;

#[wasm_bindgen_test]
fn every_law_holds_over_the_kept_texts() {
    for text in [
        &include_bytes!("data/json/kept/byte-order-mark.json")[..],
        include_bytes!("data/json/kept/duplicate-keys.json"),
        include_bytes!("data/json/kept/lone-surrogates.json"),
        include_bytes!("data/json/kept/long-base64.json"),
        include_bytes!("data/json/kept/needless-escapes.json"),
        include_bytes!("data/json/kept/number-texts.json"),
        include_bytes!("data/json/kept/signed-turn.json"),
        include_bytes!("data/json/kept/unicode.json"),
        include_bytes!("data/json/kept/whitespace.json"),
    ] {
        laws::hold(text);
    }
}

#[wasm_bindgen_test]
fn a_string_ends_right_wherever_the_lanes_fall() {
    for length in 0..70 {
        for end in ["", "\\n", "é", "日", "😀", "\\\"", "\u{7f}"] {
            laws::hold(format!("[\"{}{end}{}\"]", "x".repeat(length), "y".repeat(length % 19)).as_bytes());
        }
        for bad in ["\n", "\u{1f}", "\\x"] {
            let error = laws::refused(format!("[\"{}{bad}\"]", "x".repeat(length)).as_bytes());
            assert_eq!(error.offset(), Some(2 + length));
        }
    }
}
