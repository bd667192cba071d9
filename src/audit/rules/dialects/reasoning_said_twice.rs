//! The same reasoning is in `content` and in a separate member.
//!
//! # What it checks
//!
//! A message whose `content` begins with `<think>` does not have the same text in `reasoning_content` or `reasoning_details`. Applies
//! to MiniMax.
//!
//! # Why
//!
//! Without `reasoning_split`, MiniMax streams its reasoning twice: between tags in the content, and as reasoning deltas. A client that
//! keeps both sends both, and the model reads its thought twice.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.minimax.io"},"request":{"model":"MiniMax-M2","messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":"<think>A greeting.</think>\n\nHello.","reasoning_content":"A greeting."},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.minimax.io"},"request":{"model":"MiniMax-M2","messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":"<think>A greeting.</think>\n\nHello."},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: keep the reasoning in one place. With `reasoning_split` this is the member, otherwise the tags.
//!
//! # Evidence
//!
//! - reported, 2026-06-11: <https://github.com/vellum-ai/vellum-assistant/pull/34556>
//! - catalogue: minimax.duplicate-reasoning

use crate::audit::{Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Severity, Tier};
use crate::error::Error;
use crate::json::{Changes, Value, find_bytes, quote};

/// The rule.
pub static RULE: Rule = Rule {
    id: "reasoning-said-twice",
    binds: "wire=openai-chat dialect=minimax",
    severity: Severity::Degrade,
    since: "0.1.0",
    tier: Tier::Stable,
    check,
    fixes: &[Fix::new("keep-one", Safety::Safe, FixEdit::By(fix))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (_, entry) in facts.answers() {
        if !entry.value.fits("content^<think> reasoning_content,reasoning_details") {
            continue;
        }
        let Some((tagged, _)) = split_at_tags(entry.value) else { continue };
        for (name, path) in [("reasoning_content", "reasoning_content"), ("reasoning_details", "reasoning_details.*.text")] {
            let (mut texts, mut said) = (Vec::new(), String::new());
            entry.value.collect(path, &mut texts);
            texts.into_iter().filter_map(Value::text).for_each(|text| said.push_str(&text.lossy()));
            if let Some(place) = entry.value.get(name)
                && !tagged.is_empty()
                && said.trim_ascii() == tagged.trim_ascii()
            {
                found.at(place).beside(entry.value);
            }
        }
    }
}

/// Splits a content into the text between its tags and the text after them.
fn split_at_tags(message: Value<'_>) -> Option<(String, String)> {
    let text = message.get("content")?.text()?.lossy();
    let inside = text.strip_prefix("<think>")?;
    let end = find_bytes(inside.as_bytes(), END.as_bytes())?;
    Some((inside.get(..end)?.to_owned(), inside.get(end + END.len()..)?.trim_ascii_start().to_owned()))
}

const END: &str = "</think>";

fn fix<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    if !facts.body.fits("reasoning_split=true") {
        return changes.remove(finding.place);
    }
    let Some((message, (_, after))) = finding.related.first().and_then(|message| Some((*message, split_at_tags(*message)?))) else {
        return Ok(());
    };
    changes.set(message, "content", quote(&after).as_bytes())
}
