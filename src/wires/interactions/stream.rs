//! Assembles the stream of Interactions: steps start, grow and stop, between the start and the end of an interaction.
//!
//! A step may already have its first piece at its start. Text grows in the last content of its step. A piece of a summary is a separate content, and a
//! signature arrives whole. Before May 2026 the events were those of `content`, not of `step`. The streams of the hops of one answer may follow each other:
//! each has a start and an end, and counts its steps from 0.

use super::super::blocks::{Block, Blocks};
use super::super::codec::{AssembledBody, StreamAssembler};
use super::{OUTPUTS, STEPS, TOKEN, is_wrapper};
use crate::conversation::events::{EventSink, StreamEvent};
use crate::json::{JsonBuilder, Value};

#[derive(Clone, Default)]
pub(super) struct Interaction {
    interaction: JsonBuilder,
    steps: Blocks,
    /// True for the events from before May 2026.
    outputs: bool,
    ended: bool,
}

impl StreamAssembler for Interaction {
    fn event(&mut self, name: Option<&str>, data: Value<'_>, events: &mut EventSink) {
        let index = data.get("index");
        let kind = data.word("event_type");
        match if kind.is_empty() { name.unwrap_or_default() } else { kind } {
            "step.start" | "content.start" => {
                self.outputs |= data.get("content").is_some();
                if let Some(step) = data.get("step").or_else(|| data.get("content")) {
                    self.start(index, step, events);
                }
            }
            "step.delta" | "content.delta" => {
                if let (Some((nth, step)), Some(delta)) = (self.steps.numbered(index), data.get("delta")) {
                    grow(nth, step, delta, events);
                }
            }
            "step.stop" | "content.stop" => {
                if let Some((nth, step)) = self.steps.numbered(index) {
                    step.stopped = true;
                    if step.thinks {
                        events.thought_ended();
                    } else {
                        events.ended(StreamEvent::TextEnd);
                        events.ended(StreamEvent::CallEnd { nth });
                    }
                }
            }
            "interaction.status_update" => {
                data.get("status").into_iter().for_each(|status| self.interaction.put(b"status", JsonBuilder::closed(status)));
            }
            kind => {
                if kind == "interaction.created" {
                    // The end of the last hop is not the end of the answer.
                    self.ended = false;
                    self.interaction.remove(TOKEN.as_bytes());
                }
                data.get("interaction").into_iter().for_each(|interaction| self.interaction.merge(interaction));
                self.ended |= kind == "interaction.completed" || kind == "interaction.complete";
            }
        }
    }

    fn has_ended(&self) -> bool {
        self.ended
    }

    fn finish(mut self: Box<Self>) -> AssembledBody {
        let list = if self.outputs { OUTPUTS } else { STEPS };
        let mut unfinished = Vec::new();
        let mut open = Vec::new();
        for step in &mut self.steps.all {
            if !step.pieces.is_empty() {
                step.builder.put(b"arguments", JsonBuilder::pieced(&step.pieces));
            }
            if !step.stopped {
                open.push(last_content(step));
            }
        }
        if !self.steps.all.is_empty() {
            let steps = self.steps.finish(&["/", list].concat(), &mut unfinished);
            self.interaction.put(list.as_bytes(), steps);
        }
        // The parts of a wrapper are its contents, and the last one grows.
        unfinished.iter_mut().zip(open).for_each(|(pointer, end)| pointer.push_str(&end));
        AssembledBody { body: self.interaction, unfinished, sealed: Vec::new() }
    }
}

impl Interaction {
    fn start(&mut self, index: Option<Value<'_>>, step: Value<'_>, events: &mut EventSink) {
        let mut texts = Vec::new();
        step.collect("summary.*.text", &mut texts);
        for text in texts.drain(..) {
            events.ended(StreamEvent::ThinkingBreak);
            events.thinking(Some(text));
        }
        step.collect("content.*.text", &mut texts);
        step.collect("text", &mut texts);
        texts.drain(..).for_each(|text| events.text(Some(text)));
        if step.fits("type=function_call name") {
            let nth = self.steps.all.len();
            events.call_began(nth, step.get("id"), step.get("name"));
            // Arguments that arrive in pieces start as an empty object.
            events.call_json(nth, step.get("arguments").filter(|arguments| arguments.members().next().is_some()));
        }
        if let Some(block) = self.steps.open(index, JsonBuilder::of(step)) {
            block.thinks = step.fits("type=thought");
            block.wraps = is_wrapper(step);
        }
    }
}

