//! The stream of Interactions: steps that start, grow and stop, between an interaction's beginning and its end.
//!
//! A step may start with its first piece already in it. Text grows in the last content of its step; a piece of a summary
//! is a content of its own; a signature comes whole. Before May 2026 the events were those of `content`, not of `step`.

use super::super::{Fold, News, is};
use super::{OUTPUTS, STEPS, WRAPPERS};
use crate::json::{Draft, Kind, Value};

#[derive(Default)]
pub(super) struct Interaction {
    interaction: Option<Draft>,
    steps: Vec<Step>,
    /// The events are those from before May 2026.
    outputs: bool,
    ended: bool,
}

struct Step {
    /// The number that the stream calls it by.
    index: Vec<u8>,
    draft: Draft,
    /// The arguments of a call, which arrive as pieces of JSON text.
    arguments: Vec<u8>,
    wraps: bool,
    is_thought: bool,
    stopped: bool,
}

impl Fold for Interaction {
    fn event(&mut self, name: Option<&str>, data: Value<'_>, news: &mut News) {
        let kind = data.get("event_type").and_then(Value::text).and_then(|kind| kind.to_str());
        match kind.as_deref().or(name) {
            Some("step.start" | "content.start") => {
                let step = data.get("step").or_else(|| data.get("content"));
                self.outputs |= data.get("content").is_some();
                if let (Some(index), Some(step)) = (data.get("index"), step) {
                    self.steps.push(Step::new(index, step, news));
                }
            }
            Some("step.delta" | "content.delta") => {
                if let (Some(step), Some(delta)) = (self.step(data), data.get("delta")) {
                    step.grow(delta, news);
                }
            }
            Some("step.stop" | "content.stop") => {
                if let Some(step) = self.step(data) {
                    step.stopped = true;
                    if step.is_thought {
                        news.thought_ended();
                    };
                }
            }
            Some("interaction.status_update") => {
                if let (Some(interaction), Some(status)) = (&mut self.interaction, data.get("status")) {
                    interaction.put("status", Draft::closed(status));
                }
            }
            kind => {
                if let Some(interaction) = data.get("interaction") {
                    self.interaction.get_or_insert_with(Draft::object).merge(interaction);
                }
                self.ended |= matches!(kind, Some("interaction.completed" | "interaction.complete"));
            }
        }
    }

    fn body(&self) -> Draft {
        let mut interaction = self.interaction.clone().unwrap_or_else(Draft::object);
        if !self.steps.is_empty() {
            interaction.put(self.list(), Draft::List(self.steps.iter().map(Step::whole).collect()));
        }
        interaction
    }

    fn unfinished(&self) -> Vec<String> {
        let open = self.steps.iter().enumerate().filter(|(_, step)| !step.stopped);
        open.map(|(nth, step)| format!("/{}/{nth}{}", self.list(), step.last_content())).collect()
    }

    fn ended(&self) -> bool {
        self.ended
    }
}

impl Interaction {
    fn list(&self) -> &'static str {
        if self.outputs { OUTPUTS } else { STEPS }
    }

    fn step(&mut self, data: Value<'_>) -> Option<&mut Step> {
        let index = data.get("index")?.raw();
        self.steps.iter_mut().rev().find(|step| step.index == index)
    }
}

impl Step {
    fn new(index: Value<'_>, step: Value<'_>, news: &mut News) -> Self {
        let texts = |name: &str| step.get(name).into_iter().flat_map(Value::elements).map(|piece| piece.get("text"));
        texts("summary").for_each(|text| news.thinking(text));
        texts("content").for_each(|text| news.text(text));
        news.text(step.get("text"));
        Self {
            index: index.raw().to_vec(),
            draft: Draft::of(step),
            arguments: Vec::new(),
            wraps: WRAPPERS.iter().any(|kind| is(step, "type", kind)),
            is_thought: is(step, "type", "thought"),
            stopped: false,
        }
    }

    fn grow(&mut self, delta: Value<'_>, news: &mut News) {
        let kind = delta.get("type").and_then(Value::text).and_then(|kind| kind.to_str());
        let arguments = delta.get("arguments").and_then(Value::text);
        match kind.as_deref() {
            Some("thought_summary") => {
                news.thinking(delta.get("content").and_then(|content| content.get("text")));
                return self.draft.push("summary", delta.get("content"));
            }
            Some("arguments_delta") if arguments.is_some() => {
                return self.arguments.extend(arguments.map(|piece| piece.wtf8().into_owned()).unwrap_or_default());
            }
            Some("text") => news.text(delta.get("text")),
            _ => {}
        }
        if !self.wraps {
            return fill(&mut self.draft, delta);
        }
        let grows = matches!(kind.as_deref(), Some("text" | "text_annotation_delta"));
        let contents = self.draft.member("content").and_then(Draft::list);
        let last = contents.and_then(|contents| contents.last_mut()).filter(|_| grows);
        match last.and_then(|last| is_text(last).then_some(last)) {
            Some(last) => fill(last, delta),
            None => self.draft.push("content", Some(delta)),
        }
    }

    /// The end of the pointer to the part that grows: a wrapper's parts are its contents.
    fn last_content(&self) -> String {
        let contents = self.draft.clone().member("content").and_then(Draft::list).map_or(0, |contents| contents.len());
        contents.checked_sub(1).filter(|_| self.wraps).map_or(String::new(), |last| format!("/content/{last}"))
    }

    /// The step so far.
    fn whole(&self) -> Draft {
        let mut whole = self.draft.clone();
        if !self.arguments.is_empty() {
            whole.put("arguments", Draft::pieced(&self.arguments));
        }
        whole
    }
}

/// Gives a step or content what a delta brings: text and annotations add to what is there, all else comes whole.
fn fill(draft: &mut Draft, delta: Value<'_>) {
    for (name, value) in delta.members() {
        match &*name.lossy() {
            "type" => {}
            "text" => draft.lengthen("text", value),
            "annotations" if value.kind() == Kind::Array => value.elements().for_each(|one| draft.push("annotations", Some(one))),
            name => draft.put(name, Draft::closed(value)),
        }
    }
}

fn is_text(content: &mut Draft) -> bool {
    matches!(content.member("type"), Some(Draft::Text(kind)) if kind == b"text")
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::super::super::Said;
    use super::*;
    use crate::json::scan;

    #[test]
    fn a_stream_says_what_is_new_and_which_part_still_grows() {
        let (mut interaction, mut news) = (Interaction::default(), News::default());
        let mut take = |event: &str| {
            interaction.event(None, scan(event.as_bytes()).unwrap().root(), &mut news);
            (interaction.unfinished(), interaction.ended())
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
        let thinking = |text: &str| Said::ThinkingDelta(text.into());
        assert_eq!(news.said, [thinking("a"), thinking("b"), Said::ThinkingEnd, Said::TextDelta(b"c".to_vec())]);
    }
}
