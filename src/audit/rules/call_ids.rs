//! Ids of calls: how long OpenAI takes them, and the signature that LiteLLM hides in one.

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

/// LiteLLM's mark between the id and the signature.
const MARK: &str = "__thought__";

/// Splits an id that LiteLLM has lengthened into the id and the signature.
pub(super) fn split_at_mark(id: &str) -> Option<(&str, &str)> {
    let at = find_bytes(id.as_bytes(), MARK.as_bytes())?;
    Some((id.get(..at)?, id.get(at + MARK.len()..)?))
}

/// Counts the characters of an id.
pub(super) fn count_characters(id: &str) -> usize {
    id.bytes().filter(|byte| byte & 0xc0 != 0x80).count()
}
