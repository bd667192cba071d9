//! Writes the settings of a chat request.

use super::dialects::{OPENAI_MODELS, SETTINGS, TAKEN_BY, THINKING_CHUNKS};
use super::reasoning::write_reasoning;
use crate::conversation::defaults::forced;
use crate::conversation::reader::SettingPath;
use crate::conversation::writer::RequestWriter;
use crate::json::Value;
use crate::model::{ContentKind, Conversation, Format, Setting, ToolChoice, ToolKind};

pub(super) fn write<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    let taken = taken(conversation, request.profile);
    request.settings(conversation, &taken, "");
    write_tool_choice(conversation, request);
    write_reasoning(&conversation.settings.reasoning, request);
    write_format(conversation, request);
}

/// The settings that the target accepts. OpenAI refuses metadata of an exchange that is not stored.
fn taken(conversation: &Conversation<'_>, profile: Value<'_>) -> Vec<SettingPath> {
    let is_stored = |(setting, value): &(Setting, Value<'_>)| *setting == Setting::Store && value.boolean() == Some(true);
    let has_metadata = !profile.fits("wire=openai-chat") || conversation.settings.plain.iter().any(is_stored);
    let is_taken = |(setting, path): &&SettingPath| {
        let query = TAKEN_BY.iter().find(|(one, _)| one == path);
        query.is_none_or(|(_, query)| profile.fits(query)) && (*setting != Setting::Metadata || has_metadata)
    };
    SETTINGS.iter().filter(is_taken).copied().collect()
}

fn write_tool_choice<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    let settings = &conversation.settings;
    if conversation.tools.iter().all(|tool| tool.kind == ToolKind::Server) {
        return request.notes.at(forced(settings), "tool_choice", "the target allows it only with tools");
    }
    if let Some((parallel, _)) = settings.parallel {
        request.out.name("parallel_tool_calls");
        request.out.flag(parallel);
    }
    match settings.tool_choice.as_ref().map(|(choice, _)| choice) {
        Some(ToolChoice::Auto) => request.out.member("tool_choice", "auto"),
        Some(ToolChoice::None) => request.out.member("tool_choice", "none"),
        Some(ToolChoice::Any) => {
            let word = if request.profile.fits(THINKING_CHUNKS) { "any" } else { "required" };
            request.out.member("tool_choice", word);
        }
        Some(ToolChoice::Tool(name)) => {
            let is_custom = conversation.tools.iter().any(|tool| tool.kind == ToolKind::Custom && tool.name == *name);
            let kind = if is_custom && request.profile.fits(OPENAI_MODELS) { "custom" } else { "function" };
            request.out.name("tool_choice");
            request.out.open(b'{');
            request.out.member("type", kind);
            request.out.name(kind);
            request.out.open(b'{');
            request.string("name", name);
            request.out.close(b'}');
            request.out.close(b'}');
        }
        None => {}
    }
}

fn write_format<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    let Some((format, value)) = &conversation.settings.format else { return };
    match format {
        Format::Text => {}
        Format::Schema { name, schema, strict } if !request.profile.fits(ANY_JSON) => {
            request.out.name("response_format");
            request.out.open(b'{');
            request.out.member("type", "json_schema");
            request.out.name("json_schema");
            request.out.open(b'{');
            request.string("name", name.as_deref().unwrap_or(b"answer"));
            request.json("schema", schema);
            if let Some(strict) = strict {
                request.out.name("strict");
                request.out.flag(*strict);
            }
            request.out.close(b'}');
            request.out.close(b'}');
        }
        Format::Schema { .. } | Format::Json => {
            if matches!(format, Format::Schema { .. }) {
                request.notes.add(*value, "format", "the target does not support schemas: any JSON is asked for");
            }
            if request.profile.fits(THINKING_CHUNKS) || speaks_of_json(conversation) {
                request.json("response_format", br#"{"type":"json_object"}"#);
            } else {
                request.notes.lose(*value, "format", "the target refuses it unless a message contains the word JSON");
            }
        }
    }
}

/// Dialects that support JSON mode without a schema.
const ANY_JSON: &str = "dialect=deepseek|glm";

fn speaks_of_json(conversation: &Conversation<'_>) -> bool {
    let speaks = |text: &[u8]| text.windows(4).any(|word| word.eq_ignore_ascii_case(b"json"));
    let mut contents = conversation.messages.iter().flat_map(|message| &message.contents);
    contents.any(|content| matches!(&content.kind, ContentKind::Text(text) if speaks(text)))
}
