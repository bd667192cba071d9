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

use crate::audit::{Evidence, Facts, Fix, Found, Mend, Rule, Safety, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "state-at-stateless-host",
    binds: "wire=openai-responses surface=openrouter",
    when: "store=true,previous_response_id:s",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    check,
    fixes: &[STORE_NOTHING, UNCHAIN],
    ..Rule::DEFAULT
};

const STORE_NOTHING: Fix = Fix::new("store-nothing", Safety::Safe, Mend::Replace("false"));
const UNCHAIN: Fix = Fix::new("unchain", Safety::Unsafe, Mend::Remove);

/// The settings that ask for state, the values that do, and the fix.
const SETTINGS: [(&str, &str, &[Fix]); 2] = [("store", "=true", &[STORE_NOTHING]), ("previous_response_id", ":s", &[UNCHAIN])];

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (name, test, fixes) in SETTINGS {
        if let Some(value) = facts.body.get(name).filter(|value| value.fits(test)) {
            found.at(value).offers(fixes);
        }
    }
}
