//! `thinking` is a string, and Mistral expects a list of chunks.
//!
//! # What it checks
//!
//! In every `{"type":"thinking"}` chunk for Mistral, `thinking` is an array.
//!
//! # Why
//!
//! Mistral's chunk contains chunks: `{"type":"thinking","thinking":[{"type":"text","text":"…"}]}`. Anthropic's and Cohere's blocks of
//! the same type have a string there. Mistral checks the shape of requests and answers with status 422. Its answer to this case is not
//! published.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"mistral-chat"},"request":{"model":"magistral-medium-latest","messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":[{"type":"thinking","thinking":"A greeting."},{"type":"text","text":"Hello."}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"mistral-chat"},"request":{"model":"magistral-medium-latest","messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":[{"type":"thinking","thinking":[{"type":"text","text":"A greeting."}]},{"type":"text","text":"Hello."}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: wrap the string in a list with one `text` chunk.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: Mistral's schema has an array there and nothing else, <https://github.com/mistralai/platform-docs-public/blob/main/openapi.yaml>; its answer to a string is not documented
//! - catalogue: mistral.think-chunk-shape

use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Severity, Tier};
use crate::error::Error;
use crate::json::Changes;

/// The rule.
pub static RULE: Rule = Rule {
    id: "string-for-thinking-chunks",
    binds: "wire=mistral-chat dialect=mistral",
    severity: Severity::Advice,
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    check,
    fixes: &[Fix::new("wrap-in-chunk", Safety::Safe, FixEdit::By(fix)).titled("Wrap the string in a list with one `text` chunk.")],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (_, part, _) in facts.thoughts() {
        if let Some(text) = part.value.get("thinking").filter(|text| text.text().is_some()) {
            found.at(text);
        }
    }
}

fn fix<'d>(_: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    changes.replace(finding.place, &[&br#"[{"type":"text","text":"#[..], finding.place.raw(), b"}]"].concat())
}
