//! `rethought` sends a model's reasoning back exactly as it came, and says before sending whether the provider will take it.
//!
//! Models emit reasoning that must come back on the next request: signed thinking blocks, encrypted items, thought
//! signatures. It is opaque, it has its place, and it is bound to its issuer. Lose, edit, reorder or misroute it and the
//! provider answers 400, or answers worse and says nothing.
//!
//! # The tour
//!
//! ```text
//! bytes ─► json (spans) ─► codecs (typed view) ─► ledger ─► audit ─► edits ─► bytes
//! ```
//!
//! | floor | module | knows |
//! |---|---|---|
//! | 1 | [`json`] | text: scan, spans, pointers, strings, edits, canonical digest |
//! | 2 | [`model`] | part, turn, attachment, provenance, target, time |
//! | 3 | [`codecs`] | one wire a folder: its description, response, request, stream, and the way back; the table of hosts and dialects |
//! | 4 | [`ledger`] | what was emitted: a tree of answers, with their provenance and what preceded them |
//! | 5 | [`audit`] | a request held against its provider: facts, rules, findings, fixes, errors traced back |
//! | 6 | [`convert`] | a request of any wire as one of any other, with a fate for every thought |
//! | 6 | [`views`] | copies for readers: the history to keep, the log without secrets, a log chained by hashes |
//! | 7 | [`interop`], [`transcripts`] | the formats of other systems, in and out; recorded sessions, read |
//! | 8 | [`boundary`], `wasm` | JSON for JavaScript, compiled natively too; the only place with `wasm_bindgen`, `tsify`, `js_sys`, `serde_wasm_bindgen` |
//!
//! A floor knows the ones below it and none above.
//!
//! # Glossary
//!
#![doc = include_str!("GLOSSARY.md")]
//!
//! # Questions and answers
//!
//! **Why a scanner of its own, and not `serde_json`?** Because bytes are primary. `serde_json::Value`, with order and number text kept, accepts 105
//! documents of JSONTestSuite and gives 54 of them back byte for byte. A provider checks a signature over the bytes, not over their meaning. Here a
//! body is scanned into spans, and every byte that nobody edits goes out unchanged.
//!
//! **What is an error, and what a finding?** An [`Error`] means "I could not read this" and has a place. A finding means "the provider
//! will refuse or lose this": it is data, with its evidence, and is never thrown.
//!
//! **Why does a rule carry its evidence?** Because pages and providers disagree. A request that a provider was seen to accept is never called refused,
//! however often a page says so. A reported refusal is called likely, and an inferred one is advice. A false alarm costs as much trust as a miss.
//!
//! **Can one user's reasoning reach another's request?** No, whatever ids, calls, prompts or texts they share. [`ledger`] lists the evidence that tells
//! one recorded answer from another. If the evidence does not decide, nothing is put back.
//!
//! **Can hostile input hurt?** No recursion follows the input. Depth, size and count are capped with typed errors, and the
//! crate forbids `unsafe`. If wasm traps all the same, the package replaces its instance and the next call works.
//!
//! ```
//! use rethought::json::scan;
//! use rethought::wires::ReasoningItem;
//!
//! let response = br#"{"reasoning_details":[{"type":"reasoning.text","text":"\u0041h.","signature":"Eq+/==","v":1.0}]}"#;
//! let document = scan(response)?;
//! let item = ReasoningItem::read(document.find("/reasoning_details/0")?)?;
//! assert_eq!(item.text().as_deref(), Some("Ah."));
//! assert!(item.is_signed());
//! assert_eq!(item.raw(), br#"{"type":"reasoning.text","text":"\u0041h.","signature":"Eq+/==","v":1.0}"#);
//! # Ok::<(), rethought::Error>(())
//! ```

#![cfg_attr(
    test,
    allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::string_slice, clippy::as_conversions)
)]

pub mod api;
pub mod audit;
pub mod conversation;
pub mod convert;
mod error;
pub mod formats;
pub mod json;
pub mod knowledge;
pub mod ledger;
pub mod model;
pub mod request;
pub mod sessions;
pub mod views;
#[cfg(target_arch = "wasm32")]
mod wasm;
pub mod wires;

pub use error::{Code, Error};

/// The allocator of the standard library for wasm, dlmalloc, is 8 kB of code; this one is 1 kB, as fast and as frugal.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();
