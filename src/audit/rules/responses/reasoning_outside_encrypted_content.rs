//! `encrypted_content` is missing or empty, so Ollama does not read this reasoning.
//!
//! # What it checks
//!
//! A reasoning item for Ollama's Responses has its text in `encrypted_content`. At Ollama this is plain text, and the only member that
//! it reads.
//!
//! # Why
//!
//! Ollama accepts the item and drops the reasoning without an error. Common causes: a client leaves `encrypted_content` out because it
//! did not ask for it, or keeps only the summary.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses","host":"ollama"},"request":{"model":"gpt-oss:20b","input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"reasoning","id":"rs_1","summary":[{"type":"summary_text","text":"Looking."}]},
//!   {"type":"function_call","id":"fc_1","call_id":"call_1","name":"weather","arguments":"{}"},
//!   {"type":"function_call_output","call_id":"call_1","output":"21"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses","host":"ollama"},"request":{"model":"gpt-oss:20b","input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"reasoning","id":"rs_1","summary":[{"type":"summary_text","text":"Looking."}],"encrypted_content":"Looking."},
//!   {"type":"function_call","id":"fc_1","call_id":"call_1","name":"weather","arguments":"{}"},
//!   {"type":"function_call_output","call_id":"call_1","output":"21"}]}}
//! ```
//!
//! # Fix
//!
//! - Safe: copy the summary into `encrypted_content`, if the summary has exactly one part. It is the same text.
//! - Unsafe: remove the item in all other cases. Ollama does not read it.
//!
//! # Evidence
//!
//! - reported, 2026-11-14: <https://github.com/ollama/ollama/blob/main/openai/responses.go>
//! - catalogue: ollama.responses-no-encrypted

use crate::audit::details::{Unlisted, details};
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Severity, Tier};
use crate::error::Error;
use crate::json::{Changes, Value};

/// The rule.
pub static RULE: Rule = Rule {
    id: "reasoning-outside-encrypted-content",
    binds: "wire=openai-responses dialect=ollama",
    severity: Severity::Degrade,
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    check,
    fixes: &[COPY_SUMMARY, REMOVE],
    ..Rule::DEFAULT
};

details! {
    /// The state of the member that Ollama reads.
    struct UnreadReasoning { state: Unlisted<&'static str> }
    message => "`encrypted_content` is {state}, so Ollama does not read this reasoning"
}

const COPY_SUMMARY: Fix = Fix::new("copy-summary", Safety::Safe, FixEdit::By(fix)).titled("Copy the summary into `encrypted_content`.");
const REMOVE: Fix = Fix::new("remove", Safety::Unsafe, FixEdit::Remove);

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (_, part, _) in facts.thoughts() {
        if part.value.fits("type=reasoning !encrypted_content:s,encrypted_content=") {
            let state = if part.value.fits("encrypted_content=") { "empty" } else { "missing" };
            let finding = found.at(part.value).with(UnreadReasoning { state: Unlisted(state) });
            if only_text(part.value).is_none() {
                finding.offers(&[REMOVE]);
            }
        }
    }
}

/// Returns the text of a summary that has exactly one part.
fn only_text(item: Value<'_>) -> Option<Value<'_>> {
    let mut pieces = item.get("summary")?.elements();
    let only = pieces.next()?.get("text")?;
    (pieces.next().is_none() && only.text().is_some_and(|text| !text.is_empty())).then_some(only)
}

fn fix<'d>(_: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    only_text(finding.place).map_or(Ok(()), |text| changes.set(finding.place, "encrypted_content", text.raw()))
}
