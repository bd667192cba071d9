//! Rules for the settings of thinking, and for settings that exclude thinking. [`super::responses`] explains the members of the profile that
//! these rules read.

pub mod chat_loses_reasoning;
pub mod forced_tool_while_thinking;
pub mod logprobs_while_reasoning;
pub mod max_tokens_while_reasoning;
pub mod reasoning_out_of_context;
pub mod sampling_while_reasoning;
pub mod tools_while_reasoning_in_chat;
pub mod unavailable_ciphertext;
pub mod unsupported_effort;
pub mod unsupported_thinking_type;

use crate::audit::Rule;

/// The rules of this folder, in the order in which they run and are listed.
pub(super) static RULES: &[&Rule] = &[
    &chat_loses_reasoning::RULE,
    &forced_tool_while_thinking::RULE,
    &logprobs_while_reasoning::RULE,
    &max_tokens_while_reasoning::RULE,
    &reasoning_out_of_context::RULE,
    &sampling_while_reasoning::RULE,
    &tools_while_reasoning_in_chat::RULE,
    &unavailable_ciphertext::RULE,
    &unsupported_effort::RULE,
    &unsupported_thinking_type::RULE,
];
