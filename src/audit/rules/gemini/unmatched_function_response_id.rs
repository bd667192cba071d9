//! A function response has the id of no call that it could answer.
//!
//! # What it checks
//!
//! Where a function response has an `id`, a call of the turn before has the same. A response without an id is taken. It binds Gemini 3 and
//! later, which give each call an id.
//!
//! # Why
//!
//! > functionResponse.id does not match functionCall.id
//!
//! It happens when a client makes up ids of its own and writes them into the responses only, or renames the calls.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-3.7-flash"},"request":{"contents":[
//!   {"role":"user","parts":[{"text":"How warm is it?"}]},
//!   {"role":"model","parts":[{"functionCall":{"name":"weather","args":{}},"thoughtSignature":"RXF1YWwgYnl0ZXM="}]},
//!   {"role":"user","parts":[{"functionResponse":{"id":"call_1","name":"weather","response":{"celsius":21}}}]}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-3.7-flash"},"request":{"contents":[
//!   {"role":"user","parts":[{"text":"How warm is it?"}]},
//!   {"role":"model","parts":[{"functionCall":{"id":"call_1","name":"weather","args":{}},"thoughtSignature":"RXF1YWwgYnl0ZXM="}]},
//!   {"role":"user","parts":[{"functionResponse":{"id":"call_1","name":"weather","response":{"celsius":21}}}]}]}}
//! ```
//!
//! # Fix
//!
//! Safe: the id goes, since it names nothing; calls and responses are then matched by name and order.
//!
//! # Evidence
//!
//! - reported, 2026-11-14: <https://github.com/router-for-me/CLIProxyAPI/issues/5199>
//! - reported, 2026-04-13: <https://github.com/laravel/ai/pull/390>
//! - observed, 2026-11-14: responses without an id to calls with one were accepted; none with another id was recorded

use super::{all, either, turns};
use crate::audit::{Evidence, Facts, Found, Mend, Rule, Safety};
use crate::json::Value;
use crate::model::PartKind;

/// The rule.
pub static RULE: Rule = Rule {
    id: "unmatched-function-response-id",
    binds: "wire=gemini-generate vendor=google name signs=always",
    evidence: Evidence::Reported,
    upstream: &["functionResponse.id does not match functionCall.id"],
    check,
    fixes: &[(Safety::Safe, Mend::Remove)],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let mut before = Default::default();
    for turn in turns(facts) {
        // What answers no call at all is another rule's.
        if all(before, PartKind::Call).next().is_some() {
            for id in all(turn, PartKind::Result).filter_map(|result| id(result, ["functionResponse", "function_response"])) {
                if !all(before, PartKind::Call).any(|call| self::id(call, super::CALL).is_some_and(|known| known.raw() == id.raw())) {
                    found.at(id);
                }
            }
        }
        before = turn;
    }
}

fn id<'d>(part: Value<'d>, names: [&str; 2]) -> Option<Value<'d>> {
    either(part, names)?.get("id").filter(|id| id.text().is_some_and(|id| !id.is_empty()))
}
