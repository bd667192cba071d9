//! [clark-agent](https://github.com/clark-labs-inc/clark-agent), a Rust crate for agents. Its `reasoning` module copies OpenRouter's `reasoning_details` from
//! a response to the next request and audits whether a turn may be sent back.
//!
//! [`OpenRouterReasoningCodec`], [`ReplayContract`], [`ReplayAudit`], [`ReplayViolation`] and [`audit_replay`] are here. [`ReasoningItem`] and
//! [`ReasoningFormat`] have clark's names. They are items of OpenRouter's wire, so the codecs read them and this module shares them.
//!
//! Intended differences:
//!
//! - An item keeps its text. Clark drops a `null`, an extra key, and an unknown format or type.
//! - Clark looks for one signature anywhere in the turn. Here each format is checked separately, an empty payload does not count, and a turn without any
//!   reasoning has no violation.
//! - Clark has one violation. Here every violation is reported, clark's first.

mod codec;
mod items;
mod replay_audit;

pub use crate::model::ReasoningFormat;
pub use crate::wires::ReasoningItem;
pub use codec::OpenRouterReasoningCodec;
pub use items::{is_detail, is_echo, message_of, native_of_item, plain_item, typed_item};
pub use replay_audit::{ReplayAudit, ReplayContract, ReplayViolation, audit_replay};
