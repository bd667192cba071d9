//! Layer 9: views. A view is a copy for someone: the history to keep, the log to look at. A request is never made from a view.
//!
//! [`persistent`] leaves out what was only meant to be sent, and keeps every thought. [`sendable`] leaves out the flags that say so. [`redact`] takes secrets out of a copy, marks the
//! places ([`crate::model::redaction`]) and leaves every other byte, above all those that only a vendor can read, unchanged. [`log`]
//! does the same and reports which messages were ephemeral. [`chain`] makes of records a log in which nothing can be
//! changed, left out or moved without a trace.
//!
//! ```
//! use rethought::views::{Policy, redact};
//!
//! let body = br#"{"content":"me@example.com","signature":"AKIAIOSFODNN7EXAMPLE"}"#;
//! let copy = redact(body, &Policy::default())?;
//! assert_eq!(copy.text, br#"{"content":"[REDACTED:email]","signature":"AKIAIOSFODNN7EXAMPLE"}"#);
//! assert_eq!(copy.hits[0].pointer, "/content");
//! # Ok::<(), rethought::Error>(())
//! ```
//!
//! This layer uses text, model and wires, and neither the ledger nor the audit.

pub mod chain;
mod detectors;
mod escape;
mod messages;
mod pattern;
mod policy;
mod redact;
mod subject;

pub use detectors::{Detectors, Hit, kinds};
pub use messages::{Log, log, persistent, sendable};
pub use pattern::{GivenSet, Pattern};
pub use policy::{Opaque, Policy, PolicyPattern};
pub use redact::{Redacted, RedactedHit, redact};
pub use subject::Subject;
