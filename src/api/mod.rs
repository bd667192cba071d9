//! Layer 10: the calls and records of host languages, one kind of answer a file. Nothing here is about JavaScript: a binding for another language needs
//! this module alone.
//!
//! A [record](records) is one struct, from which both its JSON and its TypeScript come. A [call](audit) takes bytes and returns records:
//!
//! ```
//! use rethought::api::{self, Choices, records};
//! use rethought::audit::{Auditor, Safety};
//! use rethought::ledger::{Ledger, Received};
//!
//! let (target, choices) = (br#"{"wire":"anthropic-messages"}"#, Choices::default());
//! let first = br#"{"model":"claude-sonnet-4-5","max_tokens":9000,"thinking":{"type":"enabled","budget_tokens":2000},"tools":[{"name":"clock","input_schema":{"type":"object"}}],"messages":[{"role":"user","content":"What time is it?"}]}"#;
//! let answer = br#"{"id":"msg_01XFDUDYJgAACzvnptvVoYEL","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"thinking","thinking":"Look at the clock.","signature":"EqQBCkYIAxgCKkDcAAAA"},{"type":"tool_use","id":"toolu_01A09q90qw90lq917835lq9","name":"clock","input":{}}],"stop_reason":"tool_use"}"#;
//! // The next request has lost the signature.
//! let next = br#"{"model":"claude-sonnet-4-5","max_tokens":9000,"thinking":{"type":"enabled","budget_tokens":2000},"tools":[{"name":"clock","input_schema":{"type":"object"}}],"messages":[{"role":"user","content":"What time is it?"},{"role":"assistant","content":[{"type":"thinking","thinking":"Look at the clock."},{"type":"tool_use","id":"toolu_01A09q90qw90lq917835lq9","name":"clock","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_01A09q90qw90lq917835lq9","content":"12:00"}]}]}"#;
//!
//! let report = api::audit(next, target, choices)?;
//! assert_eq!(report.findings[0].rule, "thinking-without-signature");
//!
//! // Without a ledger the block can only be removed. A ledger that recorded the answer restores the signature.
//! let removed = api::repair(next, target, choices, &[Safety::Safe, Safety::Unsafe])?;
//! assert!(!String::from_utf8_lossy(&removed.request).contains("Look at the clock."));
//! let mut auditor = Auditor::new(Ledger::default());
//! api::record(&mut auditor, first, target, Received::Body(answer))?;
//! let restored = api::repair_by(&mut auditor, next, target, choices, &[Safety::Safe])?;
//! assert!(String::from_utf8_lossy(&restored.request).contains("EqQBCkYIAxgCKkDcAAAA"));
//! assert!(restored.report.findings.is_empty());
//!
//! let (converted, report) = api::convert(&restored.request, br#"["anthropic-messages",{"wire":"openai-responses","model":"gpt-5.4"},{}]"#, choices)?;
//! assert_eq!(converted.plan.thoughts.len(), 1);
//! assert!(report.is_some_and(|report| report.findings.is_empty()));
//! # let _: fn(records::Report) -> Vec<u8> = records::Report::into_json;
//! # Ok::<(), rethought::Error>(())
//! ```
//!
//! Names and values of the input are text in records, never objects: a member called `__proto__` is a name like any other, and a number above 2^53 stays a piece
//! of the body. Places are byte offsets into the body that the caller has.

mod calls;
mod catalogue;
mod clark;
mod classified;
mod conversation;
mod convert;
mod detection;
mod doctor;
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
mod session;
mod stream;
mod thought_views;
mod thoughts;
mod transcript;
mod turn;

pub use calls::{Choices, Repair, audit, audit_by, both_targets, convert, convert_by, record, repair, repair_by, target_of};
pub use catalogue::write_catalogue;
pub use clark::{write_reasoning_items, write_replay_audit};
pub use classified::write_classified;
pub use conversation::write_conversation;
pub use convert::{read_policy, write_conversion, write_plan};
pub use detection::write_detection;
pub use doctor::{read_doctor_options, write_diagnosis};
pub use fates::write_fates;
pub use fingerprint::{read_assembly, write_answer_fingerprint, write_assembly, write_fingerprint};
pub use gateway::{write_call_address, write_gateway_facts, write_headers, write_refusal};
pub use letta::answer_letta;
pub use lines::write_line;
pub use log::{write_head, write_verdict};
pub use redaction::write_redaction;
pub use replay::write_replay_notes;
pub use report::{report_record, write_report};
pub use rewrite::write_rewrite;
pub use session::{write_session, write_session_report};
pub use stream::{write_reply_end, write_stream_end, write_stream_events};
pub use thought_views::{typed_items, view_thought};
pub use thoughts::{find_thoughts, item_payload, place, place_in_answer, route, send, write_neighbours_of};
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
