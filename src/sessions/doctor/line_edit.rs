//! Removes parts from one line.

use super::line_form::LineForm;
use super::removal::{Action, Removal};
use super::surrogates::{REPLACEMENT, lone_surrogates};
use crate::json::{Changes, Document, Edit, Span, Text, Value, find_bytes, scan};

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
        let mut parts = Vec::new();
        match removal.action {
            Action::RemoveLine => {
                found.push(removal.clone());
                return LineEdit::Whole;
            }
            Action::ReplaceHandle(text) => {
                let places = removal.needles.iter().flat_map(|needle| handles_in(line, needle));
                let before = edits.len();
                edits.extend(places.map(|span| Edit { span, text: [b"\"", text, b"\""].concat() }));
                if edits.len() > before {
                    found.push(removal.clone());
                }
                continue;
            }
            Action::ReplaceSurrogates => {
                let spans = lone_surrogates(document.source());
                edits.extend(spans.into_iter().map(|span| Edit { span, text: REPLACEMENT.to_vec() }));
                found.push(removal.clone());
                continue;
            }
            Action::Remove | Action::RemoveIfStored => parts.extend(parts_of(form, line, &removal.needles)),
            Action::RemoveUnsigned => parts.extend(unsigned_in(form, line, &removal.needles)),
            Action::RemoveRepeated => {
                parts = parts_of(form, line, &removal.needles);
                // Gemini CLI makes a message of a result beside a call at each resume, so that result goes and its message stays.
                parts.pop();
            }
        }
        let is_whole = parts.is_empty() && (form.is_item && has_any(line, &removal.needles) || is_result_of(form, line, &removal.needles));
        if is_whole || !parts.is_empty() || removal.action == Action::RemoveIfStored {
            found.push(removal.clone());
        }
        if is_whole {
            return LineEdit::Whole;
        }
        removed.extend(parts);
    }
    removed.sort_by_key(|value| value.span());
    removed.dedup_by_key(|value| value.span());
    if form.removes_empty && is_emptied(form, line, &removed) {
        return LineEdit::Whole;
    }
    let emptied: Vec<Value<'_>> =
        messages_of(form, line).filter(|message| form.removes_empty && is_emptied(form, *message, &removed)).collect();
    removed.retain(|part| !emptied.iter().any(|message| message.within().any(|value| value == *part)));
    removed.extend(emptied);
    let mut changes = Changes::new(document);
    for part in removed {
        // The part is in the document, so it can be removed.
        let _ = changes.remove(part);
    }
    edits.extend(changes.edits().unwrap_or_default());
    LineEdit::Parts(edits)
}

/// The messages of a line that has several.
fn messages_of<'d>(form: &LineForm, line: Value<'d>) -> impl Iterator<Item = Value<'d>> {
    let path = Some(form.messages).filter(|path| !path.is_empty());
    path.into_iter().flat_map(move |path| line.list(path))
}

/// Returns `true` if all parts of a line or a message are removed.
fn is_emptied<'d>(form: &LineForm, message: Value<'d>, removed: &[Value<'d>]) -> bool {
    let has_parts = form.lists.first().is_some_and(|path| message.list(path).next().is_some());
    has_parts && elements_of(form, message).iter().all(|element| removed.contains(element))
}

/// Finds the elements of the lists, and the members, that one of the texts is known by. The most exact text that is found decides.
fn parts_of<'d>(form: &LineForm, line: Value<'d>, needles: &[Vec<u8>]) -> Vec<Value<'d>> {
    let holders = || std::iter::once(line).chain(messages_of(form, line));
    let elements = || holders().flat_map(|holder| elements_of(form, holder));
    let members = || form.members.iter().filter_map(|path| line.path(path));
    needles
        .iter()
        .map(|needle| innermost(elements().chain(members()).filter(|part| is_known_by(*part, needle)).collect()))
        .find(|parts| !parts.is_empty())
        .unwrap_or_default()
}

