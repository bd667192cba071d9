//! A signature or ciphertext was changed after the provider returned it.
//!
//! # What it checks
//!
//! Every handle of a replayed thought is equal to the recorded one, byte for byte. A handle is a signature, redacted data, encrypted
//! content, a thought signature or the fingerprint of a program. Gemini's handles may use the other alphabet of base64. The rule ignores
//! a handle that was issued for another thought. With Gemini, no signature was added to a call that the model returned without one.
//!
//! Providers verify every handle in the history, not only in the latest turn. Without a record the original cannot be recovered.
//!
//! LangChain adds the same signature, from another conversation, to every call without one. Gemini accepts it and reads a thought that
//! does not belong to this call.
//!
//! # Why
//!
//! > Invalid `signature` in `thinking` block
//!
//! A changed handle is refused, or the model reads a thought that does not belong here. Common causes: a database that cuts long columns,
//! a redactor, or a client that trims, re-encodes or copies strings.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},
//!  "emitted":[
//!   {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-sonnet-5","max_tokens":9000,"thinking":{"type":"adaptive"},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[
//!     {"role":"user","content":"How many?"}]},"response":{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-5","content":[{"type":"thinking","thinking":"Count.","signature":"EqQBCkYIAxgCKkDc"},{"type":"tool_use","id":"toolu_1","name":"grep","input":{}}]}}],
//!  "request":{"model":"claude-sonnet-5","max_tokens":9000,"thinking":{"type":"adaptive"},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[
//!     {"role":"user","content":"How many?"},
//!     {"role":"assistant","content":[{"type":"thinking","thinking":"Count.","signature":"EqQBCkYIAxgCKkdc"},{"type":"tool_use","id":"toolu_1","name":"grep","input":{}}]},
//!     {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"3"}]}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},
//!  "emitted":[
//!   {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-sonnet-5","max_tokens":9000,"thinking":{"type":"adaptive"},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[
//!     {"role":"user","content":"How many?"}]},"response":{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-5","content":[{"type":"thinking","thinking":"Count.","signature":"EqQBCkYIAxgCKkDc"},{"type":"tool_use","id":"toolu_1","name":"grep","input":{}}]}}],
//!  "request":{"model":"claude-sonnet-5","max_tokens":9000,"thinking":{"type":"adaptive"},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[
//!     {"role":"user","content":"How many?"},
//!     {"role":"assistant","content":[{"type":"thinking","thinking":"Count.","signature":"EqQBCkYIAxgCKkDc"},{"type":"tool_use","id":"toolu_1","name":"grep","input":{}}]},
//!     {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"3"}]}]}}
//! ```
//!
//! # Fix
//!
//! - Safe: restore the recorded part.
//! - Unsafe: remove the thought, or only the handle if the part is not a thought. The reasoning is lost.
//! - Safe: remove a signature that was added to a call, unless the model refuses the call without one.
//!
//! If the handle was changed on purpose, remove the thought.
//!
//! # Evidence
//!
//! - observed, 2026-11-14: an altered signature was refused by Anthropic in recorded traffic and public probes, <https://github.com/anthropics/anthropic-sdk-csharp/issues/126>
//! - reported, 2026-11-14: <https://github.com/openai/codex/issues/8145>, <https://github.com/openclaw/openclaw/issues/97926>, <https://github.com/google-gemini/gemini-cli/issues/13467>
//! - reported, 2026-11-15: @langchain/google-genai 2.3.2 adds a constant signature to calls that the model returned without one
//! - catalogue: anth-signature-invalid, anth-redacted-data-altered, anth-empty-thinking-old-path, oai-encrypted-altered, oai-encrypted-foreign, oai-compaction-altered, oai-program-fingerprint, xai-decrypt, gem-signature-corrupt, gem-signature-corrupt-vertex, gem-issuer-mismatch, or.details.modified, or.encrypted.foreign-family, mistral.signature-dropped, loss.gem.signature-added

