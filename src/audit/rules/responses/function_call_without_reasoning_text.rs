//! A function call has no `reasoning_text` before it.
//!
//! # What it checks
//!
//! At DeepSeek with thinking enabled, each `function_call` follows a reasoning item of the same response that has `reasoning_text` in
//! its `content`. A summary or a ciphertext is not enough. The rule reports nothing if an assistant message of the same turn has its
//! thoughts in the text, in `<think>`.
//!
//! # Why
//!
//! > The `reasoning_text` in the thinking mode must be passed back to the API.
//!
//! DeepSeek needs the full text of its reasoning. Clients made for OpenAI put the text into `summary` or drop the item.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses","host":"api.deepseek.com"},"request":{"model":"deepseek-v4-flash","input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"function_call","id":"fc_1","call_id":"call_1","name":"weather","arguments":"{}"},
//!   {"type":"function_call_output","call_id":"call_1","output":"21"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses","host":"api.deepseek.com"},"request":{"model":"deepseek-v4-flash","input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"reasoning","id":"rs_1","summary":[],"content":[{"type":"reasoning_text","text":"Looking."}]},
//!   {"type":"function_call","id":"fc_1","call_id":"call_1","name":"weather","arguments":"{}"},
//!   {"type":"function_call_output","call_id":"call_1","output":"21"}]}}
//! ```
//!
//! # Fix
//!
//! - Unsafe: copy the summary into `content`, if the item before the call has one. The model reads the summary as its reasoning.
//! - Unsafe: disable thinking for this request, if there is no summary.
//!
//! With a ledger, rethought restores the recorded item instead.
//!
//! # Evidence
//!
//! - reported, 2026-11-14: <https://github.com/rikkahub/rikkahub/issues/1629>
//! - reported, 2026-11-14: <https://github.com/Wei-Shaw/sub2api/issues/7313>
//! - observed, 2026-11-15: accepted on deepseek-v4-flash with `<think>` in the text of assistant messages of the turn
//! - catalogue: ds.responses.missing-reasoning-text

use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};
use crate::error::Error;
use crate::json::{Changes, Value, Writer};
use crate::model::Entry;

/// The rule.
pub static RULE: Rule = Rule {
    id: "function-call-without-reasoning-text",
    binds: "wire=openai-responses dialect=deepseek",
    when: "!reasoning.effort=none !thinking.type=disabled",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    judges_all: true,
    upstream: &[Sentence::new("passed-back", "The `reasoning_text` in the thinking mode must be passed back to the API.")],
    check,
    fixes: &[COPY_SUMMARY, SET_REASONING],
    ..Rule::DEFAULT
};

const COPY_SUMMARY: Fix =
    Fix::new("copy-summary", Safety::Unsafe, FixEdit::By(fix)).titled("Copy the summary into `content` as `reasoning_text`.");
const SET_REASONING: Fix = Fix::new("set-reasoning", Safety::Unsafe, FixEdit::Set("reasoning", "{\"effort\":\"none\"}"));

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for round in facts.entries.split(|entry| entry.value.fits("role=user")) {
        // A round with its thoughts in the text needs no reasoning items.
        if !round.iter().any(|entry| entry.value.fits(THINKS_IN_TEXT)) {
            find_in_round(round, found);
        }
    }
}

/// An assistant message with a `<think>` tag in its text. Some clients escape the tag.
const THINKS_IN_TEXT: &str = "role=assistant content~<think>|\\u003cthink,content.*.text~<think>|\\u003cthink";

/// Finds the calls of a round that have no reasoning text before them.
fn find_in_round<'d>(round: &[Entry<'d>], found: &mut Found<'d>) {
    let mut thought: Option<Value<'d>> = None;
    for entry in round {
        let item = entry.value;
        if item.fits("type=reasoning") {
            thought = Some(item);
        } else if item.fits("type=function_call_output") {
            thought = None;
        } else if item.fits("type=function_call") && !thought.is_some_and(|thought| thought.fits("content.*.type=reasoning_text")) {
            let with_summary = thought.filter(|thought| thought.fits("summary.*.text:s"));
            let finding = found.at(item);
            if with_summary.is_none() {
                finding.offers(&[SET_REASONING]);
            }
            finding.related.extend(with_summary);
        }
    }
}

fn fix<'d>(_: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    for thought in &finding.related {
        let mut texts = Vec::new();
        thought.collect("summary.*.text", &mut texts);
        let mut list = Writer::default();
        list.open(b'[');
        for text in texts {
            list.open(b'{');
            list.member("type", "reasoning_text");
            list.name("text");
            list.raw(text.raw());
            list.close(b'}');
        }
        list.close(b']');
        changes.set(*thought, "content", &list.finish())?;
    }
    Ok(())
}
