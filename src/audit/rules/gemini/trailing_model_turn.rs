//! The request ends with a model turn, but this model does not support that.
//!
//! # What it checks
//!
//! The last content is not from the model. The rule applies to Gemini 3.5 Flash-Lite, 3.6, 3.7 and 3.8. Earlier models continue such a turn.
//!
//! # Why
//!
//! The model refuses to continue its own turn. Sending the request again does not help.
//!
//! Common causes: an agent that sends back an answer of only thoughts, a stream that broke off, and a prompt that starts the answer.
//!
//! > Requests ending with a model turn are not supported.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-3.6-flash"},"request":{"contents":[
//!   {"role":"user","parts":[{"text":"How warm is it?"}]},
//!   {"role":"model","parts":[{"text":"It is"}]}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-3.6-flash"},"request":{"contents":[
//!   {"role":"user","parts":[{"text":"How warm is it?"}]},
//!   {"role":"model","parts":[{"text":"It is"}]},
//!   {"role":"user","parts":[{"text":"Go on."}]}]}}
//! ```
//!
//! # Fix
//!
//! - Unsafe: remove the model turn at the end, so that the model answers again. This is not offered for a turn with function calls, because they
//!   need their responses.
//! - Placeholder: add a user message with the text "Go on.". The model turn stays.
//!
//! # Evidence
//!
//! - observed, 2026-07-21: 400 by 3.6 Flash and 3.5 Flash-Lite, 200 by 3.5 Flash and 2.5 Flash, <https://github.com/LibreChat-AI/agents/pull/323>
//! - reported, 2026-07-24, on Vertex: <https://github.com/livekit/agents-js/issues/2108>
//! - reported, 2026-07-31, of an answer of only thoughts: <https://github.com/NousResearch/hermes-agent/issues/75121>
//! - reported, 2026-09-03, of 3.8 Flash, and of 3.7: <https://github.com/anomalyco/opencode/issues/47034>
//! - reported, 2026-09-17, which models accept it: <https://github.com/pipecat-ai/pipecat/pull/5821>

use super::request::is_model;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Sentence, Subject, Tier};
use crate::error::Error;
use crate::json::Changes;
use crate::model::PartKind;

/// The rule.
pub static RULE: Rule = Rule {
    id: "trailing-model-turn",
    binds: "wire=gemini-generate vendor=google name prefill=false",
    evidence: Evidence::Observed,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[
        Sentence::new("trailing-turn", "Requests ending with a model turn are not supported."),
        Sentence::new(
            "trailing-turn-unless-response",
            "Requests ending with a model turn are not supported unless the last part is a function response.",
        ),
    ],
    check,
    fixes: &[REMOVE_TRAILING_TURNS, GO_ON],
    subject: Subject::Ending,
    ..Rule::DEFAULT
};

const REMOVE_TRAILING_TURNS: Fix =
    Fix::new("remove-trailing-turns", Safety::Unsafe, FixEdit::By(fix)).titled("Remove the model turn at the end.");
const GO_ON: Fix = Fix::new("go-on", Safety::Placeholder, FixEdit::By(go_on)).titled("Add the user message `Go on.` at the end.");

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    if let Some(last) = facts.last()
        && is_model(last)
        && last.parts.last().is_none_or(|part| part.kind != PartKind::Result)
    {
        let calls = facts.calls.last().is_some_and(|call| call.entry + 1 == facts.entries.len());
        let finding = found.at(last.value);
        // If all contents are from the model, the model would have nothing to answer.
        if calls || facts.entries.iter().all(is_model) {
            finding.offers(&[GO_ON]);
        }
    }
}

fn fix<'d>(facts: &Facts<'d>, _: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let mut last = facts.entries.iter().rev().take_while(|entry| is_model(entry));
    last.try_for_each(|entry| changes.remove(entry.value))
}

fn go_on<'d>(facts: &Facts<'d>, _: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let list = facts.body.get(facts.described.list);
    list.map_or(Ok(()), |list| changes.append(list, br#"{"role":"user","parts":[{"text":"Go on."}]}"#))
}
