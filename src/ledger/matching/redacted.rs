//! Recognises a text that a redactor has changed.

use crate::model::redaction;

/// Returns `true` if a text is what a redactor leaves of another: a mark, or its beginning or end beside a mask.
#[must_use]
pub fn is_redacted(now: &[u8], then: Option<&[u8]>) -> bool {
    let has = |text: &[u8], mark: &str| text.windows(mark.len()).any(|piece| piece.eq_ignore_ascii_case(mark.as_bytes()));
    // A mark that the model itself wrote is none.
    let is_new = |mark: &str| has(now, mark) && !then.is_some_and(|then| has(then, mark));
    let is_view = redaction::is_redacted(now) && !then.is_some_and(redaction::is_redacted);
    if is_view || MARKS.iter().any(|mark| is_new(mark)) {
        return true;
    }
    let Some(then) = then.filter(|then| now.len() < then.len()) else { return false };
    MASKS.iter().filter(|mask| is_new(mask)).any(|mask| {
        let is_mask = |piece: &[u8]| piece == mask.as_bytes();
        let first = now.windows(mask.len()).position(is_mask).unwrap_or_default();
        let last = now.windows(mask.len()).rposition(is_mask).unwrap_or_default() + mask.len();
        then.starts_with(now.get(..first).unwrap_or_default()) && then.ends_with(now.get(last..).unwrap_or_default())
    })
}

/// The marks that other redactors write in place of a text.
const MARKS: [&str; 8] = ["[redacted", "<redacted", "(redacted)", "[filtered", "[masked", "[removed", "<masked", "█"];

/// The marks that they write in place of a part of one.
const MASKS: [&str; 4] = ["…", "...", "***", "•••"];

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn what_a_redactor_leaves_is_known() {
        // The mark that the views of this crate write.
        let cut = format!("head[CUT:1234:{}]tail", "0a".repeat(32));
        assert!(is_redacted(cut.as_bytes(), Some(b"head of it and its tail")) && !is_redacted(cut.as_bytes(), Some(cut.as_bytes())));
        let then = Some(b"EqQBCkYIAxgCKkDc".as_slice());
        for mark in ["[REDACTED]", "EqQB…KkDc", "EqQB...", "***", "*****", "<redacted:signature>", "[Filtered]"] {
            assert!(is_redacted(mark.as_bytes(), then), "{mark}");
        }
        for whole in ["EqQBCkYIAxgCKkDd", "EqQB", "other...", "", "EqQBCkYIAxgCKkDc... and more"] {
            assert!(!is_redacted(whole.as_bytes(), then), "{whole}");
        }
        assert!(is_redacted(b"[REDACTED]", None), "a mark says it of itself");
        assert!(!is_redacted(b"Wait...", None), "dots do not");
        assert!(!is_redacted(b"the log says [REDACTED]", Some(b"so the log says [REDACTED]")), "the model said it");
    }
}
