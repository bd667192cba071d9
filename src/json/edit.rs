//! Splices: replaces bytes in one pass and changes nothing else.

use super::error;
use super::span::Span;
use crate::error::Error;

/// Replaces a stretch of the source by a text. An empty span inserts, an empty text deletes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The bytes to replace.
    pub span: Span,
    /// The new bytes.
    pub text: Vec<u8>,
}

/// Applies edits to a source in one pass. They may come in any order; those that insert at the same byte keep their order.
///
/// # Errors
/// An edit that reaches outside the source or runs backwards, and two edits that overlap, with the byte at which they do.
pub fn splice(source: &[u8], edits: &[Edit]) -> Result<Vec<u8>, Error> {
    let added: usize = edits.iter().map(|edit| edit.text.len()).sum();
    let mut out = Vec::with_capacity(source.len() + added);
    let mut done = 0;
    for Edit { span, text } in ordered(source, edits)? {
        out.extend_from_slice(source.get(done..span.start).unwrap_or_default());
        out.extend_from_slice(text);
        done = span.end;
    }
    out.extend_from_slice(source.get(done..).unwrap_or_default());
    Ok(out)
}

/// Returns the edits in the order of the source, for one pass. It checks that they fit and do not overlap.
///
/// # Errors
/// As for [`splice`].
pub fn ordered<'e>(source: &[u8], edits: &'e [Edit]) -> Result<Vec<&'e Edit>, Error> {
    let mut ordered: Vec<&Edit> = edits.iter().collect();
    ordered.sort_by_key(|edit| edit.span);
    let mut done = 0;
    for Edit { span, .. } in &ordered {
        if span.start < done {
            return Err(error::edit_range("two edits overlap", span.start));
        }
        if span.end < span.start || source.len() < span.end {
            return Err(error::edit_range("the edit reaches outside the text", span.start));
        }
        done = span.end;
    }
    Ok(ordered)
}

/// Returns `true` if edits that fit a source leave it unchanged. It compares only the stretch between the first and the last edit, and only if the length
/// stays the same.
pub(super) fn is_idle(source: &[u8], edits: &[Edit]) -> bool {
    let (gone, come) = edits.iter().fold((0, 0), |(gone, come), edit| (gone + edit.span.len(), come + edit.text.len()));
    let Ok(ordered) = ordered(source, if gone == come { edits } else { &[] }) else { return false };
    let Some(start) = ordered.first().map(|edit| edit.span.start) else { return edits.is_empty() };
    let (mut text, mut done) = (Vec::new(), start);
    for Edit { span, text: new } in ordered {
        text.extend_from_slice(source.get(done..span.start).unwrap_or_default());
        text.extend_from_slice(new);
        done = span.end;
    }
    source.get(start..done) == Some(&text)
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;
    use crate::error::Code;

    fn edit(start: usize, end: usize, text: &str) -> Edit {
        Edit { span: Span { start, end }, text: text.into() }
    }

    #[test]
    fn edits_apply_in_the_order_of_the_text_whatever_order_they_come_in() {
        let edits = [edit(4, 6, "Y"), edit(0, 0, "a"), edit(0, 0, "b"), edit(0, 2, "X"), edit(6, 6, "end")];
        assert_eq!(splice(b"012345", &edits).unwrap(), b"abX23Yend");
        assert_eq!(splice(b"012345", &[]).unwrap(), b"012345");
    }

    #[test]
    fn edits_that_leave_every_byte_as_it_is_are_idle() {
        let idle = [vec![], vec![edit(2, 4, "23")], vec![edit(2, 4, ""), edit(4, 4, "23")], vec![edit(5, 6, "5"), edit(0, 1, "0")]];
        for edits in idle {
            assert!(is_idle(b"012345", &edits), "{edits:?}");
        }
        let busy = [vec![edit(2, 4, "32")], vec![edit(2, 4, "")], vec![edit(6, 6, "6")], vec![edit(2, 4, ""), edit(5, 5, "23")]];
        for edits in busy {
            assert!(!is_idle(b"012345", &edits), "{edits:?}");
        }
    }

    #[test]
    fn an_edit_that_does_not_fit_is_refused_with_its_place() {
        for (edits, at) in
            [(vec![edit(0, 3, ""), edit(2, 4, "")], 2), (vec![edit(7, 7, "")], 7), (vec![edit(5, 7, "")], 5), (vec![edit(3, 2, "")], 3)]
        {
            let refused = splice(b"012345", &edits).unwrap_err();
            assert_eq!((refused.code(), refused.offset()), (Code::EditRange, Some(at)), "{edits:?}");
        }
    }
}
