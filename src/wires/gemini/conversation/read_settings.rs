//! Reads a request of generateContent: its tools and settings.

use super::places::SETTINGS;
use super::spelling::{json_schema, leftover, member};
use crate::conversation::reader::{Reader, first_names, written};
use crate::json::{Kind, Value};
use crate::model::{Format, Tool, ToolChoice, ToolKind};
use std::borrow::Cow;

pub(super) fn read<'d>(body: Value<'d>, reader: &mut Reader<'d>) {
    reader.conversation.model = body.get("model");
    let tools = body.get("tools");
    // A single tool may replace the list.
    let all = match tools {
        Some(tools) if tools.kind() == Kind::Object => vec![tools],
        _ => body.list("tools").collect(),
    };
    all.into_iter().for_each(|one| tool(one, reader));
    let config = member(body, "generationConfig");
    if let Some(config) = config {
        settings(config, reader);
    }
    if let Some(config) = member(body, "toolConfig") {
        leftover(reader, Some(config), &["functionCallingConfig"]);
        member(config, "functionCallingConfig").into_iter().for_each(|choice| tool_choice(choice, reader));
    }
    leftover(reader, Some(body), &["model", "contents", "systemInstruction", "tools", "toolConfig", "generationConfig"]);
}

/// Reads a tool, or several: each member is a tool of the provider, except the list of functions.
fn tool<'d>(tool: Value<'d>, reader: &mut Reader<'d>) {
    for (name, value) in tool.members().filter(|(_, value)| !value.is_null()) {
        if name != *"functionDeclarations" && name != *"function_declarations" {
            let (name, kind) = (Cow::Borrowed(name.raw()), ToolKind::Server);
            reader.conversation.tools.push(Tool { value, kind, name, description: None, schema: None, strict: None, cache: None });
            continue;
        }
        for one in value.elements() {
            let schema = member(one, "parametersJsonSchema").map(|schema| Cow::Borrowed(schema.raw()));
            leftover(reader, Some(one), &["name", "description", "parameters", "parametersJsonSchema"]);
            reader.conversation.tools.push(Tool {
                value: one,
                kind: ToolKind::Function,
                name: written(one.get("name")),
                description: member(one, "description"),
                schema: schema.or_else(|| member(one, "parameters").map(json_schema)),
                strict: None,
                cache: None,
            });
        }
    }
}

fn tool_choice<'d>(config: Value<'d>, reader: &mut Reader<'d>) {
    leftover(reader, Some(config), &["mode", "allowedFunctionNames"]);
    let Some(mode) = config.get("mode") else { return };
    let names = member(config, "allowedFunctionNames");
    let only = names.and_then(|names| names.element(0).filter(|_| names.element(1).is_none()));
    let (choice, is_narrowed) = match only {
        _ if mode.fits("=AUTO|auto") => (ToolChoice::Auto, false),
        _ if mode.fits("=NONE|none") => (ToolChoice::None, false),
        Some(name) if mode.fits("=ANY|any") => (ToolChoice::Tool(written(Some(name))), false),
        None if mode.fits("=ANY|any") => (ToolChoice::Any, names.is_some()),
        _ => {
            reader.unread(mode, "only the source's wire has this member");
            (ToolChoice::Auto, names.is_some())
        }
    };
    if let Some(names) = names
        && is_narrowed
    {
        reader.unread(names, "only the source's wire has this member");
    }
    reader.conversation.settings.tool_choice = Some((choice, mode));
}

fn settings<'d>(config: Value<'d>, reader: &mut Reader<'d>) {
    let names = first_names(SETTINGS, "generationConfig");
    let settings = &mut reader.conversation.settings;
    for ((setting, _), name) in SETTINGS.iter().zip(&names) {
        settings.plain.extend(member(config, name).map(|value| (*setting, value)));
    }
    let thinking = member(config, "thinkingConfig");
    if let Some(thinking) = thinking {
        let reasoning = &mut settings.reasoning;
        let budget = member(thinking, "thinkingBudget");
        // The model decides how much it thinks.
        let is_open = |budget: &Value<'_>| budget.raw() == b"-1";
        reasoning.on = budget.filter(is_open).map(|budget| (true, budget));
        reasoning.budget = budget.filter(|budget| !is_open(budget));
        reasoning.effort = member(thinking, "thinkingLevel").filter(|level| !level.fits("=THINKING_LEVEL_UNSPECIFIED"));
        reasoning.shown = member(thinking, "includeThoughts").and_then(|shown| Some((shown.boolean()?, shown)));
    }
    let mime = member(config, "responseMimeType");
    let schema = member(config, "responseJsonSchema").map(|schema| (Cow::Borrowed(schema.raw()), schema));
    let schema = schema.or_else(|| member(config, "responseSchema").map(|schema| (json_schema(schema), schema)));
    let is_json = mime.is_none_or(|mime| mime.fits("=application/json"));
    settings.format = match (schema, mime) {
        (Some((schema, value)), _) if is_json => Some((Format::Schema { name: None, schema, strict: None }, value)),
        (None, Some(mime)) if is_json => Some((Format::Json, mime)),
        _ => None,
    };
    if let Some(mime) = mime.filter(|mime| !is_json && !mime.fits("=text/plain")) {
        reader.unread(mime, "only the source's wire has this member");
    }
    leftover(reader, thinking, &["thinkingBudget", "thinkingLevel", "includeThoughts"]);
    let own = ["thinkingConfig", "responseMimeType", "responseJsonSchema", "responseSchema"];
    leftover(reader, Some(config), &[&own[..], &names].concat());
}
