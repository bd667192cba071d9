//! A tool message has no matching call in the assistant message before it.
//!
//! # What it checks
//!
//! The `tool_call_id` of every tool message is the id of a call in the assistant message before it. Only other tool messages may come
//! between. At Mistral there are no more tool messages than calls. Applies to hosts that are known to refuse it. Through OpenRouter,
//! the vendor of the model decides.
//!
//! # Why
//!
//! > Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.
//!
//! The host refuses a result that belongs to no call. Common causes: a history was cut between a call and its result, or a client changed
//! ids on one side only.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.deepseek.com"},"request":{"model":"deepseek-v4-pro","thinking":{"type":"disabled"},"messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"tool","tool_call_id":"call_1","content":"21"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.deepseek.com"},"request":{"model":"deepseek-v4-pro","thinking":{"type":"disabled"},"messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":"","tool_calls":[{"id":"call_1","type":"function","function":{"name":"weather","arguments":"{}"}}]},
//!   {"role":"tool","tool_call_id":"call_1","content":"21"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: remove the message. The model does not see this result.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: Mistral publishes the validator of its requests, which counts calls and responses and answers with this text, <https://github.com/mistralai/mistral-common/blob/main/src/mistral_common/protocol/instruct/validator.py>; for the other hosts it is reported
//! - reported, 2025-06-16: OpenAI <https://github.com/openai/openai-agents-python/issues/873>
//! - reported, 2025-04-15: Azure <https://github.com/Nikunj2003/LLaMa-MCP-Streamlit/issues/1>
//! - reported, 2026-06-10: DeepSeek <https://github.com/itmisx/deepx-code/issues/94>
//! - reported, 2026-03-13: Alibaba <https://github.com/QwenLM/qwen-code/issues/2360>
//! - reported, 2026-02-11: MiniMax <https://github.com/MiniMax-AI/MiniMax-M2/issues/76>
//! - reported, 2025-01-19: Mistral <https://github.com/camel-ai/camel/issues/1467>
//! - inferred, 2026-11-14: through OpenRouter, which passes a vendor's refusal on; seen there for Mistral and MiniMax only
//! - catalogue: order.openai.orphan-result, order.ds.orphan-result, order.qwen.orphan-result, order.mistral.response-count, order.anth.orphan-result, order.oai.orphan-output, order.gem.orphan-response, order.gem.response-count

use std::collections::BTreeSet;

use super::messages::{calls, results};
use crate::audit::details::details;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};
use crate::model::Role;

/// The rule.
pub static RULE: Rule = Rule {
    id: "result-without-call",
    binds: "wire=openai-chat|openrouter-chat|mistral-chat dialect,order order !order=kimi",
    when: "messages:a",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[OPENAI, DEEPSEEK, QWEN, MINIMAX, MISTRAL, ANTHROPIC, RESPONSES, GEMINI, GEMINI_COUNTS],
    check,
    fixes: &[Fix::new("remove", Safety::Unsafe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

details! {
    /// The id of the call that the result names.
    struct ResultWithoutCall { id: String }
    message => "The tool message for `{id}` has no matching call in the assistant message before it"
}

const OPENAI: Sentence =
    Sentence::new("openai", "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.");

const DEEPSEEK: Sentence =
    Sentence::new("deepseek", "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'");

const QWEN: Sentence = Sentence::new(
    "qwen",
    "<400> InternalError.Algo.InvalidParameter: messages with role \"tool\" must be a response to a preceeding message with \"tool_calls\".",
);

const MINIMAX: Sentence = Sentence::new("minimax", "invalid params, tool result's tool id({id}) not found (2013)");

const MISTRAL: Sentence = Sentence::new("mistral", "Not the same number of function calls and responses");

const ANTHROPIC: Sentence = Sentence::new(
    "anthropic",
    "unexpected `tool_use_id` found in `tool_result` blocks: {id}. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.",
);

const RESPONSES: Sentence = Sentence::new("responses", "No tool call found for function call output with call_id {id}.");

const GEMINI: Sentence = Sentence::new("gemini", "Please ensure that function response turn comes immediately after a function call turn");

const GEMINI_COUNTS: Sentence = Sentence::new(
    "gemini-counts",
    "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
);

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let host = facts.profile.word("order");
    // The ids of the calls, the number of results without a call, and the entry after the last result.
    let (mut asked, mut excess, mut end) = (BTreeSet::new(), 0, 0);
    for (nth, entry) in facts.entries.iter().enumerate() {
        if entry.role != Some(Role::Tool) {
            let calls = calls(entry);
            end = nth + 1 + results(facts, nth + 1).len();
            // After another role, Mistral refuses the role itself.
            let given = if entry.role == Some(Role::Assistant) { end - nth - 1 } else { 0 };
            excess = given.saturating_sub(calls.len());
            asked = calls.iter().map(|call| call.word("id")).collect();
            continue;
        }
        let id = entry.value.word("tool_call_id");
        let mut is_known = asked.contains(id);
        if host == "mistral" {
            // Mistral only counts. The surplus results are those with an unknown id, else the last ones.
            let is_last = || facts.tool_message_from(nth + 1, id).is_none_or(|one| one >= end);
            is_known = excess == 0 || is_known && end.saturating_sub(nth + 1) >= excess && is_last();
            excess -= usize::from(!is_known);
        }
        if !is_known {
            // Gemini counts it together with the results of real calls.
            let is_counted = host == "gemini" && !asked.is_empty();
            let finding = found.at(entry.value).with(ResultWithoutCall { id: id.to_owned() });
            finding.says_named(if is_counted { "gemini-counts" } else { host });
            if !facts.profile.fits("dialect=mistral") {
                finding.evidence = Evidence::Reported;
            }
        }
    }
}
