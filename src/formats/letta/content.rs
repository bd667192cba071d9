//! A content part, as Letta's server stores it.

use super::message::Content;
use crate::json::{Kind, Value, Writer, scan};
use crate::model::{Attachment, Part, ThinkingKind};
use crate::wires::Call;

/// Writes a thought as a content part. A summary keeps its id and its paragraphs, and a handle stays on the text or call that carries it.
pub(super) fn stored(part: &Part<'_>, content: &Content<'_>) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'{');
    let call = Call::read(part.value);
    let input = call.content.and_then(arguments);
    let attachment = part.thinking.as_ref().map(|thinking| &thinking.attachment);
    let handle = match (attachment, &content.text) {
        (Some(Attachment::Item { .. }), _) if part.value.fits("type=reasoning") => {
            out.member("type", "summarized_reasoning");
            out.name("id");
            out.raw(part.value.get("id").filter(|id| id.text().is_some()).map_or(b"\"\"", Value::raw));
            out.name("summary");
            out.open(b'[');
            for (nth, text) in part.thinking.iter().flat_map(|thinking| &thinking.texts).enumerate() {
                out.open(b'{');
                out.name("index");
                out.number(nth);
                out.name("text");
                out.raw(text.raw());
                out.close(b'}');
            }
            out.close(b']');
            "encrypted_content"
        }
        (Some(Attachment::Call { .. }), _) if input.is_some() => {
            out.member("type", "tool_call");
            out.member("id", call.id.as_deref().unwrap_or_default());
            out.member("name", call.name.as_deref().unwrap_or_default());
            out.name("input");
            out.raw(&input.unwrap_or_default());
            "signature"
        }
        (Some(Attachment::Text | Attachment::Empty), _) if part.value.fits("text:s") => {
            out.member("type", "text");
            out.name("text");
            out.raw(part.value.get("text").map(Value::raw).unwrap_or_default());
            "signature"
        }
        (_, Some(text)) => {
            write_reasoning(&mut out, content.native, text);
            "signature"
        }
        (_, None) if content.kind == ThinkingKind::Redacted && content.handle.is_some() => {
            out.member("type", "redacted_reasoning");
            "data"
        }
        (_, None) => {
            out.member("type", "omitted_reasoning");
            "signature"
        }
    };
    if let Some(sealed) = content.handle {
        out.name(handle);
        out.raw(sealed);
    }
    out.close(b'}');
    out.finish()
}

/// Writes reasoning that has a text and no handle as a content part.
pub(super) fn stored_reasoning(content: &Content<'_>) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'{');
    write_reasoning(&mut out, content.native, content.text.as_deref().unwrap_or(b"\"\""));
    out.close(b'}');
    out.finish()
}

fn write_reasoning(out: &mut Writer, is_native: bool, text: &[u8]) {
    out.member("type", "reasoning");
    out.name("is_native");
    out.flag(is_native);
    out.name("reasoning");
    out.raw(text);
}

/// Returns the arguments of a call as the object that Letta requires. A chat writes that as a text.
fn arguments(content: Value<'_>) -> Option<Vec<u8>> {
    let written = content.text().map_or_else(|| content.raw().to_vec(), |text| text.wtf8().into_owned());
    (scan(&written).ok()?.root().kind() == Kind::Object).then_some(written)
}
