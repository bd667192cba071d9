//! A host that keeps nothing is asked to keep something.
//!
//! # What it checks
//!
//! A request to OpenRouter's Responses has neither `store` set to `true` nor a `previous_response_id`.
//!
//! # Why
//!
//! OpenRouter says that this API is stateless, that each request stands by itself, and that both are refused. The words of the 400
//! are not known.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses","host":"openrouter.ai"},"request":{"model":"openai/gpt-5","store":true,"input":[
//!   {"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses","host":"openrouter.ai"},"request":{"model":"openai/gpt-5","store":false,"input":[
//!   {"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: `store` becomes `false`. Unsafe: `previous_response_id` goes; the history that it stands for has to be put into the input
//! by the caller.
//!
//! # Evidence
//!
//! - documented, 2026-11-14: <https://openrouter.ai/docs/api/reference/responses/overview>
//! - catalogue: or.responses.stateful

use crate::audit::{Evidence, Facts, Found, Mend, Rule, Safety};

/// The rule.
pub static RULE: Rule = Rule {
    id: "state-at-stateless-host",
    binds: "wire=openai-responses surface=openrouter",
    when: "store=true,previous_response_id:s",
    evidence: Evidence::Documented,
    check,
    fixes: &[(Safety::Safe, Mend::Replace("false")), (Safety::Unsafe, Mend::Remove)],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (nth, (name, test)) in [("store", "=true"), ("previous_response_id", ":s")].iter().enumerate() {
        if let Some(value) = facts.body.get(name).filter(|value| value.fits(test)) {
            found.at(value).fixes = nth;
        }
    }
}
