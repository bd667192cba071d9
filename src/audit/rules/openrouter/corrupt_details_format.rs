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

use crate::audit::{Evidence, Facts, Finding, Found, Mend, Rule, Safety, Severity};
use crate::error::Error;
use crate::json::{Changes, quote};

/// The rule.
pub static RULE: Rule = Rule {
    id: "corrupt-details-format",
    binds: "wire=openrouter-chat|openai-chat dialect=openrouter|vercel-gateway",
    severity: Severity::Degrade,
    evidence: Evidence::Observed,
    check,
    fixes: &[(Safety::Safe, Mend::By(fix))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (_, entry) in facts.answers() {
        for format in super::details(entry).filter_map(|item| item.get("format")) {
            if format.text().is_some_and(|text| !text.is_empty() && !text.plain().is_some_and(is_format)) {
                found.at(format);
            }
        }
    }
}

/// Whether a word is `unknown`, or a name and one version at its end.
fn is_format(word: &str) -> bool {
    let is_name = |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    let is_version = |version: &str| !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit());
    word == "unknown" || word.split_once("-v").is_some_and(|(name, version)| is_name(name) && is_version(version))
}

fn fix<'d>(_: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let word = finding.place.text().and_then(|text| text.plain()).unwrap_or_default();
    let whole = |length: &usize| {
        let once = word.get(..*length).unwrap_or_default();
        (is_format(once) && word.len().is_multiple_of(*length) && once.repeat(word.len() / *length) == word).then_some(once)
    };
    (1..word.len()).find_map(|length| whole(&length)).map_or(Ok(()), |once| changes.replace(finding.place, quote(once).as_bytes()))
}
