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

use crate::audit::{Facts, Found, Mend, Rule, Safety};
use crate::json::in_order;
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
    let entries = facts.entries.iter().enumerate().filter(|(_, entry)| entry.role == Some(Role::Tool));
    let given: Vec<_> = entries.map(|(nth, entry)| (entry.value.word("tool_call_id"), nth, entry.value)).collect();
    let key = |nth: &usize| given.get(*nth).map(|(id, nth, _)| (*id, *nth));
    let order = in_order(given.len(), &mut |one, other| key(one).cmp(&key(other)));
    for pair in order.windows(2) {
        if let [one, other] = pair
            && let (Some((first, before, _)), Some((id, nth, place))) = (given.get(*one), given.get(*other))
            && first == id
        {
            // In one run of results the second is one too many; in another turn it is the only one.
            let same = facts.entries.get(*before..*nth).is_some_and(|between| between.iter().all(|entry| entry.role == Some(Role::Tool)));
            found.push(found.finding(*place).arg("id", *id).mends(usize::from(!same)));
        }
    }
}