use super::fates::{fates, has_calls};
use super::producer::vendor_of;
use super::restore::{remove_thought_or_handle, restore};
use super::sent_parts::{handle_of, with_record};
use super::wording::{ItemName, claude_sentence, difference, name_item};
use crate::audit::details::details;
use crate::audit::rules::anthropic::wording::{EMPTY_THINKING, INVALID_SIGNATURE, MODIFIED};
use crate::audit::rules::gemini::wording::{CORRUPTED, NOT_VALID};
use crate::audit::rules::responses::wording::{UNDECRYPTED, UNVERIFIED_CONTENT, UNVERIFIED_ITEM};
use crate::audit::rules::texts::read_text;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Needs, Rule, Safety, Sentence, Severity, Tier};
use crate::conversation::placeholder::carries_placeholder;
use crate::json::is_base64;
use crate::ledger::Side;
use crate::ledger::fates::{Difference, State};
use crate::ledger::matching::SentPart;
use crate::model::{PartKind, ThinkingKind};

/// The rule.
pub static RULE: Rule = Rule {
    id: "altered-handle",
    binds: "wire=anthropic-messages|bedrock-converse|openai-responses|openai-chat|openrouter-chat|mistral-chat|gemini-generate|gemini-interactions vendor=anthropic|openai|xai|google|mistral",
    evidence: Evidence::Observed,
    since: "0.1.0",
    tier: Tier::Stable,
    needs: Needs::Ledger,
    upstream: &[
        INVALID_SIGNATURE,
        MODIFIED,
        EMPTY_THINKING,
        UNVERIFIED_ITEM,
        UNVERIFIED_CONTENT,
        UNDECRYPTED,
        CORRUPTED,
        NOT_VALID,
        NOT_BASE64,
    ],
    check,
    fixes: &[
        Fix::new("restore", Safety::Safe, FixEdit::By(restore)).titled("Restore the recorded {part}."),
        Fix::new("remove-thought-or-handle", Safety::Unsafe, FixEdit::By(remove_thought_or_handle)),
        REMOVE_ADDED,
    ],
    ..Rule::DEFAULT
};

details! {
    /// How the provider names the handle, and where it differs from the recorded one.
    struct AlteredHandle { value: Option<String>, item: Option<ItemName>, differs: &'static str, difference: Option<Difference> }
    message if difference.is_some() => "The signature or ciphertext differs from the recorded one at {difference}"
    message => "The signature or ciphertext is not the one that was issued for this block"

    /// A signature on a call that the model returned without one.
    struct AddedHandle {}
    message => "A thought signature was added to this call, which the model returned without one"
}

const REMOVE_ADDED: Fix = Fix::new("remove-added-handle", Safety::Safe, FixEdit::By(remove_thought_or_handle))
    .titled("Remove the signature that was added to the call.");

const NOT_BASE64: Sentence = Sentence::new("not-base64", "Base64 decoding failed for \"{value}\"");

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for fate in fates(facts).filter(|fate| fate.emitted.complete && !matches!(fate.state, State::Missing | State::Gone)) {
        let Some(sent) = fate.sent else { continue };
        let vendor = facts.profile.word("vendor");
        let altered = match fate.state {
            State::Handle => sent.from.is_none() && !carries_placeholder(sent.value) || vendor == "mistral",
            State::Moved => vendor == "mistral",
            // A program without its fingerprint, or an encrypted item without data.
            State::Bare if sent.value.fits("type=program") => true,
            State::Bare if vendor == "anthropic" => sent.value.fits("type=reasoning.encrypted"),
            State::Bare => vendor != "google" && sent.value.fits("type=reasoning.encrypted data="),
            _ => false,
        };
        if altered || vendor == "anthropic" && is_of_another_sort(facts, sent) {
            let finding = found.at(sent.value);
            let mut details =
                AlteredHandle { value: None, item: None, differs: Side::Handle.name(), difference: difference(facts, &fate, Side::Handle) };
            choose_sentence(facts, sent, finding, &mut details);
            finding.with(details);
            // Copilot's answer is not known. Users report that its models lose the thought.
            if facts.profile.fits("wire=openai-chat dialect=copilot") {
                finding.says_nothing().evidence = Evidence::Reported;
                finding.severity = Severity::Degrade;
            }
            if vendor == "mistral" && !has_calls(facts, &fate) {
                finding.severity = Severity::Advice;
            }
        }
    }
    find_added(facts, found);
}

