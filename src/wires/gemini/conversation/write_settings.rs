//! Writes a request of generateContent: its tools and settings.

use super::places::SETTINGS;
use crate::conversation::defaults::{forced, one_by_one};
use crate::conversation::note::Notes;
use crate::conversation::reasoning;
use crate::conversation::reasoning::{note_amount, words};
use crate::conversation::web_search::search_options;
use crate::conversation::writer::RequestWriter;
use crate::json::Value;
use crate::model::{Conversation, Format, Reasoning, Tool, ToolChoice, ToolKind};

pub(super) fn write<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    write_tools(conversation, request);
    write_tool_choice(conversation, request);
    // Settings that the wire does not support are noted here.
    request.settings(conversation, SETTINGS, "");
    let config = request.open_member("generationConfig");
    request.settings(conversation, SETTINGS, "generationConfig");
    write_format(conversation, request);
    write_thinking(conversation, request);
    request.close_member(config);
}

fn write_tools<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    // Google refuses its own tools beside functions.
    if conversation.tools.iter().all(|tool| tool.kind == ToolKind::Server) {
        return request.tools_under("tools", conversation, write_tool, Some(write_search));
    }
    request.out.name("tools");
    request.out.open(b'[');
    request.out.open(b'{');
    request.tools_under("functionDeclarations", conversation, write_tool, None);
    request.out.close(b'}');
    request.out.close(b']');
}

fn write_search<'d>(tool: &Tool<'d>, request: &mut RequestWriter<'_, 'd>) {
    search_options(tool, &[], request);
    request.out.raw(br#"{"googleSearch":{}}"#);
}

fn write_tool<'d>(tool: &Tool<'d>, request: &mut RequestWriter<'_, 'd>) {
    request.out.open(b'{');
    request.string("name", &tool.name);
    if let Some(description) = tool.description {
        request.json("description", description.raw());
    }
    if tool.schema.is_some() || tool.kind == ToolKind::Custom {
        let schema = request.schema(tool);
        request.json("parametersJsonSchema", schema);
    }
    request.out.close(b'}');
    note_limits(tool, request);
}

/// Notes the members of a tool that the target does not support.
pub(crate) fn note_limits<'d>(tool: &Tool<'d>, request: &mut RequestWriter<'_, 'd>) {
    request.note_cache(tool.cache);
    if tool.strict == Some(true) {
        request.notes.lose(tool.value, "strict", "the target has no such setting for a tool");
    }
}

/// Returns the choice of tools, if there is one and there are tools. Notes it and parallel calls if the target does not support them.
pub(crate) fn choice<'c, 'd>(conversation: &'c Conversation<'d>, request: &mut RequestWriter<'_, 'd>) -> Option<&'c ToolChoice<'d>> {
    let settings = &conversation.settings;
    request.notes.at(one_by_one(settings), "parallel", "the target has no such setting");
    let (choice, _) = settings.tool_choice.as_ref()?;
    if conversation.tools.iter().all(|tool| tool.kind == ToolKind::Server) {
        request.notes.at(forced(settings), "tool_choice", "the target allows it only with tools");
        return None;
    }
    Some(choice)
}

fn write_tool_choice<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    let Some(choice) = choice(conversation, request) else { return };
    request.out.name("toolConfig");
    request.out.open(b'{');
    request.out.name("functionCallingConfig");
    request.out.open(b'{');
    let mode = match choice {
        ToolChoice::Auto => "AUTO",
        ToolChoice::None => "NONE",
        ToolChoice::Any | ToolChoice::Tool(_) => "ANY",
    };
    request.out.member("mode", mode);
    if let ToolChoice::Tool(name) = choice {
        request.out.name("allowedFunctionNames");
        request.out.open(b'[');
        request.out.written(name);
        request.out.close(b']');
    }
    request.out.close(b'}');
    request.out.close(b'}');
}

fn write_format<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    match &conversation.settings.format {
        Some((Format::Schema { schema, name, .. }, value)) => {
            request.out.member("responseMimeType", "application/json");
            request.json("responseJsonSchema", schema);
            note_name(name.is_some(), *value, request);
        }
        Some((Format::Json, _)) => request.out.member("responseMimeType", "application/json"),
        _ => {}
    }
}

/// Notes the name of a schema.
pub(crate) fn note_name<'d>(is_named: bool, format: Value<'d>, request: &mut RequestWriter<'_, 'd>) {
    if is_named {
        request.notes.lose(format, "name", "the target has no name for a schema");
    }
}

