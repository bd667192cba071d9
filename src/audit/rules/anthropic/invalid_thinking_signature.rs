//! `signature` is not a valid Anthropic signature.
//!
//! # What it checks
//!
//! The `signature` of each `thinking` block and the `data` of each `redacted_thinking` block could come from Anthropic. The value is a string in
//! base64, is not empty and has a complete length.
//!
//! It is not a placeholder of Gemini and not the name of a field. Other rules look at its format, and only a ledger can show that the value is
//! the original one. Hosts that the tables do not have, and gateways, are not judged.
//!
//! # Why
//!
//! Anthropic verifies every signature in the history.
//!
//! Common causes: a client that writes `""` for a missing value, a log that masks secrets, another vendor's model earlier in the conversation.
//!
//! > messages.1.content.0: Invalid `signature` in `thinking` block
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
//! - Dead: remove the block. No permission is needed at a known host if the value is empty, a mask or another vendor's.
//! - Unsafe: remove the block, if the host is not named, or if only blanks, line breaks or quotes make a signature of Claude invalid. Its
//!   thinking is lost.
//!
//! Anthropic would refuse some of the remaining thinking, so the fix removes that too. In the latest message this is all thinking. If blocks are
//! bound to the messages before them, a damaged signature costs all earlier thinking too. A mask does so only at a host that is known to check
//! the binding. With a ledger, the recorded signature is restored instead.
//!
//! # Evidence
//!
//! - observed, 2026-09-23: an altered signature was refused in public probes, altered text under an intact one was not
//! - documented, 2026-09-29: <https://platform.claude.com/docs/en/build-with-claude/thinking-troubleshooting>
//! - reported, 2026-11-14: empty, <https://github.com/anthropics/anthropic-sdk-csharp/issues/126>
//! - reported, 2026-11-14: text and signature empty, <https://github.com/caozhiyuan/copilot-api/issues/54>
//! - catalogue: anth-signature-invalid, anth-redacted-data-altered, anth-empty-thinking-old-path, tx.pi.overloaded-signature

use super::blocks::{is_thinking, remove_masked, remove_unsigned, remove_with_linked_thinking};
use super::parameters::is_converse;
use super::wording::{EMPTY_THINKING, INVALID_SIGNATURE, MODIFIED};
use crate::audit::details::{Unlisted, details};
use crate::audit::rules::texts::read_text;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Presumed, Rule, Safety, Tier};
use crate::conversation::handle_form::{Fit, Form, Origin, fit, is_spoiled};
use crate::conversation::mask::is_masked;
use crate::conversation::placeholder::has_letters_of_handle;
use crate::json::Value;
use crate::model::ThinkingKind;

/// The rule.
pub static RULE: Rule = Rule {
    id: "invalid-thinking-signature",
    binds: "wire=anthropic-messages|bedrock-converse vendor=anthropic handle_form,!host",
    evidence: Evidence::Observed,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[INVALID_SIGNATURE, EMPTY_THINKING, MODIFIED],
    check,
    presumes: &[Presumed::Handles],
    fixes: &[REMOVE_MASKED, REMOVE_EMPTY, REMOVE_DEAD, REMOVE],
    ..Rule::DEFAULT
};

/// At a host of the tables the refusal of an empty value, a mask or another vendor's string is certain, so these fixes need no permission.
const REMOVE_MASKED: Fix = Fix::new("remove-masked", Safety::Dead, FixEdit::By(remove_masked)).unasked();
const REMOVE_EMPTY: Fix = Fix::new("remove-empty", Safety::Dead, FixEdit::By(remove_unsigned)).unasked();
/// Anything else may be a damaged signature of Claude, which a backup or a ledger may still have.
const REMOVE_DEAD: Fix = Fix::new("remove-dead", Safety::Dead, FixEdit::By(remove_with_linked_thinking));
const REMOVE: Fix = Fix::new("remove-with-linked-thinking", Safety::Unsafe, FixEdit::By(remove_with_linked_thinking));

