//! A server tool call or its response is missing.
//!
//! # What it checks
//!
//! Before the open turn, each `toolCall` of the model has a `toolResponse` with the same id, and each `toolResponse` has a `toolCall`.
//!
//! # Why
//!
//! Tools of the server (search, code execution) answer within the model's own turn. Both parts and their signatures must be sent back. Without
//! one of them, the model loses a part of its turn.
//!
//! Common cause: a client that supports only function calls drops one of the two.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-3-flash-preview"},"request":{"contents":[
//!   {"role":"user","parts":[{"text":"Who won?"}]},
//!   {"role":"model","parts":[{"toolCall":{"id":"a1","toolType":"GOOGLE_SEARCH_WEB"},"thoughtSignature":"RXF1YWwgYnl0ZXM="},{"text":"The others."}]},
//!   {"role":"user","parts":[{"text":"And last year?"}]}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-3-flash-preview"},"request":{"contents":[
//!   {"role":"user","parts":[{"text":"Who won?"}]},
//!   {"role":"model","parts":[{"toolCall":{"id":"a1","toolType":"GOOGLE_SEARCH_WEB"},"thoughtSignature":"RXF1YWwgYnl0ZXM="},{"toolResponse":{"id":"a1","toolType":"GOOGLE_SEARCH_WEB"},"thoughtSignature":"RXF1YWwgYnl0ZXM="},{"text":"The others."}]},
//!   {"role":"user","parts":[{"text":"And last year?"}]}]}}
//! ```
//!
//! # Fix
//!
//! By hand: restore the missing part from a ledger. It cannot be invented.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: the client is expected to send the call back, in the types of Google's own client, <https://github.com/googleapis/js-genai>
//! - reported, 2026-09-19: <https://github.com/microsoft/agent-framework-go/pull/1107> (a client that drops both)
//! - documented, 2026-09-25: <https://ai.google.dev/gemini-api/docs/tool-combination> (both are part of the history)
//! - observed, 2026-11-14: every recorded `toolCall` has its `toolResponse` in the same content
//! - catalogue: gem-server-tool-echo

use std::collections::BTreeSet;

use crate::audit::details::{Unlisted, details};
use crate::audit::rules::members::either;
use crate::audit::{Evidence, Facts, Found, Rule, Severity, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "unpaired-server-tool",
    binds: "wire=gemini-generate vendor=google",
    severity: Severity::Degrade,
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    check,
    ..Rule::DEFAULT
};

details! {
    /// The part that is there, its id, and the part that is missing.
    struct UnpairedTool { half: Unlisted<&'static str>, id: Unlisted<String>, missing: Unlisted<&'static str> }
    message => "`{half}` with the id `{id}` has no `{missing}`"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let mut halves = Vec::new();
    for (nth, part) in facts.parts() {
        for (which, names) in [CALLED, ANSWERED].into_iter().enumerate() {
            if let Some(half) = either(part.value, names) {
                halves.push((nth, part.value, half.word("id"), which));
            }
        }
    }
    let known: BTreeSet<(&str, usize)> = halves.iter().map(|(_, _, id, which)| (*id, *which)).collect();
    for (nth, part, id, which) in halves {
        let is_paired = known.contains(&(id, 1 - which));
        if nth < facts.round && !id.is_empty() && !is_paired {
            let (half, missing) = if which == 0 { ("toolCall", "toolResponse") } else { ("toolResponse", "toolCall") };
            found.at(part).with(UnpairedTool { half: Unlisted(half), id: Unlisted(id.to_owned()), missing: Unlisted(missing) });
        }
    }
}

const CALLED: [&str; 2] = ["toolCall", "tool_call"];
const ANSWERED: [&str; 2] = ["toolResponse", "tool_response"];
