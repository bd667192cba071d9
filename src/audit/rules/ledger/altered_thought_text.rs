//! The text of a thought differs from the recorded text.
//!
//! # What it checks
//!
//! The text of a replayed thought is equal to the recorded text. This applies to signed blocks and to Mistral's thinking chunks. It also
//! applies to plain reasoning at hosts that read it: DeepSeek, GLM, Kimi, MiMo, Qwen, Groq, Fireworks, Together and others. Providers
//! ignore text that a client wrote into an omitted block, so the rule reports nothing there.
//!
//! Anthropic documents that blocks must be sent unmodified. In a test it still accepted changed text with an intact signature, so the
//! rule predicts no refusal. Gateways in front of DeepSeek find the reasoning by a hash of its text. Hosts that read the text give the
//! model the changed one. The stream helper of OpenAI's client keeps only the last chunk of a member that it does not define.
//!
//! # Why
//!
//! > cannot rearrange or modify
//!
//! Providers document that reasoning must be sent back unmodified. The model reads the changed text, or ignores it and reads the signed
//! reasoning.
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
//!     {"role":"assistant","content":[{"type":"thinking","thinking":"Count them.","signature":"EqQBCkYIAxgCKkDc"},{"type":"tool_use","id":"toolu_1","name":"grep","input":{}}]},
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
//! Safe: restore the recorded part.
//!
//! # Evidence
//!
//! - observed, 2026-11-14: accepted by Anthropic in a direct probe, and through a gateway after a client had cut the first words
//! - documented, 2026-11-14: <https://openrouter.ai/docs/use-cases/reasoning-tokens>, <https://docs.bigmodel.cn/cn/guide/capabilities/thinking>
//! - documented, 2026-11-14: the text must be sent back, <https://platform.moonshot.ai/docs/guide/use-kimi-k2-thinking-model>, <https://docs.fireworks.ai/guides/reasoning>
//! - reported, 2026-11-15: clients that ran against a simulated provider changed 184 of 216 streamed requests to Kimi, MiMo, Groq and Mistral
//! - catalogue: anth-latest-modified, or.details.modified, ds.rc.modified, ds.chat.rc-empty-string, glm.rc-modified, tag.lossy-restore, fw.join-separator, loss.text-modified

use super::fates::{fates, has_calls};
use super::producer::vendor_of;
use super::restore::restore;
use super::sent_parts::issued;
use super::wording::difference;
use crate::audit::details::details;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Needs, Rule, Safety, Severity, Tier};
use crate::ledger::Side;
use crate::ledger::fates::{Difference, Fate, State};
use crate::ledger::matching::SentPart;
use crate::model::{Attachment, PartKind};

/// The rule.
pub static RULE: Rule = Rule {
    id: "altered-thought-text",
    binds: "wire=anthropic-messages|bedrock-converse|openrouter-chat|openai-chat|mistral-chat",
    severity: Severity::Degrade,
    evidence: Evidence::Observed,
    since: "0.1.0",
    tier: Tier::Stable,
    needs: Needs::Ledger,
    check,
    fixes: &[Fix::new("restore", Safety::Safe, FixEdit::By(restore)).titled("Restore the recorded {part}.")],
    ..Rule::DEFAULT
};

details! {
    /// Where the text differs from the recorded one.
    struct AlteredText { differs: &'static str, difference: Option<Difference> }
    message if difference.is_some() => "The text of this thought differs from the recorded text at {difference}"
    message => "The text of this thought differs from the recorded text"

    /// A text under the handle of another thought.
    struct TextOfAnotherHandle { differs: &'static str }
    message => "The signature of this thought was issued for another text"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for fate in fates(facts).filter(|fate| fate.state == State::Text && fate.emitted.trace.text.is_some()) {
        let Some(sent) = fate.sent else { continue };
        let Some((costs, known)) = weigh(facts, &fate, sent) else { continue };
        let finding = found.at(sent.value);
        (finding.severity, finding.evidence) = (costs, known);
        finding.with(AlteredText { differs: Side::Text.name(), difference: difference(facts, &fate, Side::Text) });
    }
    // The model reads a handle of another thought as that thought.
    for (sent, recorded, emitted) in issued(facts).filter(|(sent, ..)| sent.kind == PartKind::Thought && sent.of != sent.from) {
        if matches!(vendor_of(recorded), "" | "anthropic")
            && facts.profile.fits("vendor=anthropic")
            && emitted.kind == PartKind::Thought
            && emitted.trace.text != sent.trace.text
        {
            // Other rules report whether that is refused.
            found.at(sent.value).with(TextOfAnotherHandle { differs: Side::Text.name() }).severity = Severity::Advice;
        }
    }
}

/// Weighs the change of a text. Returns `None` if nothing is lost.
fn weigh(facts: &Facts<'_>, fate: &Fate<'_, '_>, sent: &SentPart<'_>) -> Option<(Severity, Evidence)> {
    let reads = facts.profile.fits("dialect=deepseek|glm|openrouter") && !facts.body.fits("thinking.type=disabled");
    let cost = if has_calls(facts, fate) { Severity::Degrade } else { Severity::Advice };
    match facts.profile.word("vendor") {
        "anthropic" if fate.emitted.trace.handle.is_some() => Some((Severity::Degrade, Evidence::Observed)),
        _ if matches!(fate.emitted.attachment, Some(Attachment::Tag { .. })) => Some((Severity::Advice, Evidence::Reported)),
        "deepseek" | "glm" if sent.value.text().is_some() && reads && !has_details(facts, sent) => {
            // Users report both that an empty text is accepted and that it is refused.
            let known = if sent.trace.text.is_none() { Evidence::Reported } else { Evidence::Documented };
            Some((cost, known))
        }
        _ if is_read(facts, fate) => Some((cost, Evidence::Reported)),
        _ => None,
    }
}

/// Returns `true` if the message has details, which OpenRouter reads before the text beside them.
fn has_details(facts: &Facts<'_>, sent: &SentPart<'_>) -> bool {
    facts.profile.fits("dialect=openrouter")
        && facts.entries.get(sent.entry).is_some_and(|entry| entry.value.fits("reasoning_details.*.text"))
}

/// Returns `true` if the host reads the member that the thought was emitted in: one that its dialect lists, or Mistral's chunks.
fn is_read(facts: &Facts<'_>, fate: &Fate<'_, '_>) -> bool {
    // At a gateway the model decides what is read, and at Copilot the text is for people.
    let reads = |name: &str| {
        !facts.profile.fits("gateway=true") && facts.profile.list("fields.reads").any(|read| read.text().is_some_and(|read| read == *name))
    };
    let is_off =
        facts.body.fits("thinking.type=disabled,enable_thinking=false,reasoning_effort=none,chat_template_kwargs.enable_thinking=false");
    !is_off
        && match &fate.emitted.attachment {
            Some(Attachment::Field { name }) => reads(name),
            Some(Attachment::Block) => facts.wire.as_str() == "mistral-chat",
            _ => false,
        }
}
