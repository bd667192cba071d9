//! A message says the same reasoning in its content and in a member of its own.
//!
//! # What it checks
//!
//! A message whose content begins with `<think>` does not carry the same text in `reasoning_content` or `reasoning_details`. It binds MiniMax.
//!
//! # Why
//!
//! Without `reasoning_split` MiniMax streams its reasoning twice: between tags in the content, and as reasoning deltas. A client that keeps both sends
//! both back, and the model reads its thought twice over.
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
//! Safe: the form stays that the request asks for, the member with `reasoning_split`, the tags without.
//!
//! # Evidence
//!
//! - reported, 2026-06-11: <https://github.com/vellum-ai/vellum-assistant/pull/34556>
//! - catalogue: minimax.duplicate-reasoning

use crate::audit::{Facts, Finding, Found, Mend, Rule, Safety, Severity};
use crate::error::Error;
use crate::json::{Changes, Value, quote};

/// The rule.
pub static RULE: Rule = Rule {
    id: "reasoning-said-twice",
    binds: "wire=openai-chat dialect=minimax",
    severity: Severity::Degrade,
    check,
    fixes: &[(Safety::Safe, Mend::By(fix))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (_, entry) in facts.answers().filter(|(_, entry)| entry.value.fits("content^<think> reasoning_content,reasoning_details")) {
        let Some((tagged, _)) = parted(entry.value) else { continue };
        for place in ["reasoning_content", "reasoning_details"].into_iter().filter_map(|name| entry.value.get(name)) {
            let mut texts = Vec::new();
            place.collect(if place.text().is_some() { "" } else { "*.text" }, &mut texts);
            let said: String = texts.into_iter().filter_map(Value::text).map(|text| text.lossy()).collect();
            if !tagged.is_empty() && said.trim() == tagged.trim() {
                found.push(found.finding(place).with(entry.value));
            }
        }
    }
}

/// What stands between the tags of a content, and what comes after them.
fn parted(message: Value<'_>) -> Option<(String, String)> {
    let text = message.get("content")?.text()?.lossy();
    let (tagged, after) = text.strip_prefix("<think>")?.split_once("</think>")?;
    Some((tagged.to_owned(), after.trim_start().to_owned()))
}

fn fix<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    if !facts.body.fits("reasoning_split=true") {
        return changes.remove(finding.place);
    }
    let Some((message, (_, after))) = finding.related.first().and_then(|message| Some((*message, parted(*message)?))) else { return Ok(()) };
    changes.set(message, "content", quote(&after).as_bytes())
}
