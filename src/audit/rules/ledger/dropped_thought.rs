//! A thought is missing, and the rest of its response is sent.
//!
//! # What it checks
//!
//! Every recorded thought that the provider uses again is in the request:
//!
//! - Claude and Responses: the thoughts of the open turn.
//! - Gemini: every signature.
//! - MiniMax, Cohere and Mistral: the thoughts of a turn with a tool call.
//! - Copilot: `reasoning_opaque`.
//!
//! Newer Claude models keep thoughts of earlier turns in the cache. If one of these is missing, the rule only advises. A thought without
//! text counts too, because its signature holds the reasoning.
//!
//! Anthropic asks for the thinking of the last assistant message while its tools run. Since 2026 an empty text with a signature is the
//! usual form of a thought. If a provider refuses the request, another rule reports it.
//!
//! # Why
//!
//! The model continues without this reasoning. Common causes: a client that keeps only the visible answer, or a filter that removes
//! thoughts without text.
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
//!     {"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"grep","input":{}}]},
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
//! - Safe: restore the recorded thought in its place.
//! - By hand: send the two joined answers as separate messages, each with its thoughts.
//!
//! # Evidence
//!
//! - documented, 2026-11-14: <https://platform.claude.com/docs/en/build-with-claude/extended-thinking>, <https://ai.google.dev/gemini-api/docs/thought-signatures>, <https://platform.minimax.io/docs/guides/text-m2-function-call>
//! - observed, 2026-11-14: 414 recorded requests that leave reasoning out were accepted, 66 of them on Responses without item ids
//! - reported, 2026-11-14: filters for empty texts, <https://github.com/earendil-works/pi/issues/6376>
//! - reported, 2026-01-16: Copilot's models continue differently without `reasoning_opaque`, <https://github.com/anomalyco/opencode/pull/8900>
//! - catalogue: anth-thinking-dropped-in-tool-turn, anth-omitted-filtered, anth-old-turn-stripped-cache, x-empty-text-filter, conv-redacted-openai, oai-reasoning-stripped-tool-loop, gem-text-signature-dropped, gem-25-signature-dropped, gem-fc-signature-missing, loss.gem.earlier-call-signature, gem-server-tool-echo, gix-thought-removed, or.details.unknown-lost, or.details.empty-array, fw.litellm.openrouter-details, minimax.think-stripped, minimax.split-details-missing, mistral.signature-dropped, cohere.thinking-dropped

use super::fates::{fates, has_calls, is_before_fallback, is_foreign, is_open, next_sent_part, place_of, recorded_answer};
use super::producer::{is_readable, is_thinking_off};
use super::restore::restore;
use crate::audit::details::details;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Needs, Rule, Safety, Severity, Tier};
use crate::ledger::fates::{Fate, State};
use crate::model::{Attachment, PartKind, Role, ThinkingKind};

/// The rule.
pub static RULE: Rule = Rule {
    id: "dropped-thought",
    binds: "wire=anthropic-messages|bedrock-converse|openai-responses|openai-chat|openrouter-chat|mistral-chat|cohere-chat|gemini-generate|gemini-interactions",
    severity: Severity::Degrade,
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    needs: Needs::Ledger,
    check,
    fixes: &[Fix::new("restore", Safety::Safe, FixEdit::By(restore)).titled("Restore the recorded thought.")],
    ..Rule::DEFAULT
};

details! {
    /// A thought that is not in the request.
    struct MissingThought {}
    message => "A recorded thought of this response is missing"

    /// A part without its handle.
    struct MissingHandle {}
    message => "This part has lost its recorded signature or ciphertext"

    /// A part with the handle of another thought.
    struct ReplacedHandle {}
    message => "This part has the signature or ciphertext of another thought"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let mut last = None;
    for fate in fates(facts).filter(|fate| is_lost(fate) && !is_before_fallback(facts, fate) && !is_foreign(facts, fate)) {
        let Some((costs, known)) = weigh(facts, &fate) else { continue };
        // Each place has one finding, so that its cost counts once. Two exchanged handles are restored together or not at all.
        let is_reported = |place: &_| last == Some(*place) || costs == Severity::Advice && last.is_some() && fate.state != State::Handle;
        let Some(place) = place_of(facts, &fate).filter(|place| !is_reported(place)) else { continue };
        last = Some(place);
        let finding = found.at(place);
        match fate.state {
            State::Bare => finding.with(MissingHandle {}),
            State::Handle => finding.with(ReplacedHandle {}),
            _ => finding.with(MissingThought {}),
        };
        (finding.severity, finding.evidence) = (costs, known);
    }
}

/// Returns `true` if a thought or its handle is missing, or a thought of another response is in its place.
fn is_lost(fate: &Fate<'_, '_>) -> bool {
    match fate.state {
        State::Missing | State::Bare => true,
        State::Handle => fate.sent.is_some_and(|sent| sent.from.is_some()),
        _ => false,
    }
}

