//! Replies of OpenAI's Responses: where they say what they are, and how one is written as a stream.
//!
//! An item is said four times over: it is added empty, its parts grow, each part is done, and the item is done. The closing event has the whole response.

use super::super::reply::{EventFraming, Events, OpenPart, ReplyHead, ReplyPart, ReplyShape, ReplyWriter, UsagePaths, WireReply};
use crate::json::{Writer, decimal};
use crate::model::{Stop, Usage};

pub(super) static REPLY: WireReply = WireReply {
    shape: ReplyShape {
        id: &["id", "response.id"],
        model: &["model", "response.model"],
        stops: &[
            ("incomplete_details.reason=max_output_tokens", Stop::Length),
            ("incomplete_details.reason=content_filter", Stop::Refused),
            ("output.*.type=function_call|custom_tool_call", Stop::Calls),
            ("status=completed|incomplete", Stop::Done),
        ],
        usage: UsagePaths {
            input: &["usage.input_tokens"],
            output: &["usage.output_tokens"],
            cached: &["usage.input_tokens_details.cached_tokens"],
            stored: &["usage.input_tokens_details.cache_write_tokens"],
            thought: &["usage.output_tokens_details.reasoning_tokens"],
        },
        streams_bodies: false,
    },
    writer: || Box::new(ResponseWriter::default()),
};

/// Writes a response that starts empty, items that are added, grow and are done.
#[derive(Default)]
struct ResponseWriter {
    head: ReplyHead,
    /// The number of the next event.
    sequence: usize,
    /// The items in the order in which they were added.
    items: Vec<Item>,
}

/// An item under construction.
struct Item {
    kind: ItemKind,
    /// The id of the call, and the tool.
    of: [Vec<u8>; 2],
    /// The text so far.
    text: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ItemKind {
    Reasoning,
    Message,
    Call,
}

impl ReplyWriter for ResponseWriter {
    fn begin(&mut self, head: ReplyHead, out: &mut Events) {
        self.head = head;
        for kind in ["response.created", "response.in_progress"] {
            let mut data = self.event(kind);
            data.name("response");
            self.write_response("in_progress", None, &Usage::default(), &mut data);
            close(kind, data, out);
        }
    }

    fn open(&mut self, part: ReplyPart<'_>, out: &mut Events) {
        let nth = out.nth;
        let (kind, of) = match part {
            ReplyPart::Thought => (ItemKind::Reasoning, Default::default()),
            ReplyPart::Text => (ItemKind::Message, Default::default()),
            ReplyPart::Call(_, id, name) => (ItemKind::Call, [id.to_vec(), name.to_vec()]),
        };
        self.items.push(Item { kind, of, text: Vec::new() });
        let mut data = self.event("response.output_item.added");
        data.name("output_index");
        data.number(nth);
        data.name("item");
        self.write_item(nth, false, &mut data);
        close("response.output_item.added", data, out);
        match kind {
            ItemKind::Reasoning => self.part("response.reasoning_summary_part.added", nth, out),
            ItemKind::Message => self.part("response.content_part.added", nth, out),
            ItemKind::Call => {}
        }
    }

    fn piece(&mut self, _: OpenPart, text: &[u8], out: &mut Events) {
        let nth = out.nth;
        let Some(item) = self.items.get_mut(nth) else { return };
        item.text.extend_from_slice(text);
        let kind = match item.kind {
            ItemKind::Reasoning => "response.reasoning_summary_text.delta",
            ItemKind::Message => "response.output_text.delta",
            ItemKind::Call => "response.function_call_arguments.delta",
        };
        let is_message = item.kind == ItemKind::Message;
        let mut data = self.placed(kind, nth);
        data.name("delta");
        data.written(text);
        if is_message {
            data.name("logprobs");
            data.raw(b"[]");
        }
        close(kind, data, out);
    }

    fn close(&mut self, _: OpenPart, out: &mut Events) {
        let nth = out.nth;
        let Some(item) = self.items.get(nth) else { return };
        let (kind, text) = (item.kind, item.text.clone());
        let (done, name, wraps) = match kind {
            ItemKind::Reasoning => ("response.reasoning_summary_text.done", "text", Some("response.reasoning_summary_part.done")),
            ItemKind::Message => ("response.output_text.done", "text", Some("response.content_part.done")),
            ItemKind::Call => ("response.function_call_arguments.done", "arguments", None),
        };
        let mut data = self.placed(done, nth);
        data.name(name);
        data.written(&text);
        if kind == ItemKind::Message {
            data.name("logprobs");
            data.raw(b"[]");
        }
        close(done, data, out);
        wraps.into_iter().for_each(|wraps| self.part(wraps, nth, out));
        let mut data = self.event("response.output_item.done");
        data.name("output_index");
        data.number(nth);
        data.name("item");
        self.write_item(nth, true, &mut data);
        close("response.output_item.done", data, out);
    }

    fn finish(&mut self, stop: Option<Stop>, usage: &Usage, out: &mut Events) {
        let status = if matches!(stop, Some(Stop::Length | Stop::Refused)) { "incomplete" } else { "completed" };
        let kind = if status == "completed" { "response.completed" } else { "response.incomplete" };
        let mut data = self.event(kind);
        data.name("response");
        self.write_response(status, stop, usage, &mut data);
        close(kind, data, out);
    }
}

impl ResponseWriter {
    /// An event of that type, not yet closed.
    fn event(&mut self, kind: &str) -> Writer {
        let mut data = Writer::default();
        data.open(b'{');
        data.member("type", kind);
        data.name("sequence_number");
        data.number(self.sequence);
        self.sequence += 1;
        data
    }