details! {
    /// The member that should hold a string.
    struct NoSignature { member: Unlisted<&'static str> }
    message => "`{member}` is missing or not a string"

    /// The member, and a value that Anthropic did not write. An empty one is shown as `""`.
    struct InvalidSignature { member: Unlisted<&'static str>, value: Unlisted<String> }
    message => "`{member}` is `{value}`, which is not a valid Anthropic signature"

    /// The member of a redacted block, and its value.
    struct InvalidCiphertext { member: Unlisted<&'static str>, value: Unlisted<String> }
    message => "`{member}` is `{value}`, which is not valid Anthropic ciphertext"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let summarises = facts.profile.fits("display=summarized");
    let is_listed = facts.profile.get("handle_form").is_some();
    let latest = facts.runs().rfind(|run| run.is_answer()).map_or(0, |run| run.start);
    for (nth, part, thinking) in facts.thoughts() {
        if !is_thinking(part) {
            continue;
        }
        // Two members may hold a handle, so both are searched.
        let read = thinking.handles.first().filter(|_| thinking.kind != ThinkingKind::Redacted).copied();
        let handle = read.or_else(|| HANDLES.iter().find_map(|path| part.value.path(path)));
        // Another rule finds a missing signature. Converse does not pass an empty one to the model.
        let handle = handle.filter(|handle| !(handle.is_null() || is_converse(facts) && handle.fits("=")));
        if handle.is_some_and(may_be_valid) {
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
        let member = Unlisted(member_of(part.value));
        let finding = found.at(part.value).says(sentence).offers(match is_listed {
            true if handle.is_none_or(|handle| handle.fits("=")) || handle.is_some_and(has_certain_origin) => &[REMOVE_EMPTY],
            true if handle.is_some_and(|handle| is_masked(handle) || is_foreign_word(handle)) => &[REMOVE_MASKED],
            true if !handle.is_some_and(is_spoiled_signature) => &[REMOVE_DEAD],
            _ => &[REMOVE],
        });
        match handle.filter(|handle| handle.text().is_some()) {
            Some(handle) if redacted => finding.with(InvalidCiphertext { member, value: Unlisted(read_text(handle)) }),
            Some(handle) => finding.with(InvalidSignature { member, value: Unlisted(read_text(handle)) }),
            None => finding.with(NoSignature { member }),
        };
    }
}

/// Names the member that holds the handle of a block.
pub(in crate::audit::rules) fn member_of(block: Value<'_>) -> &'static str {
    if block.fits("type=redacted_thinking") {
        "data"
    } else if block.fits("reasoningContent.redactedContent") {
        "redactedContent"
    } else {
        "signature"
    }
}

/// The paths of a handle in a block.
const HANDLES: [&str; 4] = ["signature", "data", "reasoningContent.reasoningText.signature", "reasoningContent.redactedContent"];

/// Returns `true` if a handle may be from Anthropic. Both alphabets of base64 pass, because a few clients convert one into the other.
pub(in crate::audit::rules) fn may_be_valid(handle: Value<'_>) -> bool {
    let Some(text) = handle.text().map(|text| text.wtf8()) else { return false };
    // Anthropic pads to a multiple of four.
    let whole = text.len() % 4 == 0 || text.iter().any(|byte| matches!(byte, b'-' | b'_'));
    whole
        && !text.is_empty()
        && has_letters_of_handle(&text)
        && !(matches!(text.first(), Some(b'r' | b's' | b'c')) && is_foreign_word(handle))
}

/// Returns `true` if the form of a handle shows another vendor.
fn has_certain_origin(handle: Value<'_>) -> bool {
    let Some(text) = handle.text().map(|text| text.wtf8()) else { return false };
    matches!(fit(&text, Form::Claude), Fit::Foreign(origin) if origin != Origin::Unknown)
}

/// Returns `true` if a signature is Claude's, and only blanks, line breaks or quotes make it invalid.
fn is_spoiled_signature(handle: Value<'_>) -> bool {
    handle.text().is_some_and(|text| is_spoiled(&text.wtf8(), Form::Claude))
}

fn is_foreign_word(handle: Value<'_>) -> bool {
    handle.fits(FOREIGN)
}

/// The texts that other vendors and clients write instead of a signature.
const FOREIGN: &str = "^reasoning|skip_thought_signature_validator|context_engineering_is_the_way_to_go";
