//! Bedrock's Converse, for every model behind it: Claude, gpt-oss, GPT, Nova, DeepSeek.
//!
//! - Opaque: `signature` of a `reasoningText`, `redactedContent` (bytes, so base64 in JSON; GPT's encrypted reasoning comes
//!   in it too), and the older spelling `redactedReasoning.data`. Unsigned `reasoningText` is what gpt-oss emits, and complete.
//! - To be echoed byte for byte: `output.message`, as one message. One asymmetry: a `reasoningText` may come with a
//!   signature and no `text`, and goes back only with one ("Member must not be null"; langchainjs#11164): `""` is added.
//! - Not read on purpose: the inside of tool results, citations, guard content and unknown blocks; they are kept as they are.

mod stream;

use super::{Codec, Fold, Note, Side, Sighting, array, missing, role};
use crate::error::Error;
use crate::json::{Changes, Kind, Value, scan};
use crate::model::{Attachment, Diagnostic, Entry, History, Part, PartKind, Target, Thinking, ThinkingKind, Turn, Wire};

/// The codec of `bedrock-converse`.
pub(super) struct BedrockConverse;

impl Codec for BedrockConverse {
    fn wire(&self) -> Wire {
        Wire::BEDROCK_CONVERSE
    }

    fn recognise(&self, body: Value<'_>) -> Option<Sighting> {
        if message(body).and_then(|message| message.get("content")).is_some_and(|content| content.kind() == Kind::Array) {
            return Some(Sighting { side: Side::Response, certainty: 100 });
        }
        let mut messages = body.get("messages")?.elements();
        let named = CONFIGURATION.iter().any(|name| body.get(name).is_some_and(|value| value.kind() == Kind::Object));
        // A block has no `type`: it is named by its only member.
        let block = |block: Value<'_>| block.get("type").is_none() && BLOCKS.iter().any(|name| block.get(name).is_some());
        let certainty = match messages.any(|message| message.get("content").into_iter().flat_map(Value::elements).any(block)) {
            true if named => 100,
            true => 90,
            false if named => 80,
            false => return None,
        };
        Some(Sighting { side: Side::Request, certainty })
    }

    fn response<'d>(&self, body: Value<'d>) -> Turn<'d> {
        let mut turn = Turn { usage: body.get("usage"), ..Turn::default() };
        match message(body) {
            Some(message) => turn.parts = parts(message, &mut turn.diagnostics),
            None => turn.diagnostics.push(Diagnostic { value: body, reason: "a response without its message" }),
        }
        turn
    }

    fn request<'d>(&self, body: Value<'d>) -> History<'d> {
        let mut history = History::default();
        for message in array(body, "messages", &mut history.diagnostics) {
            let parts = parts(message, &mut history.diagnostics);
            let role = role(message);
            history.entries.push(Entry { value: message, role, parts });
        }
        history
    }

    fn replay(&self, response: Value<'_>, request: Value<'_>, _: &Target, changes: &mut Changes<'_>) -> Result<Vec<Note>, Error> {
        let message = message(response).ok_or_else(|| missing("the response has no message"))?;
        let messages = request.get("messages").ok_or_else(|| missing("the request has no messages"))?;
        let document = scan(message.raw())?;
        let mut own = Changes::new(&document);
        let mut notes = Vec::new();
        for (nth, block) in document.root().get("content").into_iter().flat_map(Value::elements).enumerate() {
            let reasoning = block.get("reasoningContent").and_then(|reasoning| reasoning.get("reasoningText"));
            let Some(reasoning) = reasoning.filter(|reasoning| reasoning.kind() == Kind::Object) else { continue };
            if reasoning.get("text").is_none_or(Value::is_null) {
                own.set(reasoning, "text", b"\"\"")?;
                let pointer = format!("/output/message/content/{nth}/reasoningContent/reasoningText");
                notes.push(Note { pointer, reason: "an empty text was added, which Bedrock leaves out and then asks for" });
            }
        }
        changes.append(messages, &own.apply()?)?;
        Ok(notes)
    }

    fn fold(&self) -> Box<dyn Fold> {
        Box::new(stream::Converse::default())
    }
}

fn message(body: Value<'_>) -> Option<Value<'_>> {
    body.get("output")?.get("message").filter(|message| message.kind() == Kind::Object)
}

/// The blocks of a message's content, in a response or in a request.
fn parts<'d>(message: Value<'d>, diagnostics: &mut Vec<Diagnostic<'d>>) -> Vec<Part<'d>> {
    let blocks = array(message, "content", diagnostics);
    let mut wrong = |value: Value<'d>, reason: &'static str| diagnostics.push(Diagnostic { value, reason });
    blocks.into_iter().map(|block| part(block, &mut wrong)).collect()
}

fn part<'d>(block: Value<'d>, wrong: &mut impl FnMut(Value<'d>, &'static str)) -> Part<'d> {
    if let Some(reasoning) = block.get("reasoningContent") {
        return Part::new(block, PartKind::Thought).with(thinking(reasoning, wrong));
    }
    if block.members().next().is_none() {
        wrong(block, "a block without a member that names it");
    }
    let kind = match () {
        () if block.get("text").is_some() => PartKind::Text,
        () if block.get("toolUse").is_some() => PartKind::Call,
        () if block.get("toolResult").is_some() => PartKind::Result,
        () => PartKind::Other,
    };
    Part::new(block, kind)
}

fn thinking<'d>(reasoning: Value<'d>, wrong: &mut impl FnMut(Value<'d>, &'static str)) -> Thinking<'d> {
    if let Some(plain) = reasoning.get("reasoningText") {
        let text = plain.get("text");
        let visible = text.and_then(Value::text).is_some_and(|text| !text.is_empty());
        let kind = if visible { ThinkingKind::Text } else { ThinkingKind::Omitted };
        let thinking = Thinking::new(kind, Attachment::Block).text(text).handle(plain.get("signature"));
        if thinking.texts.is_empty() && thinking.handles.is_empty() {
            wrong(reasoning, "reasoning without text and signature");
            return thinking.signed();
        }
        return thinking;
    }
    let sealed = reasoning.get("redactedContent").or_else(|| reasoning.get("redactedReasoning").and_then(|inner| inner.get("data")));
    if let Some(sealed) = sealed {
        let thinking = Thinking::new(ThinkingKind::Redacted, Attachment::Block).handle(Some(sealed));
        if thinking.handles.is_empty() {
            wrong(reasoning, "redacted reasoning without its bytes");
        }
        return thinking.signed();
    }
    wrong(reasoning, "reasoning of a kind that is not known");
    Thinking::new(ThinkingKind::Unknown, Attachment::Block)
}

const CONFIGURATION: [&str; 4] = ["inferenceConfig", "additionalModelRequestFields", "toolConfig", "guardrailConfig"];
const BLOCKS: [&str; 5] = ["text", "reasoningContent", "toolUse", "toolResult", "cachePoint"];

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::super::replay;
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
        let told: Vec<_> = next.notes.iter().map(|note| note.pointer.as_str()).collect();
        assert_eq!(told, ["/output/message/content/1/reasoningContent/reasoningText"]);
    }
}
