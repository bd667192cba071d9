//! Words that are written with an escape: `"\u0075ser"` is `"user"`.

use std::fs;

use rethought::audit::rules;
use rethought::json::{Kind, scan};

use super::{cases, judged};

/// Writes the first letter of every `role` and `type` as an escape.
fn escaped(request: &[u8]) -> Vec<u8> {
    let document = scan(request).unwrap();
    let (mut out, mut copied) = (Vec::new(), 0);
    let mut values = document.values().peekable();
    while let Some(key) = values.next() {
        let is_word = key.kind() == Kind::Key && matches!(key.text().unwrap().plain(), Some("role" | "type"));
        let Some(value) = values.peek().filter(|value| is_word && value.kind() == Kind::String) else { continue };
        let first = value.span().start + 1;
        if request[first].is_ascii_alphanumeric() {
            out.extend_from_slice(&request[copied..first]);
            out.extend_from_slice(format!("\\u{:04x}", request[first]).as_bytes());
            copied = first + 1;
        }
    }
    out.extend_from_slice(&request[copied..]);
    out
}

#[test]
fn the_words_of_a_request_may_have_escapes() {
    let (mut read, mut wrong) = (0, Vec::new());
    for path in rules::all().flat_map(|rule| ["bad-", "good-"].into_iter().flat_map(move |kind| cases(rule, kind))) {
        let text = fs::read(&path).unwrap();
        let case = scan(&text).unwrap();
        let request = case.find("/request").unwrap().raw();
        let found = |request: &[u8]| {
            judged(&case, request, |_, _, report| report.findings.iter().map(|finding| finding.rule.id).collect::<Vec<_>>())
        };
        let (plain, escaped) = (found(request), found(&escaped(request)));
        read += 1;
        if plain != escaped {
            wrong.push(format!("{}: {plain:?} became {escaped:?}", path.display()));
        }
    }
    assert!(read > 1_000, "{read} cases");
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}
