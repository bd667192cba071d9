//! Names and words that Google spells in two ways: `functionCall` and `function_call`, `STRING` and `string`.

use std::borrow::Cow;

use crate::conversation::reader::Reader;
use crate::json::{Edit, Kind, Span, Text, Value, quote, splice};
use crate::model::Json;

/// Returns a member in either spelling. `null` counts as missing.
pub(crate) fn member<'d>(object: Value<'d>, name: &str) -> Option<Value<'d>> {
    object.get(name).or_else(|| object.get(&snake(name))).filter(|value| !value.is_null())
}

/// Notes the unread members of an object. `known` are the names that were read, each for both spellings.
pub(super) fn leftover<'d>(reader: &mut Reader<'d>, object: Option<Value<'d>>, known: &[&str]) {
    let both: Vec<String> = known.iter().flat_map(|name| [(*name).to_owned(), snake(name)]).collect();
    let both: Vec<&str> = both.iter().map(String::as_str).collect();
    reader.leftover(object, &both);
}

fn snake(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            out.push('_');
        }
        out.push(letter.to_ascii_lowercase());
    }
    out
}

/// Converts an OpenAPI schema to JSON Schema: renames its types and keeps every other byte.
pub(crate) fn json_schema(schema: Value<'_>) -> Json<'_> {
    let start = schema.span().start;
    let types = schema.within().filter(|value| value.kind() == Kind::Object).filter_map(|object| object.get("type"));
    let edit = |kind: Value<'_>| {
        let number = kind.whole().and_then(|number| usize::try_from(number).ok()?.checked_sub(1));
        let written = kind.text().map(Text::raw);
        let is_named = |word: &&&str| written.is_some_and(|written| written.eq_ignore_ascii_case(word.as_bytes()));
        let word = TYPES.iter().find(is_named).or_else(|| TYPES.get(number?))?;
        let span = Span { start: kind.span().start - start, end: kind.span().end - start };
        (written != Some(word.as_bytes())).then(|| Edit { span, text: quote(word).into_bytes() })
    };
    let edits: Vec<Edit> = types.filter_map(edit).collect();
    if edits.is_empty() {
        return Cow::Borrowed(schema.raw());
    }
    splice(schema.raw(), &edits).map_or(Cow::Borrowed(schema.raw()), Cow::Owned)
}

/// The types of a schema. Google's enum numbers them from 1, and the wire accepts the number instead of the word.
const TYPES: &[&str] = &["string", "number", "integer", "boolean", "array", "object", "null"];
