//! Writes the tools and the settings of a request of Bedrock's Converse.

use std::collections::BTreeSet;

use super::places::{FIELDS, SETTINGS};
use super::write::write_cache;
use crate::conversation::defaults::{forced, is_default};
use crate::conversation::reasoning;
use crate::conversation::reasoning::note_amount;
use crate::conversation::writer::RequestWriter;
use crate::model::{ContentKind, Conversation, Format, Setting, Tool, ToolChoice};
use crate::wires::anthropic::conversation::settings::write_thinking;

pub(super) fn write<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    write_tool_config(conversation, request);
    let start = request.open_member("inferenceConfig");
    request.settings(conversation, SETTINGS, "inferenceConfig");
    request.close_member(start);
    let start = request.open_member(FIELDS);
    request.settings(conversation, SETTINGS, FIELDS);
    write_reasoning(conversation, request);
    write_parallel(conversation, request);
    request.close_member(start);
    request.settings(conversation, SETTINGS, "");
    let tier = conversation.settings.plain.iter().find(|(setting, _)| *setting == Setting::ServiceTier);
    match tier {
        Some((_, value)) if value.fits("=default|flex|priority|reserved") => {
            let start = request.open_member("serviceTier");
            request.json("type", value.raw());
            request.close_member(start);
        }
        Some((setting, value)) if !is_default(*setting, *value) => {
            request.notes.lose(*value, "service_tier", "the target has no such service tier");
        }
        _ => {}
    }
    write_format(conversation, request);
}

fn write_tool_config<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    let settings = &conversation.settings;
    let start = request.open_member("toolConfig");
    let inside = request.out.len();
    request.tools(conversation, write_tool);
    if request.out.len() == inside {
        write_called_tools(conversation, request);
    }
    if request.out.len() > inside {
        match &settings.tool_choice {
            Some((ToolChoice::Auto, _)) => request.json("toolChoice", br#"{"auto":{}}"#),
            Some((ToolChoice::Any, _)) => request.json("toolChoice", br#"{"any":{}}"#),
            Some((ToolChoice::Tool(name), _)) => {
                let choice = request.open_member("toolChoice");
                let tool = request.open_member("tool");
                request.string("name", name);
                request.close_member(tool);
                request.close_member(choice);
            }
            Some((ToolChoice::None, value)) => request.notes.lose(*value, "tool_choice", "the target cannot forbid tool calls"),
            None => {}
        }
    } else {
        request.notes.at(forced(settings), "tool_choice", "the target allows it only with tools");
    }
    request.close_member(start);
}

/// Writes the option for parallel calls. Bedrock passes it to Claude next to the tool choice, or alone if there is none.
fn write_parallel<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    let settings = &conversation.settings;
    let Some((parallel, value)) = settings.parallel else { return };
    if !request.profile.fits("vendor=anthropic") || conversation.tools.is_empty() {
        return request.notes.at(
            (!parallel && !conversation.tools.is_empty()).then_some(value),
            "parallel",
            "the target has no such setting",
        );
    }
    let start = request.open_member("tool_choice");
    if settings.tool_choice.as_ref().is_none_or(|(choice, _)| matches!(choice, ToolChoice::None)) {
        request.out.member("type", "auto");
    }
    request.out.name("disable_parallel_tool_use");
    request.out.flag(!parallel);
    request.close_member(start);
}

fn write_tool<'d>(tool: &Tool<'d>, request: &mut RequestWriter<'_, 'd>) {
    let schema = request.schema(tool);
    request.out.open(b'{');
    let spec = request.open_member("toolSpec");
    request.string("name", &tool.name);
    match tool.description {
        Some(description) if description.fits("=") => {
            request.notes.lose(description, "description", "the target refuses empty descriptions");
        }
        Some(description) => request.json("description", description.raw()),
        None => {}
    }
    let input = request.open_member("inputSchema");
    request.json("json", schema);
    request.close_member(input);
    if let Some(strict) = tool.strict {
        request.out.name("strict");
        request.out.flag(strict);
    }
    request.close_member(spec);
    request.out.close(b'}');
    write_cache(tool.cache, request);
}

/// Writes a tool for each called name: Bedrock refuses calls in a request without tools.
fn write_called_tools<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    let (mut names, mut seen) = (Vec::new(), BTreeSet::new());
    for content in conversation.messages.iter().flat_map(|message| &message.contents) {
        if let ContentKind::Call(call) = &content.kind
            && seen.insert(&*call.name)
        {
            names.push(&*call.name);
        }
    }
    if names.is_empty() {
        return;
    }
    request.notes.demand("/toolConfig/tools", "tools", "the target requires the tools that were called, and the source has none");
    request.out.name("tools");
    request.out.open(b'[');
    for name in names {
        request.out.open(b'{');
        let spec = request.open_member("toolSpec");
        request.string("name", name);
        request.json("inputSchema", br#"{"json":{"type":"object"}}"#);
        request.close_member(spec);
        request.out.close(b'}');
    }
    request.out.close(b']');
}

/// Writes the reasoning options in the model's own form: Bedrock passes them on.
fn write_reasoning<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    let reasoning = &conversation.settings.reasoning;
    if request.profile.fits("vendor=anthropic") {
        if let Some(word) = write_thinking(conversation, request) {
            let start = request.open_member("output_config");
            request.out.member("effort", &word.value);
            request.close_member(start);
        }
        return;
    }
    if !reasoning::is_said(reasoning) {
        return;
    }
    let word = if !reasoning::is_off(reasoning) { reasoning::effort(reasoning, &["low", "medium", "high"]) } else { None };
    let takes_words = request.profile.fits("name^gpt-oss|nova-2");
    if let Some(word) = word.as_ref().filter(|word| takes_words && !word.is_exact) {
        note_amount(reasoning, "effort", &word.value, request.notes);
    }
    match word {
        Some(word) if request.profile.fits("name^gpt-oss") => request.out.member("reasoning_effort", &word.value),
        Some(word) if request.profile.fits("name^nova-2") => {
            let start = request.open_member("reasoningConfig");
            request.out.member("type", "enabled");
            request.out.member("maxReasoningEffort", &word.value);
            request.close_member(start);
        }
        _ => request.notes.at(reasoning::place(reasoning), "reasoning", "the target is not known to support this setting"),
    }
}

fn write_format<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    match &conversation.settings.format {
        Some((Format::Schema { name, schema, .. }, _)) => {
            let config = request.open_member("outputConfig");
            let format = request.open_member("textFormat");
            request.out.member("type", "json_schema");
            let structure = request.open_member("structure");
            let definition = request.open_member("jsonSchema");
            request.quoted("schema", schema);
            if let Some(name) = name {
                request.string("name", name);
            }
            [definition, structure, format, config].into_iter().for_each(|member| request.close_member(member));
        }
        Some((Format::Json, value)) => request.notes.lose(*value, "format", "the target requires a schema for JSON output"),
        _ => {}
    }
}
