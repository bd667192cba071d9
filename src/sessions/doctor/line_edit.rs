//! Removes parts from one line.

use super::line_form::LineForm;
use super::removal::Removal;
use crate::json::{Changes, Document, Edit, Span, Value, find_bytes};

/// The edit of a line.
pub enum LineEdit {
    /// All of it is removed.
    Whole,
    /// These stretches of it are replaced.
    Parts(Vec<Edit>),
}

/// Makes the edit that removes parts from a line, and notes the removals whose part was found.
pub fn edit_line<'d>(form: &LineForm, document: &'d Document<'d>, removals: &[Removal], found: &mut Vec<Removal>) -> LineEdit {
    let line = document.root();
    let (mut removed, mut edits): (Vec<Value<'_>>, Vec<Edit>) = (Vec::new(), Vec::new());
    for removal in removals {
        if let Some(replacement) = removal.replacement {
            let places = removal.needles.iter().flat_map(|needle| handles_in(line, needle));
            let before = edits.len();
            edits.extend(places.map(|span| Edit { span, text: [b"\"", replacement, b"\""].concat() }));
            if edits.len() > before {
                found.push(removal.clone());
            }
            continue;
        }
        let parts = parts_of(form, line, &removal.needles);
        if parts.is_empty() && form.is_item && has_any(line, &removal.needles) {
            found.push(removal.clone());
            return LineEdit::Whole;
        }
        if !parts.is_empty() {
            found.push(removal.clone());
        }
        removed.extend(parts);
    }
    removed.sort_by_key(|value| value.span());
    removed.dedup_by_key(|value| value.span());
    let is_emptied = |path: &&'static str| {
        let mut elements = line.list(path).peekable();
        elements.peek().is_some() && elements.all(|element| removed.contains(&element))
    };
    if form.removes_empty && form.lists.iter().any(is_emptied) {
        return LineEdit::Whole;
    }
    let mut changes = Changes::new(document);
    for part in removed {
        // The part is in the document, so it can be removed.
        let _ = changes.remove(part);
    }
    edits.extend(changes.edits().unwrap_or_default());
    LineEdit::Parts(edits)
}

/// Finds the elements of the lists, and the members, that one of the texts is known by. The most exact text that is found decides.
fn parts_of<'d>(form: &LineForm, line: Value<'d>, needles: &[Vec<u8>]) -> Vec<Value<'d>> {
    let elements = || form.lists.iter().flat_map(|path| line.list(path));
    let members = || form.members.iter().filter_map(|path| line.path(path));
    needles
        .iter()
        .map(|needle| elements().chain(members()).filter(|part| is_known_by(*part, needle)).collect::<Vec<_>>())
        .find(|parts| !parts.is_empty())
        .unwrap_or_default()
}

fn has_any(line: Value<'_>, needles: &[Vec<u8>]) -> bool {
    needles.iter().any(|needle| find_bytes(line.raw(), needle).is_some())
}

fn is_known_by(part: Value<'_>, needle: &[u8]) -> bool {
    part.raw() == needle || !handles_in(part, needle).is_empty()
}

/// Finds the strings that are a handle, and those that contain an item with it as JSON.
fn handles_in(part: Value<'_>, handle: &[u8]) -> Vec<Span> {
    let is_member = |value: &Value<'_>| {
        let name = value.key().and_then(Value::text).map(|name| name.lossy().into_owned()).unwrap_or_default();
        HANDLES.iter().any(|word| name.contains(word))
    };
    let is_it = |value: &Value<'_>| {
        value
            .text()
            .is_some_and(|text| text.raw() == handle || text.raw().starts_with(b"{\\\"") && find_bytes(text.raw(), handle).is_some())
    };
    part.within().filter(|value| value.text().is_some()).filter(is_member).filter(is_it).map(Value::span).collect()
}

/// Words in the names of members that hold handles.
const HANDLES: [&str; 5] = ["ignature", "ncrypted", "paque", "data", "Data"];
