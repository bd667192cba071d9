//! Gemini's generateContent: AI Studio and Vertex.
//!
//! - Opaque: `thoughtSignature` of a part. It is a sibling of whatever the part holds (a call, text, an image, code, an
//!   empty text, nothing), so that part keeps its kind and carries the handle.
//! - To be echoed byte for byte: the whole content, every part in its order. Parts are never merged, signed or not; a
//!   stream puts the handle last, on a part whose text is empty.
//! - Not read on purpose: candidates after the first (alternatives, of which one goes on), pieces of a call's arguments
//!   (`partialArgs`), the inside of server tools, the envelope that Code Assist puts around both bodies.
//!
//! proto3 takes and documents names in both spellings, so both are read. A stream that was not asked for server-sent
//! events is one array of chunks, and such an array is read as the body that it adds up to.

mod stream;

use super::{Codec, Fold, Note, Side, Sighting, array, missing, role};
use crate::error::Error;
use crate::json::{Changes, Kind, Value, scan};
use crate::model::{Attachment, Diagnostic, Entry, History, Part, PartKind, Target, Thinking, ThinkingKind, Turn, Wire};

/// The codec of `gemini-generate`.
pub(super) struct GeminiGenerate;

impl Codec for GeminiGenerate {
    fn wire(&self) -> Wire {
        Wire::GEMINI_GENERATE
    }

    fn recognise(&self, body: Value<'_>) -> Option<Sighting> {
        let chunk = if body.kind() == Kind::Array { body.element(0)? } else { body };
        let about = |name: &str, inside: &str| chunk.get(name).and_then(|list| list.element(0)).map(|first| first.get(inside).is_some());
        let response = |certainty| Some(Sighting { side: Side::Response, certainty });
        match (about("candidates", "content"), about("contents", "parts")) {
            (Some(true), _) => response(100),
            (Some(false), _) => response(if either(chunk, USAGE).is_some() { 100 } else { 40 }),
            (None, Some(parts)) => Some(Sighting { side: Side::Request, certainty: if parts { 98 } else { 50 } }),
            // A prompt that was blocked has no candidates.
            (None, None) if either(chunk, FEEDBACK).is_some() || either(chunk, USAGE).is_some() => response(80),
            (None, None) => None,
        }
    }

    fn response<'d>(&self, body: Value<'d>) -> Turn<'d> {
        let mut turn = Turn::default();
        for chunk in chunks(body) {
            let text = |names| either(chunk, names).and_then(Value::text).map(|text| text.lossy());
            turn.id = text(["responseId", "response_id"]).or(turn.id);
            turn.model = text(["modelVersion", "model_version"]).or(turn.model);
            turn.usage = either(chunk, USAGE).or(turn.usage);
            for candidate in array(chunk, "candidates", &mut turn.diagnostics) {
                if Some(candidate) != first(chunk) {
                    turn.diagnostics.push(Diagnostic { value: candidate, reason: "an alternative: only the first candidate is the turn" });
                } else if let Some(content) = candidate.get("content") {
                    turn.parts.extend(parts(content, &mut turn.diagnostics));
                }
            }
        }
        turn
    }

    fn request<'d>(&self, body: Value<'d>) -> History<'d> {
        let mut history = History::default();
        for content in array(body, "contents", &mut history.diagnostics) {
            let role = role(content);
            let parts = parts(content, &mut history.diagnostics);
            history.entries.push(Entry { value: content, role, parts });
        }
        history
    }

    fn replay(&self, response: Value<'_>, request: Value<'_>, _: &Target, changes: &mut Changes<'_>) -> Result<Vec<Note>, Error> {
        let history = request.get("contents").ok_or_else(|| missing("the request has no contents"))?;
        let contents = chunks(response).into_iter().filter_map(|chunk| first(chunk)?.get("content"));
        // "must include at least one parts field" (langgenius/dify#30566); the last chunk of a stream often has none.
        let contents: Vec<_> = contents.filter(|content| content.get("parts").and_then(|parts| parts.element(0)).is_some()).collect();
        let (turn, note) = match contents.as_slice() {
            [] => return Err(missing("the response has no parts")),
            [content] if content.get("role").is_some() => (content.raw().to_vec(), None),
            [content] => (
                with_role(content.raw())?,
                Some("the content had no role: it was given `model`, without which a request of several turns is not clear"),
            ),
            several => {
                let parts: Vec<_> =
                    several.iter().filter_map(|content| content.get("parts")).flat_map(Value::elements).map(Value::raw).collect();
                let turn = [b"{\"role\":\"model\",\"parts\":[", &*parts.join(&b','), b"]}"].concat();
                (turn, Some("chunks of a stream: their parts went into one content, each as it came"))
            }
        };
        changes.append(history, &turn)?;
        let pointer = if response.kind() == Kind::Array { "" } else { "/candidates/0/content" };
        Ok(note.map(|reason| Note { pointer: pointer.to_owned(), reason }).into_iter().collect())
    }

    fn fold(&self) -> Box<dyn Fold> {
        Box::new(stream::Chunks::default())
    }
}

