//! Gemini's generateContent: AI Studio and Vertex.
//!
//! - Opaque: `thoughtSignature` of a part. It is a sibling of the part's content (a call, text, an image, code, an empty text, nothing), so that part keeps its
//!   kind and carries the handle.
//! - To be echoed byte for byte: the whole content, every part in its order. Parts are never merged, signed or not. A stream puts the handle last, on a part
//!   with an empty text.
//! - Not read on purpose: candidates after the first (alternatives, only one continues), the inside of server tools, the envelope that Code Assist puts around
//!   both bodies.
//!
//! proto3 accepts and documents names in both spellings, so both are read. A stream without server-sent events is one array of chunks. This array is read as
//! the body that it adds up to.
//!
//! A long answer has several hops. A hop ends with `CONTINUATION` and a `continuationToken`; the same request with that token returns the next hop. An array of
//! hops (bodies or arrays of chunks) is read as one answer.

pub(crate) mod conversation;
mod pieces;
mod spelling;
mod stream;

pub use pieces::{is_piece, join_pieces};

use super::append::{append_turn, half_note, input_error, one_note, write_list};
use super::codec::{Codec, Note, Recognition, StreamAssembler};
use super::description::{
    Endpoint, EntryShape, ErrorEnvelope, HttpFacts, ModelPlace, Purpose, TokenCounting, ToolPlace, WireBehaviour, WireDescription,
};
use super::read::{PartSink, ThoughtShape, finish, history, is_filled, owned, text};
use super::shape_query::{ShapeQuery, recognise, request, response};
use crate::error::Error;
use crate::json::{Changes, Kind, Value, scan};
use crate::model::{Attachment, Continuation, History, PartKind, ReasoningFormat, Target, ThinkingKind, Turn, Wire};
use spelling::either;

/// The codec of `gemini-generate`.
pub(super) struct GeminiGenerate;

impl Codec for GeminiGenerate {
    fn description(&self) -> &'static WireDescription {
        &DESCRIPTION
    }

    fn recognise(&self, body: Value<'_>) -> Option<Recognition> {
        recognise(SHAPES, *chunks(body).first()?)
    }

    fn response<'d>(&self, body: Value<'d>) -> Turn<'d> {
        let mut sink = PartSink::default();
        let chunks = chunks(body);
        for chunk in &chunks {
            sink.each(*chunk, "candidates", candidate);
        }
        let mut turn = finish(body, sink);
        turn.continuation = continuation(&chunks);
        for chunk in chunks {
            turn.id = text(chunk, "responseId").or_else(|| text(chunk, "response_id")).or(turn.id);
            turn.model = text(chunk, "modelVersion").or_else(|| text(chunk, "model_version")).or(turn.model);
            turn.usage = either(chunk, USAGE).or(turn.usage);
        }
        turn
    }

    fn request<'d>(&self, body: Value<'d>) -> History<'d> {
        history(body, DESCRIPTION.list, content)
    }

    fn replay(&self, response: Value<'_>, request: Value<'_>, _: &Target, changes: &mut Changes<'_>) -> Result<Vec<Note>, Error> {
        let (mut contents, chunks) = (Vec::new(), chunks(response));
        let half = half_note(continuation(&chunks), if response.kind() == Kind::Array { "" } else { "/candidates/0" });
        for chunk in chunks {
            let content = first_candidate(chunk).and_then(|first| first.get("content"));
            // "must include at least one parts field" (langgenius/dify#30566); the last chunk of a stream often has none.
            contents.extend(content.filter(|content| content.path("parts.0").is_some()));
        }
        let Some(first) = contents.first() else { return Err(input_error("the response has no parts")) };
        if contents.len() > 1 {
            let mut parts = Vec::new();
            contents.iter().for_each(|content| content.collect("parts.*", &mut parts));
            let turn = [b"{\"role\":\"model\",\"parts\":", &*write_list(b"", &parts), b"}"].concat();
            append_turn(request, DESCRIPTION.list, Some(&turn), changes)?;
            let joined = one_note("", "the parts of several chunks went into one content");
            return Ok(joined.into_iter().chain(half).collect());
        }
        if first.get("role").is_some() {
            append_turn(request, DESCRIPTION.list, Some(first.raw()), changes)?;
            return Ok(half.into_iter().collect());
        }
        let document = scan(first.raw())?;
        let mut own = Changes::new(&document);
        own.set(document.root(), "role", b"\"model\"")?;
        append_turn(request, DESCRIPTION.list, Some(&own.apply()?), changes)?;
        let reason = "the content had no role: it was given `model`";
        let named = one_note(if response.kind() == Kind::Array { "" } else { "/candidates/0/content" }, reason);
        Ok(named.into_iter().chain(half).collect())
    }

    fn assembler(&self) -> Box<dyn StreamAssembler> {
        Box::new(stream::Chunks::default())
    }
}

