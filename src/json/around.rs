//! A text scanned around stretches of it that are known already.

use super::document::{Document, Node, narrow, offset};
use super::scan::scan;
use super::span::Span;
use crate::error::Error;

/// Scans a text without some stretches, each of whole elements of an array with the commas after them. Every place is that of the whole text;
/// what is left out is in no container, so an element after it has another number, and no pointer should be asked for.
///
/// # Errors
/// What is left is no JSON. The byte is counted without the stretches.
pub fn scan_around<'s>(source: &'s [u8], stretches: &[Span]) -> Result<Document<'s>, Error> {
    let mut left = Vec::with_capacity(source.len() - stretches.iter().map(|stretch| stretch.len()).sum::<usize>().min(source.len()));
    let mut from = 0;
    for stretch in stretches {
        left.extend_from_slice(source.get(from..stretch.start).unwrap_or_default());
        from = stretch.end;
    }
    left.extend_from_slice(source.get(from..).unwrap_or_default());
    let mut nodes = scan(&left)?.into_nodes();
    place(&mut nodes, stretches);
    Ok(Document::new(source, nodes))
}

/// Puts every node where it stands in the whole text.
fn place(nodes: &mut [Node], stretches: &[Span]) {
    for stretch in stretches {
        let length = narrow(stretch.len());
        for node in nodes.iter_mut() {
            // A node ends after a stretch that it contains, and begins before it.
            node.start += if offset(node.start) >= stretch.start { length } else { 0 };
            node.end += if offset(node.end) > stretch.start { length } else { 0 };
        }
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn what_is_left_stands_where_it_stood() {
        let text = br#"{"a": [ {"n":0}, [1] , "two",3 ], "z": {"k": "v"}}"#;
        let whole = scan(text).unwrap();
        let elements: Vec<Span> = whole.find("/a").unwrap().elements().map(|element| element.span()).collect();
        let cut = |from: usize, to: usize| Span { start: elements[from].start, end: elements[to].start };
        for stretches in [vec![], vec![cut(0, 3)], vec![cut(1, 2)], vec![cut(0, 1), cut(2, 3)]] {
            let document = scan_around(text, &stretches).unwrap();
            let left: Vec<Span> = document.find("/a").unwrap().elements().map(|element| element.span()).collect();
            let kept = |span: &&Span| !stretches.iter().any(|stretch| stretch.range().contains(&span.start));
            assert_eq!(left, elements.iter().filter(kept).copied().collect::<Vec<_>>());
            assert_eq!(document.find("/a").unwrap().raw(), whole.find("/a").unwrap().raw());
            assert_eq!(document.find("/z/k").unwrap().span(), whole.find("/z/k").unwrap().span());
            assert_eq!(document.root().raw(), text);
        }
    }
}