/// Finds the thoughts of a line that have no handle and one of the texts.
fn unsigned_in<'d>(form: &LineForm, line: Value<'d>, needles: &[Vec<u8>]) -> Vec<Value<'d>> {
    let holders = std::iter::once(line).chain(messages_of(form, line));
    let is_unsigned = |part: &Value<'d>| {
        let strings = || part.within().filter(|value| value.text().is_some());
        let is_signed = strings().any(|value| is_handle_member(value) && value.text().is_some_and(|text| is_whole(text)));
        let is_it = |value: Value<'d>| {
            needles.iter().any(|needle| value.raw() == needle || value.text().is_some_and(|text| *text.wtf8() == **needle))
        };
        part.raw() == needles.first().map(Vec::as_slice).unwrap_or_default() || !is_signed && strings().any(is_it)
    };
    let is_thought = |part: &Value<'d>| ["reason", "think"].iter().any(|word| part.word("type").contains(word));
    innermost(holders.flat_map(|holder| elements_of(form, holder)).filter(is_thought).filter(is_unsigned).collect())
}

/// Returns `true` if a member has a handle: a text, or an item as JSON whose ciphertext is not empty.
fn is_whole(text: Text<'_>) -> bool {
    let item = text.wtf8();
    let is_empty_item = scan(&item).is_ok_and(|item| item.root().get("encrypted_content").is_some_and(|text| text.fits(":s =")));
    !text.is_empty() && !is_empty_item
}

/// Returns the values that contain none of the others. A block that holds the details of a thought stays.
fn innermost(parts: Vec<Value<'_>>) -> Vec<Value<'_>> {
    let contains = |outer: Span, inner: Span| outer != inner && outer.start <= inner.start && inner.end <= outer.end;
    let spans: Vec<Span> = parts.iter().map(|part| part.span()).collect();
    parts.into_iter().filter(|part| !spans.iter().any(|inner| contains(part.span(), *inner))).collect()
}

/// The elements of all lists of parts in a line or a message.
fn elements_of<'d>(form: &LineForm, holder: Value<'d>) -> Vec<Value<'d>> {
    let mut elements = Vec::new();
    form.lists.iter().for_each(|path| holder.visit(path, &mut |list| elements.extend(list.elements())));
    elements
}

fn has_any(line: Value<'_>, needles: &[Vec<u8>]) -> bool {
    needles.iter().any(|needle| find_bytes(line.raw(), needle).is_some())
}

/// Returns `true` if a line is the result of a call that one of the texts names.
fn is_result_of(form: &LineForm, line: Value<'_>, needles: &[Vec<u8>]) -> bool {
    let id = Some(form.result).filter(|path| !path.is_empty()).and_then(|path| line.path(path));
    id.is_some_and(|id| needles.iter().any(|needle| is_id(id, needle)))
}

fn is_known_by(part: Value<'_>, needle: &[u8]) -> bool {
    let has_id = || CALL_IDS.iter().filter_map(|name| part.get(name)).any(|id| is_id(id, needle));
    part.raw() == needle || !handles_in(part, needle).is_empty() || needle.starts_with(b"\"") && has_id()
}

/// Members that name a call.
const CALL_IDS: [&str; 5] = ["id", "call_id", "callID", "tool_use_id", "toolCallId"];

/// Returns `true` if an id is that one. The id of an item may follow it: `call_1|fc_1`.
fn is_id(id: Value<'_>, needle: &[u8]) -> bool {
    let open = needle.strip_suffix(b"\"").unwrap_or(needle);
    id.raw() == needle || id.raw().strip_prefix(open).is_some_and(|rest| rest.starts_with(b"|"))
}

/// Finds the strings that are a handle, and those that contain an item with it as JSON.
fn handles_in(part: Value<'_>, handle: &[u8]) -> Vec<Span> {
    let is_it = |value: &Value<'_>| {
        value
            .text()
            .is_some_and(|text| text.raw() == handle || text.raw().starts_with(b"{\\\"") && find_bytes(text.raw(), handle).is_some())
    };
    part.within().filter(|value| value.text().is_some() && is_handle_member(*value)).filter(is_it).map(Value::span).collect()
}

/// Returns `true` if the name of a member says that it holds a handle.
fn is_handle_member(value: Value<'_>) -> bool {
    let name = value.key().and_then(Value::text).map(|name| name.lossy().into_owned()).unwrap_or_default();
    HANDLES.iter().any(|word| name.contains(word))
}

/// Words in the names of members that hold handles.
const HANDLES: [&str; 5] = ["ignature", "ncrypted", "paque", "data", "Data"];
