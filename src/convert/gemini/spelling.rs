//! Names and words that Google writes in two ways: `functionCall` and `function_call`, `STRING` and `string`.

use std::borrow::Cow;

use super::super::reader::Reader;
use crate::json::{Kind, Value};
use crate::model::Json;

/// The member of a name in either spelling. `null` is no member.
pub(in super::super) fn member<'d>(object: Value<'d>, name: &str) -> Option<Value<'d>> {
    object.get(name).or_else(|| object.get(&snake(name))).filter(|value| !value.is_null())
}

/// Notes the members of an object that nothing reads. `known` are the names that were read, which stand for both spellings.
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

/// A schema of OpenAPI as JSON Schema: its types in lower case, every other byte as it is.
pub(in super::super) fn json_schema(schema: Value<'_>) -> Json<'_> {
    let mut text = Cow::Borrowed(schema.raw());
    for object in schema.within().filter(|value| value.kind() == Kind::Object) {
        let Some(kind) = object.get("type").filter(|kind| kind.fits("=STRING|NUMBER|INTEGER|BOOLEAN|ARRAY|OBJECT|NULL")) else { continue };
        let (start, from) = (schema.span().start, kind.span().range());
        if let Some(word) = text.to_mut().get_mut(from.start - start..from.end - start) {
            word.make_ascii_lowercase();
        }
    }
    text
}
