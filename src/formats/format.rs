//! [`MessageFormat`]: reads a framework's messages into a conversation and writes them from one, and the code that all formats share.

use std::borrow::Cow;

use crate::conversation::data_url::media_at;
use crate::conversation::reader::{Reader, plain, written, written_if};
use crate::conversation::reasoning;
use crate::conversation::travel::Holds;
use crate::conversation::writer::RequestWriter;
use crate::error::{Code, Error};
use crate::json::{Kind, Value, base64, decimal, lossy};
use crate::model::{Attachment, ContentKind, Conversation, Media, MediaKind, MediaSource, Thinking, ThinkingKind, Wire};

/// Reads the messages of a framework into a conversation and writes them from one.
pub(crate) struct MessageFormat {
    /// Its name.
    pub(crate) name: &'static str,
    /// Reads messages.
    pub(crate) read: for<'d> fn(Value<'d>, &mut Reader<'d>) -> Result<(), Error>,
    /// Writes messages.
    pub(crate) write: for<'d> fn(&Conversation<'d>, &mut RequestWriter<'_, 'd>),
    /// Returns how much it holds of the thought that a content is or carries, by the profile of its issuer.
    pub(crate) holds: Holds,
}

/// The issuers of Claude's thoughts, by their profiles. At Bedrock only Claude signs, and a format may name Bedrock without a model.
pub(super) const CLAUDE: &str = "wire=anthropic-messages|bedrock-converse vendor=anthropic,!vendor";

/// Notes everything of a request that is not a message: formats hold only messages.
pub(super) fn note_rest<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    const WHY: &str = "the format has only messages";
    let settings = &conversation.settings;
    settings.plain.iter().for_each(|(setting, value)| request.notes.lose(*value, setting.name(), WHY));
    request.notes.at(settings.tool_choice.as_ref().map(|(_, value)| *value), "tool_choice", WHY);
    request.notes.at(settings.parallel.map(|(_, value)| value), "parallel", WHY);
    request.notes.at(reasoning::place(&settings.reasoning), "reasoning", WHY);
    request.notes.at(settings.format.as_ref().map(|(_, value)| *value), "format", WHY);
    request.notes.at(conversation.model, "model", WHY);
    conversation.tools.iter().for_each(|tool| request.notes.lose(tool.value, "tool", WHY));
}

/// Gives every result the name of the tool that was called.
pub(crate) fn name_results(conversation: &mut Conversation<'_>) {
    let contents = || conversation.messages.iter().flat_map(|message| &message.contents);
    let calls: Vec<_> = contents()
        .filter_map(|content| if let ContentKind::Call(call) = &content.kind { Some((call.id.clone()?, call.name.clone())) } else { None })
        .collect();
    let id = |nth: &usize| calls.get(*nth).map(|(id, _)| &**id);
    let mut order: Vec<usize> = (0..calls.len()).collect();
    order.sort_by_key(id);
    for content in conversation.messages.iter_mut().flat_map(|message| &mut message.contents) {
        let ContentKind::Result(result) = &mut content.kind else { continue };
        let found = order.binary_search_by(|nth| id(nth).cmp(&result.id.as_deref())).ok().and_then(|at| calls.get(*order.get(at)?));
        if let (None, Some((_, name))) = (&result.name, found) {
            result.name = Some(name.clone());
        }
    }
}

/// Makes a thought of a format: a text, and the data that only its issuer reads. The issuer decides its kind.
pub(super) fn thought<'d>(wire: &Wire, text: Option<Value<'d>>, handle: Option<Value<'d>>) -> Thinking<'d> {
    let is_item = *wire == Wire::OPENAI_RESPONSES;
    let is_summary = is_item || [Wire::GEMINI_GENERATE, Wire::GEMINI_INTERACTIONS].contains(wire);
    let has_text = text.and_then(Value::text).is_some_and(|text| !text.is_empty());
    let kind = match (has_text, handle.is_some()) {
        (true, _) if is_summary => ThinkingKind::Summary,
        (true, _) => ThinkingKind::Text,
        (false, true) if is_item => ThinkingKind::Encrypted,
        (false, _) => ThinkingKind::Omitted,
    };
    let attachment = if is_item { Attachment::Item { partner: None } } else { Attachment::Block };
    // Some hosts require even an empty text.
    Thinking::new(kind, attachment).text(text.filter(|_| has_text || handle.is_none())).handle(handle)
}

