//! A tool call has no result directly after it.
//!
//! # What it checks
//!
//! Tool messages follow directly after an assistant message with `tool_calls`, one for each call. Mistral counts them. The other hosts
//! look for each `tool_call_id`. Applies to hosts that are known to refuse it. Through OpenRouter, the vendor of the model decides.
//!
//! # Why
//!
//! > An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.
//!
//! The call stays in the history, so every later request is refused too. Common causes: a turn that was cancelled, a history that was
//! cut, or a message between call and result.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.openai.com"},"request":{"model":"gpt-4.1","messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"weather","arguments":"{}"}}]},
//!   {"role":"user","content":"Never mind."}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.openai.com"},"request":{"model":"gpt-4.1","messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"weather","arguments":"{}"}}]},
//!   {"role":"tool","tool_call_id":"call_1","content":"21"},
//!   {"role":"user","content":"Never mind."}]}}
//! ```
//!
//! # Fix
//!
//! - Safe: move a result that comes later directly after its call.
//! - Unsafe: remove the call, and the message if it has no other content.
//! - Placeholder: add a tool message that says that there is no result.
//!
//! # Evidence
//!
//! - observed, 2026-11-14: recorded on OpenAI with an assistant message between call and result
//! - reported, 2026-03-03: DeepSeek <https://github.com/TurixAI/TuriX-CUA/issues/15>
//! - reported, 2026-03-14: Alibaba <https://github.com/QwenLM/qwen-code/issues/2381>
//! - reported, 2026-05-31: Kimi <https://github.com/MoonshotAI/kimi-cli/issues/2405>
//! - reported, 2025-12-04: MiniMax <https://github.com/Kilo-Org/kilocode/issues/3967>
//! - reported, 2025-09-12: Mistral <https://github.com/miquido/draive/issues/398>
//! - inferred, 2026-11-14: through OpenRouter, which passes a vendor's refusal on; seen there for Mistral and MiniMax only
//! - catalogue: order.openai.unanswered-call, order.ds.unanswered-call, order.mistral.response-count, order.anth.unanswered-call, order.oai.unanswered-call, order.gem.response-count

use super::messages::{answers, calls, results};
use crate::audit::details::details;
use crate::audit::rules::edits::move_before;
use crate::audit::rules::members::is_filled;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Sentence, Subject, Tier};
use crate::error::Error;
use crate::json::{Changes, Value, quote};
use crate::model::Entry;

/// The rule.
pub static RULE: Rule = Rule {
    id: "unanswered-call",
    binds: "wire=openai-chat|openrouter-chat|mistral-chat dialect,order order",
    when: "messages:a",
    evidence: Evidence::Observed,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[
        Sentence::new(
            "openai",
            "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: {ids}",
        ),
        Sentence::new(
            "deepseek",
            "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. (insufficient tool messages following tool_calls message)",
        ),
        Sentence::new(
            "qwen",
            "<400> InternalError.Algo.InvalidParameter: An assistant message with \"tool_calls\" must be followed by tool messages responding to each \"tool_call_id\". The following tool_call_ids did not have response messages: message[{next}].role",
        ),
        Sentence::new(
            "kimi",
            "an assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: {ids}",
        ),
        Sentence::new("minimax", "invalid params, tool call and result not match (2013)"),
        Sentence::new("mistral", "Not the same number of function calls and responses"),
        Sentence::new(
            "anthropic",
            "`tool_use` ids were found without `tool_result` blocks immediately after: {ids}. Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
        ),
        Sentence::new("responses", "No tool output found for function call {first}."),
        Sentence::new(
            "gemini",
            "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
        ),
    ],
    subject: Subject::Results,
    check,
    fixes: &[MOVE_UP, DROP_CALLS, FILL],
    ..Rule::DEFAULT
};

details! {
    /// The first of the calls without a result, all that the provider names, and the number of the message where it looks for the results.
    struct UnansweredCalls { first: String, ids: Vec<String>, next: usize }
    message if ids.0.len() > 1 => "No tool messages answer {ids} directly after the calls"
    message => "No tool message answers {ids} directly after the call"
}

