//! An item has a member that only OpenAI's client library adds.
//!
//! # What it checks
//!
//! No item of `input` has `parsed_arguments`, and no part of a message has `parsed`, not even as `null`. Applies to OpenAI and Azure.
//!
//! # Why
//!
//! > Unknown parameter: 'input[2].parsed_arguments'.
//!
//! OpenAI refuses members that it does not define. `responses.stream()` and `responses.parse()` of OpenAI's client libraries add this
//! member to a response. A program that sends the item back unchanged sends the member too.
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
//! Safe: remove the member. The model never sees it.
//!
//! # Evidence
//!
//! - reported, 2025-10-31: <https://github.com/openai/openai-python/issues/2720>
//! - reported, 2026-04-29: <https://github.com/openai/openai-python/pull/3146>; the answer to `parsed` is not known
//! - catalogue: oai-parsed-member

use crate::audit::details::{Unlisted, details};
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

details! {
    /// The member.
    struct ParsedMember { name: Unlisted<&'static str> }
    message => "`{name}` is not a parameter of the API"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for entry in facts.entries {
        if let Some(place) = entry.value.get("parsed_arguments") {
            found.at(place).with(ParsedMember { name: Unlisted("parsed_arguments") });
        }
        for place in entry.value.list("content").filter_map(|part| part.get("parsed")) {
            found.at(place).with(ParsedMember { name: Unlisted("parsed") }).says_nothing();
        }
    }
}
