//! Tools as functions: the shape of OpenAI's chat, which other vendors use too.

use std::borrow::Cow;

use super::reader::{Reader, call, call_input, written};
use super::writer::RequestWriter;
use crate::json::Value;
use crate::model::{CallInput, Content, ContentKind, Tool, ToolKind};

/// Reads the tools of a request, including those in the old format.
pub(crate) fn read_tools<'d>(body: Value<'d>, reader: &mut Reader<'d>) {
    for tool in body.list("tools").chain(body.list("functions")) {
        let kind = match tool.token("type") {
            b"" | b"function" => ToolKind::Function,
            b"custom" => ToolKind::Custom,
            _ => ToolKind::Server,
        };
        // A function in the old format is directly in the list.
        let own = ["function", "custom"].into_iter().find_map(|name| tool.get(name)).unwrap_or(tool);
        if kind != ToolKind::Server {
            reader.leftover(Some(own), &["type", "name", "description", "parameters", "strict", "cache_control"]);
            reader.leftover(Some(tool).filter(|tool| *tool != own), &["type", "function", "custom", "cache_control"]);
        }
        let said = |name: &str| own.get(name).filter(|value| !value.is_null());
        reader.conversation.tools.push(Tool {
            value: tool,
            kind,
            name: written(own.get("name")),
            description: said("description"),
            schema: said("parameters").map(|schema| Cow::Borrowed(schema.raw())),
            strict: said("strict").and_then(Value::boolean).filter(|strict| *strict),
            cache: tool.get("cache_control"),
        });
    }
}

/// Reads a call, also one in the old format.
pub(crate) fn read_call<'d>(value: Value<'d>, reader: &mut Reader<'d>) -> ContentKind<'d> {
    if let Some(custom) = value.get("custom") {
        return call(value.get("id"), custom.get("name"), CallInput::Text(written(custom.get("input"))));
    }
    let function = value.get("function");
    reader.leftover(function.map(|_| value), &["id", "type", "function", "index", "extra_content"]);
    let function = function.unwrap_or(value);
    let arguments = function.get("arguments").filter(|arguments| !arguments.is_null());
    call(value.get("id"), function.get("name"), call_input(arguments))
}

/// Writes a tool without the end of its object.
pub(crate) fn write_tool<'d>(
    tool: &Tool<'d>,
    kind: &str,
    schema: Option<&[u8]>,
    strict: Option<bool>,
    request: &mut RequestWriter<'_, 'd>,
) {
    request.out.open(b'{');
    request.out.member("type", kind);
    let own = request.open_member(kind);
    request.string("name", &tool.name);
    if let Some(description) = tool.description {
        request.json("description", description.raw());
    }
    if let Some(schema) = schema {
        request.json("parameters", schema);
    }
    if let Some(strict) = strict {
        request.out.name("strict");
        request.out.flag(strict);
    }
    request.close_member(own);
}

/// Writes a tool that has only a schema.
pub(crate) fn write_plain_tool<'d>(tool: &Tool<'d>, request: &mut RequestWriter<'_, 'd>) {
    let schema = request.schema(tool);
    write_tool(tool, "function", Some(schema), None, request);
    request.out.close(b'}');
}

/// Writes a call of a function.
pub(crate) fn write_call<'d>(content: &Content<'d>, request: &mut RequestWriter<'_, 'd>) {
    write_call_with(content, request, |_, _| {});
}

/// Writes a call of a function, with more members at its end.
pub(crate) fn write_call_with<'d, 'c>(
    content: &Content<'d>,
    request: &mut RequestWriter<'c, 'd>,
    write_more: impl FnOnce(&Content<'d>, &mut RequestWriter<'c, 'd>),
) {
    let ContentKind::Call(call) = &content.kind else { return };
    let start = request.out.len();
    request.out.open(b'{');
    request.string("id", call.id.as_deref().unwrap_or_default());
    request.out.member("type", "function");
    let function = request.open_member("function");
    request.string("name", &call.name);
    match &call.input {
        CallInput::Json(json) => request.quoted("arguments", json),
        CallInput::Text(text) => request.string("arguments", text),
    }
    request.close_member(function);
    write_more(content, request);
    request.out.close(b'}');
    request.placed(content, start);
}
