//! Reasoning stands where Ollama does not read it.
//!
//! # What it checks
//!
//! A reasoning item that goes to Ollama's Responses has its text in `encrypted_content`. That is plain text there, and the only
//! member that is read back.
//!
//! # Why
//!
//! The item is taken and dropped. A client that leaves `encrypted_content` out because it did not ask for it, or keeps only the
//! summary, loses the reasoning without a word.
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
//! Safe: the text of the summary is put there, if the summary is one piece; it is the same text. Unsafe: otherwise the item goes.
//!
//! # Evidence
//!
//! - reported, 2026-11-14: <https://github.com/ollama/ollama/blob/main/openai/responses.go>
//! - catalogue: ollama.responses-no-encrypted

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

const COPY_SUMMARY: Fix = Fix::new("copy-summary", Safety::Safe, FixEdit::By(fix));
const REMOVE: Fix = Fix::new("remove", Safety::Unsafe, FixEdit::Remove);

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (_, part, _) in facts.thoughts() {
        if part.value.fits("type=reasoning !encrypted_content:s,encrypted_content=") {
            let finding = found.at(part.value);
            if text(part.value).is_none() {
                finding.offers(&[REMOVE]);
            }
        }
    }
}

/// The text of a summary of one piece.
fn text(item: Value<'_>) -> Option<Value<'_>> {
    let mut pieces = item.get("summary")?.elements();
    let only = pieces.next()?.get("text")?;
    (pieces.next().is_none() && only.text().is_some_and(|text| !text.is_empty())).then_some(only)
}

fn fix<'d>(_: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    text(finding.place).map_or(Ok(()), |text| changes.set(finding.place, "encrypted_content", text.raw()))
}
