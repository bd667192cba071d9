//! The descriptions of the three chat wires, which share all but where they are spoken and how their pieces look.

use super::super::description::{CHAT_CALL, CHAT_RESULT, EntryShape, ModelPlace, PLAIN_SUMMARIES, WireBehaviour, WireDescription};
use crate::model::{ReasoningFormat, Wire};

pub(super) static OPENAI: WireDescription =
    describe(Wire::OPENAI_CHAT, false, &[("choices,object=chat.completion.chunk", 70)], PLAIN_CONTENTS);
pub(super) static OPENROUTER: WireDescription =
    describe(Wire::OPENROUTER_CHAT, true, &[("choices.*.delta.reasoning_details,provider", 90)], PLAIN_CONTENTS);
pub(super) static MISTRAL: WireDescription = describe(Wire::MISTRAL_CHAT, true, &[("choices.*.delta.content:a", 90)], WireBehaviour::PLAIN);

const PLAIN_CONTENTS: WireBehaviour = WireBehaviour { has_plain_contents: true, ..WireBehaviour::PLAIN };

const fn describe(
    wire: Wire,
    only_at_named_hosts: bool,
    events: &'static [(&'static str, u8)],
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
        handles: &["signature", "data", "extra_content.google.thought_signature"],
        summaries: PLAIN_SUMMARIES,
        behaviour,
    }
}
