//! Checks that a line is unchanged: a store may lose, cut or change bytes.

use super::read::decoded;
use super::write::{SUM, sum_of};
use crate::error::{Code, Error};
use crate::json::{Changes, Digest, Value, quote_wtf8, scan};
use crate::ledger::{Answer, EmittedPart};
use crate::model::{Attachment, PartKind};
use crate::request::trace::{digits, is_distinctive, of_json, of_texts, spoken_texts};
use crate::wires::{Call, handle_paths, text_paths};

/// Checks a line against its sum. For a line of an earlier version, checks the texts in it against the digests beside them.
///
/// # Errors
/// A line that was changed.
pub(in crate::ledger) fn check(line: &[u8], answer: &Answer) -> Result<(), Error> {
    let document = scan(line)?;
    let is_true = match document.root().get(SUM) {
        Some(sum) => decoded(sum) == Some(sum_without(line)?),
        None => answer.parts.iter().all(is_true_to_digests),
    };
    if is_true { Ok(()) } else { Err(Error::new(Code::Input, "a line of the ledger was changed after it was written").in_value("")) }
}

/// Returns the digest of a line without its sum.
fn sum_without(line: &[u8]) -> Result<Digest, Error> {
    let document = scan(line)?;
    let mut changes = Changes::new(&document);
    document.root().get(SUM).map_or(Ok(()), |sum| changes.remove(sum))?;
    Ok(sum_of(scan(&changes.apply()?)?.root()))
}

/// Returns `true` if the text of a part has the recorded id, handle and words, if they can be found in it.
fn is_true_to_digests(part: &EmittedPart) -> bool {
    // A part between tags is a range of its text.
    if part.raw.is_empty() || matches!(part.attachment, Some(Attachment::Tag { .. })) {
        return true;
    }
    let Ok(document) = scan(&part.raw) else { return false };
    let root = document.root();
    let id = part.trace.call.as_deref().filter(|id| is_distinctive(id));
    let has_id = id.is_none_or(|id| Call::read(root).id.is_some_and(|own| own == id));
    let words = match part.kind {
        PartKind::Text => spoken_texts(root),
        PartKind::Thought => strings_at(text_paths(), root),
        _ => Vec::new(),
    };
    has_id && is_digest_of(&strings_at(handle_paths(), root), part.trace.handle) && is_digest_of(&words, part.trace.text)
}

/// Returns the non-empty strings at some paths of a part, or the part itself if it is one string.
fn strings_at<'d>(paths: &[&str], part: Value<'d>) -> Vec<Value<'d>> {
    let mut strings = Vec::new();
    paths.iter().for_each(|path| part.collect(path, &mut strings));
    strings.retain(|string| string.text().is_some_and(|text| !text.is_empty()));
    strings
}

/// Returns `true` if a recorded digest matches some strings, in either alphabet of base64, or if there is nothing to compare.
fn is_digest_of(strings: &[Value<'_>], recorded: Option<Digest>) -> bool {
    let (Some(recorded), [first, ..]) = (recorded, strings) else { return true };
    let of_bytes = || first.text().and_then(|text| of_json(&quote_wtf8(&digits(&text.wtf8()))));
    of_texts(strings) == Some(recorded) || strings.len() == 1 && of_bytes() == Some(recorded)
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use crate::ledger::Ledger;
    use crate::model::{Target, Wire};

    fn recorded() -> (Vec<u8>, String) {
        let mut ledger = Ledger::default();
        let response = br#"{"id":"msg_1","content":[{"type":"thinking","thinking":"A greeting.","signature":"EqQBCkYI"},{"type":"text","text":"Hi."},{"type":"tool_use","id":"toolu_01A09q90qw90lq917835lq9","name":"look","input":{}}]}"#;
        ledger.record(&Target::new(Wire::ANTHROPIC_MESSAGES), br#"{"messages":[{"role":"user","content":"Hello"}]}"#, response).unwrap();
        (ledger.opening(), String::from_utf8(ledger.line(0).unwrap().to_vec()).unwrap())
    }

    /// How many lines are read, and how many are left out.
    fn loaded(opening: &[u8], line: &str) -> (usize, usize) {
        let (ledger, torn) = Ledger::restore(&[opening, b"\n", line.as_bytes()].concat()).unwrap();
        (ledger.len(), torn.len())
    }

    #[test]
    fn a_line_that_was_changed_is_not_read() {
        let (opening, line) = recorded();
        assert_eq!(loaded(&opening, &line), (1, 0));
        for (then, now) in [("A greeting.", "A meeting."), ("EqQBCkYI", "EqQBCkYJ"), ("Hi.", "Ho."), ("\"entries\":1", "\"entries\":2")] {
            assert!(line.contains(then), "{then}");
            assert_eq!(loaded(&opening, &line.replace(then, now)), (0, 1), "{then}");
        }
    }

    #[test]
    fn a_line_whose_members_a_store_has_sorted_is_read() {
        let (opening, line) = recorded();
        let sorted = String::from_utf8(crate::json::canonical(crate::json::scan(line.as_bytes()).unwrap().root())).unwrap();
        assert_ne!(sorted, line);
        assert_eq!(loaded(&opening, &sorted), (1, 0));
    }

    #[test]
    fn a_line_of_an_earlier_version_is_held_against_the_digests_beside_its_texts() {
        let (opening, line) = recorded();
        let (head, _) = line.rsplit_once(",\"sum\"").unwrap();
        let (old, line) = (String::from_utf8(opening).unwrap().replace("\"version\":4", "\"version\":3"), format!("{head}}}"));
        assert_eq!(loaded(old.as_bytes(), &line), (1, 0));
        for (then, now) in [
            ("A greeting.", "A meeting."),
            ("EqQBCkYI", "EqQBCkYJ"),
            ("Hi.", "Ho."),
            ("toolu_01A09q90qw90lq917835lq9\\", "toolu_01A09q90qw90lq917835lq8\\"),
        ] {
            assert!(line.contains(then), "{then} {line}");
            assert_eq!(loaded(old.as_bytes(), &line.replace(then, now)), (0, 1), "{then}");
        }
    }
}
