//! An answer starts with reasoning in tags.
//!
//! # What it checks
//!
//! No text of the model begins with `<think>`, `<thinking>`, `[THINK]` or a similar tag. The rule applies to DeepSeek, Kimi, Z.ai and Groq, which
//! have a member for reasoning. It also applies to Claude, GPT and Gemini, which have their own forms of reasoning.
//!
//! # Why
//!
//! The model reads this text as its visible answer, imitates it and answers in tags.
//!
//! Common cause: a conversation moves to another vendor, and a client writes the reasoning into tags to keep it.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.z.ai"},"request":{"model":"glm-4.6","messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":"<think>A greeting.</think>Hello."},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.z.ai"},"request":{"model":"glm-4.6","messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":"Hello.","reasoning_content":"A greeting."},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Fix
//!
//! - Safe: move the reasoning into the host's member for it, if that is empty.
//! - Unsafe: remove the reasoning and its tags.
//!
//! # Evidence
//!
//! - reported, 2026-08-20, tried on Gemini through OpenRouter: <https://github.com/UKGovernmentBEIS/inspect_ai/pull/4979>
//! - reported, 2026-04-02, answers in tags: <https://github.com/open-webui/open-webui/issues/23339>
//! - catalogue: tag.in-content-with-field, tag.foreign-to-claude-gpt, x-foreign-as-text, fw.pydantic.foreign-provider

use crate::audit::details::details;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Severity, Tier};
use crate::conversation::channels::{Opening, StretchKind, split};
use crate::error::Error;
use crate::json::{Changes, Kind, Value, quote_wtf8};
use crate::model::{Attachment, Part, PartKind};

/// The rule.
pub static RULE: Rule = Rule {
    id: "thinking-in-text",
    binds: "wire=openai-chat|openrouter-chat|anthropic-messages|bedrock-converse|openai-responses|gemini-generate dialect=deepseek|kimi|glm|groq,vendor=anthropic|openai|google",
    // Groq answers in tags if the request asks for them.
    when: "!reasoning_format=raw",
    severity: Severity::Degrade,
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    check,
    fixes: &[LIFT, REMOVE_REASONING],
    ..Rule::DEFAULT
};

details! {
    /// Tags at a host that has a member for reasoning.
    struct TagsBesideMember {}
    message => "The answer starts with reasoning in tags, but this host has a separate member for reasoning"

    /// Tags at a host that has no such member.
    struct TagsInText {}
    message => "The answer starts with reasoning in tags, which the model reads as its visible answer"
}

const LIFT: Fix = Fix::new("lift", Safety::Safe, FixEdit::By(lift)).titled("Move the reasoning into the host's member for it.");
const REMOVE_REASONING: Fix =
    Fix::new("remove-reasoning", Safety::Unsafe, FixEdit::By(remove_reasoning)).titled("Remove the reasoning and its tags.");

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let has_field = facts.profile.fits("wire=openai-chat dialect=deepseek|kimi|glm|groq");
    for (_, entry) in facts.answers() {
        let mut last = None;
        for part in entry.parts {
            let Some(text) = said(part) else { continue };
            // A content that is read in stretches is one text.
            if last.replace(text) == Some(text) {
                continue;
            }
            let finding = found.at(text).beside(entry.value);
            if has_field {
                finding.with(TagsBesideMember {});
            } else {
                finding.with(TagsInText {}).offers(&[REMOVE_REASONING]).severity = Severity::Advice;
            }
        }
    }
}

/// Finds the visible text of a part, if it begins with a tag.
fn said<'d>(part: &Part<'d>) -> Option<Value<'d>> {
    let is_tag = part.thinking.as_ref().is_some_and(|thinking| matches!(thinking.attachment, Attachment::Tag { .. }));
    if !is_tag && part.kind != PartKind::Text {
        return None;
    }
    let said = if part.value.kind() == Kind::String { part.value } else { part.value.get("text")? };
    let is_visible = is_tag || !part.value.fits("thought=true");
    (begins_with_tag(said.text()?.raw()) && is_visible).then_some(said)
}

/// Returns `true` if a raw JSON text begins with a tag.
fn begins_with_tag(mut raw: &[u8]) -> bool {
    while let [b' ', rest @ ..] | [b'\\', b'n' | b'r' | b't', rest @ ..] = raw {
        raw = rest;
    }
    let ([b'<', rest @ ..] | [b'\\', b'u', b'0', b'0', b'3', b'c' | b'C', rest @ ..]) = raw else { return raw.starts_with(b"[THINK]") };
    let closes = |rest: &[u8]| matches!(rest, [b'>' | b' ', ..] | [b'\\', b'u', b'0', b'0', b'3', b'e' | b'E', ..]);
    TAGS.iter().any(|tag| rest.strip_prefix(tag.as_bytes()).is_some_and(closes))
}

const TAGS: [&str; 6] = ["think", "thinking", "thought", "reasoning", "mm:think", "budget:thinking"];

/// Moves the reasoning into the member that the host reads.
fn lift<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let Some(field) = facts.profile.path("fields.reads.0").and_then(|field| field.text()?.plain()) else { return Ok(()) };
    let Some(message) = finding.related.first().filter(|message| message.get(field).is_none_or(Value::is_null)) else { return Ok(()) };
    changes.set(*message, field, &join_stretches(finding.place, StretchKind::Thought))?;
    remove_reasoning(facts, finding, changes)
}

/// Removes the reasoning with its tags.
fn remove_reasoning<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let rest = join_stretches(finding.place, StretchKind::Visible);
    // A block of text must not be empty.
    let block = facts.parts_around(finding.place).map(|part| part.value).find(|part| part.get("text") == Some(finding.place));
    match block.filter(|_| rest == b"\"\"") {
        Some(block) => changes.remove(facts.all_of(block)),
        None => changes.replace(finding.place, &rest),
    }
}

/// Joins the stretches of that kind into a JSON string.
fn join_stretches(text: Value<'_>, kind: StretchKind) -> Vec<u8> {
    let decoded = text.text().map(|text| text.wtf8()).unwrap_or_default();
    let mut pieces = Vec::new();
    for stretch in split(&decoded, Opening::Written) {
        if stretch.kind == kind {
            pieces.extend_from_slice(decoded.get(stretch.span.start..stretch.span.end).unwrap_or_default());
        }
    }
    quote_wtf8(&pieces)
}
