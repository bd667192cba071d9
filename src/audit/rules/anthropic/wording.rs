//! Sentences that Anthropic says under several rules.

/// The sentences about calls without a result: Anthropic's, and the one of Converse, which looks before it asks the model.
pub(super) const UNANSWERED: &[&str] = &[
    "messages.{nth}: `tool_use` ids were found without `tool_result` blocks immediately after: {ids}. Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
    "Expected toolResult blocks at messages.{nth}.content for the following Ids: {ids}",
];
