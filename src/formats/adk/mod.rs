//! [@nhtio/adk](https://github.com/NHTIO/ADK), a TypeScript kit for agents. Its `Thought` holds reasoning as readable content, as an opaque payload that only its
//! provider can read, or both.
//!
//! [`RawThought`], [`Thought`], [`Identity`] and [`When`] live here, with the rules of ADK: an id; content or a payload; a payload only with the tag of the
//! wires that take it back; an identity in three forms; two times. `null` is absent, everywhere. Whatever is wrong is one error,
//! [`Code::Thought`](crate::error::Code::Thought), and its cause names the field.
//!
//! [`read_payload`] reads the block in a payload, whoever wrote it, and [`tag_of`] and [`wire_of_tag`] know the tags of the wires.
//!
//! Where we differ on purpose:
//!
//! - The payload stays the JSON text that it came in, so that it goes back byte for byte.
//! - A time that Luxon would read as the present, an object without any part of a date, is refused.
//! - Prefix fingerprints are not kept here: the ledger has them for every wire.

mod identity;
mod payload;
mod raw_thought;
mod tag;
mod thought;

pub use identity::{Identifier, Identity};
pub use payload::read_payload;
pub use raw_thought::{RawThought, When};
pub use tag::{PLAIN, tag_of, wire_of_tag};
pub use thought::Thought;
