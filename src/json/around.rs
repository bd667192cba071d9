//! Scans a text around stretches that were scanned before.

use super::document::{Document, Node, narrow, offset};
use super::scan::scan;
use super::span::{Kind, Span};
use crate::error::Error;

/// Scans a text without some stretches, each made of whole array elements with the commas after them. Every place refers to the whole text. The stretches are
/// in no container, so later elements have another index, and a pointer to one would be wrong. `left` is a buffer for the rest of the text; the caller may use
/// it again after the call.
///
/// # Errors
/// The rest of the text is not JSON. The byte is counted without the stretches.
pub fn scan_around<'s>(source: &'s [u8], stretches: &[Span], left: &mut Vec<u8>) -> Result<Document<'s>, Error> {
    if stretches.is_empty() {
        return scan(source);
    }
    left.clear();
    let length = source.len() - stretches.iter().map(|stretch| stretch.len()).sum::<usize>().min(source.len());
    // The next text is a little longer, so the buffer grows a little and does not double.
    left.reserve_exact(length.next_multiple_of((length.next_power_of_two() / 16).max(1)));
    let mut from = 0;
    for stretch in stretches {
        left.extend_from_slice(source.get(from..stretch.start).unwrap_or_default());
        from = stretch.end;
    }
    left.extend_from_slice(source.get(from..).unwrap_or_default());
    let mut nodes = scan(left)?.into_nodes();
    place(&mut nodes, stretches);
    Ok(Document::new(source, nodes))
}

/// Scans only some values of a text. They are the elements of the root, in the given order. Every place refers to the whole text.
///
/// # Errors
/// The text at a span is not JSON.
pub fn scan_values<'s>(source: &'s [u8], spans: &[Span]) -> Result<Document<'s>, Error> {
    let mut nodes = vec![Node { start: 0, end: narrow(source.len()), next: 0, kind: Kind::Array, flags: 0 }];
    for span in spans {
        let (first, start) = (narrow(nodes.len()), narrow(span.start));
        let value = scan(source.get(span.range()).unwrap_or_default())?.into_nodes();
        nodes.extend(value.into_iter().map(|node| Node {
            start: node.start + start,
            end: node.end + start,
            next: node.next + first,
            ..node
        }));
    }
    let next = narrow(nodes.len());
    nodes.first_mut().into_iter().for_each(|root| root.next = next);
    Ok(Document::new(source, nodes))
}

/// Gives every node its place in the whole text.
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
            let document = scan_around(text, &stretches, &mut Vec::new()).unwrap();
            let left: Vec<Span> = document.find("/a").unwrap().elements().map(|element| element.span()).collect();
            let kept = |span: &&Span| !stretches.iter().any(|stretch| stretch.range().contains(&span.start));
            assert_eq!(left, elements.iter().filter(kept).copied().collect::<Vec<_>>());
            assert_eq!(document.find("/a").unwrap().raw(), whole.find("/a").unwrap().raw());
            assert_eq!(document.find("/z/k").unwrap().span(), whole.find("/z/k").unwrap().span());
            assert_eq!(document.root().raw(), text);
        }
    }

    #[test]
    fn some_values_stand_where_they_stand_in_the_whole() {
        let text = br#"{"a": [ {"n":[0]}, "two" ], "z": {"k": "v"}}"#;
        let whole = scan(text).unwrap();
        let values = ["/z", "/a/0/n", "/a/1"].map(|pointer| whole.find(pointer).unwrap());
        let some = scan_values(text, &values.map(|value| value.span())).unwrap();
        let found: Vec<_> = some.root().elements().collect();
        assert_eq!(found.iter().map(|value| value.span()).collect::<Vec<_>>(), values.map(|value| value.span()));
        assert_eq!(found[0].get("k").unwrap().raw(), b"\"v\"");
        assert_eq!(found[1].elements().next().unwrap().raw(), b"0");
    }
}