/// Finds the signatures that were added to calls of Gemini.
fn find_added<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    if !facts.profile.fits("vendor=google") {
        return;
    }
    for (sent, recorded) in with_record(facts) {
        let had_none = recorded.is_some_and(|(_, emitted)| emitted.trace.handle.is_none());
        let is_added = sent.kind == PartKind::Call && sent.trace.handle.is_some() && sent.from.is_none() && had_none;
        if is_added && !carries_placeholder(sent.value) {
            let finding = found.at(sent.value).with(AddedHandle {}).says_nothing();
            (finding.severity, finding.evidence) = (Severity::Degrade, Evidence::Reported);
            finding.offers(if facts.profile.fits("signs=always") && is_first_call(facts, sent) { &[] } else { &[REMOVE_ADDED] });
        }
    }
}

/// Returns `true` if a call is the first of its message, which Gemini 3 refuses without a signature.
fn is_first_call(facts: &Facts<'_>, sent: &SentPart<'_>) -> bool {
    let mut parts = facts.entries.get(sent.entry).map_or(&[][..], |entry| entry.parts).iter();
    parts.find(|part| part.kind == PartKind::Call).is_some_and(|call| call.value == sent.value)
}

/// Returns `true` if a handle was issued for a thought of another sort: a redacted thought cannot have the handle of a readable one.
fn is_of_another_sort(facts: &Facts<'_>, sent: &SentPart<'_>) -> bool {
    let redacted = sent.value.fits("type=redacted_thinking|reasoning.encrypted,reasoningContent.redactedContent");
    let from = sent.from.and_then(|from| facts.matched.as_ref()?.emitted(from));
    // Another rule reports handles of other vendors.
    let from = from.filter(|(recorded, _)| matches!(vendor_of(recorded), "" | "anthropic"));
    from.is_some_and(|(_, emitted)| redacted != matches!(emitted.thinking, Some(ThinkingKind::Redacted | ThinkingKind::Encrypted)))
}

/// Chooses the vendor's answer, and adds to the details how the answer names the handle.
fn choose_sentence<'d>(facts: &Facts<'d>, sent: &SentPart<'d>, finding: &mut Finding<'d>, details: &mut AlteredHandle) {
    let vendor = facts.profile.word("vendor");
    if vendor != "anthropic" {
        finding.evidence = Evidence::Reported;
    }
    finding.sentence = Some(match vendor {
        "anthropic" => claude_sentence(facts, sent),
        "xai" => &UNDECRYPTED,
        "google" => match handle_of(sent).filter(|handle| handle.text().is_some_and(|text| !is_bytes(&text.wtf8()))) {
            // On Google's own wire another rule reports it: Google decodes the bytes before it checks anything else.
            Some(handle) if facts.wire.as_str() == "openrouter-chat" => {
                details.value = Some(read_text(handle));
                &NOT_BASE64
            }
            _ if facts.profile.fits("surface=vertex") => &NOT_VALID,
            _ => &CORRUPTED,
        },
        "mistral" => {
            (finding.evidence, finding.severity) = (Evidence::Documented, Severity::Degrade);
            finding.says_nothing();
            return;
        }
        _ => {
            details.item = Some(name_item(sent));
            if sent.trace.item.is_some() { &UNVERIFIED_ITEM } else { &UNVERIFIED_CONTENT }
        }
    });
}

/// Returns `true` if a text is base64, of either alphabet, with or without padding.
fn is_bytes(text: &[u8]) -> bool {
    is_base64(text) && text.strip_suffix(b"==").or_else(|| text.strip_suffix(b"=")).unwrap_or(text).len() % 4 != 1
}
