//! Replies of Anthropic's Messages: where they say what they are, and how one is written as a stream.

use super::super::reply::{Events, OpenPart, ReplyHead, ReplyPart, ReplyShape, ReplyWriter, UsagePaths, WireReply};
use crate::json::Writer;
use crate::model::{Stop, Usage};

pub(super) static REPLY: WireReply = WireReply {
    shape: ReplyShape {
        id: &["id", "message.id"],
        model: &["model", "message.model"],
        stops: &[
            ("stop_reason=tool_use", Stop::Calls),
            ("stop_reason=max_tokens|model_context_window_exceeded", Stop::Length),
            ("stop_reason=stop_sequence", Stop::Sequence),
            ("stop_reason=refusal", Stop::Refused),
            ("stop_reason=pause_turn", Stop::Paused),
            ("stop_reason:s", Stop::Done),
        ],
        usage: UsagePaths {
            input: &["usage.input_tokens", "usage.cache_read_input_tokens", "usage.cache_creation_input_tokens"],
            output: &["usage.output_tokens"],
            cached: &["usage.cache_read_input_tokens"],
            stored: &["usage.cache_creation_input_tokens"],
            thought: &["usage.output_tokens_details.thinking_tokens"],
        },
    },
    writer: || Box::new(MessageWriter::default()),
};

/// Writes a message that starts empty, blocks that start, grow and stop.
#[derive(Default)]
struct MessageWriter {
    /// How many blocks have begun.
    count: usize,
    /// The number of the thought or text that is open.
    open: usize,
    /// The numbers of calls, and of their blocks.
    calls: Vec<(usize, usize)>,
}

impl ReplyWriter for MessageWriter {
    fn begin(&mut self, head: ReplyHead, out: &mut Events) {
        let mut data = event("message_start");
        data.name("message");
        data.open(b'{');
        data.name("id");
        data.written(&head.id);
        data.member("type", "message");
        data.member("role", "assistant");
        data.name("model");
        data.written(&head.model);
        data.name("content");
        data.raw(b"[]");
        data.name("stop_reason");
        data.raw(b"null");
        data.name("stop_sequence");
        data.raw(b"null");
        data.name("usage");
        data.raw(br#"{"input_tokens":0,"output_tokens":0}"#);
        data.close(b'}');
        close("message_start", data, out);
    }

    fn open(&mut self, part: ReplyPart<'_>, out: &mut Events) {
        let nth = self.count;
        self.count += 1;
        let mut data = indexed("content_block_start", nth);
        data.name("content_block");
        data.open(b'{');
        match part {
            ReplyPart::Thought => {
                ["type", "thinking", "signature"].iter().zip(["thinking", "", ""]).for_each(|(name, text)| data.member(name, text))
            }
            ReplyPart::Text => ["type", "text"].iter().zip(["text", ""]).for_each(|(name, text)| data.member(name, text)),
            ReplyPart::Call(call, id, name) => {
                self.calls.push((call, nth));
                data.member("type", "tool_use");
                data.name("id");
                data.written(id);
                data.name("name");
                data.written(name);
                data.name("input");
                data.raw(b"{}");
            }
        }
        if !matches!(part, ReplyPart::Call(..)) {
            self.open = nth;
        }
        data.close(b'}');
        close("content_block_start", data, out);
    }

    fn piece(&mut self, part: OpenPart, text: &[u8], out: &mut Events) {
        let (kind, name) = match part {
            OpenPart::Thought => ("thinking_delta", "thinking"),
            OpenPart::Text => ("text_delta", "text"),
            OpenPart::Call(_) => ("input_json_delta", "partial_json"),
        };
        let mut data = indexed("content_block_delta", self.block(part));
        data.name("delta");
        data.open(b'{');
        data.member("type", kind);
        data.name(name);
        data.written(text);
        data.close(b'}');
        close("content_block_delta", data, out);
    }

    fn close(&mut self, part: OpenPart, out: &mut Events) {
        close("content_block_stop", indexed("content_block_stop", self.block(part)), out);
    }

    fn finish(&mut self, stop: Option<Stop>, usage: &Usage, out: &mut Events) {
        let mut data = event("message_delta");
        data.name("delta");
        data.open(b'{');
        data.member("stop_reason", stop_reason(stop));
        data.name("stop_sequence");
        data.raw(b"null");
        data.close(b'}');
        data.name("usage");
        data.open(b'{');
        let (cached, stored) = (usage.cached.unwrap_or_default(), usage.stored.unwrap_or_default());
        data.name("input_tokens");
        data.integer(usage.input.unwrap_or_default() - cached - stored);
        data.name("output_tokens");
        data.integer(usage.output.unwrap_or_default());
        for (name, count) in [("cache_read_input_tokens", usage.cached), ("cache_creation_input_tokens", usage.stored)] {
            if let Some(count) = count {
                data.name(name);
                data.integer(count);
            }
        }
        if let Some(thought) = usage.thought {
            data.name("output_tokens_details");
            data.open(b'{');
            data.name("thinking_tokens");
            data.integer(thought);
            data.close(b'}');
        }
        data.close(b'}');
        close("message_delta", data, out);
        close("message_stop", event("message_stop"), out);
    }
}

impl MessageWriter {
    fn block(&self, part: OpenPart) -> usize {
        match part {
            OpenPart::Call(call) => self.calls.iter().find(|(one, _)| *one == call).map_or(self.open, |(_, block)| *block),
            _ => self.open,
        }
    }
}

fn stop_reason(stop: Option<Stop>) -> &'static str {
    match stop {
        Some(Stop::Calls) => "tool_use",
        Some(Stop::Length) => "max_tokens",
        Some(Stop::Sequence) => "stop_sequence",
        Some(Stop::Refused) => "refusal",
        Some(Stop::Paused) => "pause_turn",
        Some(Stop::Done) | None => "end_turn",
    }
}

/// An event of that type, not yet closed.
fn event(kind: &str) -> Writer {
    let mut data = Writer::default();
    data.open(b'{');
    data.member("type", kind);
    data
}

fn indexed(kind: &str, nth: usize) -> Writer {
    let mut data = event(kind);
    data.name("index");
    data.number(nth);
    data
}

fn close(kind: &str, mut data: Writer, out: &mut Events) {
    data.close(b'}');
    out.named(kind, data);
}
