//! Joins the chunks of a token stream. Letta's server sends a message piece by piece, and all pieces have its `id` and its `otid`.

use super::schema::list_of;
use crate::error::Error;
use crate::json::{Changes, Document, Kind, Text, Value, digest};

/// Records in which every message is complete.
pub(crate) struct JoinedRecords {
    /// Their text.
    pub(crate) text: Vec<u8>,
    /// The member that holds the list, as the beginning of a pointer.
    list: String,
    /// For each record the number of its first chunk.
    first: Vec<usize>,
}

impl JoinedRecords {
    /// Returns the place of a value before the chunks were joined: in the first of them.
    pub(crate) fn source_pointer(&self, pointer: &str) -> Option<String> {
        let below = pointer.strip_prefix(&self.list)?.strip_prefix('/')?;
        let (number, rest) = below.split_at_checked(below.find('/').unwrap_or(below.len()))?;
        let first = self.first.get(number.parse::<usize>().ok()?)?;
        Some(format!("{}/{first}{rest}", self.list))
    }
}

/// The members whose pieces are joined.
const PIECES: [&str; 3] = ["reasoning", "hidden_reasoning", "content"];

/// Joins the chunks of a list of records. `None` if every message is complete.
///
/// # Errors
/// Records that are too large to be written.
pub(crate) fn join_chunks(document: &Document<'_>) -> Result<Option<JoinedRecords>, Error> {
    let Some((name, list)) = list_of(document.root()) else { return Ok(None) };
    let records: Vec<Value<'_>> = list.elements().collect();
    let (mut changes, mut first) = (Changes::new(document), Vec::new());
    let mut count = 0;
    for run in messages(&records) {
        first.push(count);
        count += run.len();
        if let [head, rest @ ..] = run
            && !rest.is_empty()
        {
            join(*head, run, &mut changes)?;
            rest.iter().try_for_each(|chunk| changes.remove(*chunk))?;
        }
    }
    if first.len() == records.len() {
        return Ok(None);
    }
    let list = if name.is_empty() { String::new() } else { ["/", name].concat() };
    Ok(Some(JoinedRecords { text: changes.apply()?, list, first }))
}

/// Groups the records by message: one, or the chunks of a stream.
pub(crate) fn messages<'r, 'd>(records: &'r [Value<'d>]) -> impl Iterator<Item = &'r [Value<'d>]> {
    records.chunk_by(|one, other| is_one_message(*one, *other)).flat_map(|run| {
        // Equal records are a message that was sent twice.
        let is_resent = run.first().is_some_and(|head| run.iter().skip(1).all(|other| digest(*other) == digest(*head)));
        run.chunks(if is_resent { 1 } else { run.len() })
    })
}

fn is_one_message(one: Value<'_>, other: Value<'_>) -> bool {
    let is_same = |name: &str| !one.token(name).is_empty() && one.token(name) == other.token(name);
    is_same("id") && is_same("otid") && is_same("message_type")
}

/// Puts all pieces of a message into its first chunk.
fn join(head: Value<'_>, pieces: &[Value<'_>], changes: &mut Changes<'_>) -> Result<(), Error> {
    for name in PIECES {
        if let Some(joined) = joined(pieces.iter().filter_map(|piece| piece.get(name))) {
            changes.set(head, name, &joined)?;
        }
    }
    if let Some(signature) = pieces.iter().rev().find_map(|piece| piece.get("signature").filter(|one| !one.is_null())) {
        changes.set(head, "signature", signature.raw())?;
    }
    for path in ["tool_call", "tool_calls.0"] {
        let calls: Vec<Value<'_>> = pieces.iter().filter_map(|piece| piece.path(path)).collect();
        let Some(call) = calls.first().filter(|call| call.kind() == Kind::Object) else { continue };
        if let Some(joined) = joined(calls.iter().filter_map(|call| call.get("arguments"))) {
            changes.set(*call, "arguments", &joined)?;
        }
        for name in ["name", "tool_call_id"] {
            if let Some(found) = calls.iter().find_map(|call| call.get(name).filter(|one| !one.is_null())) {
                changes.set(*call, name, found.raw())?;
            }
        }
    }
    Ok(())
}

/// Joins the strings, or the elements of the lists. `None` if there is neither.
fn joined<'d>(values: impl Iterator<Item = Value<'d>>) -> Option<Vec<u8>> {
    let values: Vec<Value<'d>> = values.filter(|value| !value.is_null()).collect();
    if values.iter().any(|value| value.kind() == Kind::Array) {
        let elements: Vec<&[u8]> = values.iter().flat_map(|value| value.elements()).map(Value::raw).collect();
        return Some([b"[", &*elements.join(&b","[..]), b"]"].concat());
    }
    let texts: Vec<&[u8]> = values.iter().filter_map(|value| value.text()).map(Text::raw).collect();
    (!texts.is_empty()).then(|| [b"\"", &*texts.concat(), b"\""].concat())
}