/// Makes the thought of a content that carries only its handle.
pub(super) fn carried<'d>(kind: &ContentKind<'d>, handle: Value<'d>) -> Thinking<'d> {
    let attachment = match kind {
        ContentKind::Call(call) => Attachment::Call { id: call.id.as_ref().map(|id| lossy(&plain(id))) },
        ContentKind::Thought => Attachment::Block,
        _ => Attachment::Text,
    };
    Thinking::new(ThinkingKind::Omitted, attachment).handle(Some(handle))
}

/// Returns the kind of a medium, by its type.
pub(super) fn media_kind(mime: &str) -> MediaKind {
    match mime.split('/').next() {
        Some("image") => MediaKind::Image,
        Some("audio") => MediaKind::Audio,
        Some("video") => MediaKind::Video,
        _ => MediaKind::Document,
    }
}

/// Reads a medium whose member is an address, data in an address, or data.
pub(super) fn media<'d>(part: Value<'d>, name: &str, kind: MediaKind) -> ContentKind<'d> {
    let Some(held) = part.get(name) else { return ContentKind::Opaque };
    if held.text().is_none() {
        let data = |bytes: Vec<u8>| MediaSource::Data(Cow::Owned(base64::encode(&bytes).into_bytes()));
        return bytes_in(held).map_or(ContentKind::Opaque, |bytes| named(part, kind, data(bytes)));
    }
    let is_address = ["http:", "https:", "data:", "gs:", "s3:"]
        .iter()
        .any(|scheme| held.text().is_some_and(|text| text.raw().starts_with(scheme.as_bytes())));
    let at = match is_address {
        true => media_at(kind, written(Some(held))),
        false => Media { kind, source: MediaSource::Data(written(Some(held))), mime: None, name: None, detail: None },
    };
    let (mime, name) = (written_if(part.get("mediaType")).or(at.mime), written_if(part.get("filename")));
    ContentKind::Media(Media { mime, name, ..at })
}

/// Makes a medium with the type and the name in its part.
pub(super) fn named<'d>(part: Value<'d>, kind: MediaKind, source: MediaSource<'d>) -> ContentKind<'d> {
    let (mime, name) = (written_if(part.get("mediaType")), written_if(part.get("filename")));
    ContentKind::Media(Media { kind, source, mime, name, detail: None })
}

/// Returns the bytes that `JSON.stringify` wrote: of a `Buffer`, which is an object with a list, or of a typed array, which is an object with its indices.
fn bytes_in(value: Value<'_>) -> Option<Vec<u8>> {
    let byte = |number: Value<'_>| number.whole().and_then(|number| u8::try_from(number).ok());
    if value.fits("type=Buffer data:a") {
        return value.list("data").map(byte).collect();
    }
    let is_indexed = value.members().enumerate().all(|(nth, (name, _))| name == *decimal(nth));
    if !is_indexed || value.members().next().is_none() {
        return None;
    }
    value.members().map(|(_, number)| byte(number)).collect()
}

/// Returns the type of a medium without one.
pub(super) fn default_type(media: &Media<'_>) -> &'static [u8] {
    match (media.kind, &media.source) {
        (_, MediaSource::Text(_)) => b"text/plain",
        (MediaKind::Image, _) => b"image/png",
        (MediaKind::Document, _) => b"application/pdf",
        (MediaKind::Audio, _) => b"audio/wav",
        (MediaKind::Video, _) => b"video/mp4",
    }
}

/// Returns the messages: a list, a member of an object that is such a list, or one message.
pub(super) fn messages_of<'d>(body: Value<'d>, paths: &[&str]) -> Result<Vec<Value<'d>>, Error> {
    let is_list = |list: &Value<'d>| list.kind() == Kind::Array;
    let list = Some(body).filter(is_list).or_else(|| paths.iter().find_map(|path| body.path(path).filter(is_list)));
    match list {
        Some(list) => Ok(list.elements().collect()),
        None if body.fits("role:s,kind:s,type:s") => Ok(vec![body]),
        None => {
            let names = paths.iter().map(|path| ["`", path, "`"].concat()).collect::<Vec<_>>().join(" or ");
            Err(Error::new(Code::Input, ["messages are a list, or the member ", &names, " of an object"].concat()).in_value(""))
        }
    }
}
