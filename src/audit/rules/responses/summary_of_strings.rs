//! A summary is a list of bare strings.
//!
//! # What it checks
//!
//! On OpenRouter's Responses, each element of a reasoning item's `summary` is an object with a `type` and a `text`.
//!
//! # Why
//!
//! OpenRouter's pages once showed a summary of strings; its own client, which is made from the schema, has objects only. What the
//! server says to strings is not known.
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
//! Safe: each string becomes an object with the string in it.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: OpenRouter's schema has objects with a required `type` and `text` in a summary, <https://github.com/OpenRouterTeam/docs/blob/main/openapi/openapi.yaml>; what it answers to strings is not said
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
    fixes: &[Fix::new("wrap-summaries", Safety::Safe, FixEdit::By(fix))],
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
