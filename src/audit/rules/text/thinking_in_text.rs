//! Reasoning stands in tags at the head of an answer, where the target has another place for it.
//!
//! # What it checks
//!
//! No text of the model begins with `<think>`, `<thinking>`, `[THINK]` or the like in a request to DeepSeek, Kimi, Z.ai or Groq, which have a
//! member for reasoning, or to a Claude, a GPT or a Gemini, which have their own kinds of reasoning.
//!
//! # Why
//!
//! To the model such a text is what it has said to the user. It takes up the manner and answers in tags; a host that looks for
//! reasoning in its member finds none. Clients write tags when the conversation moves to another vendor and the reasoning of the first
//! shall not be lost.
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
//! Safe: where the host has a member for it and that is free, the reasoning goes there. Unsafe: elsewhere the reasoning goes, with its tags.
//!
//! # Evidence
//!
//! - reported, 2026-08-20, tried on Gemini through OpenRouter: <https://github.com/UKGovernmentBEIS/inspect_ai/pull/4979>
//! - reported, 2026-04-02, answers in tags: <https://github.com/open-webui/open-webui/issues/23339>
//! - catalogue: tag.in-content-with-field, tag.foreign-to-claude-gpt, x-foreign-as-text, fw.pydantic.foreign-provider

use crate::audit::{Evidence, Facts, Finding, Found, Mend, Rule, Safety, Severity};
use crate::codecs::channels::{Opening, StretchKind, split};
use crate::codecs::dialect;
use crate::error::Error;
use crate::json::{Changes, Kind, Value, quote_wtf8};
use crate::model::{Attachment, Part, PartKind};

/// The rule.
pub static RULE: Rule = Rule {
    id: "thinking-in-text",
    binds: "wire=openai-chat|openrouter-chat|anthropic-messages|bedrock-converse|openai-responses|gemini-generate dialect=deepseek|kimi|glm|groq,vendor=anthropic|openai|google",
    // Groq gives tags to whoever asks for them.
    when: "!reasoning_format=raw",
    severity: Severity::Degrade,
    evidence: Evidence::Reported,
    check,
    fixes: &[(Safety::Safe, Mend::By(lift)), (Safety::Unsafe, Mend::By(fix))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let has_field = facts.profile.fits("wire=openai-chat dialect=deepseek|kimi|glm|groq");
    for (_, entry) in facts.answers() {
        let mut last = None;
        for text in entry.parts.iter().filter_map(said).filter(|text| text.text().is_some_and(|text| begins(text.raw()))) {
            // A content that is read in stretches is one text.
            if last.replace(text.span()) != Some(text.span()) {
                let finding = found.finding(text).with(entry.value);
                found.push(if has_field { finding } else { finding.costs(Severity::Advice).mends(1) });
            }
        }
    }
}

/// What a part shows as the model's words.
fn said<'d>(part: &Part<'d>) -> Option<Value<'d>> {
    let is_tag = part.thinking.as_ref().is_some_and(|thinking| matches!(thinking.attachment, Attachment::Tag { .. }));
    let shown = part.kind == PartKind::Text && !part.value.fits("thought=true") || is_tag;
    Some(part.value).filter(|_| shown).and_then(|value| if value.kind() == Kind::String { Some(value) } else { value.get("text") })
}

/// Whether a text, as it is written, begins with a tag.
fn begins(mut raw: &[u8]) -> bool {
    while let Some(rest) = [&b" "[..], b"\\n", b"\\r", b"\\t"].iter().find_map(|space| raw.strip_prefix(*space)) {
        raw = rest;
    }
    let open = [&b"<"[..], b"\\u003c", b"\\u003C"].iter().find_map(|open| raw.strip_prefix(*open));
    let closes = |rest: &[u8]| [&b">"[..], b"\\u003e", b"\\u003E", b" "].iter().any(|close| rest.starts_with(close));
    raw.starts_with(b"[THINK]") || open.is_some_and(|rest| TAGS.iter().any(|tag| rest.strip_prefix(tag.as_bytes()).is_some_and(closes)))
}

const TAGS: [&str; 6] = ["think", "thinking", "thought", "reasoning", "mm:think", "budget:thinking"];

/// The reasoning goes into the member that the host reads.
fn lift<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let Some(field) = dialect(facts.profile.word("dialect")).and_then(|dialect| dialect.reads.first()) else { return Ok(()) };
    let Some(message) = finding.related.first().filter(|message| message.get(field).is_none_or(Value::is_null)) else { return Ok(()) };
    changes.set(*message, field, &kept(finding.place, StretchKind::Thought))?;
    fix(facts, finding, changes)
}

/// The reasoning goes.
fn fix<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let rest = kept(finding.place, StretchKind::Visible);
    // A block of text must not be empty.
    let block = facts.parts().map(|(_, part)| part.value).find(|part| part.get("text").is_some_and(|text| text.span() == finding.place.span()));
    match block.filter(|_| rest == b"\"\"") {
        Some(block) => changes.remove(facts.all_of(block)),
        None => changes.replace(finding.place, &rest),
    }
}

/// The stretches of that kind, one after the other, as a JSON string.
fn kept(text: Value<'_>, kind: StretchKind) -> Vec<u8> {
    let decoded = text.text().map(|text| text.wtf8()).unwrap_or_default();
    let stretches = split(&decoded, Opening::Written).into_iter().filter(|stretch| stretch.kind == kind);
    let pieces: Vec<&[u8]> = stretches.filter_map(|stretch| decoded.get(stretch.span.start..stretch.span.end)).collect();
    quote_wtf8(&pieces.concat())
}
