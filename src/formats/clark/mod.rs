//! [clark-agent](https://github.com/clark-labs-inc/clark-agent), a Rust crate for agents. Its `reasoning` module carries OpenRouter's `reasoning_details` from a response to the next
//! request and audits whether a turn may go back.
//!
//! [`OpenRouterReasoningCodec`], [`ReplayContract`], [`ReplayAudit`], [`ReplayViolation`] and [`audit_replay`] live here. [`ReasoningItem`] and
//! [`ReasoningFormat`] have clark's names; they are items of OpenRouter's wire, so the codecs read them and this module shares them.
//!
//! Where we differ on purpose:
//!
//! - An item keeps its own text. Clark drops a `null`, an extra key, and a format or a type that it does not know.
//! - Clark looks for one signature anywhere in the turn. Here each format answers for itself, an empty payload is no payload, and a turn without any
//!   reasoning breaks nothing.
//! - Clark knows one violation. Here every violation is reported, clark's own first.

mod codec;
mod items;
mod replay_audit;

pub use crate::model::ReasoningFormat;
pub use crate::wires::ReasoningItem;
pub use codec::OpenRouterReasoningCodec;
pub use items::{is_detail, is_echo, message_of, native_of_item, plain_item, typed_item};
pub use replay_audit::{ReplayAudit, ReplayContract, ReplayViolation, audit_replay};
