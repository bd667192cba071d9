//! OpenAI's Responses: the first-party API, and its versions at Azure, xAI, OpenRouter, DeepSeek, Ollama, Bedrock, Codex and Copilot.
//!
//! - Opaque: `encrypted_content` of `reasoning` and `compaction` items, OpenRouter's `signature` beside it, `fingerprint` of a `program`. Ollama's
//!   `encrypted_content` is plain text, but Ollama reads back nothing else, so it is a handle as well. Without any of them the item's `id` refers to the state
//!   stored at the provider, and is complete.
//! - To be echoed byte for byte: every item of `output`, in its order, with all its members (`status`, `phase`, `format`, nulls, unknown types). Recorded
//!   replays that did this were accepted.
//! - Not read on purpose: the inside of messages and of the provider's own tools. An item is one part.

pub(crate) mod conversation;
mod stream;

use super::append::{input_error, one_note, write_list};
use super::codec::{Codec, Note, Recognition, StreamAssembler};
use super::description::{
    BEARER, Endpoint, EntryShape, HttpFacts, ModelPlace, PLAIN_SUMMARIES, Purpose, TokenCounting, ToolPlace, WireBehaviour, WireDescription,
};
use super::read::{PartSink, ThoughtShape, finish, is_filled, owned, role};
use super::shape_query::{ShapeQuery, foreign, recognise, request, response};
use crate::error::Error;
use crate::json::{Changes, Kind, Value};
use crate::model::{Attachment, History, Part, PartKind, ReasoningFormat, Role, Strings, Target, Thinking, ThinkingKind, Turn, Wire};

/// The codec of `openai-responses`.
pub(super) struct OpenAiResponses;

impl Codec for OpenAiResponses {
    fn description(&self) -> &'static WireDescription {
        &DESCRIPTION
    }

    fn recognise(&self, body: Value<'_>) -> Option<Recognition> {
        recognise(SHAPES, body)
    }

    fn response<'d>(&self, body: Value<'d>) -> Turn<'d> {
        let mut sink = PartSink::default();
        items(body, "output", &mut sink);
        finish(body, sink)
    }

    fn request<'d>(&self, body: Value<'d>) -> History<'d> {
        let mut sink = PartSink::default();
        match body.get(DESCRIPTION.list) {
            Some(text) if text.kind() == Kind::String => sink.part(text, PartKind::Text),
            _ => items(body, DESCRIPTION.list, &mut sink),
        }
        let heads = sink.parts.iter().enumerate().map(|(nth, part)| (part.value, role_of(part), nth + 1)).collect();
        History { parts: sink.parts, heads, diagnostics: sink.diagnostics }
    }

    fn replay(&self, response: Value<'_>, request: Value<'_>, _: &Target, changes: &mut Changes<'_>) -> Result<Vec<Note>, Error> {
        let output = response.get("output").filter(|output| output.kind() == Kind::Array);
        let output = output.ok_or_else(|| input_error("the response has no output"))?;
        let input = request.get(DESCRIPTION.list).filter(|input| !input.is_null());
        let reason = match input {
            // The output of `/responses/compact` is the whole next input: it repeats the messages that it keeps.
            Some(input) if response.fits("object=response.compaction") => {
                changes.replace(input, output.raw())?;
                "a compacted window takes the place of the input"
            }
            Some(input) if input.kind() == Kind::String => {
                let mut items = Vec::new();
                output.collect("*", &mut items);
                let message = [b"{\"role\":\"user\",\"content\":", input.raw(), b"}"].concat();
                changes.replace(input, &write_list(&message, &items))?;
                "the input was a text: it became the user's message in a list"
            }
            Some(input) => {
                for item in output.elements() {
                    changes.append(input, item.raw())?;
                }
                return Ok(Vec::new());
            }
            // A stored prompt comes before the input, so the input can be only the turn.
            None if request.fits("prompt:o") => {
                changes.set(request, DESCRIPTION.list, output.raw())?;
                "the request had no input: the turn became it"
            }
            None => return Err(input_error("the request has no input: the provider holds the conversation")),
        };
        Ok(one_note("/output", reason))
    }

    fn assembler(&self) -> Box<dyn StreamAssembler> {
        Box::new(stream::Response::default())
    }
}

