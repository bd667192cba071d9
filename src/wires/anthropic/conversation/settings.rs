//! Writes the tools and the settings of a request of Anthropic's Messages.

use super::places::SETTINGS;
use super::write::write_cache;
use crate::conversation::defaults::forced;
use crate::conversation::reasoning;
use crate::conversation::reasoning::{Amount, words};
use crate::conversation::web_search::search_options;
use crate::conversation::writer::{RequestWriter, has_setting};
use crate::json::{Value, decimal};
use crate::model::{Conversation, Format, Setting, Tool, ToolChoice};

pub(super) fn write<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    write_tools(conversation, request);
    write_settings(conversation, request);
}

fn write_tools<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    let write_tool = |tool: &Tool<'d>, request: &mut RequestWriter<'_, 'd>| {
        let schema = request.schema(tool);
        request.out.open(b'{');
        request.string("name", &tool.name);
        if let Some(description) = tool.description {
            request.json("description", description.raw());
        }
        request.json("input_schema", schema);
        if let Some(strict) = tool.strict {
            request.out.name("strict");
            request.out.flag(strict);
        }
        write_cache(tool.cache, request);
        request.out.close(b'}');
    };
    request.tools_under("tools", conversation, write_tool, Some(write_search));
}

/// Writes the web search that models of the 4 family and later support.
fn write_search<'d>(tool: &Tool<'d>, request: &mut RequestWriter<'_, 'd>) {
    let options = search_options(tool, &["allowed_domains", "user_location"], request);
    request.out.open(b'{');
    request.out.member("type", "web_search_20250305");
    request.out.member("name", "web_search");
    for (name, option) in [("allowed_domains", options.domains), ("user_location", options.location)] {
        option.into_iter().for_each(|option| request.json(name, option.raw()));
    }
    request.out.close(b'}');
}

fn write_settings<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    if !has_setting(conversation, Setting::MaxTokens) {
        let limit = request.profile.get("limit").map_or(DEFAULT_LIMIT, Value::raw);
        request.json("max_tokens", limit);
        request.notes.demand("/max_tokens", "max_tokens", "the target requires a limit, and the source has none");
    }
    request.out.member_if("anthropic_version", version(request.profile));
    request.settings(conversation, SETTINGS, "");
    if RequestWriter::has_settings(conversation, SETTINGS, "metadata") {
        request.out.name("metadata");
        request.out.open(b'{');
        request.settings(conversation, SETTINGS, "metadata");
        request.out.close(b'}');
    }
    write_tool_choice(conversation, request);
    write_reasoning(conversation, request);
}

/// Returns the version that a body names at a service without a header for it.
pub(crate) fn version(profile: Value<'_>) -> Option<&'static str> {
    let versions = [("surface=bedrock", "bedrock-2023-05-31"), ("surface=vertex", "vertex-2023-10-16")];
    versions.iter().find(|(service, _)| profile.fits(service)).map(|(_, version)| *version)
}

const DEFAULT_LIMIT: &[u8] = b"4096";

fn write_tool_choice<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    let settings = &conversation.settings;
    if conversation.tools.is_empty() {
        return request.notes.at(forced(settings), "tool_choice", "the target allows it only with tools");
    }
    if settings.tool_choice.is_none() && settings.parallel.is_none() {
        return;
    }
    request.out.name("tool_choice");
    request.out.open(b'{');
    match settings.tool_choice.as_ref().map(|(choice, _)| choice) {
        Some(ToolChoice::Any) => request.out.member("type", "any"),
        Some(ToolChoice::None) => request.out.member("type", "none"),
        Some(ToolChoice::Tool(name)) => {
            request.out.member("type", "tool");
            request.string("name", name);
        }
        Some(ToolChoice::Auto) | None => request.out.member("type", "auto"),
    }
    // If no tool may be called, there are no parallel calls.
    if let Some((parallel, _)) = settings.parallel
        && !matches!(settings.tool_choice, Some((ToolChoice::None, _)))
    {
        request.out.name("disable_parallel_tool_use");
        request.out.flag(!parallel);
    }
    request.out.close(b'}');
}

