//! A reasoning tag is not opened or not closed.
//!
//! # What it checks
//!
//! In the text of a model message, each `<think>`, `[THINK]` or similar tag has its opening and its closing tag. Tags in code are ignored.
//!
//! # Why
//!
//! Servers treat a single tag differently. vLLM reads all text before a closing tag as reasoning, and all text after an unclosed opening
//! tag. Other servers show it as the answer, and some lose the tag.
//!
//! Common causes: a template that opens the tag in the prompt (DeepSeek R1, QwQ), and an answer that was cut off.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"vllm"},"request":{"model":"Qwen/QwQ-32B","messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":"A greeting.</think>Hello."},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"vllm"},"request":{"model":"Qwen/QwQ-32B","messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":"<think>A greeting.</think>Hello."},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Fix
//!
//! - Placeholder: add the missing tag at the start or at the end of the text. This is offered only for tags of the form `<name>`.
//! - By hand: write the missing tag where the reasoning begins or ends, or remove the other one.
//!
//! # Evidence
//!
//! - reported, 2026-11-14, as read in `basic_parsers.py`: <https://github.com/vllm-project/vllm>
//! - reported, 2026-11-14, to the contrary: <https://github.com/pydantic/pydantic-ai>
//! - catalogue: tag.orphan-close, tag.unclosed

use crate::audit::details::details;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Severity, Tier};
use crate::error::Error;
use crate::json::Changes;
use crate::model::Attachment;

/// The rule.
pub static RULE: Rule = Rule {
    id: "unbalanced-thinking-tag",
    binds: "wire=openai-chat|openrouter-chat|mistral-chat|ollama-chat",
    severity: Severity::Degrade,
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    check,
    fixes: &[ADD_OPENING, ADD_CLOSING],
    ..Rule::DEFAULT
};

details! {
    /// Which of the two tags is missing, and its name.
    struct UnbalancedTag { missing: &'static str, name: String }
    message => "The {missing} `{name}` tag is missing"
}

const ADD_OPENING: Fix =
    Fix::new("add-opening-tag", Safety::Placeholder, FixEdit::By(fix)).titled("Add the opening tag at the start of the text.");
const ADD_CLOSING: Fix =
    Fix::new("add-closing-tag", Safety::Placeholder, FixEdit::By(fix)).titled("Add the closing tag at the end of the text.");

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (_, part, thinking) in facts.thoughts() {
        let Attachment::Tag { name } = &thinking.attachment else { continue };
        // If the thought begins at the start of the text, there is no opening tag.
        let missing = match thinking.complete {
            true if part.span.start == part.value.span().start + 1 => "opening",
            true => continue,
            false => "closing",
        };
        let finding = found.at(part.value).with(UnbalancedTag { missing, name: name.to_string() });
        finding.offers(if missing == "opening" { &[ADD_OPENING] } else { &[ADD_CLOSING] });
    }
}

fn fix<'d>(_: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let Some(UnbalancedTag { missing, name }) = finding.details() else { return Ok(()) };
    let raw = finding.place.raw();
    if raw.len() < 2 || finding.place.text().is_none() || !name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b':') {
        return Ok(());
    }
    let (tag, at) = if *missing == "opening" { ("<", 1) } else { ("</", raw.len() - 1) };
    let (before, after) = raw.split_at_checked(at).unwrap_or_default();
    changes.replace(finding.place, &[before, tag.as_bytes(), name.as_bytes(), b">", after].concat())
}
