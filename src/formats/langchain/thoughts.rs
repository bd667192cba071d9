//! Thoughts, read. The shape of a block identifies its wire, and the provider of the message its issuer.

use super::super::format::thought;
use super::super::issuers::{chat_of, issuer_named};
use super::super::options::{extend_item, read_details};
use super::source::{Answer, signature_of};
use crate::conversation::reader::{Reader, content};
use crate::json::{Kind, Value};
use crate::model::{Content, ContentKind, Issued, Speaker, Target, Thinking, ThinkingKind, Wire};
use crate::wires::responses::read_reasoning;

/// Adds the thoughts beside the content. They come before it.
pub(super) fn say_ahead<'d>(answer: &Answer<'d>, body: Option<Value<'d>>, reader: &mut Reader<'d>) {
    let beside = answer.beside;
    let item = beside.get("reasoning").filter(|item| item.kind() == Kind::Object);
    let listed = ["thinking_blocks", "reasoning_items"].iter().flat_map(|name| beside.list(name));
    let mut is_said = false;
    for block in item.into_iter().chain(listed) {
        say_thought(block, answer, reader);
        is_said = true;
    }
    // OpenRouter sends an additional text beside its items.
    for path in ["reasoning_details", "provider_specific_fields.reasoning_details"] {
        beside.path(path).into_iter().for_each(|details| read_details(details, answer.message, reader));
    }
    // The text of a thought often has a second name.
    let is_within =
        body.into_iter().flat_map(Value::elements).any(|block| block.fits("type=thinking|redacted_thinking|reasoning|reasoning_content"));
    let paths = ["reasoning_content", "reasoning", "provider_specific_fields.reasoning_content"];
    let text = paths.iter().filter_map(|path| beside.path(path)).find(|text| text.kind() == Kind::String);
    if let Some(text) = text
        && !is_said
        && !is_within
    {
        let issuer = answer.provider.clone().map(chat_of);
        let wire = issuer.as_ref().map_or(Wire::OPENAI_CHAT, |issuer| issuer.wire.clone());
        say(text, thought(&wire, Some(text), None), (issuer, None, false), answer, reader);
    }
}

/// Adds a block that is a thought.
pub(super) fn say_thought<'d>(block: Value<'d>, answer: &Answer<'d>, reader: &mut Reader<'d>) {
    let provider = answer.provider.clone();
    let is_item = provider.as_ref().is_some_and(|provider| provider.wire == Wire::OPENAI_RESPONSES);
    match block.token("type") {
        b"reasoning" if is_item || block.fits("summary:a,encrypted_content:s,extras.encrypted_content:s") => {
            say_item(block, answer, reader)
        }
        b"reasoning" => {
            let issuer = provider.or_else(|| issuer_named("bedrock", None).filter(|_| signature_of(block).is_some()));
            let wire = issuer.as_ref().map_or(Wire::OPENAI_CHAT, |issuer| issuer.wire.clone());
            let thinking = thought(&wire, block.get("reasoning"), signature_of(block));
            say(block, thinking, (issuer, None, false), answer, reader);
        }
        b"reasoning_content" => {
            let holder = ["reasoning_content", "reasoningContent"].iter().find_map(|name| block.get(name)).unwrap_or(block);
            let held = ["reasoningText", "reasoning_text"].iter().find_map(|name| holder.get(name)).unwrap_or(holder);
            let redacted = ["redactedContent", "redacted_content"].iter().find_map(|name| holder.get(name));
            let issuer = provider.filter(|provider| provider.wire == Wire::BEDROCK_CONVERSE).or_else(|| issuer_named("bedrock", None));
            let thinking = sealed(&Wire::BEDROCK_CONVERSE, redacted, held.get("text"), held.get("signature"));
            say(block, thinking, (issuer, None, false), answer, reader);
        }
        _ => say_thinking(block, provider, answer, reader),
    }
}