static DESCRIPTION: WireDescription = WireDescription {
    wire: Wire::OPENAI_RESPONSES,
    addresses: &["/responses"],
    side_addresses: &[("/responses/input_tokens", Purpose::Count), ("/responses/compact", Purpose::Compact)],
    only_at_named_hosts: false,
    events: &[("type^response.", 100)],
    vendor: None,
    model: ModelPlace::Body,
    list: "input",
    entries: EntryShape::Items,
    call: ToolPlace::own("call_id", "name"),
    result: ToolPlace::own("call_id", "name"),
    format: ReasoningFormat::OPENAI_RESPONSES,
    reasoning_field: None,
    texts: &["summary.*.text", "content.*.text"],
    handles: &["encrypted_content", "signature", "fingerprint"],
    summaries: PLAIN_SUMMARIES,
    http: HttpFacts {
        endpoint: Some(Endpoint {
            host: "openai",
            path: "/v1/responses",
            stream_path: None,
            key: BEARER,
            headers: &[],
            // The client sends its whole history each time. The vendor stores nothing, and reasoning is encrypted.
            members: &[("store", "false"), ("include", r#"["reasoning.encrypted_content"]"#)],
        }),
        // https://developers.openai.com/api/reference/resources/responses/subresources/input_tokens
        counting: Some(TokenCounting {
            path: "/v1/responses/input_tokens",
            wrappers: &[],
            members: &[
                "model",
                "input",
                "instructions",
                "tools",
                "tool_choice",
                "parallel_tool_calls",
                "reasoning",
                "text",
                "truncation",
                "conversation",
                "previous_response_id",
            ],
            model_prefix: None,
            count: "input_tokens",
            kind: Some(["object", "response.input_tokens"]),
        }),
        ..HttpFacts::PLAIN
    },
    behaviour: WireBehaviour {
        keeps_instructions_apart: true,
        allows_late_results: true,
        without_list: Some("input:s,prompt:o,previous_response_id:s,conversation:s|o"),
        ..WireBehaviour::PLAIN
    },
};

const SHAPES: &[ShapeQuery] = &[
    response(100, "output:a object=response|response.compaction"),
    response(70, "output.*.type=message|reasoning,output.*.call_id"),
    foreign("output:a"),
    // Gemini's Interactions also have an `input`, and a chat may have any member beside its messages.
    foreign("messages,contents,generation_config,previous_interaction_id"),
    request(95, "input.*.type=message|reasoning,input.*.call_id"),
    // Older Interactions have turns with roles, and the assistant's role is `model`.
    foreign("input.*.role=model"),
    request(85, "input.*.role"),
    request(90, "input:a|s previous_response_id,max_output_tokens,reasoning,include,store"),
    // A text for embeddings or speech looks the same.
    request(30, "input:s !voice !dimensions !encoding_format"),
    request(70, "!input:a|s|o previous_response_id,prompt:o"),
];

/// Reads the items of a response's output or of a request's input. Each is a part.
fn items<'d>(body: Value<'d>, name: &str, sink: &mut PartSink<'d>) {
    let from = sink.parts.len();
    sink.each(body, name, item);
    // Reasoning is bound to the next item.
    for nth in from..sink.parts.len() {
        let partner = sink.parts.get(nth + 1).and_then(|next| owned(next.value, "id"));
        if let Some(Attachment::Item { partner: place }) =
            sink.parts.get_mut(nth).and_then(|part| part.thinking.as_mut()).map(|thinking| &mut thinking.attachment)
        {
            *place = partner;
        }
    }
}

/// "Carries forward key prior state and reasoning": encrypted, and not bound to the next item.
const COMPACTION: ThoughtShape = ThoughtShape {
    seen: ThinkingKind::Encrypted,
    sealed: ThinkingKind::Encrypted,
    bare: ThinkingKind::Encrypted,
    texts: &[],
    handles: &["encrypted_content"],
};

fn item<'d>(item: Value<'d>, sink: &mut PartSink<'d>) {
    let kind = item.word("type");
    // A `call_id` distinguishes the caller's tools from the provider's own.
    let answered = item.fits("call_id:s");
    match kind {
        "reasoning" => reasoning(item, sink),
        "compaction" | "compaction_summary" => {
            sink.thought(item, PartKind::Other, COMPACTION.read(item, Attachment::Block).signed());
        }
        "message" => sink.part(item, PartKind::Text),
        "" if item.get("role").is_some() => sink.part(item, PartKind::Text),
        // In a request, an item with only an id refers to a stored item.
        "" if item.get("id").is_none() => sink.odd(item, "an item without a type"),
        _ if answered && kind.ends_with("_call") => sink.part(item, PartKind::Call),
        _ if answered && (kind.ends_with("_call_output") || kind == "tool_search_output") => sink.part(item, PartKind::Result),
        _ => sink.part(item, PartKind::Other),
    }
}

const REASONING: ThoughtShape = ThoughtShape {
    seen: ThinkingKind::Summary,
    sealed: ThinkingKind::Encrypted,
    bare: ThinkingKind::Omitted,
    texts: &["summary.*.text"],
    handles: &["encrypted_content", "signature"],
};

fn reasoning<'d>(item: Value<'d>, sink: &mut PartSink<'d>) {
    let thinking = read_reasoning(item, &mut |value, reason| sink.wrong(value, reason));
    sink.thought(item, PartKind::Thought, thinking);
}

