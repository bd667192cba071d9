//! Assembles calls whose arguments arrive in pieces. Vertex streams them on request (`streamFunctionCallArguments`).
//!
//! The first part has the name. Every later part has `partialArgs`, each with the JSON path of an argument and a piece of its value. The last has no
//! `willContinue`, and usually nothing else. Sources: the `FunctionCall` and `PartialArg` of google.cloud.aiplatform.v1, 2025-11.

use super::spelling::either;
use crate::json::{JsonBuilder, Text, Value, quote_wtf8};

/// Adds the pieces of a part to the earlier arguments of the call.
pub fn join_pieces(arguments: &mut JsonBuilder, call: Value<'_>) {
    if let Some(args) = call.get("args").filter(|args| !args.is_null()) {
        *arguments = JsonBuilder::closed(args);
    }
    for piece in either(call, ["partialArgs", "partial_args"]).into_iter().flat_map(Value::elements) {
        let path = either(piece, ["jsonPath", "json_path"]).and_then(Value::text).map(Text::wtf8).unwrap_or_default();
        let Some(place) = place(arguments, path.strip_prefix(b"$").unwrap_or(&path)) else { continue };
        let value = |camel, snake| either(piece, [camel, snake]);
        if let Some(text) = value("stringValue", "string_value").and_then(Value::text) {
            place.grow(text);
        } else if let Some(whole) = value("numberValue", "number_value").or_else(|| value("boolValue", "bool_value")) {
            *place = JsonBuilder::closed(whole);
        }
    }
}

/// Returns `true` if a part continues the previous call: only the first part has the name.
pub fn is_piece(call: Value<'_>) -> bool {
    call.get("name").and_then(Value::text).is_none_or(Text::is_empty)
}

/// Finds the value at a path, or creates it as null.
fn place<'a>(mut at: &'a mut JsonBuilder, mut path: &[u8]) -> Option<&'a mut JsonBuilder> {
    // The depth of a builder is the depth of its output, so a provider's path must have a limit.
    for _ in 0..DEEPEST {
        let (name, rest) = match path {
            [] => return Some(at),
            [b'[', quote @ (b'\'' | b'"'), rest @ ..] => split(rest, &[*quote, b']']),
            [b'[', rest @ ..] => {
                let (number, rest) = split(rest, b"]");
                let nth: usize = std::str::from_utf8(number).ok()?.parse().ok()?;
                if at.list().is_none() {
                    *at = JsonBuilder::List(Vec::new());
                }
                let list = at.list()?;
                if nth >= list.len() {
                    list.push(null());
                }
                (at, path) = (list.get_mut(nth)?, rest);
                continue;
            }
            [_, rest @ ..] => rest.split_at(rest.iter().position(|byte| matches!(byte, b'.' | b'[')).unwrap_or(rest.len())),
        };
        let quoted = quote_wtf8(name);
        (at, path) = (at.member_or(quoted.get(1..quoted.len() - 1)?, null())?, rest);
    }
    None
}

fn null() -> JsonBuilder {
    JsonBuilder::Raw(b"null".to_vec())
}

/// Returns the text before a separator, and the text after it.
fn split<'p>(path: &'p [u8], mark: &[u8]) -> (&'p [u8], &'p [u8]) {
    let at = path.windows(mark.len()).position(|window| window == mark).unwrap_or(path.len());
    (path.get(..at).unwrap_or_default(), path.get(at + mark.len()..).unwrap_or_default())
}

const DEEPEST: usize = 64;

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;
    use crate::json::{lossy, scan};

    fn joined(parts: &[&str]) -> String {
        let mut arguments = JsonBuilder::default();
        for part in parts {
            join_pieces(&mut arguments, scan(part.as_bytes()).unwrap().root());
        }
        lossy(&arguments.to_bytes())
    }

    #[test]
    fn pieces_go_to_their_paths() {
        let parts = [
            r#"{"name":"f","willContinue":true}"#,
            r#"{"partialArgs":[{"jsonPath":"$.a.b","stringValue":"x\"","willContinue":true},{"jsonPath":"$.a.b","stringValue":"y"}]}"#,
            r#"{"partial_args":[{"json_path":"$.list[0].n","number_value":1.0},{"jsonPath":"$.list[1]","boolValue":true},{"jsonPath":"$.list[2]","nullValue":"NULL_VALUE"}]}"#,
            r#"{"partialArgs":[{"jsonPath":"$['a.b \"c']","stringValue":""}]}"#,
            "{}",
        ];
        assert_eq!(joined(&parts), r#"{"a":{"b":"x\"y"},"list":[{"n":1.0},true,null],"a.b \"c":""}"#);
        assert_eq!(joined(&[r#"{"name":"f","args":{"n": 1}}"#]), r#"{"n": 1}"#);
        assert_eq!(joined(&["{}"]), "{}");
        let deep =
            [r#"{"partialArgs":[{"jsonPath":"$"#, &"[0]".repeat(500), r#"","numberValue":1},{"jsonPath":"$.a[9]","numberValue":1}]}"#]
                .concat();
        assert!(joined(&[&deep]).len() < 500);
    }
}
