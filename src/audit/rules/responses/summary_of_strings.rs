//! `summary` is a list of strings instead of objects.
//!
//! # What it checks
//!
//! On OpenRouter's Responses, each element of `summary` in a reasoning item is an object with `type` and `text`.
//!
//! # Why
//!
//! OpenRouter's documentation once showed a summary of strings. Its client library, which is generated from the schema, has only
//! objects. The server's answer to strings is not known.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses","host":"openrouter.ai"},"request":{"model":"openai/gpt-5","input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"reasoning","id":"rs_1","summary":["Looking."]},
//!   {"type":"message","id":"msg_1","role":"assistant","content":[{"type":"output_text","text":"21 degrees."}]},
//!   {"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses","host":"openrouter.ai"},"request":{"model":"openai/gpt-5","input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"reasoning","id":"rs_1","summary":[{"type":"summary_text","text":"Looking."}]},
//!   {"type":"message","id":"msg_1","role":"assistant","content":[{"type":"output_text","text":"21 degrees."}]},
//!   {"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: wrap each string in an object of the type `summary_text`.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: OpenRouter's schema has objects with a required `type` and `text` in a summary, <https://github.com/OpenRouterTeam/docs/blob/main/openapi/openapi.yaml>; the answer to strings is not documented
//! - catalogue: or.responses.summary-strings

use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Rule, Safety, Severity, Tier};
use crate::error::Error;
use crate::json::Changes;

/// The rule.
pub static RULE: Rule = Rule {
    id: "summary-of-strings",
    binds: "wire=openai-responses surface=openrouter",
    severity: Severity::Advice,
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    each: "type=reasoning summary.*:s",
    fixes: &[Fix::new("wrap-summaries", Safety::Safe, FixEdit::By(fix)).titled("Wrap each string in a `summary_text` object.")],
    ..Rule::DEFAULT
};

fn fix<'d>(_: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    for piece in finding.place.list("summary") {
        if piece.text().is_some() {
            changes.replace(piece, &[br#"{"type":"summary_text","text":"#, piece.raw(), b"}"].concat())?;
        }
    }
    Ok(())
}
