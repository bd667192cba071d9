//! A signature, or what a redacted block holds, cannot be one of Anthropic's.
//!
//! # What it checks
//!
//! The `signature` of every `thinking` block and the `data` of every `redacted_thinking` block is a string in the alphabet of base64,
//! not empty, and as long as base64 is; it is no placeholder of Gemini's, no name of a field, and does not begin as the sealed
//! reasoning of OpenAI does (`gAAAA`). Whether it is the one that was issued only a ledger can tell.
//!
//! # Why
//!
//! > messages.1.content.0: Invalid `signature` in `thinking` block
//!
//! It is verified wherever it stands in the history. Empty ones come from clients that write an absent value as `""`; others
//! from logs that mask secrets, and from histories that another vendor's model began.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-sonnet-5","max_tokens":9000,"messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":[{"type":"thinking","thinking":"A greeting.","signature":"EosnCk…DQ=="},{"type":"text","text":"Hello."}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-sonnet-5","max_tokens":9000,"messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":[{"type":"thinking","thinking":"","signature":"EosnCkYICxIMDQ=="},{"type":"text","text":"Hello."}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: the block goes, in the latest message all thinking, and, where blocks are bound to what precedes them, all thinking before it: what
//! is kept must be as it came and without a gap. With a ledger the recorded one comes back instead.
//!
//! # Evidence
//!
//! - observed, 2026-09-23: an altered signature was refused in public probes, altered text under an intact one was not
//! - documented, 2026-09-29: <https://platform.claude.com/docs/en/build-with-claude/thinking-troubleshooting>
//! - reported, 2026-11-14: empty, <https://github.com/anthropics/anthropic-sdk-csharp/issues/126>
//! - reported, 2026-11-14: text and signature empty, <https://github.com/caozhiyuan/copilot-api/issues/54>
//! - catalogue: anth-signature-invalid, anth-redacted-data-altered, anth-empty-thinking-old-path, tx.pi.overloaded-signature

use super::blocks::{is_thinking, remove_with_linked_thinking};
use super::parameters::is_converse;
use super::wording::{EMPTY_THINKING, INVALID_SIGNATURE, MODIFIED};
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Tier};
use crate::conversation::placeholder::has_letters_of_handle;
use crate::json::Value;
use crate::model::ThinkingKind;

/// The rule.
pub static RULE: Rule = Rule {
    id: "invalid-thinking-signature",
    binds: "wire=anthropic-messages|bedrock-converse vendor=anthropic",
    evidence: Evidence::Observed,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[INVALID_SIGNATURE, EMPTY_THINKING, MODIFIED],
    check,
    fixes: &[Fix::new("remove-with-linked-thinking", Safety::Unsafe, FixEdit::By(remove_with_linked_thinking))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let summarises = facts.profile.fits("display=summarized");
    let latest = facts.runs().rfind(|run| run.is_answer()).map_or(0, |run| run.start);
    for (nth, part, thinking) in facts.thoughts() {
        if !is_thinking(part) {
            continue;
        }
        // A handle may stand in two places, so both are searched.
        let read = thinking.handles.first().filter(|_| thinking.kind != ThinkingKind::Redacted).copied();
        let handle = read.or_else(|| HANDLES.iter().find_map(|path| part.value.path(path)));
        // A signature that is not there is another rule's, and Converse does not hand on what is empty.
        let handle = handle.filter(|handle| !(handle.is_null() || is_converse(facts) && handle.fits("=")));
        if handle.is_some_and(could_be) {
            continue;
        }
        let redacted = part.value.fits("type=redacted_thinking,reasoningContent.redactedContent");
        let sentence = match handle {
            None if !part.value.fits("type=redacted_thinking") => continue,
            _ if redacted => {
                if nth >= latest {
                    &MODIFIED
                } else {
                    &INVALID_SIGNATURE
                }
            }
            None => continue,
            Some(_) if summarises && part.value.fits("thinking=") => &EMPTY_THINKING,
            Some(_) => &INVALID_SIGNATURE,
        };
        found.at(part.value).says(sentence);
    }
}

/// Where a block holds it.
const HANDLES: [&str; 4] = ["signature", "data", "reasoningContent.reasoningText.signature", "reasoningContent.redactedContent"];

/// Returns `true` if a handle may be Anthropic's. Both alphabets pass: a few clients rewrite one in the other.
fn could_be(handle: Value<'_>) -> bool {
    let Some(text) = handle.text().map(|text| text.wtf8()) else { return false };
    // Anthropic fills up to four.
    let whole = text.len() % 4 == 0 || text.iter().any(|byte| matches!(byte, b'-' | b'_'));
    whole
        && !text.is_empty()
        && has_letters_of_handle(&text)
        && !(matches!(text.first(), Some(b'g' | b'r' | b's' | b'c')) && handle.fits(FOREIGN))
}

/// The texts that others write in its place.
const FOREIGN: &str = "^gAAAA|reasoning|skip_thought_signature_validator|context_engineering_is_the_way_to_go";
