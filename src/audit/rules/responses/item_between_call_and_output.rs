//! An item separates a tool call from its output.
//!
//! # What it checks
//!
//! In DeepSeek's Responses, only other calls of the same batch and their outputs are between a call and its output. Messages and
//! reasoning are not allowed there.
//!
//! OpenAI matches calls and outputs by `call_id` and accepts the same request.
//!
//! # Why
//!
//! > No tool output found for tool call call_…
//!
//! DeepSeek matches calls and outputs by their position. An item in between makes the call unanswered, although the output is there.
//!
//! Common cause: a hook of a client adds a developer message directly after the call.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses","host":"api.deepseek.com"},"request":{"model":"deepseek-v4-pro","reasoning":{"effort":"none"},"input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"function_call","call_id":"call_1","name":"weather","arguments":"{}"},
//!   {"role":"developer","content":"Be brief."},
//!   {"type":"function_call_output","call_id":"call_1","output":"21"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses","host":"api.deepseek.com"},"request":{"model":"deepseek-v4-pro","reasoning":{"effort":"none"},"input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"function_call","call_id":"call_1","name":"weather","arguments":"{}"},
//!   {"type":"function_call_output","call_id":"call_1","output":"21"},
//!   {"role":"developer","content":"Be brief."}]}}
//! ```
//!
//! # Fix
//!
//! Safe: move the item behind the last output of the batch. Nothing is lost.
//!
//! # Evidence
//!
//! - reported, 2026-09-20: four probes, <https://github.com/deepseek-ai/awesome-deepseek-integration/issues/740>
//! - reported, 2026-08-17: <https://github.com/deepseek-ai/DeepSeek-V3/issues/1588>
//! - catalogue: ds-responses-adjacency

use crate::audit::details::details;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};
use crate::error::Error;
use crate::json::Changes;
use crate::request::Tool;

/// The rule.
pub static RULE: Rule = Rule {
    id: "item-between-call-and-output",
    binds: "wire=openai-responses dialect=deepseek",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new("no-output", "No tool output found for tool call {id}")],
    check,
    fixes: &[Fix::new("move-behind-output", Safety::Safe, FixEdit::By(move_behind_output))
        .titled("Move the item behind the last output of the batch.")],
    ..Rule::DEFAULT
};

details! {
    /// The `call_id` of the call.
    struct SeparatingItem { id: String }
    message => "This item is between the call `{id}` and its output"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    // Spans overlap, and no item is reported twice.
    let mut seen = 0;
    for (call, output) in answered(facts) {
        let between = facts.entries.iter().take(output.entry).skip(seen.max(call.entry + 1));
        for entry in between.filter(|entry| entry.value.get("call_id").is_none()) {
            found.at(entry.value).with(SeparatingItem { id: call.id.to_string() }).beside(output.place);
        }
        seen = seen.max(output.entry);
    }
}

/// Lists the calls with their outputs.
fn answered<'f, 'd>(facts: &'f Facts<'d>) -> impl Iterator<Item = (&'f Tool<'d>, &'f Tool<'d>)> {
    facts.calls.iter().filter_map(|call| Some((call, facts.results_of(&call.id).find(|output| output.entry > call.entry)?)))
}

/// Moves the item behind the last output of the batch: there no call waits for its output.
fn move_behind_output<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let Some(nth) = facts.holder(finding.place) else { return Ok(()) };
    let mut last = nth;
    for (call, output) in answered(facts).filter(|(_, output)| output.entry > nth) {
        if call.entry > last {
            break;
        }
        last = last.max(output.entry);
    }
    match (facts.entries.get(last + 1), facts.body.get(facts.described.list)) {
        (Some(next), _) => changes.insert(next.value, finding.place.raw())?,
        (None, Some(items)) => changes.append(items, finding.place.raw())?,
        (None, None) => return Ok(()),
    }
    changes.remove(finding.place)
}