const MOVE_UP: Fix = Fix::new("move-up", Safety::Safe, FixEdit::By(move_up)).titled("Move each result directly after its call.");
const DROP_CALLS: Fix = Fix::new("drop-calls", Safety::Unsafe, FixEdit::By(drop_calls));
const FILL: Fix = Fix::new("fill", Safety::Placeholder, FixEdit::By(fill)).titled("Add a tool message that says that there is no result.");

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let host = facts.profile.word("order");
    let mut buried = Buried::default();
    for (nth, turn) in facts.answers() {
        let calls = calls(turn);
        if calls.is_empty() {
            continue;
        }
        let given = results(facts, nth + 1);
        let next = nth + 1 + given.len();
        let mut open = calls.clone();
        let mut at = 0;
        open.retain(|call| {
            at += 1;
            let id = call.word("id");
            // Most results are in the order of the calls.
            let is_given = || facts.tool_message_from(nth + 1, id).is_some_and(|one| one < next);
            !given.get(at - 1).is_some_and(|one| answers(one, id)) && !is_given()
        });
        if host == "mistral" {
            // Mistral only counts. The ids show which calls are open, if they differ.
            open.truncate(calls.len().saturating_sub(given.len()));
            if open.is_empty() {
                open.extend(calls.iter().skip(given.len()));
            }
        }
        let Some(first) = open.first() else { continue };
        let waits = open.iter().all(|call| facts.tool_message_from(next, call.word("id")).is_some());
        let buried = if host == "anthropic" { buried.around(facts, nth) } else { &[] };
        let named = if buried.is_empty() { &*open } else { buried };
        let ids = named.iter().map(|call| call.word("id").to_owned()).collect();
        let finding = found.at(turn.value).with(UnansweredCalls { first: first.word("id").to_owned(), ids, next });
        finding.related = open;
        finding.says_named(host);
        if !waits {
            finding.offers(&[DROP_CALLS, FILL]);
        }
        if !facts.profile.fits("order=openai !dialect=azure") {
            finding.evidence = Evidence::Reported;
        }
    }
}

/// The calls of neighbouring messages that Claude reads as one message, if text follows the first call: then Claude counts none as answered. The list is
/// kept for the next of these messages.
#[derive(Default)]
struct Buried<'d> {
    /// The entry after the last of these messages.
    end: usize,
    calls: Vec<Value<'d>>,
}

impl<'d> Buried<'d> {
    /// Lists the calls around a message, at most as many as a sentence names.
    fn around(&mut self, facts: &Facts<'d>, nth: usize) -> &[Value<'d>] {
        if nth >= self.end
            && let Some(run) = facts.run_of(nth)
        {
            let calling = || run.entries.iter().skip_while(|entry| calls(entry).is_empty());
            let has_content = |entry: &Entry<'d>| entry.value.get("content").is_some_and(is_filled);
            let are_buried = calling().skip(1).any(has_content);
            self.end = run.end();
            self.calls = if are_buried { calling().flat_map(calls).take(MOST_NAMED).collect() } else { Vec::new() };
        }
        &self.calls
    }
}

/// Each of these messages has a finding, and each finding names all of their calls. Without a limit these texts would grow with the square of the request.
const MOST_NAMED: usize = 100;

/// Moves the results that come later to their calls.
fn move_up<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let Some((nth, before)) = next_entry(facts, finding) else { return Ok(()) };
    for call in &finding.related {
        let later = facts.tool_message_from(nth, call.word("id"));
        if let Some(result) = later.and_then(|later| facts.entries.get(later)) {
            move_before(result.value, before, changes)?;
        }
    }
    Ok(())
}

/// Removes the open calls, or the whole message if it holds nothing else.
fn drop_calls<'d>(_: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let turn = finding.place;
    let Some(all) = turn.get("tool_calls") else { return Ok(()) };
    if finding.related.len() < all.elements().count() {
        return finding.related.iter().try_for_each(|call| changes.remove(*call));
    }
    changes.remove(if turn.get("content").is_some_and(is_filled) { all } else { turn })
}

/// Adds a result that says that there is none.
fn fill<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let before = next_entry(facts, finding).map(|(_, before)| before);
    for call in &finding.related {
        let text = ["{\"role\":\"tool\",\"tool_call_id\":", &quote(call.word("id")), ",\"content\":\"No result.\"}"].concat();
        match (before, facts.body.get(facts.described.list)) {
            (Some(before), _) => changes.insert(before, text.as_bytes())?,
            (None, Some(messages)) => changes.append(messages, text.as_bytes())?,
            (None, None) => {}
        }
    }
    Ok(())
}

/// Finds the first entry after the turn and its results, with its number.
fn next_entry<'d>(facts: &Facts<'d>, finding: &Finding<'_>) -> Option<(usize, Value<'d>)> {
    let nth = facts.holder(finding.place).unwrap_or_default();
    let next = nth + 1 + results(facts, nth + 1).len();
    facts.entries.get(next).map(|entry| (next, entry.value))
}
