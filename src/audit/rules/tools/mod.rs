//! Calls and results: each answered, once, in its place; and what chat hosts other than OpenAI's will not be asked for.
//!
//! Which host checks what is in `models/tools.json`, by these members of the profile:
//!
//! | member | what it says |
//! |---|---|
//! | `order` | in whose words the host refuses messages that are out of order; none: it is not known to |
//! | `ids` | `nine`: ids of calls are nine letters or digits |
//! | `alternates` | `true`: user and assistant take turns |
//! | `forced` | what may be forced while thinking: `none`, or `required` but no tool by name |
//! | `thinking` | the types of thinking that the model takes |
//! | `efforts` | the efforts that the model takes |
//! | `without` | the settings that the model refuses |
//! | `structured` | `whole`: structured output is not streamed |

use super::nth_of;
use crate::audit::Facts;
use crate::audit::rule::rules;
use crate::json::Value;
use crate::model::{Entry, Role};

rules![
    assistant_speaks_last,
    empty_assistant_message,
    exclusive_settings,
    foreign_tool_call_id,
    messages_do_not_alternate,
    raw_reasoning_with_tools,
    repeated_tool_result,
    result_without_call,
    setting_refused_by_model,
    streamed_structured_output,
    unanswered_call,
    unexpected_role,
];

/// Whose words they are, in the order in which the rules list their sentences.
const SPEAKERS: [&str; 9] = ["openai", "deepseek", "qwen", "kimi", "minimax", "mistral", "anthropic", "responses", "gemini"];

/// The place of the one who counts calls and results, and does not look at their ids.
const MISTRAL: usize = 5;

/// The place of the one who takes neighbours for one message.
const CLAUDE: usize = 6;

/// The place of the last, who has two sentences of a result that nobody asked for.
const GEMINI: usize = 8;

/// Which of its sentences a rule says at this host.
#[inline(never)]
fn speaker(facts: &Facts<'_>) -> usize {
    nth_of(&SPEAKERS, facts.profile.word("order"))
}

/// The calls of a message.
#[inline(never)]
fn calls<'d>(entry: &Entry<'d>) -> Vec<Value<'d>> {
    let mut calls = Vec::new();
    if entry.role == Some(Role::Assistant) {
        entry.value.collect("tool_calls.*", &mut calls);
    }
    calls
}

/// The tool messages from an entry on, up to the first other one.
#[inline(never)]
fn results<'d>(facts: &Facts<'d>, from: usize) -> &'d [Entry<'d>] {
    let rest = facts.entries.get(from..).unwrap_or_default();
    let end = rest.iter().position(|entry| entry.role != Some(Role::Tool)).unwrap_or(rest.len());
    rest.get(..end).unwrap_or_default()
}

/// Whether a message answers a call of that id.
#[inline(never)]
fn answers(entry: &Entry<'_>, id: &str) -> bool {
    entry.role == Some(Role::Tool) && entry.value.word("tool_call_id") == id
}
