//! Reads the settings of a chat request, for all dialects at once, because their names do not collide.

use super::dialects::SETTINGS;
use crate::conversation::reader::{Reader, first_names, schema_format, tool_choice_word, written};
use crate::json::Value;
use crate::model::{Format, Setting, ToolChoice};

pub(super) fn read<'d>(body: Value<'d>, reader: &mut Reader<'d>) {
    reader.settings(body, SETTINGS);
    reader.conversation.model = body.get("model");
    one_limit(reader);
    said_as_numbers(reader);
    tool_choice(body, reader);
    reasoning(body, reader);
    format(body, reader);
    reader.leftover(Some(body), &[OWN, &first_names(SETTINGS, "")].concat());
}

/// The members of a request that are read here, and members that only control the wire itself.
const OWN: &[&str] = &[
    "model",
    "messages",
    "tools",
    "functions",
    "tool_choice",
    "function_call",
    "parallel_tool_calls",
    "reasoning",
    "reasoning_effort",
    "include_reasoning",
    "reasoning_format",
    "thinking",
    "enable_thinking",
    "thinking_budget",
    "chat_template_kwargs",
    "chat_template_args",
    "extra_body",
    "prompt_mode",
    "response_format",
    "stream_options",
    "reasoning_split",
    "usage",
];

/// Keeps the first of two names for the token limit of the answer.
fn one_limit(reader: &mut Reader<'_>) {
    let settings = &mut reader.conversation.settings.plain;
    let mut limits = settings.iter().filter(|(setting, _)| *setting == Setting::MaxTokens).map(|(_, value)| *value);
    if let (Some(_), Some(second)) = (limits.next(), limits.next()) {
        settings.retain(|(_, value)| *value != second);
        reader.unread(second, "the request has another limit");
    }
}

/// Removes Together's number of log probabilities. On other hosts the member is a boolean.
fn said_as_numbers(reader: &mut Reader<'_>) {
    let settings = &mut reader.conversation.settings.plain;
    let is_number = |(setting, value): &(Setting, Value<'_>)| *setting == Setting::LogProbs && value.boolean().is_none();
    if let Some(nth) = settings.iter().position(is_number) {
        let (_, value) = settings.remove(nth);
        reader.unread(value, "only the source's wire has it as a number");
    }
}

fn tool_choice<'d>(body: Value<'d>, reader: &mut Reader<'d>) {
    let settings = &mut reader.conversation.settings;
    settings.parallel = body.get("parallel_tool_calls").and_then(|value| Some((value.boolean()?, value)));
    let choice = body.get("tool_choice").or_else(|| body.get("function_call"));
    if let Some(choice) = choice.filter(|choice| !choice.is_null()) {
        let own = ["function", "custom"].into_iter().find_map(|name| choice.get(name)).unwrap_or(choice);
        let named = own.get("name").map(|name| ToolChoice::Tool(written(Some(name))));
        match tool_choice_word(choice).or(named) {
            Some(read) => settings.tool_choice = Some((read, choice)),
            None => reader.unread(choice, "only the source's wire has this member"),
        }
    }
}

/// Every option that controls reasoning: a path, and its meaning.
const REASONING: &[(&str, Meaning)] = &[
    ("reasoning_effort", Meaning::Effort),
    ("reasoning.effort", Meaning::Effort),
    ("extra_body.google.thinking_config.thinking_level", Meaning::Effort),
    ("reasoning.max_tokens", Meaning::Budget),
    ("thinking.budget_tokens", Meaning::Budget),
    ("thinking_budget", Meaning::Budget),
    ("extra_body.google.thinking_config.thinking_budget", Meaning::Budget),
    ("reasoning.enabled", Meaning::On),
    ("thinking.type", Meaning::On),
    ("enable_thinking", Meaning::On),
    ("chat_template_kwargs.enable_thinking", Meaning::On),
    ("chat_template_kwargs.thinking", Meaning::On),
    ("chat_template_args.enable_thinking", Meaning::On),
    ("prompt_mode", Meaning::On),
    ("reasoning.exclude", Meaning::Hidden),
    ("reasoning_format", Meaning::Hidden),
    ("include_reasoning", Meaning::Shown),
    ("extra_body.google.thinking_config.include_thoughts", Meaning::Shown),
];

/// A reasoning option in a member of the request.
#[derive(Clone, Copy)]
enum Meaning {
    Effort,
    Budget,
    On,
    Hidden,
    Shown,
}

fn reasoning<'d>(body: Value<'d>, reader: &mut Reader<'d>) {
    let reasoning = &mut reader.conversation.settings.reasoning;
    for (path, meaning) in REASONING {
        let Some(value) = body.path(path).filter(|value| !value.is_null()) else { continue };
        let is_no = value.fits("=false|disabled|none");
        match meaning {
            Meaning::Effort => reasoning.effort = reasoning.effort.or(Some(value)),
            Meaning::Budget => reasoning.budget = reasoning.budget.or(Some(value)),
            Meaning::On => reasoning.on = reasoning.on.or(Some((!is_no, value))),
            Meaning::Hidden => reasoning.shown = reasoning.shown.or(Some((!value.fits("=true|hidden"), value))),
            Meaning::Shown => reasoning.shown = reasoning.shown.or(Some((!is_no, value))),
        }
    }
    for (holder, known) in HOLDERS {
        reader.leftover(body.path(holder), known);
    }
}

/// The objects that hold these members, and the names in them that are read.
const HOLDERS: &[(&str, &[&str])] = &[
    ("reasoning", &["effort", "max_tokens", "enabled", "exclude"]),
    ("thinking", &["type", "budget_tokens"]),
    ("chat_template_kwargs", &["enable_thinking", "thinking"]),
    ("chat_template_args", &["enable_thinking"]),
    ("extra_body", &["google"]),
    ("extra_body.google", &["thinking_config"]),
    ("extra_body.google.thinking_config", &["thinking_level", "thinking_budget", "include_thoughts"]),
];

fn format<'d>(body: Value<'d>, reader: &mut Reader<'d>) {
    let Some(format) = body.get("response_format").filter(|format| !format.is_null()) else { return };
    let read = match format.token("type") {
        b"json_schema" => schema_format(format.get("json_schema").unwrap_or(format)),
        b"json_object" => Some((Format::Json, format)),
        b"text" => return,
        _ => None,
    };
    match read {
        Some(read) => reader.conversation.settings.format = Some(read),
        None => reader.unread(format, "only the source's wire has this member"),
    }
}
