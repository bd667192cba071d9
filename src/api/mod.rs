//! Layer 10: every JSON text that crosses to JavaScript, one kind of answer a file.
//!
//! `wasm` calls these functions and hands their bytes over. They know nothing of JavaScript, so they compile and are tested natively too. The JavaScript
//! of the package reads the texts back; `pkg-template/exchange/turn.js` and `pkg-template/audit/findings.js` read the lists without names.
//!
//! Names and values of the input cross as text and never as objects: `JSON.parse` treats `__proto__` as a key like any other, and a
//! number above 2^53 stays a piece of the body. Places are byte offsets into the body that the caller has.

mod catalogue;
mod clark;
mod classified;
mod conversation;
mod convert;
mod detection;
mod edits;
mod fates;
mod fingerprint;
mod gateway;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod judged_once;
mod letta;
mod lines;
mod log;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod read_once;
pub mod records;
mod redaction;
mod repair;
mod replay;
mod report;
mod rewrite;
mod stream;
mod transcript;
mod turn;

pub use catalogue::write_catalogue;
pub use clark::{write_reasoning_items, write_replay_audit};
pub use classified::write_classified;
pub use conversation::write_conversation;
pub use convert::{read_policy, write_conversion, write_plan};
pub use detection::write_detection;
pub use fates::write_fates;
pub use fingerprint::{read_assembly, write_answer_fingerprint, write_assembly, write_fingerprint};
pub use gateway::{write_call_address, write_gateway_facts, write_refusal};
pub use letta::answer_letta;
pub use lines::write_line;
pub use log::{write_head, write_verdict};
pub use redaction::write_redaction;
pub use repair::{write_repair_steps, write_skipped_fixes};
pub use replay::write_replay_notes;
pub use report::{report_record, write_report};
pub use rewrite::write_rewrite;
pub use stream::{write_reply_end, write_stream_end, write_stream_events};
pub use transcript::write_transcript;
pub use turn::{write_history, write_turn};

use crate::json::Writer;

/// Writes a member that is a number.
#[inline(never)]
fn write_number(name: &str, number: usize, out: &mut Writer) {
    out.name(name);
    out.number(number);
}

/// Writes a member that is a list of texts.
#[inline(never)]
fn write_texts(name: &str, texts: &mut dyn Iterator<Item = &str>, out: &mut Writer) {
    out.name(name);
    out.open(b'[');
    texts.for_each(|text| out.text(text));
    out.close(b']');
}
