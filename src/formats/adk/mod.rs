//! [@nhtio/adk](https://github.com/NHTIO/ADK), a TypeScript kit for agents. Its `Thought` holds reasoning as readable content, as an opaque payload that only its
//! provider can read, or both.
//!
//! [`RawThought`], [`Thought`], [`Identity`] and [`When`] are here, with the rules of ADK: an id; content or a payload; a payload only with the tag of the
//! wires that accept it; an identity in three forms; two times. `null` is always absent. Every fault is one error,
//! [`Code::Thought`](crate::error::Code::Thought), and its cause names the field.
//!
//! [`read_payload`] reads the block in a payload from any writer. [`tag_of`] and [`wire_of_tag`] convert between tags and wires.
//!
//! Intended differences:
//!
//! - The payload keeps its original JSON text, so that it is sent back byte for byte.
//! - An object without any part of a date is refused. Luxon would read it as the present.
//! - Prefix fingerprints are not kept here: the ledger has them for every wire.

mod identity;
mod payload;
mod raw_thought;
mod tag;
mod thought;

pub use identity::{Identifier, Identity};
pub use payload::{read_payload, read_tagged};
pub use raw_thought::{RawThought, When};
pub use tag::{PLAIN, tag_of, vendor_of_tag, wire_of_tag};
pub use thought::Thought;
