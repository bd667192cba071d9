//! The `format` of a reasoning item is not valid.
//!
//! # What it checks
//!
//! If an item of `reasoning_details` has a `format`, it is `unknown` or has the form `name-v1`, written once.
//!
//! # Why
//!
//! `format` names the vendor of the reasoning and the way to send it back. A client that joins the chunks of a stream may join this
//! string too. The result, for example `openai-responses-v1openai-responses-v1`, is not a format that the host reads.
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
//! - Safe: write the format once if it is repeated.
//! - By hand: restore the original `format`, or remove the item.
//!
//! # Evidence
//!
//! - observed, 2026-11-14: `@langchain/core` 1.2.13, run on a stub, joins the chunks of a stream in this way
//! - documented: <https://openrouter.ai/docs/guides/best-practices/reasoning-tokens>
//! - catalogue: or.details.format-corrupt

use super::details::reasoning_items;
use crate::audit::details::{Unlisted, details};
use crate::audit::rules::members::has_text;
use crate::audit::rules::texts::read_text;
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

details! {
    /// The format.
    struct CorruptFormat { format: Unlisted<String> }
    message => "`format` is `{format}`, which is not valid"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (_, entry) in facts.answers() {
        for item in reasoning_items(entry) {
            if let Some(format) = item.get("format").filter(|format| has_text(item, "format") && !is_format(word(*format))) {
                found.at(format).with(CorruptFormat { format: Unlisted(read_text(format)) });
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
