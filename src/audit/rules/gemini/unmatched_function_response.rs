//! A function response has the id or the name of no call that it could answer.
//!
//! # What it checks
//!
//! Where a function response has an `id`, a call of the turn before has the same; a response without an id is taken. Its `name` is that of such a
//! call, or at least of a declared function. It binds Gemini 3 and later, which give each call an id.
//!
//! # Why
//!
//! > functionResponse.id does not match functionCall.id
//!
//! It happens when a client makes up ids of its own and writes them into the responses only, or has lost the name and sends `unknown`.
//! Then the answer is only "Request contains an invalid argument."
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
//! Safe: the id goes, since it names nothing; calls and responses are then matched by name and order. A wrong name stays, since it is
//! not said which call was meant.
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
use crate::audit::rules::members::{either, has_text};
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

const ID_MISMATCH: Sentence = Sentence::new("id-mismatch", "functionResponse.id does not match functionCall.id");

const INVALID_ARGUMENT: Sentence = Sentence::new("invalid-argument", "Request contains an invalid argument.");

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let declared = OnceCell::new();
    let mut calls: &[Tool<'d>] = &[];
    for run in facts.runs() {
        let called = ["id", "name"].map(|member| CalledBy::new(calls, member));
        // Where there are more or fewer than calls, that is another rule's.
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
                        finding.offers(&[]);
                    } else {
                        finding.evidence = Evidence::Reported;
                    }
                }
            }
        }
        calls = run.calls;
    }
}

/// The values that calls have under a name, as written. They are collected at the first question: most requests have no responses there.
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

/// The names of the request's tools, as they are written.
fn declared_names<'d>(facts: &Facts<'d>) -> BTreeSet<&'d [u8]> {
    let mut known = Vec::new();
    for path in ["tools.*.functionDeclarations.*.name", "tools.*.function_declarations.*.name"] {
        facts.body.collect(path, &mut known);
    }
    known.into_iter().map(Value::raw).collect()
}