fn grow(nth: usize, step: &mut Block, delta: Value<'_>, events: &mut EventSink) {
    let kind = delta.word("type");
    match kind {
        "thought_summary" => {
            let Some(content) = delta.get("content") else { return };
            events.ended(StreamEvent::ThinkingBreak);
            events.thinking(content.get("text"));
            return step.builder.push(b"summary", JsonBuilder::closed(content));
        }
        "arguments_delta" if delta.fits("arguments:s") => {
            let piece = delta.get("arguments");
            events.call_text(nth, piece);
            return step.piece(piece);
        }
        "text" => events.text(delta.get("text")),
        // Before May 2026 a call arrived whole after its start.
        "function_call" => {
            events.call_began(nth, delta.get("id"), delta.get("name"));
            events.call_json(nth, delta.get("arguments"));
        }
        _ => {}
    }
    if !step.wraps {
        return fill(&mut step.builder, delta);
    }
    let grows = kind == "text" || kind == "text_annotation_delta";
    let last = step.builder.last(b"content").filter(|_| grows).and_then(|last| is_text(last).then_some(last));
    match last {
        Some(last) => fill(last, delta),
        None => step.builder.push(b"content", JsonBuilder::closed(delta)),
    }
}

fn is_text(content: &mut JsonBuilder) -> bool {
    matches!(content.member(b"type"), Some(JsonBuilder::Text(kind)) if kind == b"text")
}

/// Returns the end of the pointer to the growing part.
fn last_content(step: &mut Block) -> String {
    let contents = step.builder.member(b"content").and_then(JsonBuilder::list).map_or(0, |contents| contents.len());
    contents.checked_sub(1).filter(|_| step.wraps).map_or(String::new(), |last| super::super::blocks::nth("/content", last))
}

/// Adds a delta to a step or content: appends text and annotations, and sets everything else whole.
fn fill(builder: &mut JsonBuilder, delta: Value<'_>) {
    let skip: &[&[u8]] = if delta.fits("annotations:a") { &[b"type", b"annotations"] } else { &[b"type"] };
    builder.absorb(delta, &[b"text"], skip);
    delta.list("annotations").for_each(|one| builder.push(b"annotations", JsonBuilder::closed(one)));
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;
    use crate::json::scan;

    #[test]
    fn a_stream_says_what_is_new_and_which_part_still_grows() {
        let (mut interaction, mut events) = (Interaction::default(), EventSink::default());
        let mut take = |event: &str| {
            interaction.event(None, scan(event.as_bytes()).unwrap().root(), &mut events);
            (Box::new(interaction.clone()).finish().unfinished, interaction.has_ended())
        };
        take(r#"{"event_type":"step.start","index":0,"step":{"type":"thought","summary":[{"type":"text","text":"a"}]}}"#);
        let open = take(r#"{"event_type":"step.delta","index":0,"delta":{"type":"thought_summary","content":{"type":"text","text":"b"}}}"#);
        assert_eq!(open.0, ["/steps/0"]);
        take(r#"{"event_type":"step.stop","index":0}"#);
        assert_eq!(take(r#"{"event_type":"step.start","index":1,"step":{"type":"model_output"}}"#).0, ["/steps/1"]);
        let open = take(r#"{"event_type":"step.delta","index":1,"delta":{"type":"text","text":"c"}}"#);
        assert_eq!(open.0, ["/steps/1/content/0"]);
        take(r#"{"event_type":"step.stop","index":1}"#);
        assert_eq!(take(r#"{"event_type":"interaction.completed","interaction":{}}"#), (Vec::new(), true));
        let thinking = |text: &str| StreamEvent::ThinkingDelta(text.into());
        assert_eq!(events.list, [thinking("a"), thinking("b"), StreamEvent::ThinkingEnd, StreamEvent::TextDelta(b"c".to_vec())]);
    }
}