/// The member of that name, in either spelling.
fn either<'d>(object: Value<'d>, [camel, snake]: [&str; 2]) -> Option<Value<'d>> {
    object.get(camel).or_else(|| object.get(snake))
}

fn chunks(body: Value<'_>) -> Vec<Value<'_>> {
    if body.kind() == Kind::Array { body.elements().collect() } else { vec![body] }
}

/// The candidate that is the turn. Vertex leaves an index of 0 out.
fn first(chunk: Value<'_>) -> Option<Value<'_>> {
    chunk.get("candidates")?.elements().find(|candidate| candidate.get("index").is_none_or(|index| index.raw() == b"0"))
}

fn with_role(content: &[u8]) -> Result<Vec<u8>, Error> {
    let content = scan(content)?;
    let mut changes = Changes::new(&content);
    changes.set(content.root(), "role", b"\"model\"")?;
    changes.apply()
}

fn parts<'d>(content: Value<'d>, diagnostics: &mut Vec<Diagnostic<'d>>) -> Vec<Part<'d>> {
    let parts = array(content, "parts", diagnostics);
    let mut wrong = |value: Value<'d>, reason: &'static str| diagnostics.push(Diagnostic { value, reason });
    parts.into_iter().map(|value| part(value, &mut wrong)).collect()
}

fn part<'d>(value: Value<'d>, wrong: &mut impl FnMut(Value<'d>, &'static str)) -> Part<'d> {
    let (text, signature) = (value.get("text"), either(value, SIGNATURE));
    let shown = text.and_then(Value::text).is_some_and(|text| !text.is_empty());
    let signed = signature.and_then(Value::text).is_some_and(|text| !text.is_empty());
    if signature.is_some_and(|signature| signature.text().is_none() && !signature.is_null()) {
        wrong(value, "a signature that is no string");
    }
    let known = ["text", "thought", "thoughtSignature", "thought_signature"];
    let holds_other = value.members().any(|(name, _)| known.iter().all(|known| name != **known));
    let call = either(value, CALL).or_else(|| either(value, ["toolCall", "tool_call"]));
    if is_thought(value) && call.is_none() {
        // What can be read of a thought is a summary; image models also think in images.
        let kind = match () {
            () if shown => ThinkingKind::Summary,
            () if holds_other => ThinkingKind::Unknown,
            () if signed => ThinkingKind::Encrypted,
            () => {
                wrong(value, "a thought with nothing in it");
                ThinkingKind::Omitted
            }
        };
        return Part::new(value, PartKind::Thought).with(Thinking::new(kind, Attachment::Block).text(text).handle(signature));
    }
    let id = || call.and_then(|call| call.get("id")).and_then(Value::text).map(|id| id.lossy().into_owned());
    let (kind, attachment) = match () {
        () if either(value, CALL).is_some() => (PartKind::Call, Attachment::Call { id: id() }),
        () if call.is_some() => (PartKind::Other, Attachment::Call { id: id() }),
        () if either(value, ["functionResponse", "function_response"]).is_some() => (PartKind::Result, Attachment::Block),
        () if text.is_some() => (PartKind::Text, if shown { Attachment::Text } else { Attachment::Empty }),
        () if holds_other => (PartKind::Other, Attachment::Block),
        () if signed => (PartKind::Thought, Attachment::Empty),
        () => {
            wrong(value, "a part with nothing in it");
            (PartKind::Other, Attachment::Block)
        }
    };
    let part = Part::new(value, kind);
    if signed { part.with(Thinking::new(ThinkingKind::Encrypted, attachment).handle(signature)) } else { part }
}

fn is_thought(part: Value<'_>) -> bool {
    part.get("thought").and_then(Value::boolean) == Some(true)
}

const CALL: [&str; 2] = ["functionCall", "function_call"];
const FEEDBACK: [&str; 2] = ["promptFeedback", "prompt_feedback"];
const SIGNATURE: [&str; 2] = ["thoughtSignature", "thought_signature"];
const USAGE: [&str; 2] = ["usageMetadata", "usage_metadata"];
