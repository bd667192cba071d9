//! How a request asks for thinking, and what it asks for beside it. The members of the profile that these rules ask are told in
//! [`super::responses`].

use crate::audit::rule::rules;

rules![
    chat_loses_reasoning,
    forced_tool_while_thinking,
    logprobs_while_reasoning,
    max_tokens_while_reasoning,
    reasoning_out_of_context,
    sampling_while_reasoning,
    tools_while_reasoning_in_chat,
    unavailable_ciphertext,
    unsupported_effort,
    unsupported_thinking_type,
];
