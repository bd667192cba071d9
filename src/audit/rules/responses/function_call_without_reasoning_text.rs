//! A function call is not preceded by the text of the reasoning that led to it.
//!
//! # What it checks
//!
//! At DeepSeek, while it thinks, each `function_call` of the input comes after a reasoning item of the same response that has a
//! `reasoning_text` in its `content`. A summary or a ciphertext in its place counts as nothing. Where an assistant message of the same round has the
//! thoughts in its text, in `<think>`, nothing is asked for.
//!
//! # Why
//!
//! > The `reasoning_text` in the thinking mode must be passed back to the API.
//!
//! Items that went through a client made for OpenAI have their text in `summary`, or are gone.
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
//! Unsafe: a summary is put where the text belongs, if the item before the call has one. Otherwise thinking is turned off for this
//! request. With a ledger the recorded item comes back.
//!
//! # Evidence
//!
//! - reported, 2026-11-14: <https://github.com/rikkahub/rikkahub/issues/1629>
//! - reported, 2026-11-14: <https://github.com/Wei-Shaw/sub2api/issues/7313>
//! - observed, 2026-11-15: accepted with `<think>` in the text of assistant messages of the round, on deepseek-v4-flash
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

const COPY_SUMMARY: Fix = Fix::new("copy-summary", Safety::Unsafe, FixEdit::By(fix));
const SET_REASONING: Fix = Fix::new("set-reasoning", Safety::Unsafe, FixEdit::Set("reasoning", "{\"effort\":\"none\"}"));

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for round in facts.entries.split(|entry| entry.value.fits("role=user")) {
        // The thoughts of the round stand in its text.
        if !round.iter().any(|entry| entry.value.fits(THINKS_IN_TEXT)) {
            find_in_round(round, found);
        }
    }
}

/// An assistant message with a tag of thinking in its text, which some clients write with escapes.
const THINKS_IN_TEXT: &str = "role=assistant content~<think>|\\u003cthink,content.*.text~<think>|\\u003cthink";

/// Finds the calls of a round that no reasoning text precedes.
fn find_in_round<'d>(round: &[Entry<'d>], found: &mut Found<'d>) {
    let mut thought: Option<Value<'d>> = None;
    for entry in round {
        let item = entry.value;
        if item.fits("type=reasoning") {
            thought = Some(item);
        } else if item.fits("type=function_call_output") {
            thought = None;
        } else if item.fits("type=function_call") && !thought.is_some_and(|thought| thought.fits("content.*.type=reasoning_text")) {
            let summed = thought.filter(|thought| thought.fits("summary.*.text:s"));
            let finding = found.at(item);
            if summed.is_none() {
                finding.offers(&[SET_REASONING]);
            }
            finding.related.extend(summed);
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
