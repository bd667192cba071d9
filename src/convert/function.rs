//! Tools as functions: the shape of OpenAI's chat, which others took over.

use std::borrow::Cow;

use super::reader::{Reader, call, call_input, written};
use super::writer::RequestWriter;
use crate::json::Value;
use crate::model::{ContentKind, Conversation, Tool, ToolKind};

/// Reads the tools of a request.
pub(super) fn read_tools<'d>(body: Value<'d>, reader: &mut Reader<'d>) {
    for tool in body.list("tools") {
        let function = tool.get("function");
        reader.leftover(function, &["name", "description", "parameters", "strict"]);
        let from = function.unwrap_or(tool);
        let said = |name: &str| from.get(name).filter(|value| !value.is_null());
        reader.conversation.tools.push(Tool {
            value: tool,
            kind: if function.is_some() { ToolKind::Function } else { ToolKind::Server },
            name: written(from.get("name")),
            description: said("description"),
            schema: said("parameters").map(|schema| Cow::Borrowed(schema.raw())),
            strict: said("strict").and_then(Value::boolean),
            cache: None,
        });
    }
}

/// Reads a call.
pub(super) fn read_call(value: Value<'_>) -> ContentKind<'_> {
    call(value.get("id"), value.path("function.name"), call_input(value.path("function.arguments")))
}

/// Writes the tools of a request.
pub(super) fn write_tools<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    request.tools(conversation, |tool, request| {
        let schema = request.schema(tool);
        request.out.open(b'{');
        request.out.member("type", "function");
        let function = request.open_member("function");
        request.string("name", &tool.name);
        if let Some(description) = tool.description {
            request.json("description", description.raw());
        }
        request.json("parameters", schema);
        request.close_member(function);
        request.out.close(b'}');
    });
}
