//! Two tool messages bear the same `tool_call_id`.
//!
//! # What it checks
//!
//! Over the whole history no two tool messages have the same `tool_call_id`, not even those of different turns. It binds DeepSeek;
//! OpenAI and Together take it.
//!
//! # Why
//!
//! > Duplicate value for 'tool_call_id' of call_1 in message[3]
//!
//! Clients count their ids from the start in every turn, answer a call again after a retry, or have lost the ids and send none.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.deepseek.com"},"request":{"model":"deepseek-v4-pro","thinking":{"type":"disabled"},"messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":"","tool_calls":[{"id":"call_1","type":"function","function":{"name":"weather","arguments":"{}"}}]},
//!   {"role":"tool","tool_call_id":"call_1","content":"21"},
//!   {"role":"tool","tool_call_id":"call_1","content":"22"}]}}
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
//! Unsafe: the later message goes, if its call has a result already. An id that two turns share needs the client.
//!
//! # Evidence
//!
//! - reported, 2026-04-29: DeepSeek <https://github.com/craft-ai-agents/craft-agents-oss/issues/630>
//! - reported, 2026-04-28: DeepSeek <https://github.com/craft-ai-agents/craft-agents-oss/issues/621>

use super::super::repeats;
use crate::audit::{Facts, Found, Mend, Rule, Safety};
use crate::model::Role;

/// The rule.
pub static RULE: Rule = Rule {
    id: "repeated-tool-call-id",
    binds: "wire=openai-chat dialect=deepseek",
    when: "messages:a",
    upstream: &["Duplicate value for 'tool_call_id' of {id} in message[{0}]"],
    check,
    fixes: &[(Safety::Unsafe, Mend::Remove)],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let (mut given, mut ids) = (Vec::new(), Vec::new());
    let mut run = 0;
    for entry in facts.entries {
        if entry.role == Some(Role::Tool) {
            given.push((entry.value, run));
            ids.push(entry.value.word("tool_call_id").as_bytes());
        } else {
            run += 1;
        }
    }
    for [one, again] in repeats(&ids) {
        if let (Some((_, before)), Some((place, run))) = (given.get(one), given.get(again)) {
            // In one run of results the second is one too many; in another turn it is the only one.
            found.at(*place).note("id", place.word("tool_call_id")).fixes = usize::from(before != run);
        }
    }
}
