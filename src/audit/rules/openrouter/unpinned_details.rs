//! The request has encrypted reasoning and does not name the provider that can decrypt it.
//!
//! # What it checks
//!
//! A request with reasoning that an OpenAI model encrypted names a provider in `provider.order` or `provider.only`.
//!
//! # Why
//!
//! > The encrypted content for item rs_1 could not be verified.
//!
//! Several services serve these models, each with its own keys. If another service answers than in the turn before, it refuses the
//! reasoning. The routing decides, so the error does not occur in every request.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openrouter-chat"},"request":{"model":"openai/gpt-5","messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":"Hello.","reasoning_details":[{"type":"reasoning.encrypted","data":"gAAAAABRXF1YWw=","id":"rs_1","format":"azure-openai-responses-v1","index":0}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openrouter-chat"},"request":{"model":"openai/gpt-5","provider":{"order":["azure"],"allow_fallbacks":false},"messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":"Hello.","reasoning_details":[{"type":"reasoning.encrypted","data":"gAAAAABRXF1YWw=","id":"rs_1","format":"azure-openai-responses-v1","index":0}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: put the provider of the last encrypted item into `provider.order`. Others may still answer if it is not available.
//!
//! # Evidence
//!
//! - reported: <https://github.com/anomalyco/opencode/issues/4608>
//! - inferred, 2026-11-14: naming the provider helps
//! - catalogue: or.routing.unpinned-encrypted

use super::issuers::issuer_of;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Severity, Tier};
use crate::error::Error;
use crate::json::Changes;

/// The rule.
pub static RULE: Rule = Rule {
    id: "unpinned-details",
    binds: "wire=openrouter-chat|openai-chat|openai-responses dialect=openrouter vendor=openai",
    when: "!provider.order.* !provider.only.*",
    severity: Severity::Advice,
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    check,
    fixes: &[Fix::new("pin-provider", Safety::Unsafe, FixEdit::By(fix))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let mut last = None;
    for (_, part, _) in facts.thoughts() {
        if issuer_of(part.value).is_some_and(|issuer| issuer.vendor == "openai") {
            last = Some(part.value);
        }
    }
    if let Some(last) = last {
        found.at(last);
    }
}

fn fix<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let name = issuer_of(finding.place).map_or("", |issuer| issuer.provider);
    match facts.body.get("provider").filter(|provider| provider.fits(":o")) {
        Some(provider) => changes.set(provider, "order", ["[\"", name, "\"]"].concat().as_bytes()),
        None => changes.set(facts.body, "provider", ["{\"order\":[\"", name, "\"]}"].concat().as_bytes()),
    }
}
