//! Writes the settings of a request of OpenAI's Responses.

use super::places::SETTINGS;
use crate::conversation::reasoning;
use crate::conversation::reasoning::words;
use crate::conversation::writer::RequestWriter;
use crate::model::{Conversation, Format, ToolChoice};

/// Writes everything except the messages and the tools.
pub(super) fn write_settings<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    let settings = &conversation.settings;
    request.settings(conversation, SETTINGS, "");
    if let Some((parallel, _)) = settings.parallel {
        request.out.name("parallel_tool_calls");
        request.out.flag(parallel);
    }
    match settings.tool_choice.as_ref().map(|(choice, _)| choice) {
        Some(ToolChoice::Auto) => request.out.member("tool_choice", "auto"),
        Some(ToolChoice::None) => request.out.member("tool_choice", "none"),
        Some(ToolChoice::Any) => request.out.member("tool_choice", "required"),
        Some(ToolChoice::Tool(name)) => {
            request.out.name("tool_choice");
            request.out.open(b'{');
            request.out.member("type", "function");
            request.string("name", name);
            request.out.close(b'}');
        }
        None => {}
    }
    write_reasoning(conversation, request);
    write_format(conversation, request);
}

fn write_reasoning<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    let reasoning = &conversation.settings.reasoning;
    let shows = reasoning.shown.is_some_and(|(shown, _)| shown);
    if !reasoning::is_said(reasoning) && !shows {
        return;
    }
    if request.profile.fits("vendor=openai !reasons") {
        return request.notes.at(reasoning::place(reasoning), "reasoning", "the target does not support reasoning");
    }
    let takes = words(request.profile, "efforts");
    let effort = if reasoning::is_off(reasoning) { reasoning::nearest("none", &takes) } else { reasoning::effort(reasoning, &takes) };
    match &effort {
        Some(effort) if effort.is_exact => {}
        Some(effort) => reasoning::note_amount(reasoning, "effort", &effort.value, request.notes),
        None => request.notes.at(reasoning::place(reasoning), "reasoning", "the target has no such effort level: its default applies"),
    }
    if effort.is_none() && !shows {
        return;
    }
    request.out.name("reasoning");
    request.out.open(b'{');
    if let Some(effort) = effort {
        request.out.member("effort", &effort.value);
    }
    if shows {
        request.out.member("summary", "auto");
    }
    request.out.close(b'}');
}

fn write_format<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    let format = conversation.settings.format.as_ref().filter(|(format, _)| !matches!(format, Format::Text));
    if format.is_none() && !RequestWriter::has_settings(conversation, SETTINGS, "text") {
        return;
    }
    request.out.name("text");
    request.out.open(b'{');
    match format {
        Some((Format::Schema { name, schema, strict }, _)) => {
            request.out.name("format");
            request.out.open(b'{');
            request.out.member("type", "json_schema");
            request.string("name", name.as_deref().unwrap_or(b"answer"));
            request.json("schema", schema);
            if let Some(strict) = strict {
                request.out.name("strict");
                request.out.flag(*strict);
            }
            request.out.close(b'}');
        }
        Some((Format::Json, _)) => request.json("format", br#"{"type":"json_object"}"#),
        _ => {}
    }
    request.settings(conversation, SETTINGS, "text");
    request.out.close(b'}');
}
