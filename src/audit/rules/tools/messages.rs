//! Calls and results of chat messages, and whose words the host refuses them in.

use crate::audit::Facts;
use crate::audit::rules::nth_of;
use crate::json::Value;
use crate::model::{Entry, Role};

/// Whose words they are, in the order in which the rules list their sentences.
const SPEAKERS: [&str; 9] = ["openai", "deepseek", "qwen", "kimi", "minimax", "mistral", "anthropic", "responses", "gemini"];

/// The place of the one who counts calls and results, and does not look at their ids.
pub(super) const MISTRAL: usize = 5;

/// The place of the one who takes neighbours for one message.
pub(super) const CLAUDE: usize = 6;

/// The place of the last, who has two sentences of a result that nobody asked for.
pub(super) const GEMINI: usize = 8;

/// Which of its sentences a rule says at this host.
#[inline(never)]
pub(super) fn speaker(facts: &Facts<'_>) -> usize {
    nth_of(&SPEAKERS, facts.profile.word("order"))
}

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
