//! Assembles the stream of generateContent: every chunk is a whole response, and its parts follow those of earlier chunks.
//!
//! Nothing is merged: the text of an answer keeps its original parts, because a signed part must not be joined with another. For everything else the last chunk
//! counts. The streams of the hops of one answer may follow each other.

use std::collections::BTreeMap;

use super::super::blocks::nth;
use super::super::codec::{AssembledBody, StreamAssembler};
use super::super::read::is_filled;
use super::spelling::either;
use super::{FINISH, HALF, TOKEN, is_first, is_piece, join_pieces};
use crate::conversation::events::{EventSink, StreamEvent};
use crate::json::{JsonBuilder, Kind, Value};

#[derive(Default)]
pub(super) struct Chunks {
    response: JsonBuilder,
    candidates: Vec<Candidate>,
    /// The number of the candidate for each index.
    by_index: BTreeMap<Vec<u8>, usize>,
    /// The prompt was blocked, so there will be no candidate.
    blocked: bool,
}

#[derive(Default)]
struct Candidate {
    builder: JsonBuilder,
    parts: Vec<JsonBuilder>,
    /// Parts whose signature, or the rest of whose text or arguments, may still arrive.
    open: Vec<usize>,
    /// The call whose arguments are incomplete: its number, and its arguments so far.
    call: Option<(usize, JsonBuilder)>,
    /// A thought has begun, and nothing else has followed it.
    thinking: bool,
    finished: bool,
    /// It ended with a token, so the next hop follows.
    half: bool,
}

impl StreamAssembler for Chunks {
    fn event(&mut self, _: Option<&str>, data: Value<'_>, events: &mut EventSink) {
        if data.get("error").is_some() {
            return;
        }
        for (name, value) in data.members() {
            match name.raw() {
                LIST if value.kind() == Kind::Array => {
                    // They arrive later and belong here.
                    self.response.member_or(LIST, JsonBuilder::default());
                    value.elements().for_each(|candidate| self.candidate(candidate, events));
                }
                name => {
                    self.blocked |= name == b"promptFeedback" || name == b"prompt_feedback";
                    self.response.receive(name, value);
                }
            }
        }
    }

    fn has_ended(&self) -> bool {
        self.candidates.iter().all(|candidate| candidate.finished) && (self.blocked || !self.candidates.is_empty())
    }

    fn finish(mut self: Box<Self>) -> AssembledBody {
        let mut unfinished = Vec::new();
        let mut list = Vec::new();
        for mut candidate in self.candidates {
            let parts = nth("/candidates", list.len()) + "/content/parts";
            if !candidate.finished {
                unfinished.extend(candidate.open.iter().map(|part| nth(&parts, *part)));
            }
            if !candidate.parts.is_empty()
                && let Some(content) = candidate.builder.member(b"content")
            {
                content.put(b"parts", JsonBuilder::List(candidate.parts));
            }
            list.push(candidate.builder);
        }
        if !list.is_empty() {
            self.response.put(LIST, JsonBuilder::List(list));
        }
        AssembledBody { body: self.response, unfinished, sealed: Vec::new() }
    }
}

impl Chunks {
    fn candidate(&mut self, candidate: Value<'_>, events: &mut EventSink) {
        let index = candidate.get("index").map_or(&b"0"[..], Value::raw);
        let nth = self.by_index.get(index).copied().unwrap_or(self.candidates.len());
        if nth == self.candidates.len() {
            self.by_index.insert(index.to_vec(), nth);
            // A candidate that is not an object has no members and stays unchanged.
            let builder = if candidate.kind() == Kind::Object { JsonBuilder::default() } else { JsonBuilder::closed(candidate) };
            self.candidates.push(Candidate { builder, ..Candidate::default() });
        }
        if let Some(known) = self.candidates.get_mut(nth) {
            // Only the first candidate is the turn, so the others emit no events.
            let mut unheard = EventSink::default();
            known.take(candidate, if is_first(candidate) { events } else { &mut unheard });
        }
    }
}

impl Candidate {
    fn take(&mut self, candidate: Value<'_>, events: &mut EventSink) {
        let finish = either(candidate, FINISH);
        if self.half && (finish.is_some() || candidate.get("content").is_some()) {
            // The end of the last hop is not the end of the answer. If this hop is cut, its token would repeat existing content.
            FINISH.iter().chain(&TOKEN).for_each(|name| self.builder.remove(name.as_bytes()));
            (self.finished, self.half) = (false, false);
        }
        self.half |= finish.is_some_and(|reason| reason.fits(HALF));
        for (name, value) in candidate.members() {
            let name = name.raw();
            if name != b"content" || value.kind() != Kind::Object {
                self.finished |= !value.is_null() && (name == b"finishReason" || name == b"finish_reason");
                self.builder.receive(name, value);
                continue;
            }
            if let Some(content) = self.builder.member_or(name, JsonBuilder::default()) {
                let kept = content.member(b"parts").is_some();
                content.absorb(value, &[], if kept { &[b"parts"] } else { &[] });
            }
            value.list("parts").for_each(|part| self.part(part, events));
        }
        if let Some(grounding) = either(candidate, ["groundingMetadata", "grounding_metadata"]) {
            grounding.list("groundingChunks").for_each(|chunk| events.citation(chunk));
        }
        if self.finished {
            self.end_thought(events);
            self.end_call(events);
        }
    }

