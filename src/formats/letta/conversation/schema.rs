//! The schema of Letta's messages: required members and their types, from the published schema and the types of the client.

use crate::error::{Code, Error};
use crate::json::{Kind, Value};
use crate::model::time::{NoClock, read};

/// A test of a record, the tested member, and the error words.
type Test = (&'static str, &'static str, &'static str);

const STRING: &str = "must be a string";
const OPTIONAL: &str = "must be a string or null";

/// The members of every message.
const BASE: &[Test] = &[
    ("id:s", "id", STRING),
    ("date:s", "date", STRING),
    ("!name,name:s,name=null", "name", OPTIONAL),
    ("!otid,otid:s,otid=null", "otid", OPTIONAL),
    ("!sender_id,sender_id:s,sender_id=null", "sender_id", OPTIONAL),
    ("!step_id,step_id:s,step_id=null", "step_id", OPTIONAL),
    ("!run_id,run_id:s,run_id=null", "run_id", OPTIONAL),
    ("!is_err,is_err=true|false|null", "is_err", "must be true, false or null"),
];

/// The members of each type of message.
const TYPES: &[(&str, &[Test])] = &[
    (
        "reasoning_message",
        &[
            ("reasoning:s", "reasoning", STRING),
            ("!source,source=reasoner_model|non_reasoner_model", "source", "must be `reasoner_model` or `non_reasoner_model`"),
            ("!signature,signature:s,signature=null", "signature", OPTIONAL),
        ],
    ),
    (
        "hidden_reasoning_message",
        &[
            ("state=redacted|omitted", "state", "must be `redacted` or `omitted`"),
            ("!hidden_reasoning,hidden_reasoning:s,hidden_reasoning=null", "hidden_reasoning", OPTIONAL),
        ],
    ),
    ("system_message", &[("content:s", "content", STRING)]),
    ("user_message", &[("content:s,content:a", "content", "must be a string or an array")]),
    ("assistant_message", &[("content:s,content:a", "content", "must be a string or an array")]),
    ("tool_call_message", &[("tool_call:o", "tool_call", "must be an object")]),
    ("approval_request_message", &[("tool_call:o", "tool_call", "must be an object")]),
    (
        "tool_return_message",
        &[
            ("tool_call_id:s", "tool_call_id", STRING),
            ("tool_return:s,tool_return:a", "tool_return", "must be a string or an array"),
            ("status=success|error", "status", "must be `success` or `error`"),
        ],
    ),
];

/// Returns the type of a message. The schema has a default for it, so it may be left out.
#[must_use]
pub(super) fn type_of<'d>(record: Value<'d>) -> &'d str {
    match record.word("message_type") {
        "" if record.fits("id date reasoning") => "reasoning_message",
        "" if record.fits("id date state") => "hidden_reasoning_message",
        word => word,
    }
}

/// Checks a message like the schema. A record of an unknown type is not checked.
///
/// # Errors
/// The first member that is missing or of another type, under the pointer of the record.
pub fn check_record(record: Value<'_>, pointer: impl Fn() -> String) -> Result<(), Error> {
    let Some((_, own)) = TYPES.iter().find(|(name, _)| *name == type_of(record)) else { return Ok(()) };
    let refused = |name: &str, why: &'static str| Error::new(Code::Message, why).in_value([&pointer(), "/", name].concat());
    for (test, name, why) in BASE.iter().chain(*own) {
        if !record.fits(test) {
            return Err(refused(name, why));
        }
    }
    if record.get("seq_id").is_some_and(|number| !number.is_null() && number.whole().is_none()) {
        return Err(refused("seq_id", "must be a whole number or null"));
    }
    let date = record.get("date").and_then(Value::text).map(|text| text.lossy()).unwrap_or_default();
    read(&date, &NoClock).map(|_| ()).map_err(|_| refused("date", "must be a date and time"))
}

/// Returns the list of records in a text, with the member that holds it: the text itself, a page of the client, or a body of the API.
#[must_use]
pub fn list_of<'d>(root: Value<'d>) -> Option<(&'static str, Value<'d>)> {
    if root.kind() == Kind::Array {
        return Some(("", root));
    }
    ["items", "messages"].iter().find_map(|name| Some((*name, root.get(name).filter(|list| list.kind() == Kind::Array)?)))
}