/// Adds Anthropic's block. Packages of other providers use it too.
fn say_thinking<'d>(block: Value<'d>, provider: Option<Target>, answer: &Answer<'d>, reader: &mut Reader<'d>) {
    let provider = provider.or_else(|| issuer_named("anthropic", None));
    // A chat host has this shape on its other wire.
    let is_chat = |provider: &Target| [Wire::OPENAI_CHAT, Wire::OPENAI_RESPONSES].contains(&provider.wire);
    let issuer = provider.map(|one| if is_chat(&one) { Target { wire: Wire::ANTHROPIC_MESSAGES, ..one } } else { one });
    let wire = issuer.as_ref().map_or(Wire::ANTHROPIC_MESSAGES, |issuer| issuer.wire.clone());
    let redacted = if block.fits("type=redacted_thinking") { block.get("data") } else { None };
    let text = block.get("thinking");
    let mut thinking = sealed(&wire, redacted, text, signature_of(block));
    // Mistral's is a list.
    text.into_iter().flat_map(Value::elements).filter_map(|chunk| chunk.get("text")).for_each(|text| {
        thinking.texts.push(text);
        thinking.kind = ThinkingKind::Text;
    });
    // A stream's index on a block is the framework's, and Anthropic refuses unknown members. LiteLLM's redacted blocks may hold a blob of Converse.
    let has_own_members = has_only(block, &["type", "thinking", "signature"]);
    let is_native = has_own_members || wire == Wire::MISTRAL_CHAT && !block.fits("index");
    say(block, thinking, (issuer, None, is_native), answer, reader);
}

/// Adds an item of OpenAI's: whole, or a part of its summary in each block.
fn say_item<'d>(block: Value<'d>, answer: &Answer<'d>, reader: &mut Reader<'d>) {
    let id = block.get("id").filter(|id| id.text().is_some());
    let sealed = ["encrypted_content", "extras.encrypted_content"].iter().find_map(|path| block.path(path));
    let sealed = sealed.filter(|sealed| sealed.text().is_some());
    let said = content(block, answer.message, ContentKind::Thought);
    if block.get("summary").is_none() && extend_item(&said, id, block.get("reasoning"), sealed, reader) {
        return;
    }
    let issuer = answer.provider.clone().map(|provider| Target { wire: Wire::OPENAI_RESPONSES, ..provider });
    let thinking = match block.get("summary").or_else(|| block.get("content")) {
        Some(_) => read_reasoning(block, &mut |_, _| {}),
        None => thought(&Wire::OPENAI_RESPONSES, block.get("reasoning"), sealed),
    };
    let is_native =
        block.fits("summary:a !summary.*.index") && has_only(block, &["type", "id", "summary", "encrypted_content", "content", "status"]);
    say(block, thinking, (issuer.or_else(|| issuer_named("openai", None)), id, is_native), answer, reader);
}

/// Makes a thought that is fully encrypted, or has a text and a signature.
fn sealed<'d>(wire: &Wire, redacted: Option<Value<'d>>, text: Option<Value<'d>>, signature: Option<Value<'d>>) -> Thinking<'d> {
    match redacted {
        Some(data) => Thinking { kind: ThinkingKind::Redacted, ..thought(wire, None, Some(data)) },
        None => thought(wire, text.filter(|text| text.text().is_some()), signature.filter(|signature| !signature.is_null())),
    }
}

/// Returns `true` if an object has only these members. It is then its issuer's original block.
fn has_only(block: Value<'_>, names: &[&str]) -> bool {
    block.members().all(|(name, _)| names.iter().any(|known| name == **known))
}

type Whose<'d> = (Option<Target>, Option<Value<'d>>, bool);

fn say<'d>(value: Value<'d>, thinking: Thinking<'d>, whose: Whose<'d>, answer: &Answer<'d>, reader: &mut Reader<'d>) {
    let (issuer, id, is_native) = whose;
    let issued = reader.issuer(issuer).map(|issuer| Issued { issuer, id, is_native });
    let said = Content { thinking: Some(thinking), issued, ..content(value, answer.message, ContentKind::Thought) };
    reader.say(Speaker::Assistant, said);
}