/// Reads a reasoning item. Passes every value that an item cannot have to `report`, with the reason.
pub(crate) fn read_reasoning<'d>(item: Value<'d>, report: &mut dyn FnMut(Value<'d>, &'static str)) -> Thinking<'d> {
    let mut thinking = REASONING.read(item, Attachment::Item { partner: None });
    thinking.texts = Strings::None;
    if let Some(sealed) = item.get("encrypted_content").filter(|sealed| sealed.text().is_none() && !sealed.is_null()) {
        thinking.complete = false;
        report(sealed, "encrypted content that is not a string");
    }
    // OpenRouter's `signature` alone encrypts nothing.
    if !item.get("encrypted_content").is_some_and(is_filled) && thinking.kind == ThinkingKind::Encrypted {
        thinking.kind = ThinkingKind::Omitted;
    }
    for (name, kind) in [("summary", ThinkingKind::Summary), ("content", ThinkingKind::Text)] {
        let Some(list) = item.get(name).filter(|list| !list.is_null()) else { continue };
        if list.kind() != Kind::Array {
            report(list, "expected an array");
        }
        for piece in list.elements() {
            // OpenRouter's own pages show a summary of plain strings.
            let text = piece.get("text").unwrap_or(piece);
            if is_filled(text) {
                thinking.kind = kind;
            }
            match text.text() {
                Some(_) => thinking.texts.push(text),
                None => report(piece, "a piece of reasoning without its text"),
            }
        }
    }
    // The token limit or the host cut it off.
    thinking.complete &= !item.fits("status=in_progress|incomplete");
    if thinking.texts.is_empty() && thinking.handles.is_empty() && item.get("id").is_none() {
        thinking.complete = false;
        report(item, "a reasoning item with nothing in it");
    }
    thinking
}

/// Returns the role of an item: its member `role`, or the role that its kind implies.
fn role_of(part: &Part<'_>) -> Option<Role> {
    match part.kind {
        PartKind::Thought | PartKind::Call => Some(Role::Assistant),
        PartKind::Result => Some(Role::Tool),
        _ if part.value.kind() == Kind::String => Some(Role::User),
        _ => match part.value.word("type") {
            word if word.ends_with("_call") => Some(Role::Assistant),
            // Only a client writes these, so they never begin an answer.
            "configuration_update" | "compaction_trigger" => Some(Role::System),
            "mcp_approval_response" => Some(Role::User),
            _ => role(part.value),
        },
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::super::replay::replay;
    use super::super::stream::StreamDecoder;
    use super::*;
    use crate::json::scan;

    const TURN: &[u8] = br#"{"object":"response","output":[{"type":"reasoning","id":"rs_1","summary":[]}]}"#;

    fn notes(request: &str) -> Result<Vec<Note>, Error> {
        replay(request.as_bytes(), TURN, &Target::new(Wire::OPENAI_RESPONSES)).map(|replayed| replayed.notes)
    }

    #[test]
    fn a_replay_says_what_it_changed_and_where_it_cannot_go() {
        assert!(notes(r#"{"input":[]}"#).is_ok_and(|notes| notes.is_empty()));
        assert!(notes(r#"{"input":"Hello"}"#).is_ok_and(|notes| notes.len() == 1));
        assert!(notes(r#"{"input":null,"prompt":{"id":"pmpt_1"}}"#).is_ok_and(|notes| notes.len() == 1));
        assert!(notes(r#"{"previous_response_id":"resp_0"}"#).is_err());
        assert!(notes(r#"{"input":{"type":"text"}}"#).is_err());
    }

    #[test]
    fn a_history_says_who_each_item_is_from() {
        let request = br#"{"input":[{"role":"developer","content":"A"},{"type":"message","role":"user","content":[]},{"id":"rs_0"},
            {"type":"reasoning","summary":[]},{"type":"web_search_call"},{"type":"function_call","call_id":"1"},
            {"type":"function_call_output","call_id":"1"},{"type":"tool_search_output","call_id":"2"},{"type":"tool_search_output","call_id":null},
            {"type":"configuration_update"},{"type":"mcp_approval_response"}]}"#;
        let document = scan(request).ok();
        let history = document.as_ref().map(|document| OpenAiResponses.request(document.root())).unwrap_or_default();
        let roles: Vec<_> = history.heads.iter().map(|(_, role, _)| *role).collect();
        let (assistant, tool) = (Some(Role::Assistant), Some(Role::Tool));
        assert_eq!(
            roles,
            [
                Some(Role::System),
                Some(Role::User),
                None,
                assistant,
                assistant,
                assistant,
                tool,
                tool,
                None,
                Some(Role::System),
                Some(Role::User)
            ]
        );
    }

    #[test]
    fn a_stream_tells_of_an_error_that_has_no_name() {
        for stream in [r#"data: {"type":"error","message":"Overloaded"}"#, r#"data: {"type":"response.failed","response":{"error":{}}}"#] {
            let mut decoder = StreamDecoder::new(&OpenAiResponses);
            decoder.push(stream.as_bytes());
            assert!(decoder.finish().1.error.is_some(), "{stream}");
        }
    }
}