/// Weighs the loss of a thought. Returns `None` if its provider does not use it again, or another rule reports it.
fn weigh(facts: &Facts<'_>, fate: &Fate<'_, '_>) -> Option<(Severity, Evidence)> {
    let (lost, had_handle) = (Some((Severity::Degrade, Evidence::Documented)), fate.emitted.trace.handle.is_some());
    let gone = fate.state != State::Bare;
    let unknown = fate.emitted.thinking == Some(ThinkingKind::Unknown);
    match (facts.wire.as_str(), facts.profile.word("vendor")) {
        ("openrouter-chat", _) if gone && unknown => lost,
        ("anthropic-messages" | "bedrock-converse" | "openrouter-chat", "anthropic") if had_handle && (gone || is_unsigned(fate)) => {
            let in_use = is_open(facts, fate) && !is_thinking_off(facts) && !is_refused(facts, fate);
            // The cache holds thoughts of earlier rounds, if the model keeps them at all.
            let readable = recorded_answer(facts, fate).is_some_and(|recorded| is_readable(facts, recorded));
            let cached = !is_open(facts, fate) && readable && facts.profile.fits("keeps=true") && facts.wire.as_str() != "openrouter-chat";
            if in_use { lost } else { cached.then_some((Severity::Advice, Evidence::Observed)) }
        }
        // For GPT through Converse the loss is only reported.
        ("bedrock-converse", "openai") if gone && had_handle => is_open(facts, fate).then_some((Severity::Degrade, Evidence::Reported)),
        // On this wire an id refers to a stored item. Another rule reports a reference, or its effect is not known.
        ("openai-responses", "openai" | "xai") if fate.sent.is_some_and(|sent| sent.value.fits("type=item_reference")) => None,
        ("openai-responses", "openai" | "xai")
            if gone || fate.sent.is_some_and(|sent| sent.trace.item.is_none() && sent.trace.handle.is_none()) =>
        {
            (is_open(facts, fate) && !is_resolved(facts, fate)).then_some((Severity::Degrade, Evidence::Observed))
        }
        ("openrouter-chat", "openai" | "xai") if had_handle => is_open(facts, fate).then_some((Severity::Degrade, Evidence::Observed)),
        ("gemini-generate" | "openrouter-chat", "google") if had_handle => weigh_for_gemini(facts, fate),
        ("gemini-interactions", _) if gone && !facts.body.fits("previous_interaction_id") => lost,
        ("openai-chat", _) if had_handle && facts.profile.fits("dialect=copilot") => {
            Some((if is_open(facts, fate) { Severity::Degrade } else { Severity::Advice }, Evidence::Reported))
        }
        ("openai-chat", "minimax") if gone => {
            // MiniMax may send the same text in both forms.
            let only = fate.emitted.attachment.as_ref().is_some_and(|place| match place {
                Attachment::Field { name } => name == "reasoning_details",
                other => matches!(other, Attachment::Tag { .. } | Attachment::Item { .. }),
            });
            let empty = place_of(facts, fate).is_some_and(|message| message.fits("content^<think></think>"));
            (only && !empty).then_some((if has_calls(facts, fate) { Severity::Degrade } else { Severity::Advice }, Evidence::Documented))
        }
        ("mistral-chat", _) if has_calls(facts, fate) => lost,
        ("mistral-chat", _) => Some((Severity::Advice, Evidence::Reported)),
        ("cohere-chat", _) if gone && has_calls(facts, fate) => lost,
        _ => None,
    }
}

/// Returns `true` if a thought is sent without its handle. Another rule reports thoughts that are nested wrongly.
fn is_unsigned(fate: &Fate<'_, '_>) -> bool {
    fate.sent.is_some_and(|sent| {
        sent.value.fits("type=thinking|redacted_thinking|reasoning.text|reasoning.encrypted,reasoningContent.reasoningText")
    })
}

/// Weighs the loss of a signature for Gemini. From Gemini 3 on, calls of the open round are refused without it. Earlier calls are accepted.
fn weigh_for_gemini(facts: &Facts<'_>, fate: &Fate<'_, '_>) -> Option<(Severity, Evidence)> {
    let on_call = has_calls(facts, fate);
    if !facts.profile.fits("name^gemini-3") || !on_call {
        Some((Severity::Degrade, Evidence::Documented))
    } else if !is_open(facts, fate) {
        Some((Severity::Advice, Evidence::Documented))
    } else if facts.profile.fits("name~image") {
        Some((Severity::Degrade, Evidence::Documented))
    } else if place_of(facts, fate).is_some_and(|message| message.fits("reasoning_details:a !reasoning_details.*")) {
        // OpenRouter's list is present and empty.
        Some((Severity::Reject, Evidence::Observed))
    } else if fate.state == State::Handle && facts.matched.as_ref().is_some_and(|matched| matched.carrier(fate.answer, fate.part).is_none())
    {
        // The handle of another thought is in its place and is accepted, and its own is not in the request.
        Some((Severity::Degrade, Evidence::Documented))
    } else {
        // Another rule reports the refusal. This one restores the thought.
        Some((Severity::Advice, Evidence::Documented))
    }
}

/// Returns `true` if a thought belongs to the latest answer and other thinking of that answer is still there. Anthropic refuses that.
fn is_refused(facts: &Facts<'_>, fate: &Fate<'_, '_>) -> bool {
    let Some(matched) = &facts.matched else { return false };
    let last = facts.entries.iter().rposition(|entry| entry.role == Some(Role::Assistant));
    let entries = matched.answers.get(fate.answer).and_then(|turn| turn.entries.as_ref());
    last.zip(entries).is_some_and(|(last, entries)| entries.contains(&last))
        && matched.of_answer(fate.answer).iter().any(|other| {
            other.emitted.kind == PartKind::Thought && other.emitted.trace.handle.is_some() && other.sent.is_some() && !is_lost(other)
        })
}

/// Returns `true` if the item after a thought is sent by the id under which the provider stores it.
fn is_resolved(facts: &Facts<'_>, fate: &Fate<'_, '_>) -> bool {
    let is_stored = facts.profile.fits("vendor=openai")
        && !facts.body.fits("store=false")
        && recorded_answer(facts, fate).is_some_and(|recorded| recorded.store != Some(false));
    is_stored && next_sent_part(facts, fate).is_some_and(|next| next.trace.item.is_some())
}