    fn part(&mut self, part: Value<'_>, events: &mut EventSink) {
        let (mut text, mut call, mut signed, mut thought) = (None, None, false, false);
        for (name, value) in part.members() {
            match name.raw() {
                b"text" => text = Some(value),
                b"thought" => thought = value.kind() == Kind::True,
                b"thoughtSignature" | b"thought_signature" => signed |= is_filled(value),
                b"functionCall" | b"function_call" => call = Some(value),
                _ => {}
            }
        }
        let goes_on = call.and_then(|call| either(call, ["willContinue", "will_continue"])).and_then(Value::boolean) == Some(true);
        if thought {
            self.thinking = true;
            events.thinking(text);
            if signed {
                self.end_thought(events);
            }
        } else {
            self.thinking |= signed;
            self.end_thought(events);
            events.text(text);
        }
        if let Some(call) = call
            && events.tells_calls
        {
            if self.call.is_none() || !is_piece(call) {
                self.end_call(events);
                events.call_began(self.parts.len(), call.get("id"), call.get("name"));
                self.call = Some((self.parts.len(), JsonBuilder::default()));
            }
            self.call.iter_mut().for_each(|(_, arguments)| join_pieces(arguments, call));
            if !goes_on {
                self.end_call(events);
            }
        }
        // A signature closes the parts before it. A call without more pieces does so too.
        if signed || call.is_some() && !goes_on {
            self.open.clear();
        }
        if goes_on || !signed && call.is_none() {
            self.open.push(self.parts.len());
        }
        self.parts.push(JsonBuilder::closed(part));
    }

    fn end_call(&mut self, events: &mut EventSink) {
        if let Some((nth, arguments)) = self.call.take() {
            events.call_written(nth, &arguments.to_bytes());
            events.ended(StreamEvent::CallEnd { nth });
        }
    }

    fn end_thought(&mut self, events: &mut EventSink) {
        if std::mem::take(&mut self.thinking) {
            events.thought_ended();
        }
    }
}

const LIST: &[u8] = b"candidates";

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;
    use crate::json::scan;

    fn assemble(parts: &[&str], events: &mut EventSink) -> Chunks {
        let mut chunks = Chunks::default();
        for part in parts {
            let chunk = format!(r#"{{"candidates":[{{"content":{{"parts":[{part}]}}}}]}}"#);
            chunks.event(None, scan(chunk.as_bytes()).unwrap().root(), events);
        }
        chunks
    }

    fn unfinished(parts: &[&str]) -> Vec<String> {
        Box::new(assemble(parts, &mut EventSink::default()))
            .finish()
            .unfinished
            .iter()
            .map(|pointer| pointer.rsplit('/').next().unwrap().to_owned())
            .collect()
    }

    const THOUGHT: &str = r#"{"text":"a","thought":true}"#;
    const TEXT: &str = r#"{"text":"b"}"#;
    const SIGNED: &str = r#"{"text":"","thoughtSignature":"S"}"#;
    const CALL: &str = r#"{"function_call":{"name":"f"}}"#;
    const OPENS: &str = r#"{"functionCall":{"name":"f","willContinue":true},"thoughtSignature":"S"}"#;
    const GOES_ON: &str = r#"{"functionCall":{"partialArgs":[],"willContinue":true}}"#;

    #[test]
    fn what_waits_for_its_signature_or_its_rest_is_unfinished() {
        assert_eq!(unfinished(&[THOUGHT, TEXT]), ["0", "1"]);
        assert_eq!(unfinished(&[THOUGHT, SIGNED, THOUGHT]), ["2"]);
        assert_eq!(unfinished(&[THOUGHT, CALL, CALL]), [""; 0]);
        assert_eq!(unfinished(&[THOUGHT, OPENS, GOES_ON]), ["1", "2"]);
        assert_eq!(unfinished(&[OPENS, GOES_ON, r#"{"functionCall":{}}"#]), [""; 0]);
    }

    #[test]
    fn a_stream_says_what_is_new_and_ends_with_every_candidate_or_without_any() {
        let mut events = EventSink::default();
        let mut chunks = assemble(&[THOUGHT, TEXT, SIGNED], &mut events);
        let (thought, text) = (StreamEvent::ThinkingDelta(b"a".to_vec()), StreamEvent::TextDelta(b"b".to_vec()));
        assert_eq!(events.list, [thought, StreamEvent::ThinkingEnd, text, StreamEvent::ThinkingEnd]);
        assert!(!chunks.candidates.iter().any(|candidate| candidate.finished));
        let end = scan(br#"{"candidates":[{"finishReason":"STOP"}]}"#).unwrap();
        chunks.event(None, end.root(), &mut events);
        assert!(chunks.has_ended());
        let mut blocked = Chunks::default();
        blocked.event(None, scan(br#"{"promptFeedback":{"blockReason":"SAFETY"}}"#).unwrap().root(), &mut events);
        assert!(blocked.has_ended());
        assert_eq!(Box::new(blocked).finish().body.to_bytes(), br#"{"promptFeedback":{"blockReason":"SAFETY"}}"#);
    }
}
