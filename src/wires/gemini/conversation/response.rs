//! The answer of a tool is an object here. A text is `{"output": "…"}`, a failure is `{"error": "…"}`, and several texts are a list in that member. A text that
//! is a JSON object is sent as that object, unless it would be read as one of these. Reading reverses this.

use crate::conversation::reader::{content, json_in, written};
use crate::json::{Kind, Value, scan};
use crate::model::{Content, ContentKind, Output};
use std::borrow::Cow;

/// The output in an object.
enum Said<'d> {
    Nothing,
    Text(Value<'d>),
    Texts(Value<'d>),
    All,
}

/// Returns the output in an object, and `true` if it reports a failure.
fn said(object: Value<'_>) -> (bool, Said<'_>) {
    let mut members = object.members();
    match (members.next(), members.next()) {
        (None, _) => (false, Said::Nothing),
        (Some((name, value)), None) if name == *"output" || name == *"error" => {
            let is_list = value.element(1).is_some() && value.elements().all(|one| one.kind() == Kind::String);
            let said = match value.kind() {
                Kind::String => Said::Text(value),
                Kind::Array if is_list => Said::Texts(value),
                _ => Said::All,
            };
            (name == *"error", said)
        }
        _ => (false, Said::All),
    }
}

/// Returns the output of a tool's answer, and `true` if the call failed.
pub(super) fn unwrap<'d>(object: Option<Value<'d>>, entry: Value<'d>) -> (bool, Output<'d>) {
    let Some(object) = object else { return (false, Output::Empty) };
    let (failed, said) = said(object);
    let output = match said {
        Said::Nothing => Output::Empty,
        Said::Text(text) => Output::Text(written(Some(text))),
        Said::Texts(list) => Output::Contents(list.elements().map(|text| text_content(text, entry)).collect()),
        Said::All => Output::Json(Cow::Borrowed(object.raw())),
    };
    (failed, output)
}

fn text_content<'d>(text: Value<'d>, entry: Value<'d>) -> Content<'d> {
    content(text, entry, ContentKind::Text(written(Some(text))))
}

/// Returns the object for these texts, as JSON.
pub(super) fn wrap(texts: &[&[u8]], failed: bool) -> Vec<u8> {
    let name: &[u8] = if failed { b"{\"error\":" } else { b"{\"output\":" };
    match texts {
        [] if failed => b"{\"error\":\"\"}".to_vec(),
        [] => b"{}".to_vec(),
        [text] => match json_in(text).filter(|object| is_itself(object, failed)) {
            Some(object) => object.into_owned(),
            None => [name, b"\"", text, b"\"}"].concat(),
        },
        _ => [name, b"[\"", &texts.join(&b"\",\""[..]), b"\"]}"].concat(),
    }
}

/// Returns `true` if an unchanged object will be read as itself.
fn is_itself(object: &[u8], failed: bool) -> bool {
    scan(object).is_ok_and(|object| matches!(said(object.root()), (reads_failed, Said::All) if reads_failed == failed))
}
