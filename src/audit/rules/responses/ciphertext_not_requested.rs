//! `store` is `false`, and `include` does not ask for `reasoning.encrypted_content`.
//!
//! # What it checks
//!
//! A request in a tool loop with `"store": false` has `reasoning.encrypted_content` in `include`. GPT-5.6 and later and Grok 4.7 send
//! it without being asked. They are not checked, nor are models that do not reason. The rule reports nothing if the input already has a
//! ciphertext: then an earlier request asked for it.
//!
//! # Why
//!
//! > `reasoning.encrypted_content`: Includes an encrypted version of reasoning tokens in reasoning item outputs. This enables reasoning items to be used in multi-turn conversations when using the Responses API statelessly
//!
//! The provider stores nothing here, and without the ciphertext the client has nothing to send back. The model loses the reasoning before a
//! tool call as soon as the result is sent.
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
//! Safe: add `reasoning.encrypted_content` to `include`. Nothing else in the answer changes.
//!
//! # Evidence
//!
//! - observed, 2026-11-14: up to GPT-5.5 all recorded answers but one have no ciphertext without that `include`; GPT-5.6 sends it without being asked
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
    fixes: &[Fix::new("request-ciphertext", Safety::Safe, FixEdit::By(fix)).titled("Add `reasoning.encrypted_content` to `include`.")],
    ..Rule::DEFAULT
};

const WANTED: &str = "\"reasoning.encrypted_content\"";

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let has_ciphertext = |entry: &Entry<'_>| entry.value.fits("type=reasoning encrypted_content:s !encrypted_content=");
    if !facts.calls.is_empty() && (facts.thinks() || facts.profile.fits("contract=xai")) && !facts.entries.iter().any(has_ciphertext) {
        found.at(facts.body);
    }
}

fn fix<'d>(facts: &Facts<'d>, _: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    match facts.body.get("include").filter(|include| include.kind() == Kind::Array) {
        Some(include) => changes.append(include, WANTED.as_bytes()),
        None => changes.set(facts.body, "include", ["[", WANTED, "]"].concat().as_bytes()),
    }
}
