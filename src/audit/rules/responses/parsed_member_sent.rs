//! An item has a member that only a client writes: its own parse of what the model said.
//!
//! # What it checks
//!
//! No item of the input has `parsed_arguments`, and no part of a message has `parsed`, not even as `null`. It binds OpenAI and Azure.
//!
//! # Why
//!
//! > Unknown parameter: 'input[2].parsed_arguments'.
//!
//! `responses.stream()` and `responses.parse()` of OpenAI's own clients put both beside what came. A client that sends the items of such a
//! response as they are sends them too.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"function_call","id":"fc_1","call_id":"call_1","name":"weather","arguments":"{}","parsed_arguments":{}},
//!   {"type":"function_call_output","call_id":"call_1","output":"21"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"function_call","id":"fc_1","call_id":"call_1","name":"weather","arguments":"{}"},
//!   {"type":"function_call_output","call_id":"call_1","output":"21"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: the member goes. The model never saw it.
//!
//! # Evidence
//!
//! - reported, 2025-10-31: <https://github.com/openai/openai-python/issues/2720>
//! - reported, 2026-04-29: <https://github.com/openai/openai-python/pull/3146>; the words for `parsed` are not known
//! - catalogue: oai-parsed-member

use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "parsed-member-sent",
    binds: "wire=openai-responses vendor=openai contract=openai",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new("parsed-arguments", "Unknown parameter: 'input[{0}].parsed_arguments'.")],
    check,
    fixes: &[Fix::new("remove", Safety::Safe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for entry in facts.entries {
        if let Some(place) = entry.value.get("parsed_arguments") {
            found.at(place);
        }
        for place in entry.value.list("content").filter_map(|part| part.get("parsed")) {
            found.at(place).says_nothing();
        }
    }
}
