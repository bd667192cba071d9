//! Bedrock's Converse, for every model behind it: Claude, gpt-oss, GPT, Nova, DeepSeek.
//!
//! - Opaque: `signature` of a `reasoningText`, `redactedContent` (bytes, so base64 in JSON; also GPT's encrypted reasoning), and the older spelling
//!   `redactedReasoning.data`. Unsigned `reasoningText` is gpt-oss's form, and complete.
//! - To be echoed byte for byte: `output.message`, as one message. One asymmetry: a `reasoningText` may arrive with a signature and no `text`, but is accepted
//!   back only with one ("Member must not be null"; langchainjs#11164): `""` is added.
//! - Not read on purpose: the inside of tool results, citations, guard content and unknown blocks. They are kept unchanged.

pub(crate) mod conversation;
mod stream;

use super::append::{append_turn, input_error};
use super::blocks::nth;
use super::codec::{Codec, Note, Recognition, StreamAssembler};
use super::description::{
    BEARER, Endpoint, EntryShape, ErrorEnvelope, HttpFacts, ModelPlace, Purpose, TokenCounting, ToolPlace, WireBehaviour, WireDescription,
};
use super::read::{PartSink, ThoughtShape, history, turn};
use super::shape_query::{ShapeQuery, recognise, request, response};
use crate::error::Error;
use crate::json::{Changes, Kind, Value, scan};
use crate::model::{Attachment, History, PartKind, ReasoningFormat, Target, ThinkingKind, Turn, Wire};

/// The codec of `bedrock-converse`.
pub(super) struct BedrockConverse;

impl Codec for BedrockConverse {
    fn description(&self) -> &'static WireDescription {
        &DESCRIPTION
    }

    fn recognise(&self, body: Value<'_>) -> Option<Recognition> {
        recognise(SHAPES, body)
    }

    fn response<'d>(&self, body: Value<'d>) -> Turn<'d> {
        turn(body, body.path(MESSAGE), message)
    }

    fn request<'d>(&self, body: Value<'d>) -> History<'d> {
        history(body, DESCRIPTION.list, message)
    }

    fn replay(&self, response: Value<'_>, request: Value<'_>, _: &Target, changes: &mut Changes<'_>) -> Result<Vec<Note>, Error> {
        let message = response.path(MESSAGE).ok_or_else(|| input_error("the response has no message"))?;
        let document = scan(message.raw())?;
        let mut own = Changes::new(&document);
        let mut notes = Vec::new();
        for (place, block) in document.root().list("content").enumerate() {
            let reasoning = block.path("reasoningContent.reasoningText").filter(|reasoning| reasoning.kind() == Kind::Object);
            if let Some(reasoning) = reasoning.filter(|reasoning| reasoning.get("text").is_none_or(Value::is_null)) {
                own.set(reasoning, "text", b"\"\"")?;
                let pointer = nth("/output/message/content", place) + "/reasoningContent/reasoningText";
                notes.push(Note { pointer, reason: "an empty text was added, which Bedrock leaves out and then asks for" });
            }
        }
        append_turn(request, DESCRIPTION.list, Some(&own.apply()?), changes)?;
        Ok(notes)
    }

    fn assembler(&self) -> Box<dyn StreamAssembler> {
        Box::new(stream::Converse::default())
    }
}

const MESSAGE: &str = "output.message";

/// The answer to a conversation that does not begin with the user (langgenius/dify#12340, strands-agents/harness-sdk#2087).
const BEGINS: &str = "A conversation must start with a user message. Try again with a conversation that starts with a user message.";

