//! What the client writes, and its names for things.

use crate::json::Value;

/// The beginning of the message with a summary.
pub const SUMMARY: &[u8] = b"{\"type\":\"message\",\"role\":\"user\",\"content\":[{\"type\":\"input_text\",\"text\":";

/// The calls that the client executes, and the types of their outputs.
pub const OUTPUTS: &[(&str, &str)] = &[
    ("function_call", "function_call_output"),
    ("custom_tool_call", "custom_tool_call_output"),
    ("local_shell_call", "function_call_output"),
];

/// The client's names for refusals, with their statuses, for words without a status.
pub const STATUSES: &[(&str, u16)] = &[
    ("bad_request", 400),
    ("context_window_exceeded", 400),
    ("unauthorized", 401),
    ("usage_limit_exceeded", 429),
    ("internal_server_error", 500),
    ("server_overloaded", 503),
];

/// Returns `true` if a turn begins with the item: a message of the user that the client did not write in the user's name.
pub fn is_turn(item: Value<'_>) -> bool {
    let text = item.path("content.0.text").and_then(Value::text).map(|text| text.raw()).unwrap_or_default();
    let written = [
        "<environment_context>",
        "<user_instructions>",
        "# AGENTS.md instructions",
        "<turn_aborted>",
        "<skill>",
        "<user_shell_command>",
        "<permissions",
    ];
    item.word("type") == "message" && item.word("role") == "user" && !written.iter().any(|head| text.starts_with(head.as_bytes()))
}

/// Reads a status.
pub fn number(value: Option<Value<'_>>) -> Option<u16> {
    value?.whole().and_then(|number| u16::try_from(number).ok())
}
