//! Ids of calls with a signature: LiteLLM puts Gemini's behind the id, because chat clients keep the id and nothing else. Only LiteLLM reads it there.

use crate::json::find_bytes;

/// The mark between the id and the signature.
const SEPARATOR: &[u8] = b"__thought__";

/// Splits an id into the id itself and the signature. `None` if it has no signature.
pub(crate) fn split_signed_id(id: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = find_bytes(id, SEPARATOR)?;
    Some((id.get(..at)?, id.get(at + SEPARATOR.len()..)?))
}
