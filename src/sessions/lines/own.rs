//! The members of a line in the names of this package.

use std::borrow::Cow;

use super::exchange::{LineBody, LineExchange, TargetMember};
use crate::error::{Code, Error};
use crate::json::{Kind, Value};
use crate::sessions::names::{MODEL, SESSION, STATUS, TIME, URL, undotted};

/// Returns the id of a line, as JSON. The caller may use any kind, `null` too. Batches of the providers call it `custom_id`.
#[must_use]
pub fn read_line_id<'d>(line: Value<'d>) -> Option<&'d [u8]> {
    line.get("id").or_else(|| line.get("custom_id")).map(Value::raw)
}

/// Reads the exchange of a line's members.
///
/// # Errors
/// If `target` is neither the name of a wire nor an object.
pub(super) fn read_own<'d>(line: Value<'d>) -> Result<LineExchange<'d>, Error> {
    let fact = |names: &[&str]| first_of(line, names).and_then(words);
    Ok(LineExchange {
        id: read_line_id(line).map(Cow::Borrowed),
        target: read_target(line)?,
        request: line.get("request").and_then(read_body),
        response: line.get("response").and_then(read_body),
        stream: line.get("stream").filter(|stream| stream.text().is_some()).and_then(read_body),
        next: line.get("next").and_then(read_body),
        time: fact(TIME),
        session: fact(SESSION),
        status: fact(STATUS),
        ..LineExchange::default()
    })
}

/// Returns the first member of several names that exists and is not `null`.
fn first_of<'d>(line: Value<'d>, names: &[&str]) -> Option<Value<'d>> {
    undotted(names).filter_map(|name| line.get(name)).find(|value| !value.is_null())
}

/// Returns a string, or a number as a string.
fn words(value: Value<'_>) -> Option<Cow<'_, [u8]>> {
    match value.kind() {
        Kind::String => Some(Cow::Borrowed(value.raw())),
        Kind::Number => Some(Cow::Owned([b"\"", value.raw(), b"\""].concat())),
        _ => None,
    }
}

/// Returns the body of a member. `None` for `null` and an empty string.
fn read_body(value: Value<'_>) -> Option<LineBody<'_>> {
    let span = value.span();
    match value.text() {
        Some(text) if text.is_empty() => None,
        Some(text) => Some(LineBody::Text { text: text.wtf8(), written: Some(span), is_lone: text.has_lone_surrogate() }),
        None => (!value.is_null()).then_some(LineBody::Value(span)),
    }
}

/// Returns the target of the request. `target`, the name of a wire or an object, overrides the members beside it.
fn read_target(line: Value<'_>) -> Result<Vec<TargetMember<'_>>, Error> {
    let beside = [("wire", line.get("wire")), ("host", line.get("host")), ("url", first_of(line, URL)), ("model", first_of(line, MODEL))];
    let beside = beside.into_iter().filter_map(|(name, value)| Some((Cow::from(name.as_bytes()), Cow::from(value?.raw()))));
    let mut members: Vec<TargetMember<'_>> = beside.collect();
    let Some(target) = line.get("target") else { return Ok(members) };
    match target.kind() {
        Kind::Null => {}
        Kind::String => members.push((Cow::from(b"wire".as_slice()), Cow::from(target.raw()))),
        Kind::Object => members.extend(target.members().map(|(name, value)| (Cow::from(name.raw()), Cow::from(value.raw())))),
        _ => return Err(Error::new(Code::Input, "target must be the name of a wire or an object").in_value("/target")),
    }
    Ok(members)
}