static DESCRIPTION: WireDescription = WireDescription {
    wire: Wire::GEMINI_GENERATE,
    addresses: &[":generatecontent", ":streamgeneratecontent"],
    side_addresses: &[(":counttokens", Purpose::Count)],
    only_at_named_hosts: false,
    events: &[("candidates", 100)],
    vendor: Some("google"),
    model: ModelPlace::Address,
    list: "contents",
    entries: EntryShape::Contents,
    call: ToolPlace::within("functionCall", "id", "name"),
    result: ToolPlace::within("functionResponse", "id", "name"),
    format: ReasoningFormat::GOOGLE_GEMINI,
    reasoning_field: None,
    texts: &["text"],
    handles: &["thoughtSignature", "thought_signature"],
    summaries: [[r#"{"role":"user","parts":[{"text":"#, "}]}"], [r#"{"role":"model","parts":[{"text":"#, "}]}"]],
    http: HttpFacts {
        streaming_addresses: &[":streamgeneratecontent"],
        sse_parameter: Some(["alt", "sse"]),
        endpoint: Some(Endpoint {
            host: "gemini",
            path: "/v1beta/models/{model}:generateContent",
            stream_path: Some("/v1beta/models/{model}:streamGenerateContent?alt=sse"),
            key: ["x-goog-api-key", ""],
            headers: &[],
            members: &[],
        }),
        // https://ai.google.dev/api/tokens: only `contents` alone or a whole request is counted.
        counting: Some(TokenCounting {
            path: "/v1beta/models/{model}:countTokens",
            wrappers: &["generateContentRequest"],
            members: &[],
            model_prefix: Some("models/"),
            count: "totalTokens",
            kind: None,
        }),
        ..HttpFacts::PLAIN
    },
    behaviour: WireBehaviour {
        errors: ErrorEnvelope::Google,
        keeps_instructions_apart: true,
        handle_members: &["thoughtSignature", "thought_signature"],
        types_text_parts: false,
        // Google reads an object as a list of one. A request that counts tokens may have the whole request in a member.
        without_list: Some("contents:o,generateContentRequest:o,generate_content_request:o"),
        ..WireBehaviour::PLAIN
    },
};

const SHAPES: &[ShapeQuery] = &[
    response(100, "candidates.*.content"),
    response(100, "candidates.* usageMetadata,usage_metadata"),
    response(40, "candidates.*"),
    request(98, "contents.*.parts"),
    request(50, "contents.*"),
    // A blocked prompt has no candidates.
    response(80, "promptFeedback,prompt_feedback,usageMetadata,usage_metadata"),
];

/// Returns the chunks of a body, of an array of chunks, or of the hops of an answer.
fn chunks(body: Value<'_>) -> Vec<Value<'_>> {
    let mut chunks = Vec::new();
    for hop in if body.kind() == Kind::Array { body.elements().collect() } else { vec![body] } {
        hop.collect(if hop.kind() == Kind::Array { "*" } else { "" }, &mut chunks);
    }
    chunks
}

fn first_candidate(chunk: Value<'_>) -> Option<Value<'_>> {
    chunk.list("candidates").find(|one| is_first(*one))
}

/// Reads the continuation from the last chunk with a finish reason. After any other end, a token belongs to an earlier position.
fn continuation<'d>(chunks: &[Value<'d>]) -> Option<Continuation<'d>> {
    let mut ends = chunks.iter().rev().filter_map(|chunk| first_candidate(*chunk));
    let value = ends.find(|candidate| either(*candidate, FINISH).is_some_and(|reason| !reason.is_null()))?;
    let token = either(value, TOKEN).filter(|token| is_filled(*token));
    let reason = either(value, FINISH)?;
    let required = reason.fits(HALF);
    (required || reason.fits("=MAX_TOKENS") && token.is_some()).then_some(Continuation { value, token, required })
}

/// Returns `true` if a candidate is the turn. Vertex omits an index of 0.
fn is_first(candidate: Value<'_>) -> bool {
    candidate.get("index").is_none_or(|index| index.raw() == b"0")
}

fn candidate<'d>(candidate: Value<'d>, sink: &mut PartSink<'d>) {
    if !is_first(candidate) {
        sink.wrong(candidate, "an alternative: only the first candidate is the turn");
    } else if let Some(inner) = candidate.get("content") {
        content(inner, sink);
    }
}