fn write_reasoning<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    let word = write_thinking(conversation, request);
    let schema = match &conversation.settings.format {
        Some((Format::Schema { schema, .. }, _)) => Some(schema),
        Some((Format::Json, value)) => {
            request.notes.lose(*value, "format", "the target requires a schema for JSON output");
            None
        }
        _ => None,
    };
    if word.is_some() || schema.is_some() {
        request.out.name("output_config");
        request.out.open(b'{');
        if let Some(word) = word {
            request.out.member("effort", &word.value);
        }
        if let Some(schema) = schema {
            request.out.name("format");
            request.out.open(b'{');
            request.out.member("type", "json_schema");
            request.json("schema", schema);
            request.out.close(b'}');
        }
        request.out.close(b'}');
    }
}

/// Writes Claude's thinking options. Returns the effort, if there is one.
pub(crate) fn write_thinking<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) -> Option<Amount<String>> {
    let reasoning = &conversation.settings.reasoning;
    let types = words(request.profile, "thinking");
    let display = reasoning.shown.map(|(shown, _)| if shown { "summarized" } else { "omitted" });
    let display = display.filter(|word| *word != request.profile.word("display"));
    if reasoning::is_off(reasoning) {
        if types.contains(&"disabled") || types.is_empty() {
            request.json("thinking", br#"{"type":"disabled"}"#);
        } else {
            request.notes.at(reasoning::place(reasoning), "reasoning", "the target cannot switch reasoning off");
        }
    } else if reasoning::is_said(reasoning) {
        // A number stays a number if the target accepts one.
        let takes_number = reasoning.budget.is_some() && types.contains(&"enabled");
        if types.contains(&"adaptive") && !takes_number {
            let thinking = request.open_member("thinking");
            request.out.member("type", "adaptive");
            request.out.member_if("display", display);
            request.close_member(thinking);
            let word = reasoning::effort(reasoning, &["low", "medium", "high", "xhigh", "max"]);
            if let Some(word) = word.as_ref().filter(|word| !word.is_exact) {
                reasoning::note_amount(reasoning, "effort", &word.value, request.notes);
            }
            return word;
        }
        if types.contains(&"enabled") {
            write_budget(conversation, display.filter(|_| types.contains(&"adaptive")), request);
        } else {
            request.notes.at(reasoning::place(reasoning), "reasoning", "the target is not known to support reasoning");
        }
    }
    None
}

/// Writes a budget that leaves room for the answer.
fn write_budget<'d>(conversation: &Conversation<'d>, display: Option<&str>, request: &mut RequestWriter<'_, 'd>) {
    let reasoning = &conversation.settings.reasoning;
    let limit = conversation.settings.plain.iter().find(|(setting, _)| *setting == Setting::MaxTokens);
    let limit = limit.and_then(|(_, value)| value.whole()).unwrap_or(i64::MAX);
    let amount = reasoning::budget(reasoning);
    let wanted = amount.as_ref().map_or(1024, |amount| amount.value).max(1024);
    let given = if wanted < limit { wanted } else { limit / 2 };
    if given < 1024 {
        return request.notes.at(reasoning::place(reasoning), "reasoning", "`max_tokens` is too small for reasoning");
    }
    if amount.is_none_or(|amount| !amount.is_exact || amount.value != given) {
        reasoning::note_amount(reasoning, "budget_tokens", &given.to_string(), request.notes);
    }
    request.out.name("thinking");
    request.out.open(b'{');
    request.out.member("type", "enabled");
    request.json("budget_tokens", decimal(usize::try_from(given).unwrap_or(1024)).as_bytes());
    request.out.member_if("display", display);
    request.out.close(b'}');
}
