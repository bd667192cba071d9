//! Nothing is stored, and no ciphertext is asked for.
//!
//! # What it checks
//!
//! A request with `store` set to `false`, in the middle of calls to tools, has `reasoning.encrypted_content` in its `include`,
//! unless the model sends it unasked (GPT-5.6 and later, Grok 4.7) or does not think. Where the input brings ciphertexts along they
//! are asked for somewhere, and nothing is said.
//!
//! # Why
//!
//! > `reasoning.encrypted_content`: Includes an encrypted version of reasoning tokens in reasoning item outputs. This enables reasoning items to be used in multi-turn conversations when using the Responses API statelessly
//!
//! What the model thinks before it calls a tool is gone when the result comes back.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","store":false,"input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"function_call","id":"fc_1","call_id":"call_1","name":"weather","arguments":"{}"},
//!   {"type":"function_call_output","call_id":"call_1","output":"21"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","store":false,"include":["reasoning.encrypted_content"],"input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"function_call","id":"fc_1","call_id":"call_1","name":"weather","arguments":"{}"},
//!   {"type":"function_call_output","call_id":"call_1","output":"21"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: `include` asks for it. Nothing else in the answer changes.
//!
//! # Evidence
//!
//! - observed, 2026-11-14: up to GPT-5.5 all recorded answers but one have no ciphertext without that `include`; GPT-5.6 sends it unasked
//! - documented, 2026-11-14: <https://platform.openai.com/docs/api-reference/responses/create>
//! - catalogue: oai-no-state-requested

use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Presumed, Rule, Safety, Severity, Tier};
use crate::error::Error;
use crate::json::{Changes, Kind};
use crate::model::Entry;

/// The rule.
pub static RULE: Rule = Rule {
    id: "ciphertext-not-requested",
    binds: "wire=openai-responses vendor=openai|xai name reasons=true !ciphertext=always",
    when: "store=false !include.*=reasoning.encrypted_content",
    severity: Severity::Degrade,
    evidence: Evidence::Observed,
    since: "0.1.0",
    tier: Tier::Stable,
    presumes: &[Presumed::Setting("store"), Presumed::Setting("include")],
    check,
    fixes: &[Fix::new("request-ciphertext", Safety::Safe, FixEdit::By(fix))],
    ..Rule::DEFAULT
};

const WANTED: &str = "\"reasoning.encrypted_content\"";

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let sealed = |entry: &Entry<'_>| entry.value.fits("type=reasoning encrypted_content:s !encrypted_content=");
    if !facts.calls.is_empty() && (facts.thinks() || facts.profile.fits("contract=xai")) && !facts.entries.iter().any(sealed) {
        found.at(facts.body);
    }
}

fn fix<'d>(facts: &Facts<'d>, _: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    match facts.body.get("include").filter(|include| include.kind() == Kind::Array) {
        Some(include) => changes.append(include, WANTED.as_bytes()),
        None => changes.set(facts.body, "include", ["[", WANTED, "]"].concat().as_bytes()),
    }
}
