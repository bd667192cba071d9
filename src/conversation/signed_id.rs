//! Ids of calls with a signature: LiteLLM puts Gemini's behind the id, because chat clients keep the id and nothing else. Only LiteLLM reads it there.

/// The mark between the id and the signature.
const SEPARATOR: &[u8] = b"__thought__";

/// Splits an id into the id itself and the signature. `None` if it has no signature.
pub(crate) fn split_signed_id(id: &[u8]) -> Option<(&[u8], &[u8])> {
    // Some clients and gateways change the letters of an id.
    let at = id.windows(SEPARATOR.len()).position(|window| window.eq_ignore_ascii_case(SEPARATOR))?;
    Some((id.get(..at)?, id.get(at + SEPARATOR.len()..)?))
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::split_signed_id;

    #[test]
    fn the_mark_is_found_in_any_letters() {
        for id in [&b"call_1__thought__SIG"[..], b"call_1__THOUGHT__SIG", b"call_1__Thought__SIG"] {
            assert_eq!(split_signed_id(id), Some((&b"call_1"[..], &b"SIG"[..])));
        }
        assert_eq!(split_signed_id(b"call_1_thought_SIG"), None);
    }
}
