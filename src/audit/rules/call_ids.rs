//! Ids of calls: how long OpenAI takes them, and the signature that LiteLLM hides in one.

use crate::json::find_bytes;

/// OpenAI's sentence about the id of a call: on chat, and on Responses.
pub(super) const TOO_LONG_ON_CHAT: &str = "Invalid 'messages[{0}].tool_calls[{1}].id': string too long. Expected a string with maximum length 40, but got a string with length {length} instead.";
pub(super) const TOO_LONG_ON_RESPONSES: &str = "Invalid 'input[{0}].call_id': string too long. Expected a string with maximum length 64, but got a string with length {length} instead.";

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
