//! Reads a request of generateContent: its instructions and contents.

use std::borrow::Cow;

use super::media::media;
use super::read_settings;
use super::response::unwrap;
use super::spelling::{leftover, member};
use crate::conversation::marks::OPENING;
use crate::conversation::placeholder::is_placeholder;
use crate::conversation::reader::{Reader, call, call_input, content, content_of, inside, result, text_of, written};
use crate::error::Error;
use crate::json::{JsonBuilder, Kind, Value};
use crate::model::{CallInput, Content, ContentKind, Entry, Media, Output, Part, PartKind, Role, Speaker, ToolCall, Wire};
use crate::wires::{codec, is_piece, join_pieces};

pub(super) fn read<'d>(body: Value<'d>, reader: &mut Reader<'d>) -> Result<(), Error> {
    system(body, reader);
    if let Some(codec) = codec(&Wire::GEMINI_GENERATE) {
        reader.history(&codec.request(body), part);
    }
    read_settings::read(body, reader);
    Ok(())
}

/// Reads the instructions: a text, a list of parts, or a single part.
fn system<'d>(body: Value<'d>, reader: &mut Reader<'d>) {
    let Some(system) = member(body, "systemInstruction") else { return };
    let parts = system.get("parts").unwrap_or(system);
    let all = if parts.kind() == Kind::Array { parts.elements().collect() } else { vec![parts] };
    for part in all {
        let text = part.get("text").or_else(|| Some(part).filter(|part| part.kind() == Kind::String));
        let kind = text.map_or(ContentKind::Opaque, |text| ContentKind::Text(written(Some(text))));
        reader.say(Speaker::System, content(part, system, kind));
    }
}

fn part<'d>(entry: &Entry<'_>, part: &Part<'d>, holder: Value<'d>, reader: &mut Reader<'d>) {
    let value = part.value;
    if entry.parts.first().is_some_and(|first| first.span == part.span) {
        reader.beside(holder, &["role", "parts"]);
    }
    let speaker = match (part.kind, entry.role) {
        (PartKind::Result, _) => Speaker::Tool,
        (_, Some(Role::Assistant)) => Speaker::Assistant,
        _ => Speaker::User,
    };
    let mut one = content_of(part, holder, ContentKind::Opaque);
    // The documented string is not a thought: it says that there is none.
    let is_stand_in = |handle: &Value<'_>| is_placeholder(*handle);
    one.thinking = one.thinking.filter(|thinking| !thinking.handles.iter().any(is_stand_in));
    one.kind = match part.kind {
        PartKind::Thought => ContentKind::Thought,
        PartKind::Text => match text_of(part) {
            // A stream puts the handle on an empty text.
            text if text.is_empty() && one.thinking.is_some() => ContentKind::Thought,
            text if text.is_empty() && speaker == Speaker::Assistant => return,
            text if *text == *OPENING && speaker == Speaker::User && reader.begins() => return,
            text => ContentKind::Text(text),
        },
        PartKind::Call => {
            let inner = member(value, "functionCall").unwrap_or(value);
            leftover(reader, Some(inner), &["id", "name", "args", "partialArgs", "willContinue"]);
            if is_piece(inner) && go_on(inner, &mut one, reader) {
                return;
            }
            call(inner.get("id"), inner.get("name"), call_input(inner.get("args").filter(|args| !args.is_null())))
        }
        PartKind::Result => response(value, holder, reader),
        PartKind::Other => medium(value, reader).map_or(ContentKind::Opaque, ContentKind::Media),
    };
    if !matches!(one.kind, ContentKind::Opaque | ContentKind::Thought) {
        leftover(
            reader,
            Some(value),
            &["text", "thought", "thoughtSignature", "functionCall", "functionResponse", "inlineData", "fileData"],
        );
    }
    reader.say(speaker, one);
}

/// Adds a piece of a call to the previous call, if there is one.
fn go_on<'d>(piece: Value<'d>, one: &mut Content<'d>, reader: &mut Reader<'d>) -> bool {
    let last = reader.conversation.messages.last_mut().and_then(|message| message.contents.last_mut());
    let Some(Content { kind: ContentKind::Call(ToolCall { input: CallInput::Json(input), .. }), thinking, .. }) = last else {
        return false;
    };
    let mut arguments = JsonBuilder::Raw(input.to_vec());
    join_pieces(&mut arguments, piece);
    *input = Cow::Owned(arguments.to_bytes());
    *thinking = thinking.take().or_else(|| one.thinking.take());
    true
}

fn response<'d>(value: Value<'d>, holder: Value<'d>, reader: &mut Reader<'d>) -> ContentKind<'d> {
    let inner = member(value, "functionResponse").unwrap_or(value);
    leftover(reader, Some(inner), &["id", "name", "response", "parts"]);
    let answer = inner.get("response");
    let (failed, mut output) = unwrap(answer, holder);
    if inner.path("parts.0").is_some() {
        let mut contents = match output {
            Output::Contents(contents) => contents,
            Output::Text(text) => answer.map(|value| content(value, holder, ContentKind::Text(text))).into_iter().collect(),
            Output::Json(json) => {
                let text = ContentKind::Text(Cow::Owned(inside(&json)));
                answer.map(|value| content(value, holder, text)).into_iter().collect()
            }
            Output::Empty => Vec::new(),
        };
        contents.extend(inner.list("parts").map(|part| inner_part(part, holder, reader)));
        output = Output::Contents(contents);
    }
    result(inner.get("id"), inner.get("name"), failed, output)
}

fn inner_part<'d>(part: Value<'d>, holder: Value<'d>, reader: &mut Reader<'d>) -> Content<'d> {
    content(part, holder, medium(part, reader).map_or(ContentKind::Opaque, ContentKind::Media))
}

/// Reads the medium of a part.
fn medium<'d>(part: Value<'d>, reader: &mut Reader<'d>) -> Option<Media<'d>> {
    let inner = member(part, "inlineData").or_else(|| member(part, "fileData"))?;
    leftover(reader, Some(inner), &["data", "fileUri", "mimeType", "displayName"]);
    let media = media(inner.get("data"), member(inner, "fileUri"), member(inner, "mimeType"))?;
    Some(Media { name: member(inner, "displayName").map(|name| written(Some(name))), ..media })
}
