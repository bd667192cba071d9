//! A tool output has no call in `input`.
//!
//! # What it checks
//!
//! Every `function_call_output` and `custom_tool_call_output` has the `call_id` of a call in `input`. Applies to OpenAI, Azure and Copilot. With
//! `previous_response_id`, `conversation` or an `item_reference` the call may be stored, so the rule does not decide.
//!
//! # Why
//!
//! > No tool call found for function call output with call_id call_….
//!
//! OpenAI refuses outputs without their call. Common cause: a client removed the oldest calls of a history and kept their outputs.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","input":[
//!   {"type":"function_call_output","call_id":"call_1","output":"21"},
//!   {"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","input":[
//!   {"type":"function_call","id":"fc_1","call_id":"call_1","name":"weather","arguments":"{}"},
//!   {"type":"function_call_output","call_id":"call_1","output":"21"},
//!   {"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: remove the output. The model does not see this result.
//!
//! # Evidence
//!
//! - reported, 2026-07-20: <https://github.com/james-6-23/codex2api/issues/414>
//! - reported, 2026-11-14: <https://github.com/microsoft/vscode/issues/320060>
//! - reported, 2026-02-18: Copilot, <https://github.com/can1357/oh-my-pi/issues/106>
//! - observed, 2026-11-14: accepted if a chain holds the call, and if a tool search made it
//! - catalogue: order.oai.orphan-output

use super::items::{UNCHAINED, is_reference};
use super::pairs::find_unpaired;
use crate::audit::details::details;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, LEDGER, Presumed, Rule, Safety, Sentence, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "output-without-function-call",
    binds: "wire=openai-responses vendor=openai contract=openai,surface=copilot",
    when: UNCHAINED,
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    presumes: &[Presumed::Messages],
    upstream: &[
        Sentence::new("function_call_output", "No tool call found for function call output with call_id {id}."),
        Sentence::new("custom_tool_call_output", "No tool call found for custom tool call output with call_id {id}."),
    ],
    check,
    fixes: &[Fix::new("remove", Safety::Unsafe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

details! {
    /// The `call_id` of the output.
    struct OutputWithoutCall { id: String }
    message => "The output for `{id}` has no call in `input`"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    if facts.entries.iter().any(|entry| is_reference(entry.value)) {
        return found.needs(LEDGER);
    }
    find_unpaired(facts.results.iter(), &facts.calls, |id| OutputWithoutCall { id }, found);
}
