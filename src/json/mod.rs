//! Layer 1: lossless JSON text.
//!
//! A body is scanned once into a [`Document`]: a tape of [`Span`]s over the received bytes. Typed views are read from it on demand. Everything that is not
//! edited keeps its bytes: key order, number text, escapes, `null` against absent against `""`, duplicate and unknown keys, whitespace, a byte order mark.
//!
//! ```
//! use rethought::json::{scan, Changes};
//!
//! let body = br#"{"n": 1.0, "n": -0, "__proto__": "\u0041"}"#;
//! let document = scan(body)?;
//! assert_eq!(document.source(), body);
//! assert_eq!(document.find("/n")?.raw(), b"-0");
//!
//! let mut changes = Changes::new(&document);
//! changes.set(document.root(), "k", b"[]")?;
//! assert_eq!(changes.apply()?, br#"{"n": 1.0, "n": -0, "__proto__": "\u0041", "k": []}"#);
//! # Ok::<(), rethought::Error>(())
//! ```
//!
//! This layer contains nothing about providers.

mod around;
pub(crate) mod base64;
mod builder;
mod canonical;
mod change;
mod document;
mod edit;
mod error;
mod fast_hash;
mod limits;
mod number;
mod place_set;
mod pointer;
mod query;
mod scan;
mod siblings;
mod simd;
mod span;
mod string;
mod style;
#[cfg(all(test, not(target_arch = "wasm32")))]
pub(crate) mod work;
mod writer;

pub use around::{scan_around, scan_values};
pub use builder::JsonBuilder;
pub use canonical::{Digest, canonical, digest};
pub(crate) use canonical::{digest_between, digest_of_digests, digest_of_text, digest_of_written};
pub use change::{Changes, EffectiveChange};
pub use document::{Children, Document, Members, Value};
pub use edit::{Edit, ordered, splice};
pub use fast_hash::{FastHash, fnv1a};
pub use limits::Limits;
pub use place_set::PlaceSet;
pub use pointer::{Finder, Place, Places, is_within};
pub use query::find_bytes;
pub use scan::{scan, scan_within};
pub use simd::{is_base64, is_same, line_end, line_feeds, quote_or_escape};
pub use span::{Kind, Span};
pub use string::{Text, lossy, quote, quote_wtf8};
pub(crate) use writer::write_decimal;
pub use writer::{Writer, decimal};
