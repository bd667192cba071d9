//! The descriptions of the three chat wires. They differ only in their addresses, the look of their pieces and their error format.

use super::super::description::{
    BEARER, CHAT_CALL, CHAT_RESULT, Endpoint, EntryShape, ErrorEnvelope, HttpFacts, ModelPlace, PLAIN_SUMMARIES, WireBehaviour,
    WireDescription,
};
use crate::model::{ReasoningFormat, Wire};

pub(super) static OPENAI: WireDescription = describe(
    Wire::OPENAI_CHAT,
    false,
    &[("choices,object=chat.completion.chunk", 70)],
    called_at("openai", "/v1/chat/completions"),
    PLAIN_CONTENTS,
);

pub(super) static OPENROUTER: WireDescription = describe(
    Wire::OPENROUTER_CHAT,
    true,
    &[("choices.*.delta.reasoning_details,provider", 90)],
    called_at("openrouter", "/api/v1/chat/completions"),
    // https://openrouter.ai/docs/api/reference/overview: a request has messages or a prompt.
    WireBehaviour { refusals: Some(ErrorEnvelope::OpenRouter), without_list: Some("prompt:s"), ..PLAIN_CONTENTS },
);

pub(super) static MISTRAL: WireDescription = describe(
    Wire::MISTRAL_CHAT,
    true,
    &[("choices.*.delta.content:a", 90)],
    HttpFacts::PLAIN,
    WireBehaviour { refusals: Some(ErrorEnvelope::Mistral), ..CHAT },
);

const CHAT: WireBehaviour = WireBehaviour { shares_messages: true, ..WireBehaviour::PLAIN };
const PLAIN_CONTENTS: WireBehaviour = WireBehaviour { has_plain_contents: true, ..CHAT };

const fn called_at(host: &'static str, path: &'static str) -> HttpFacts {
    let endpoint = Endpoint { host, path, stream_path: None, key: BEARER, headers: &[], members: &[] };
    HttpFacts { endpoint: Some(endpoint), ..HttpFacts::PLAIN }
}

const fn describe(
    wire: Wire,
    only_at_named_hosts: bool,
    events: &'static [(&'static str, u8)],
    http: HttpFacts,
    behaviour: WireBehaviour,
) -> WireDescription {
    WireDescription {
        wire,
        addresses: &["/chat/completions"],
        side_addresses: &[],
        only_at_named_hosts,
        events,
        vendor: None,
        model: ModelPlace::Body,
        list: "messages",
        entries: EntryShape::Chat,
        call: CHAT_CALL,
        result: CHAT_RESULT,
        format: ReasoningFormat::UNKNOWN,
        reasoning_field: None,
        texts: &["thinking", "text", "summary", "thinking.*.text"],
        handles: &["signature", "data", "extra_content.google.thought_signature", "google.thought_signature"],
        summaries: PLAIN_SUMMARIES,
        http,
        behaviour,
    }
}
