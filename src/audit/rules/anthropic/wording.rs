//! Anthropic's answers that belong to several rules.

use crate::audit::Sentence;

/// Anthropic's answer to a block that it did not sign.
pub(in crate::audit::rules) const INVALID_SIGNATURE: Sentence =
    Sentence::new("invalid-signature", "messages.{0}.content.{1}: Invalid `signature` in `thinking` block");

/// Anthropic's answer to a changed block of the latest message.
pub(in crate::audit::rules) const MODIFIED: Sentence = Sentence::new(
    "modified",
    "messages.{0}.content.{1}: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.",
);

/// The answer of models up to 4.6 to a block without a text.
pub(in crate::audit::rules) const EMPTY_THINKING: Sentence =
    Sentence::new("empty-thinking", "messages.{0}.content.{1}.thinking: each thinking block must contain thinking");

/// Anthropic's answer to an open turn that does not begin with thinking.
pub(in crate::audit::rules) const EXPECTED_THINKING: Sentence = Sentence::new(
    "expected-thinking",
    "messages.{0}.content.0.type: Expected `thinking` or `redacted_thinking`, but found `{found}`. When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and `tool_result` blocks).",
);

/// Anthropic's answer to a request that ends with the assistant.
pub(super) const NO_PREFILL: Sentence =
    Sentence::new("no-prefill", "This model does not support assistant message prefill. The conversation must end with a user message.");

/// Anthropic's answer to calls without a result.
pub(super) const UNANSWERED: Sentence = Sentence::new(
    "unanswered",
    "messages.{nth}: `tool_use` ids were found without `tool_result` blocks immediately after: {ids}. Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
);

/// The answer of Converse to the same defect. Converse checks the request before it calls the model.
pub(super) const UNANSWERED_IN_CONVERSE: Sentence =
    Sentence::new("unanswered-in-converse", "Expected toolResult blocks at messages.{nth}.content for the following Ids: {ids}");