fn content<'d>(content: Value<'d>, sink: &mut PartSink<'d>) {
    sink.each(content, "parts", part);
}

/// The readable text of a thought is a summary; image models also think in images.
const THOUGHT: ThoughtShape = ThoughtShape {
    seen: ThinkingKind::Summary,
    sealed: ThinkingKind::Encrypted,
    bare: ThinkingKind::Omitted,
    texts: &["text"],
    handles: &["thoughtSignature", "thought_signature"],
};

/// A handle on a part that is not a thought.
const HANDLE: ThoughtShape = ThoughtShape { texts: &[], ..THOUGHT };

fn part<'d>(value: Value<'d>, sink: &mut PartSink<'d>) {
    let text = value.get("text");
    if either(value, SIGNATURE).is_some_and(|signature| signature.text().is_none() && !signature.is_null()) {
        sink.wrong(value, "a signature that is not a string");
    }
    let known: [&[u8]; 4] = [b"text", b"thought", b"thoughtSignature", b"thought_signature"];
    let holds_other = value.members().any(|(name, _)| !known.contains(&name.raw()));
    let call = either(value, CALL).or_else(|| either(value, ["toolCall", "tool_call"]));
    if is_thought(value) && call.is_none() {
        let mut thinking = THOUGHT.read(value, Attachment::Block);
        if holds_other && thinking.kind != ThinkingKind::Summary {
            thinking.kind = ThinkingKind::Unknown;
        } else if thinking.kind == ThinkingKind::Omitted {
            sink.wrong(value, "a thought with nothing in it");
        }
        return sink.thought(value, PartKind::Thought, thinking);
    }
    let mut thinking = HANDLE.read(value, Attachment::Block);
    let is_signed = !thinking.handles.is_empty();
    let kind = match call {
        Some(call) => {
            thinking.attachment = Attachment::Call { id: owned(call, "id") };
            if either(value, CALL).is_some() { PartKind::Call } else { PartKind::Other }
        }
        None if either(value, ["functionResponse", "function_response"]).is_some() => PartKind::Result,
        None if text.is_some() => {
            thinking.attachment = if text.is_some_and(is_filled) { Attachment::Text } else { Attachment::Empty };
            PartKind::Text
        }
        None if holds_other => PartKind::Other,
        None if is_signed => {
            thinking.attachment = Attachment::Empty;
            PartKind::Thought
        }
        None => {
            sink.wrong(value, "a part with nothing in it");
            PartKind::Other
        }
    };
    if is_signed { sink.thought(value, kind, thinking) } else { sink.part(value, kind) }
}

fn is_thought(part: Value<'_>) -> bool {
    part.get("thought").and_then(Value::boolean) == Some(true)
}

/// The finish reason of an answer that continues in the next hop.
const HALF: &str = "=CONTINUATION";

const FINISH: [&str; 2] = ["finishReason", "finish_reason"];
const TOKEN: [&str; 2] = ["continuationToken", "continuation_token"];
const CALL: [&str; 2] = ["functionCall", "function_call"];
const SIGNATURE: [&str; 2] = ["thoughtSignature", "thought_signature"];
const USAGE: [&str; 2] = ["usageMetadata", "usage_metadata"];
