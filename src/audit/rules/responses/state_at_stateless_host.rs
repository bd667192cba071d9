//! A host that keeps nothing is asked to keep something.
//!
//! # What it checks
//!
//! A request to OpenRouter's Responses has neither `store` set to `true` nor a `previous_response_id`. A request on Anthropic's wire to a host that holds no
//! threads (OpenRouter, DeepSeek, Z.ai, MiniMax, Moonshot) does not continue one: it has no `thread` of the type `continue`. One of the type `create` sends
//! the whole history and does no harm.
//!
//! # Why
//!
//! OpenRouter says that this API is stateless, that each request stands by itself, and that both are refused. The words of the 400
//! are not known.
//!
//! A host that does not know `thread` ignores it and answers what is new as if it were all. The model has lost the conversation, and no error says so; only
//! a result without its call is refused by some. Clients that take a proxy for Anthropic send such requests from the second turn on.
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
//! by the caller. A `thread` has no fix: without it the history would be missing all the same.
//!
//! # Evidence
//!
//! - documented, 2026-11-14: <https://openrouter.ai/docs/api/reference/responses/overview>
//! - reported, 2026-11-15: threads, <https://github.com/raine/claude-code-proxy/issues/148>, <https://github.com/bman654/clodex/pull/253>, <https://github.com/KarpelesLab/teamclaude/pull/378>
//! - catalogue: or.responses.stateful, anth-thread-stateless

use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Severity, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "state-at-stateless-host",
    binds: "wire=openai-responses|anthropic-messages surface stateless=true",
    when: "store=true,previous_response_id:s,thread.type=continue",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    check,
    fixes: &[STORE_NOTHING, UNCHAIN],
    ..Rule::DEFAULT
};

const STORE_NOTHING: Fix = Fix::new("store-nothing", Safety::Safe, FixEdit::Replace("false"));
const UNCHAIN: Fix = Fix::new("unchain", Safety::Unsafe, FixEdit::Remove);

/// The settings that ask for state, the values that do, and the fix.
const SETTINGS: [(&str, &str, &[Fix]); 2] = [("store", "=true", &[STORE_NOTHING]), ("previous_response_id", ":s", &[UNCHAIN])];

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    if facts.profile.fits("wire=anthropic-messages") {
        if let Some(thread) = facts.body.get("thread").filter(|thread| thread.fits("type=continue")) {
            let finding = found.at(thread).offers(&[]);
            (finding.severity, finding.evidence) = (Severity::Degrade, Evidence::Reported);
        }
        return;
    }
    for (name, test, fixes) in SETTINGS {
        if let Some(value) = facts.body.get(name).filter(|value| value.fits(test)) {
            found.at(value).offers(fixes);
        }
    }
}
