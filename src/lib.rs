//! `rethought` sends a model's reasoning back byte for byte, and reports before sending whether the provider will refuse the request.
//!
//! Models emit reasoning that must be sent back with the next request: signed thinking blocks, encrypted items, thought
//! signatures. It is opaque, it has a fixed place, and only its vendor can read it. If it is lost, edited, reordered or sent
//! to another vendor, the provider answers 400, or answers worse without an error.
//!
//! # Layers
//!
//! ```text
//! bytes ─► json (spans) ─► wires (typed view) ─► ledger (tree of answers) ─► audit ─► edits ─► bytes
//!                             │                       ▲ store                   └─► report
//!                             ├─► convert: read ─► conversation ─► plan (fates) ─► write
//!                             └─► sessions ─► page, command line
//! ```
//!
//! | layer | module | holds |
//! |---|---|---|
//! | 1 | [`json`] | text: scan, spans, pointers, strings, edits, digest, base64 |
//! | 2 | [`model`] | part, turn, conversation, attachment, provenance, target, time |
//! | 3 | [`conversation`] | what all readers and writers of wires and formats share; the frames and events of streams; the records of a plan |
//! | 4 | [`wires`] | one folder a family of wires: description, response, request, stream, conversation read and written; the table of hosts |
//! | 5 | [`knowledge`] | dated tables of models, their names, and the profile of a target |
//! | 5 | [`request`] | facts of a request: rounds, runs, tools, contexts, prefixes, fingerprints |
//! | 5 | [`formats`] | one folder a foreign system or framework, read and written |
//! | 6 | [`ledger`] | the tree of recorded answers; `matching`: which recorded answer a part of a request is from; `fates`: what became of each recorded part |
//! | 7 | [`audit`] | a request held against its provider: rules, findings, fixes, repair, errors traced back |
//! | 8 | [`convert`] | a request of any wire as one of any other: the fates of thoughts decided, the way back |
//! | 9 | [`sessions`] | recorded sessions, cassettes and trace exports, read |
//! | 9 | [`views`] | copies for readers: the history to keep, the log without secrets, a log chained by hashes |
//! | 10 | [`api`] | the calls and records of host languages: JSON and TypeScript of a record come from one struct |
//! | 11 | `wasm` | exports: the only place with `wasm_bindgen`, `js_sys`, `serde_wasm_bindgen` |
//!
//! A layer uses those above it in this table and none below; a test holds it. `knowledge` comes before `request`, since the facts of a request begin with the profile
//! of its target. Fates of stored thoughts (`convert::stored_fate`) are decided by the conversion and handed to `formats::letta`, so that one place decides.
//!
//! # One place for each question
//!
//! | question | place |
//! |---|---|
//! | Whose thought is this? | [`ledger::matching`] |
//! | What became of it in this request? | [`ledger::fates`] |
//! | Does this request continue that one? | [`request::Fingerprint::continues`] |
//! | What will the provider say? | [`audit::audit`], also for [`audit::repair`] and [`convert::convert`], which hand on the report they made |
//! | What does this error of a provider mean? | [`audit::classify`] |
//! | What happens to this thought at that target? | `convert::plan` |
//! | What does only this wire do? | [`wires::WireBehaviour`], in the wire's own folder |
//!
//! # Glossary
//!
#![doc = include_str!("GLOSSARY.md")]
//!
//! # Questions and answers
//!
//! **Why a scanner of its own, and not `serde_json`?** Because bytes are primary. `serde_json::Value`, with order and number text kept, accepts 105
//! documents of JSONTestSuite and gives 54 of them back byte for byte. A provider checks a signature over the bytes, not over their meaning. Here a
//! body is scanned into spans, and every byte that nobody edits is sent unchanged.
//!
//! **What is an error, and what a finding?** An [`Error`] means "I could not read this" and has a place. A finding means "the provider
//! will refuse or lose this": it is data, with its evidence, and is never thrown.
//!
//! **Why does a rule carry its evidence?** Because pages and providers disagree. A request that a provider was seen to accept is never called refused,
//! however often a page says so. A reported refusal is called likely, and an inferred one is advice. A false alarm costs as much trust as a miss.
//!
//! **Can one user's reasoning reach another's request?** No, whatever ids, calls, prompts or texts they share. [`ledger`] lists the evidence that separates
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