    /// An event about a part of an item.
    fn placed(&mut self, kind: &str, nth: usize) -> Writer {
        let mut data = self.event(kind);
        data.name("item_id");
        data.written(&self.id(nth));
        data.name("output_index");
        data.number(nth);
        match self.items.get(nth).map(|item| item.kind) {
            Some(ItemKind::Reasoning) => data.name("summary_index"),
            Some(ItemKind::Message) => data.name("content_index"),
            _ => return data,
        }
        data.number(0);
        data
    }

    /// Writes that a part of an item begins or is done.
    fn part(&mut self, kind: &str, nth: usize, out: &mut Events) {
        let mut data = self.placed(kind, nth);
        data.name("part");
        if let Some(item) = self.items.get(nth) {
            write_part(item, &mut data);
        }
        close(kind, data, out);
    }

    /// The id of an item: nobody issued one, so it is made of the id of the response.
    fn id(&self, nth: usize) -> Vec<u8> {
        let head = match self.items.get(nth).map(|item| item.kind) {
            Some(ItemKind::Reasoning) => "rs_",
            Some(ItemKind::Call) => "fc_",
            _ => "msg_",
        };
        [head.as_bytes(), decimal(nth).as_bytes(), b"_", &self.head.id].concat()
    }

    fn write_item(&self, nth: usize, is_done: bool, data: &mut Writer) {
        let Some(item) = self.items.get(nth) else { return };
        data.open(b'{');
        data.name("id");
        data.written(&self.id(nth));
        match item.kind {
            ItemKind::Reasoning => {
                data.member("type", "reasoning");
                write_parts("summary", item, is_done, data);
            }
            ItemKind::Message => {
                data.member("type", "message");
                data.member("role", "assistant");
                data.member("status", if is_done { "completed" } else { "in_progress" });
                write_parts("content", item, is_done, data);
            }
            ItemKind::Call => {
                data.member("type", "function_call");
                data.member("status", if is_done { "completed" } else { "in_progress" });
                for (name, text) in ["call_id", "name"].iter().zip(&item.of) {
                    data.name(name);
                    data.written(text);
                }
                data.name("arguments");
                data.written(if is_done { &item.text } else { b"" });
            }
        }
        data.close(b'}');
    }

    fn write_response(&self, status: &str, stop: Option<Stop>, usage: &Usage, data: &mut Writer) {
        data.open(b'{');
        data.name("id");
        data.written(&self.head.id);
        data.member("object", "response");
        data.name("created_at");
        data.integer(self.head.created);
        data.member("status", status);
        data.name("model");
        data.written(&self.head.model);
        data.name("error");
        data.raw(b"null");
        data.name("incomplete_details");
        match stop {
            Some(Stop::Length) => data.raw(br#"{"reason":"max_output_tokens"}"#),
            Some(Stop::Refused) => data.raw(br#"{"reason":"content_filter"}"#),
            _ => data.raw(b"null"),
        }
        for (name, value) in [("instructions", "null"), ("metadata", "{}"), ("parallel_tool_calls", "true"), ("tools", "[]")] {
            data.name(name);
            data.raw(value.as_bytes());
        }
        data.member("tool_choice", "auto");
        data.name("output");
        data.open(b'[');
        (0..self.items.len()).for_each(|nth| self.write_item(nth, true, data));
        data.close(b']');
        if status != "in_progress" {
            write_usage(usage, data);
        }
        data.close(b'}');
    }
}

fn write_parts(name: &str, item: &Item, is_done: bool, data: &mut Writer) {
    data.name(name);
    data.open(b'[');
    if is_done {
        write_part(item, data);
    }
    data.close(b']');
}

fn write_part(item: &Item, data: &mut Writer) {
    data.open(b'{');
    data.member("type", if item.kind == ItemKind::Reasoning { "summary_text" } else { "output_text" });
    data.name("text");
    data.written(&item.text);
    if item.kind == ItemKind::Message {
        for name in ["annotations", "logprobs"] {
            data.name(name);
            data.raw(b"[]");
        }
    }
    data.close(b'}');
}

fn write_usage(usage: &Usage, data: &mut Writer) {
    let (input, output) = (usage.input.unwrap_or_default(), usage.output.unwrap_or_default());
    data.name("usage");
    data.open(b'{');
    for (name, count, details, part, detail) in [
        ("input_tokens", input, "input_tokens_details", "cached_tokens", usage.cached),
        ("output_tokens", output, "output_tokens_details", "reasoning_tokens", usage.thought),
    ] {
        data.name(name);
        data.integer(count);
        data.name(details);
        data.open(b'{');
        data.name(part);
        data.integer(detail.unwrap_or_default());
        data.close(b'}');
    }
    data.name("total_tokens");
    data.integer(input + output);
    data.close(b'}');
}

fn close(kind: &str, mut data: Writer, out: &mut Events) {
    data.close(b'}');
    out.event(EventFraming::Named, kind, &data.finish());
}
