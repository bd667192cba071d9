//! Layer 5: the facts of a request, without a ledger and without rules.
//!
//! | module | holds |
//! |---|---|
//! | `facts`, `tool` | [`RequestFacts`]: entries, turns, runs and tools of a request |
//! | `mismatch` | the check that the request is in a format of its target |
//! | `context`, `walk` | the hash of all that was said up to a message, and the walk through a request that computes it |
//! | `prefix` | the blocks before a thought, which bind it |
//! | `trace`, `sketch` | the identity of a part: ids, digests of text and handle, and a sketch of a handle that survives small damage |
//! | `neighbours` | the names that find a part again after a store |
//! | `parent` | the answer that a request continues |
//! | `fingerprint` | the check that a request continues another, and the identity of an answer |

pub(crate) mod context;
pub(crate) mod facts;
pub(crate) mod fingerprint;
pub(crate) mod mismatch;
pub(crate) mod neighbours;
pub(crate) mod parent;
pub(crate) mod prefix;
pub(crate) mod sketch;
pub(crate) mod tool;
pub(crate) mod trace;
pub(crate) mod walk;

pub use context::{Context, NO_CONTEXT, Side};
pub use facts::{RequestFacts, Run};
pub use fingerprint::{AnswerFingerprint, Fingerprint};
pub use neighbours::{neighbours, part_names, text_hash, text_name};
pub use parent::{Parent, held_response};
pub use prefix::{PrefixBlock, PrefixChain, since_restart, system, tools};
pub use sketch::{is_like, sketch};
pub use tool::Tool;
pub use trace::{Trace, called, counts_as_bytes, digits, handle, is_distinctive, may_be_drawn, text_digest, whole};
pub use walk::{Held, Position, Walk};
