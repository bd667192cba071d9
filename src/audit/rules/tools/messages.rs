//! Calls and results of chat messages.

use crate::audit::Facts;
use crate::json::Value;
use crate::model::{Entry, Role};

/// Lists the calls of a message.
#[inline(never)]
pub(super) fn calls<'d>(entry: &Entry<'d>) -> Vec<Value<'d>> {
    let mut calls = Vec::new();
    if entry.role == Some(Role::Assistant) {
        entry.value.collect("tool_calls.*", &mut calls);
    }
    calls
}

/// Lists the tool messages from an entry on, up to the first other message.
#[inline(never)]
pub(super) fn results<'d>(facts: &Facts<'d>, from: usize) -> &'d [Entry<'d>] {
    let rest = facts.entries.get(from..).unwrap_or_default();
    let end = rest.iter().position(|entry| entry.role != Some(Role::Tool)).unwrap_or(rest.len());
    rest.get(..end).unwrap_or_default()
}

/// Returns `true` if a message answers a call of that id.
#[inline(never)]
pub(super) fn answers(entry: &Entry<'_>, id: &str) -> bool {
    entry.role == Some(Role::Tool) && entry.value.word("tool_call_id") == id
}
