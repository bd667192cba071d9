//! The `format` of a reasoning item is no format.
//!
//! # What it checks
//!
//! The `format` of every item of `reasoning_details`, where there is one, is `unknown` or of the form `name-v1`, once.
//!
//! # Why
//!
//! The format says whose reasoning it is and how it goes back. A client that joins the pieces of a stream by joining all their
//! strings joins this one too, and leaves `openai-responses-v1openai-responses-v1`, which no one reads.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openrouter-chat"},"request":{"model":"openai/gpt-5","provider":{"order":["openai"]},"messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":"Hello.","reasoning_details":[{"type":"reasoning.encrypted","data":"gAAAAABRXF1YWw=","id":"rs_1","format":"openai-responses-v1openai-responses-v1","index":0}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openrouter-chat"},"request":{"model":"openai/gpt-5","provider":{"order":["openai"]},"messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":"Hello.","reasoning_details":[{"type":"reasoning.encrypted","data":"gAAAAABRXF1YWw=","id":"rs_1","format":"openai-responses-v1","index":0}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: a format that is written several times is written once. Of another nothing is known, and it stays.
//!
//! # Evidence
//!
//! - observed, 2026-11-14: `@langchain/core` 1.2.13, run on a stub, joins the chunks of a stream so
//! - documented: <https://openrouter.ai/docs/guides/best-practices/reasoning-tokens>
//! - catalogue: or.details.format-corrupt

use super::details::details;
use crate::audit::rules::members::has_text;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Severity, Tier};
use crate::error::Error;
use crate::json::{Changes, Value, find_bytes};

/// The rule.
pub static RULE: Rule = Rule {
    id: "corrupt-details-format",
    binds: "wire=openrouter-chat|openai-chat dialect=openrouter|vercel-gateway",
    severity: Severity::Degrade,
    evidence: Evidence::Observed,
    since: "0.1.0",
    tier: Tier::Stable,
    check,
    fixes: &[Fix::new("keep-one-format", Safety::Safe, FixEdit::By(fix))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (_, entry) in facts.answers() {
        for item in details(entry) {
            if let Some(format) = item.get("format").filter(|format| has_text(item, "format") && !is_format(word(*format))) {
                found.at(format);
            }
        }
    }
}

fn word(format: Value<'_>) -> &[u8] {
    format.text().map(|text| text.raw()).unwrap_or_default()
}

/// Returns `true` if a word is `unknown`, or a name with one version at its end.
fn is_format(word: &[u8]) -> bool {
    let end = find_bytes(word, b"-v").unwrap_or_default();
    let (name, version) = word.split_at_checked(end).unwrap_or_default();
    let is_version = version.len() > 2 && version.iter().skip(2).all(u8::is_ascii_digit);
    word == b"unknown" || !name.is_empty() && is_version && name.iter().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'))
}

fn fix<'d>(_: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let word = word(finding.place);
    for length in 1..word.len() {
        let once = word.get(..length).unwrap_or_default();
        if is_format(once) && word.chunks(length).all(|piece| piece == once) {
            return changes.replace(finding.place, &[b"\"", once, b"\""].concat());
        }
    }
    Ok(())
}
