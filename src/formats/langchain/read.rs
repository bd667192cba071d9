//! Messages, read: in every form that the framework writes.

use super::super::format::messages_of;
use super::super::issuers::issuer_named;
use super::blocks::{inner, say_block};
use super::source::{Answer, SIGNATURES, say_call, say_signed, signature_of};
use super::thoughts::say_ahead;
use crate::conversation::reader::{Reader, content, output, result, written};
use crate::error::Error;
use crate::json::{Kind, Text, Value};
use crate::model::{Content, ContentKind, Speaker, Target, Wire};

pub(super) fn read<'d>(body: Value<'d>, reader: &mut Reader<'d>) -> Result<(), Error> {
    // LiteLLM names the provider before the model.
    let model = body.word("model");
    let provider = model.split('/').next().filter(|name| name.len() < model.len()).and_then(|name| issuer_named(name, None));
    let host = reader.source.as_ref().filter(|source| source.host.is_some());
    let provider = provider.or_else(|| host.map(|source| Target { wire: Wire::OPENAI_CHAT, ..source.clone() }));
    let messages = messages_of(body, &["messages", "kwargs.messages", "values.messages"])?;
    messages.into_iter().for_each(|message| read_message(message, provider.clone(), reader));
    Ok(())
}

fn read_message<'d>(entry: Value<'d>, provider: Option<Target>, reader: &mut Reader<'d>) {
    if entry.kind() == Kind::String {
        return reader.say(Speaker::User, content(entry, entry, ContentKind::Text(written(Some(entry)))));
    }
    let (class, message) = match entry.kind() {
        Kind::Array => (entry.path("0"), entry),
        _ if entry.fits("type=constructor kwargs:o") => (entry.list("id").last(), entry.get("kwargs").unwrap_or(entry)),
        _ if entry.fits("data:o") => (entry.get("type"), entry.get("data").unwrap_or(entry)),
        _ => (entry.get("role").or_else(|| entry.get("type")), entry),
    };
    let body = message.path(if entry.kind() == Kind::Array { "1" } else { "content" }).filter(|body| !body.is_null());
    let mut class = class.and_then(Value::text).and_then(Text::plain).unwrap_or_default();
    if matches!(class, "generic" | "chat" | "ChatMessage" | "ChatMessageChunk") {
        class = message.word("role");
    }
    let beside = message.get("additional_kwargs").unwrap_or(message);
    let speaker = match class.trim_end_matches("Chunk").trim_end_matches("Message") {
        "human" | "Human" | "user" => Speaker::User,
        "ai" | "AI" | "assistant" => return read_answer(message, beside, body, provider, reader),
        "system" | "System" if beside.fits("__openai_role__=developer") => Speaker::Developer,
        "system" | "System" => Speaker::System,
        "developer" => Speaker::Developer,
        "tool" | "Tool" | "function" | "Function" => return read_result(message, body, reader),
        _ => return reader.unread(entry, "it is not a message of the format"),
    };
    match body.map(Value::kind) {
        Some(Kind::Array) => {
            let mut answer = Answer::new(message, beside, None, Vec::new());
            body.into_iter().flat_map(Value::elements).for_each(|block| say_block(block, speaker, &mut answer, reader));
        }
        Some(Kind::String) => {
            let body = body.unwrap_or(message);
            reader.say(speaker, content(body, message, ContentKind::Text(written(Some(body)))));
        }
        _ => return reader.unread(entry, "it has no content"),
    }
    if let Some(mark) = message.get("cache_control") {
        reader.mark_cache(mark);
    }
}

fn read_result<'d>(message: Value<'d>, body: Option<Value<'d>>, reader: &mut Reader<'d>) {
    let said = output(body, message, inner);
    let kind = result(message.get("tool_call_id"), message.get("name"), message.fits("status=error"), said);
    let within = body.into_iter().flat_map(Value::elements).find_map(|block| block.get("cache_control"));
    reader.say(Speaker::Tool, Content { cache: message.get("cache_control").or(within), ..content(message, message, kind) });
}

fn read_answer<'d>(message: Value<'d>, beside: Value<'d>, body: Option<Value<'d>>, provider: Option<Target>, reader: &mut Reader<'d>) {
    let metadata = message.get("response_metadata");
    let word = |name: &str| metadata.map(|metadata| metadata.word(name)).filter(|word| !word.is_empty());
    let model = ["model_name", "model", "model_id"].iter().find_map(|name| word(name)).map(str::to_owned);
    let named = word("model_provider").and_then(|name| issuer_named(name, model));
    // Only Google's package has this member, and it does not always give its name.
    let is_google = beside.get(SIGNATURES).is_some();
    let provider = named.or_else(|| issuer_named("google", None).filter(|_| is_google)).or(provider);
    let mut calls: Vec<Value<'d>> = message.list("tool_calls").chain(message.list("invalid_tool_calls")).collect();
    if calls.is_empty() {
        calls = beside.list("tool_calls").chain(beside.get("function_call").filter(|call| call.kind() == Kind::Object)).collect();
    }
    let mut answer = Answer::new(message, beside, provider, calls);
    // OpenAI's package sends only the original items of an answer, if it has them.
    let items = metadata.map(|metadata| metadata.list("output")).into_iter().flatten();
    if items.clone().next().is_some() && items.clone().all(|item| item.fits("type:s")) {
        for item in items {
            if item.fits("type=message") {
                item.list("content").for_each(|block| say_block(block, Speaker::Assistant, &mut answer, reader));
            } else {
                say_block(item, Speaker::Assistant, &mut answer, reader);
            }
        }
        return;
    }
    say_ahead(&answer, body, reader);
    match body.map(Value::kind) {
        Some(Kind::Array) => {
            body.into_iter().flat_map(Value::elements).for_each(|block| say_block(block, Speaker::Assistant, &mut answer, reader))
        }
        Some(Kind::String) => say_text(body.unwrap_or(message), &answer, reader),
        _ => {
            if let Some(signature) = text_signature(&answer) {
                say_signed(content(signature, message, ContentKind::Thought), Some(signature), &answer, reader);
            }
        }
    }
    if let Some(refusal) = beside.get("refusal").filter(|refusal| refusal.text().is_some_and(|text| !text.is_empty())) {
        reader.say(Speaker::Assistant, content(refusal, message, ContentKind::Refusal(written(Some(refusal)))));
    }
    let rest = answer.calls.iter().zip(&answer.is_said).filter(|(_, is_said)| !**is_said);
    rest.for_each(|(call, _)| say_call(*call, *call, &answer, reader));
    if let Some(mark) = message.get("cache_control") {
        reader.mark_cache(mark);
    }
}

/// Returns the signature that LiteLLM keeps for the text of a message.
fn text_signature<'d>(answer: &Answer<'d>) -> Option<Value<'d>> {
    answer.message.path("provider_specific_fields.thought_signatures.0").filter(|signature| {
        let is_same = |call: &Value<'_>| signature_of(*call).is_some_and(|own| own.raw() == signature.raw());
        !answer.calls.iter().any(is_same)
    })
}

/// Adds a text that is the whole content, with the signature that LiteLLM keeps for it.
fn say_text<'d>(text: Value<'d>, answer: &Answer<'d>, reader: &mut Reader<'d>) {
    let signature = text_signature(answer);
    let is_empty = text.text().is_some_and(Text::is_empty);
    if is_empty && signature.is_none() {
        return;
    }
    let kind = if is_empty { ContentKind::Thought } else { ContentKind::Text(written(Some(text))) };
    say_signed(content(text, answer.message, kind), signature, answer, reader);
}
