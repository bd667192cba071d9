//! Anthropic's Messages: the first-party API, and its versions at Bedrock InvokeModel, Vertex, Azure and compatible hosts.
//!
//! - Opaque: `signature` of a `thinking` block, `data` of a `redacted_thinking` block, and in `compaction` blocks `encrypted_content` and `signature`. An empty
//!   `thinking` with a signature is the usual shape since 2026, and complete.
//! - To be echoed byte for byte: the whole `content` array, in its order. Blocks are never hoisted, merged or dropped.
//! - A report on the request, which is not sent back: `input_transformations`, the thoughts that were dropped or accepted.
//! - Not read on purpose: the inside of server tools and of unknown blocks. They are kept unchanged.

pub(crate) mod conversation;
mod stream;

use super::append::append_turn;
use super::codec::{Codec, Note, Recognition, StreamAssembler};
use super::description::{
    Endpoint, EntryShape, ErrorEnvelope, HttpFacts, ModelPlace, PLAIN_SUMMARIES, Purpose, TokenCounting, ToolPlace, WireBehaviour,
    WireDescription,
};
use super::read::{PartSink, ThoughtShape, history, text, turn};
use super::shape_query::{ShapeQuery, recognise, request, response};
use crate::error::Error;
use crate::json::{Changes, Kind, Value};
use crate::model::{Attachment, History, InputTransformation, PartKind, ReasoningFormat, Target, ThinkingKind, Turn, Wire};

/// The codec of `anthropic-messages`.
pub(super) struct AnthropicMessages;

impl Codec for AnthropicMessages {
    fn description(&self) -> &'static WireDescription {
        &DESCRIPTION
    }

    fn recognise(&self, body: Value<'_>) -> Option<Recognition> {
        recognise(SHAPES, body)
    }

    fn response<'d>(&self, body: Value<'d>) -> Turn<'d> {
        Turn { transformations: transformations(body), ..turn(body, Some(body), message) }
    }

    fn request<'d>(&self, body: Value<'d>) -> History<'d> {
        history(body, DESCRIPTION.list, message)
    }

    fn replay(&self, response: Value<'_>, request: Value<'_>, _: &Target, changes: &mut Changes<'_>) -> Result<Vec<Note>, Error> {
        let turn = response.get("content").map(|content| [b"{\"role\":\"assistant\",\"content\":", content.raw(), b"}"].concat());
        append_turn(request, DESCRIPTION.list, turn.as_deref(), changes)?;
        Ok(Vec::new())
    }

    fn assembler(&self) -> Box<dyn StreamAssembler> {
        Box::new(stream::Messages::default())
    }
}

static DESCRIPTION: WireDescription = WireDescription {
    wire: Wire::ANTHROPIC_MESSAGES,
    addresses: &["/messages", ":rawpredict", ":streamrawpredict", "/invoke", "/invoke-with-response-stream"],
    side_addresses: &[("/messages/count_tokens", Purpose::Count)],
    only_at_named_hosts: false,
    events: &[("type=message_start", 100), ("@chunk", 100)],
    vendor: Some("anthropic"),
    model: ModelPlace::Body,
    list: "messages",
    entries: EntryShape::Blocks,
    call: ToolPlace::own("id", "name"),
    result: ToolPlace::own("tool_use_id", "name"),
    format: ReasoningFormat::ANTHROPIC_CLAUDE,
    reasoning_field: None,
    texts: &["thinking", "text"],
    handles: &["encrypted_content", "signature", "data"],
    summaries: PLAIN_SUMMARIES,
    http: HttpFacts {
        streaming_addresses: &[":streamrawpredict", "/invoke-with-response-stream"],
        // Bedrock wraps the errors of every model that it invokes.
        refusals_at: &[("/invoke", ErrorEnvelope::AmazonWithHeader), ("/invoke-with-response-stream", ErrorEnvelope::AmazonWithHeader)],
        request_id: "request-id",
        endpoint: Some(Endpoint {
            host: "anthropic",
            path: "/v1/messages",
            stream_path: None,
            key: ["x-api-key", ""],
            headers: &[["anthropic-version", "2023-06-01"]],
            members: &[],
        }),
        // https://platform.claude.com/docs/en/api/messages-count-tokens: any other member is refused.
        counting: Some(TokenCounting {
            path: "/v1/messages/count_tokens",
            wrappers: &[],
            members: &[
                "model",
                "messages",
                "system",
                "tools",
                "tool_choice",
                "thinking",
                "cache_control",
                "context_management",
                "mcp_servers",
                "output_config",
                "output_format",
            ],
            model_prefix: None,
            count: "input_tokens",
            kind: None,
        }),
        ..HttpFacts::PLAIN
    },
    behaviour: WireBehaviour {
        errors: ErrorEnvelope::Anthropic,
        codes_name_faults: true,
        has_threads: true,
        without_list: Some("thread.type=continue"),
        keeps_instructions_apart: true,
        has_plain_results: true,
        signs_every_block: true,
        version: Some("anthropic_version"),
        ..WireBehaviour::PLAIN
    },
};

