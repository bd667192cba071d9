//! Writes a request of Interactions: its tools and settings.

use super::places::SETTINGS;
use crate::conversation::reasoning;
use crate::conversation::web_search::search_options;
use crate::conversation::writer::RequestWriter;
use crate::model::{Conversation, Format, Tool, ToolChoice, ToolKind};
use crate::wires::gemini::conversation::write_settings::{choice, level, note_limits, note_name};

pub(super) fn write<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    let write_tool = |tool: &Tool<'d>, request: &mut RequestWriter<'_, 'd>| {
        request.out.open(b'{');
        request.out.member("type", "function");
        request.string("name", &tool.name);
        if let Some(description) = tool.description {
            request.json("description", description.raw());
        }
        if tool.schema.is_some() || tool.kind == ToolKind::Custom {
            let schema = request.schema(tool);
            request.json("parameters", schema);
        }
        request.out.close(b'}');
        note_limits(tool, request);
    };
    // Google refuses its own tools beside functions.
    let has_functions = conversation.tools.iter().any(|tool| tool.kind != ToolKind::Server);
    request.tools_under("tools", conversation, write_tool, if has_functions { None } else { Some(write_search) });
    write_format(conversation, request);
    request.settings(conversation, SETTINGS, "");
    let config = request.open_member("generation_config");
    request.settings(conversation, SETTINGS, "generation_config");
    write_tool_choice(conversation, request);
    write_thinking(conversation, request);
    request.close_member(config);
}

fn write_format<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    let schema = match &conversation.settings.format {
        Some((Format::Schema { schema, name, .. }, value)) => {
            note_name(name.is_some(), *value, request);
            Some(schema)
        }
        Some((Format::Json, _)) => None,
        _ => return,
    };
    request.out.name("response_format");
    request.out.open(b'{');
    request.out.member("type", "text");
    request.out.member("mime_type", "application/json");
    if let Some(schema) = schema {
        request.json("schema", schema);
    }
    request.out.close(b'}');
}

fn write_tool_choice<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    let Some(choice) = choice(conversation, request) else { return };
    match choice {
        ToolChoice::Auto => request.out.member("tool_choice", "auto"),
        ToolChoice::None => request.out.member("tool_choice", "none"),
        ToolChoice::Any => request.out.member("tool_choice", "any"),
        ToolChoice::Tool(name) => {
            request.out.name("tool_choice");
            request.out.open(b'{');
            request.out.name("allowed_tools");
            request.out.open(b'{');
            request.out.member("mode", "any");
            request.out.name("tools");
            request.out.open(b'[');
            request.out.written(name);
            request.out.close(b']');
            request.out.close(b'}');
            request.out.close(b'}');
        }
    }
}

fn write_search<'d>(tool: &Tool<'d>, request: &mut RequestWriter<'_, 'd>) {
    search_options(tool, &[], request);
    request.out.open(b'{');
    request.out.member("type", "google_search");
    request.out.close(b'}');
}

fn write_thinking<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    let reasoning = &conversation.settings.reasoning;
    if let Some((level, note)) = level(conversation, request.profile) {
        request.out.member("thinking_level", &level);
        note.add(reasoning::place(reasoning), reasoning, ["thinking_level", &level], request.notes);
    }
    if let Some((shown, _)) = reasoning.shown {
        request.out.member("thinking_summaries", if shown { "auto" } else { "none" });
    }
}
