//! The codes that Anthropic promises to keep in `error.details.error_code`, and what each means.
//!
//! The sentence beside a code may change; its SDK (`core/error`, 1.8.0, looked up 2026-11-15) says to branch on the code. The table of
//! [wordings](super::wordings) names the rules that predict a code. A code that no rule predicts is reported with its meaning and without a rule.

use crate::json::find_bytes;

/// The meaning of a code; nothing if it is not one of these.
pub(super) fn meaning(code: &str) -> Option<&'static str> {
    CODES.iter().chain([&CAPABILITY]).find(|(known, _)| *known == code).map(|(_, meaning)| *meaning)
}

/// Finds a code inside a message.
pub(super) fn code_in(message: &str) -> Option<&'static str> {
    find_bytes(message.as_bytes(), CAPABILITY.0.as_bytes()).map(|_| CAPABILITY.0)
}

/// The answer of gateways to a beta or another capability that the service behind them does not have.
const CAPABILITY: (&str, &str) = (
    "capability_rejected",
    "The host does not support a capability that the request asks for. If it names `beta_header`, do not send that beta.",
);

/// The codes, and their meanings.
const CODES: [(&str, &str); 15] = [
    ("compaction_signature_invalid", "The signature of the compaction block is not the one that the API wrote."),
    ("compaction_content_mismatch", "The content of the compaction block is not what the API wrote."),
    (
        "compaction_block_misplaced",
        "The compaction block is in the wrong place. It must come first, in place of the messages that it summarizes.",
    ),
    ("compaction_block_ambiguous", "Several blocks could be the compaction that the request continues."),
    ("compaction_tool_changes_mismatch", "The tools that were added or removed are not those that the compaction block was made with."),
    ("compaction_incomplete_turn", "The messages to compact end in the middle of a turn: a tool call has no result."),
    ("compaction_nothing_to_summarize", "The messages hold nothing to summarize."),
    ("compaction_too_many_tool_references", "The conversation refers to more tools than a compaction block can record."),
    ("compaction_unavailable", "The compaction could not be completed now. Send the same request again."),
    ("thread_not_found", "The message that the thread should continue is unknown or has expired."),
    ("thread_fingerprint_mismatch", "A member that must stay the same in a thread, such as the system prompt or the tools, has changed."),
    ("thread_already_continued", "Another request has continued the thread from that message."),
    ("thread_continue_in_flight", "Another request is continuing the thread from that message now."),
    ("thread_unsupported_request", "A request with these members cannot be part of a thread."),
    ("tool_reference_unresolved", "A reference names a tool that the request does not define."),
];
