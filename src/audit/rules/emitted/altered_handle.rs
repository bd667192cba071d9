//! A handle is not the one that was issued.
//!
//! # What it checks
//!
//! Every handle of a replayed thought (a signature, redacted data, encrypted content, a thought signature, a program's
//! fingerprint) is byte for byte what was recorded for it. Gemini's may be written in the other alphabet of base64. A
//! handle that was issued for another thought is not looked at here.
//!
//! # Why
//!
//! > Invalid `signature` in `thinking` block
//!
//! A handle is checked wherever it stands in the history, not only in the latest turn. Databases that cut long columns,
//! redactors, and clients that trim or re-encode strings change it. It cannot be mended without the record.
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
//! Safe: the recorded part comes back. Where it was changed on purpose, the thought has to go.
//! Unsafe: the thought goes, or the handle from the part that carries it.
//!
//! # Evidence
//!
//! - observed, 2026-11-14: an altered signature was refused by Anthropic in recorded traffic and public probes, <https://github.com/anthropics/anthropic-sdk-csharp/issues/126>
//! - reported, 2026-11-14: <https://github.com/openai/codex/issues/8145>, <https://github.com/openclaw/openclaw/issues/97926>, <https://github.com/google-gemini/gemini-cli/issues/13467>
//! - catalogue: anth-signature-invalid, anth-redacted-data-altered, anth-empty-thinking-old-path, oai-encrypted-altered, oai-encrypted-foreign, oai-compaction-altered, oai-program-fingerprint, xai-decrypt, gem-signature-corrupt, gem-signature-corrupt-vertex, gem-issuer-mismatch, or.details.modified, or.encrypted.foreign-family, mistral.signature-dropped

use super::{fates, forget, has_calls, is_placeholder, restore};
use crate::audit::memory::{Spot, State};
use crate::audit::rule::{fixed_with_ledger, with_ledger};
use crate::audit::{Evidence, Facts, Finding, Found, Mend, Needs, Rule, Safety, Severity};
use crate::json::Value;
use crate::model::{Role, ThinkingKind};

/// The rule.
pub static RULE: Rule = Rule {
    id: "altered-handle",
    binds: "wire=anthropic-messages|bedrock-converse|openai-responses|openai-chat|openrouter-chat|mistral-chat|gemini-generate|gemini-interactions vendor=anthropic|openai|xai|google|mistral",
    evidence: Evidence::Observed,
    needs: Needs::Ledger,
    upstream: &[
        "messages.{0}.content.{1}: Invalid `signature` in `thinking` block",
        "messages.{0}.content.{1}: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.",
        "The encrypted content for item {id} could not be verified. Reason: Encrypted content could not be decrypted or parsed.",
        "The encrypted content {head}...{tail} could not be verified.",
        "Could not decrypt the provided encrypted_content. Ensure the value is the unmodified encrypted_content from a previous response.",
        "Corrupted thought signature.",
        "Unable to submit request because Thought signature is not valid.. Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/gemini",
    ],
    check: with_ledger(check),
    fixes: fixed_with_ledger(&[(Safety::Safe, Mend::By(restore)), (Safety::Unsafe, Mend::By(forget))]),
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for fate in fates(facts).filter(|fate| fate.emitted.complete && !matches!(fate.state, State::Missing | State::Gone)) {
        let Some(spot) = fate.spot else { continue };
        let vendor = facts.profile.word("vendor");
        let altered = match fate.state {
            State::Handle => spot.from.is_none() && !is_placeholder(spot.value) || vendor == "mistral",
            State::Moved => vendor == "mistral",
            // What says that it is sealed, and holds nothing; a program without its fingerprint.
            State::Bare if spot.value.fits("type=program") => true,
            State::Bare if vendor == "anthropic" => spot.value.fits("type=reasoning.encrypted"),
            State::Bare => vendor != "google" && spot.value.fits("type=reasoning.encrypted data="),
            _ => false,
        };
        if altered || vendor == "anthropic" && is_of_another_sort(facts, spot) {
            let finding = found.at(spot.value);
            say(facts, spot, finding);
            if vendor == "mistral" && !has_calls(facts, &fate) {
                finding.severity = Severity::Advice;
            }
        }
    }
}

/// Whether a handle was issued for a thought of another sort: what was redacted has a seal of its own.
fn is_of_another_sort(facts: &Facts<'_>, spot: &Spot<'_>) -> bool {
    let redacted = spot.value.fits("type=redacted_thinking|reasoning.encrypted,reasoningContent.redactedContent");
    let from = spot.from.and_then(|from| facts.memory.as_ref()?.emitted(from));
    from.is_some_and(|(_, emitted)| redacted != matches!(emitted.thinking, Some(ThinkingKind::Redacted | ThinkingKind::Encrypted)))
}

/// Says what the vendor answers.
fn say<'d>(facts: &Facts<'d>, spot: &Spot<'d>, finding: &mut Finding<'d>) {
    (finding.evidence, finding.upstream) = match facts.profile.word("vendor") {
        "anthropic" => {
            let latest = facts.entries.iter().rposition(|entry| entry.role == Some(Role::Assistant)) == Some(spot.entry);
            (Evidence::Observed, usize::from(latest && spot.value.fits("type=redacted_thinking")))
        }
        "xai" => (Evidence::Reported, 4),
        "google" => (Evidence::Reported, if facts.profile.fits("surface=vertex") { 6 } else { 5 }),
        "mistral" => {
            finding.severity = Severity::Degrade;
            (Evidence::Documented, usize::MAX)
        }
        _ => {
            let word = |name: &str| spot.value.get(name).and_then(Value::text).map(|text| text.lossy()).unwrap_or_default();
            let blob = word("encrypted_content");
            let head: String = blob.chars().take(4).collect();
            let tail: String = blob.chars().skip(blob.chars().count().saturating_sub(4)).collect();
            finding.note("id", &word("id")).note("head", &head).note("tail", &tail);
            (Evidence::Reported, if spot.trace.item.is_some() { 2 } else { 3 })
        }
    };
}