const SHAPES: &[ShapeQuery] = &[
    response(100, "type=message role=assistant content:a"),
    request(95, "messages:a anthropic_version,tools.*.input_schema"),
    request(95, "messages.*.content.*.type=thinking|redacted_thinking|tool_use|tool_result"),
    // Other wires put a vendor before the name.
    request(85, "messages:a model^claude"),
    request(80, "messages:a system,thinking.budget_tokens"),
    request(30, "messages:a max_tokens"),
];

const THINKING: ThoughtShape = ThoughtShape {
    seen: ThinkingKind::Text,
    sealed: ThinkingKind::Omitted,
    bare: ThinkingKind::Omitted,
    texts: &["thinking"],
    handles: &["signature"],
};

const REDACTED: ThoughtShape = ThoughtShape {
    seen: ThinkingKind::Redacted,
    sealed: ThinkingKind::Redacted,
    bare: ThinkingKind::Redacted,
    texts: &[],
    handles: &["data"],
};

/// A block that replaces all earlier messages, thoughts included: a summary, and on newer versions a handle.
const COMPACTION: ThoughtShape = ThoughtShape {
    seen: ThinkingKind::Summary,
    sealed: ThinkingKind::Encrypted,
    bare: ThinkingKind::Encrypted,
    texts: &["content"],
    handles: &["encrypted_content", "signature"],
};

/// Reads the blocks of a message's content, in a response or in a request.
fn message<'d>(message: Value<'d>, sink: &mut PartSink<'d>) {
    match message.get("content") {
        Some(text) if text.kind() == Kind::String => sink.part(text, PartKind::Text),
        content => sink.all(content, block),
    }
}

/// Reads a response's report on the thoughts in its request. A beta enables the report, and it may be empty.
fn transformations(body: Value<'_>) -> Option<Vec<InputTransformation<'_>>> {
    let list = body.get("input_transformations").filter(|list| list.kind() == Kind::Array)?;
    let read = |entry| {
        let word = |name| text(entry, name).unwrap_or_default();
        // `messages.1.content.0`, as in error messages.
        let pointer = text(entry, "path").map(|path| ["/", &path.replace('.', "/")].concat());
        InputTransformation { kind: word("type"), reason: word("reason"), pointer }
    };
    Some(list.elements().map(read).collect())
}

fn block<'d>(block: Value<'d>, sink: &mut PartSink<'d>) {
    match block.token("type") {
        b"thinking" => {
            let thinking = THINKING.read(block, Attachment::Block);
            if thinking.texts.is_empty() {
                sink.wrong(block, "a thinking block without its text");
            }
            sink.thought(block, PartKind::Thought, thinking);
        }
        b"redacted_thinking" => {
            let thinking = REDACTED.read(block, Attachment::Block);
            if thinking.handles.is_empty() {
                sink.wrong(block, "a redacted block without its data");
            }
            sink.thought(block, PartKind::Thought, thinking.signed());
        }
        b"compaction" => sink.thought(block, PartKind::Other, COMPACTION.read(block, Attachment::Block)),
        b"text" => sink.part(block, PartKind::Text),
        b"tool_use" => sink.part(block, PartKind::Call),
        b"tool_result" => sink.part(block, PartKind::Result),
        b"" => sink.odd(block, "a block without a type"),
        _ => sink.part(block, PartKind::Other),
    }
}