static DESCRIPTION: WireDescription = WireDescription {
    wire: Wire::BEDROCK_CONVERSE,
    addresses: &["/converse", "/converse-stream"],
    side_addresses: &[("/count-tokens", Purpose::Count)],
    only_at_named_hosts: false,
    events: &[("@messageStart", 100), ("@contentBlockStart", 100), ("@contentBlockDelta", 100)],
    vendor: None,
    model: ModelPlace::Address,
    list: "messages",
    entries: EntryShape::Blocks,
    call: ToolPlace::within("toolUse", "toolUseId", "name"),
    result: ToolPlace::within("toolResult", "toolUseId", "name"),
    format: ReasoningFormat::ANTHROPIC_CLAUDE,
    reasoning_field: None,
    texts: &["text", "reasoningContent.reasoningText.text"],
    handles: &["reasoningContent.reasoningText.signature", "reasoningContent.redactedContent", "reasoningContent.redactedReasoning.data"],
    summaries: [[r#"{"role":"user","content":[{"text":"#, "}]}"], [r#"{"role":"assistant","content":[{"text":"#, "}]}"]],
    http: HttpFacts {
        streaming_addresses: &["/converse-stream"],
        stream_type: "application/vnd.amazon.eventstream",
        request_id: "x-amzn-requestid",
        // https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys.html: a Bedrock key is a bearer token, and nothing is signed.
        endpoint: Some(Endpoint {
            host: "bedrock",
            path: "/model/{model}/converse",
            stream_path: Some("/model/{model}/converse-stream"),
            key: BEARER,
            headers: &[],
            members: &[],
        }),
        // https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_CountTokens.html
        counting: Some(TokenCounting {
            path: "/model/{model}/count-tokens",
            wrappers: &["input", "converse"],
            members: &["messages", "system", "toolConfig", "additionalModelRequestFields"],
            model_prefix: None,
            count: "inputTokens",
            kind: None,
        }),
        ..HttpFacts::PLAIN
    },
    behaviour: WireBehaviour {
        errors: ErrorEnvelope::Amazon,
        refusals: Some(ErrorEnvelope::AmazonWithHeader),
        keeps_instructions_apart: true,
        signs_every_block: true,
        on_other_beginning: Some(BEGINS),
        refuses_two_answers: true,
        // The messages may be in a stored prompt. A request that counts tokens has the whole request in `input`.
        without_list: Some("promptVariables:o,input.converse:o,input.invokeModel:o"),
        types_text_parts: false,
        ..WireBehaviour::PLAIN
    },
};

const SHAPES: &[ShapeQuery] = &[
    response(100, "output.message.content:a"),
    // A block has no `type`: its only member names it.
    request(
        100,
        "inferenceConfig:o,additionalModelRequestFields:o,toolConfig:o,guardrailConfig:o messages.*.content.*.text !messages.*.content.*.type",
    ),
    request(90, "messages.*.content.*.text !messages.*.content.*.type"),
    request(90, "messages.*.content.*.reasoningContent,messages.*.content.*.toolUse,messages.*.content.*.toolResult"),
    request(80, "messages:a inferenceConfig:o,toolConfig:o"),
];

const PLAIN: ThoughtShape = ThoughtShape {
    seen: ThinkingKind::Text,
    sealed: ThinkingKind::Omitted,
    bare: ThinkingKind::Omitted,
    texts: &["text"],
    handles: &["signature"],
};

const REDACTED: ThoughtShape = ThoughtShape {
    seen: ThinkingKind::Redacted,
    sealed: ThinkingKind::Redacted,
    bare: ThinkingKind::Redacted,
    texts: &[],
    handles: &["redactedContent", "redactedReasoning.data"],
};

/// Reads the blocks of a message's content, in a response or in a request.
fn message<'d>(message: Value<'d>, sink: &mut PartSink<'d>) {
    sink.each(message, "content", block);
}

fn block<'d>(block: Value<'d>, sink: &mut PartSink<'d>) {
    if let Some(reasoning) = block.get("reasoningContent") {
        return thought(block, reasoning, sink);
    }
    let known = [("text", PartKind::Text), ("toolUse", PartKind::Call), ("toolResult", PartKind::Result)];
    match known.iter().find(|(name, _)| block.get(name).is_some()) {
        Some((_, kind)) => sink.part(block, *kind),
        None if block.members().next().is_none() => sink.odd(block, "a block without a member that names it"),
        None => sink.part(block, PartKind::Other),
    }
}

fn thought<'d>(block: Value<'d>, reasoning: Value<'d>, sink: &mut PartSink<'d>) {
    let mut thinking = REDACTED.read(reasoning, Attachment::Block);
    let mut wrong = "redacted reasoning without its bytes";
    if let Some(plain) = reasoning.get("reasoningText") {
        thinking = PLAIN.read(plain, Attachment::Block);
        wrong = "reasoning without text and signature";
    } else if !reasoning.fits("redactedContent") && !reasoning.fits("redactedReasoning.data") {
        thinking.kind = ThinkingKind::Unknown;
        sink.wrong(reasoning, "reasoning of a kind that is not known");
        return sink.thought(block, PartKind::Thought, thinking);
    }
    if thinking.texts.is_empty() && thinking.handles.is_empty() {
        sink.wrong(reasoning, wrong);
        thinking = thinking.signed();
    }
    sink.thought(block, PartKind::Thought, thinking);
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::super::replay::replay;
    use crate::model::{Target, Wire};

    #[test]
    fn the_text_that_bedrock_leaves_out_and_asks_for_is_added_and_told() {
        let request = br#"{"messages":[]}"#;
        let response = br#"{"output":{"message":{"role":"assistant","content":[{"text":"a"},{"reasoningContent":{"reasoningText":{"signature":"S\/="}}}]}}}"#;
        let next = replay(request, response, &Target::new(Wire::BEDROCK_CONVERSE)).unwrap();
        assert_eq!(
            String::from_utf8(next.request).unwrap(),
            r#"{"messages":[{"role":"assistant","content":[{"text":"a"},{"reasoningContent":{"reasoningText":{"signature":"S\/=","text":""}}}]}]}"#
        );
        let places: Vec<_> = next.notes.iter().map(|note| note.pointer.as_str()).collect();
        assert_eq!(places, ["/output/message/content/1/reasoningContent/reasoningText"]);
    }
}
