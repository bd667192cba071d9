//! Ids of calls: OpenAI's limits of length, and the signature that LiteLLM appends to an id.

use crate::audit::Sentence;
use crate::json::find_bytes;

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

/// LiteLLM's separator between the id and the signature.
const SEPARATOR: &str = "__thought__";

/// Splits an id that LiteLLM has extended into the id and the signature.
pub(super) fn split_at_separator(id: &str) -> Option<(&str, &str)> {
    let at = find_bytes(id.as_bytes(), SEPARATOR.as_bytes())?;
    Some((id.get(..at)?, id.get(at + SEPARATOR.len()..)?))
}

/// Counts the characters of an id.
pub(super) fn count_characters(id: &str) -> usize {
    id.bytes().filter(|byte| byte & 0xc0 != 0x80).count()
}