/// The amount of thinking, in Google's form.
enum Amount {
    Budget(i64),
    Level(String),
}

fn write_thinking<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    let reasoning = &conversation.settings.reasoning;
    if !reasoning::is_said(reasoning) && reasoning.shown.is_none() {
        return;
    }
    let place = reasoning::place(reasoning).or(reasoning.shown.map(|(_, value)| value));
    if request.profile.fits("thinks=never") {
        if !reasoning::is_off(reasoning) {
            request.notes.at(place, "reasoning", "the target does not support reasoning");
        }
        return;
    }
    let (amount, note) = amount(conversation, request.profile);
    let (name, written) = match &amount {
        Some(Amount::Budget(budget)) => ("thinkingBudget", budget.to_string()),
        Some(Amount::Level(level)) => ("thinkingLevel", level.clone()),
        None => ("", String::new()),
    };
    note.add(place, reasoning, [name, &written], request.notes);
    // A model that does not think has no thoughts to show.
    let shown = if !matches!(amount, Some(Amount::Budget(0))) { reasoning.shown } else { None };
    if amount.is_none() && shown.is_none() {
        return;
    }
    request.out.name("thinkingConfig");
    request.out.open(b'{');
    match amount {
        Some(Amount::Budget(budget)) => {
            request.out.name("thinkingBudget");
            request.out.integer(budget);
        }
        Some(Amount::Level(level)) => request.out.member("thinkingLevel", &level.to_ascii_uppercase()),
        None => {}
    }
    if let Some((shown, _)) = shown {
        request.out.name("includeThoughts");
        request.out.flag(shown);
    }
    request.out.close(b'}');
}

/// Returns the amount of thinking, and its difference from the source.
fn amount(conversation: &Conversation<'_>, profile: Value<'_>) -> (Option<Amount>, AmountNote) {
    let reasoning = &conversation.settings.reasoning;
    let limit = |name: &str| profile.path(name).and_then(Value::whole);
    if let (Some(least), Some(most)) = (limit("budget.min"), limit("budget.max")) {
        if reasoning::is_off(reasoning) {
            return match profile.fits("thinks=always") {
                true => (Some(Amount::Budget(least)), ALWAYS),
                false => (Some(Amount::Budget(0)), AmountNote::Nothing),
            };
        }
        return match reasoning::budget(reasoning) {
            Some(amount) => {
                let given = amount.value.clamp(least, most);
                let is_same = amount.is_exact && given == amount.value;
                (Some(Amount::Budget(given)), if is_same { AmountNote::Nothing } else { AmountNote::OtherAmount })
            }
            None => (reasoning.on.map(|_| Amount::Budget(-1)), AmountNote::Nothing),
        };
    }
    if profile.fits("levels !levels.*") {
        return (None, AmountNote::Lost("the target has no such effort level: its default applies"));
    }
    level(conversation, profile).map_or((None, AmountNote::Nothing), |(level, note)| (Some(Amount::Level(level)), note))
}

const ALWAYS: AmountNote = AmountNote::Lost("the target cannot switch reasoning off");

/// A note on the amount of thinking.
pub(crate) enum AmountNote {
    Nothing,
    /// The source has another amount.
    OtherAmount,
    /// The target does not support it, for this reason.
    Lost(&'static str),
}

impl AmountNote {
    /// Adds the note, if there is one. `written` is the amount for the target, with its name.
    pub(crate) fn add<'d>(&self, place: Option<Value<'d>>, reasoning: &Reasoning<'d>, [name, written]: [&str; 2], notes: &mut Notes<'d>) {
        match self {
            Self::Nothing => {}
            Self::OtherAmount => note_amount(reasoning, name, written, notes),
            Self::Lost(why) => notes.at(place, "reasoning", why),
        }
    }
}

/// Returns the level of thinking, and its difference from the source.
pub(crate) fn level(conversation: &Conversation<'_>, profile: Value<'_>) -> Option<(String, AmountNote)> {
    let reasoning = &conversation.settings.reasoning;
    let known = words(profile, "levels");
    let takes = if known.is_empty() { &["minimal", "low", "medium", "high"][..] } else { &known };
    if reasoning::is_off(reasoning) {
        return reasoning::nearest("none", takes).map(|word| (word.value, ALWAYS));
    }
    let word = reasoning::effort(reasoning, takes)?;
    Some((word.value, if word.is_exact { AmountNote::Nothing } else { AmountNote::OtherAmount }))
}
