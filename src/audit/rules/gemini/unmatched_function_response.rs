//! A function response matches no function call.
//!
//! # What it checks
//!
//! If a function response has an `id`, a call of the turn before has the same one. A response without an `id` is allowed. Its `name` is
//! the name of such a call, or at least of a declared function. The rule applies to Gemini 3 and later, which give each call an id.
//!
//! For a wrong name, Google's answer ("Request contains an invalid argument.") does not name the response.
//!
//! # Why
//!
//! Google refuses a response that matches no call.
//!
//! Common causes: a client that invents ids and writes them only into the responses, and a client that lost the name and sends `unknown`.
//!
//! > functionResponse.id does not match functionCall.id
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
//! - Safe: remove the id. Google then matches calls and responses by name and order.
//! - By hand: set `name` to that of the call.
//!
//! A wrong name has no automatic fix, because the intended call is unknown.
//!
//! # Evidence
//!
//! - reported, 2026-11-14: <https://github.com/router-for-me/CLIProxyAPI/issues/5199>
//! - reported, 2026-04-13: <https://github.com/laravel/ai/pull/390>
//! - observed, 2026-07-27: <https://github.com/watt-mind/coach/pull/280> (the name, probed on two models)
//! - observed, 2026-11-14: responses without an id to calls with one were accepted, and names of calls that no tool declares; none with another id was recorded

use std::cell::OnceCell;
use std::collections::BTreeSet;

use super::request::{CALL, RESPONSE};
use crate::audit::details::{Unlisted, details};
use crate::audit::rules::members::{either, has_text};
use crate::audit::rules::texts::read_text;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier, Tool};
use crate::json::Value;

/// The rule.
pub static RULE: Rule = Rule {
    id: "unmatched-function-response",
    binds: "wire=gemini-generate vendor=google name signs=always",
    evidence: Evidence::Observed,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[ID_MISMATCH, INVALID_ARGUMENT],
    check,
    fixes: &[Fix::new("remove", Safety::Safe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

details! {
    /// The id of the response.
    struct UnmatchedId { id: Unlisted<String> }
    message => "The function response has the id `{id}`, but no function call of the previous turn has it"

    /// The name in the response.
    struct UnmatchedName { name: Unlisted<String> }
    message => "The function response has the name `{name}`, but no function call or declared function has it"
}

const ID_MISMATCH: Sentence = Sentence::new("id-mismatch", "functionResponse.id does not match functionCall.id");

const INVALID_ARGUMENT: Sentence = Sentence::new("invalid-argument", "Request contains an invalid argument.");

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let declared = OnceCell::new();
    let mut calls: &[Tool<'d>] = &[];
    for run in facts.runs() {
        let called = ["id", "name"].map(|member| CalledBy::new(calls, member));
        // Another rule reports different numbers of calls and responses.
        if calls.len() == run.results.len() {
            for result in run.results.iter().filter_map(|result| either(result.place, RESPONSE)) {
                for (called, sentence) in called.iter().zip([&ID_MISMATCH, &INVALID_ARGUMENT]) {
                    let member = called.member;
                    if !has_text(result, member) {
                        continue;
                    }
                    let Some(place) = result.get(member) else { continue };
                    let is_declared = || declared.get_or_init(|| declared_names(facts)).contains(place.raw());
                    if called.has(place.raw()) || member == "name" && is_declared() {
                        continue;
                    }
                    let finding = found.at(place).says(sentence);
                    if member == "name" {
                        finding.with(UnmatchedName { name: Unlisted(read_text(place)) }).offers(&[]);
                    } else {
                        finding.with(UnmatchedId { id: Unlisted(read_text(place)) }).evidence = Evidence::Reported;
                    }
                }
            }
        }
        calls = run.calls;
    }
}

/// The raw values of one member in all calls. They are collected on first use, because most turns have no responses.
struct CalledBy<'c, 'd> {
    calls: &'c [Tool<'d>],
    member: &'static str,
    set: OnceCell<BTreeSet<&'d [u8]>>,
}

impl<'c, 'd> CalledBy<'c, 'd> {
    fn new(calls: &'c [Tool<'d>], member: &'static str) -> Self {
        Self { calls, member, set: OnceCell::new() }
    }

    fn has(&self, raw: &[u8]) -> bool {
        let raw_of = |call: &Tool<'d>| Some(either(call.place, CALL)?.get(self.member)?.raw());
        self.set.get_or_init(|| self.calls.iter().filter_map(raw_of).collect()).contains(raw)
    }
}

/// Lists the names of the request's tools as raw JSON.
fn declared_names<'d>(facts: &Facts<'d>) -> BTreeSet<&'d [u8]> {
    let mut known = Vec::new();
    for path in ["tools.*.functionDeclarations.*.name", "tools.*.function_declarations.*.name"] {
        facts.body.collect(path, &mut known);
    }
    known.into_iter().map(Value::raw).collect()
}
