//! Ids of calls: OpenAI's limits of length.

use crate::audit::Sentence;

/// OpenAI's answer to the long id of a call, on chat.
pub(super) const TOO_LONG_ON_CHAT: Sentence = Sentence::new(
    "too-long-on-chat",
    "Invalid 'messages[{0}].tool_calls[{1}].id': string too long. Expected a string with maximum length 40, but got a string with length {length} instead.",
);

/// OpenAI's answer to the long id of a call, on Responses.
pub(super) const TOO_LONG_ON_RESPONSES: Sentence = Sentence::new(
    "too-long-on-responses",
    "Invalid 'input[{0}].call_id': string too long. Expected a string with maximum length 64, but got a string with length {length} instead.",
);

/// Counts the characters of an id.
pub(super) fn count_characters(id: &str) -> usize {
    id.bytes().filter(|byte| byte & 0xc0 != 0x80).count()
}
