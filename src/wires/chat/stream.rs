//! Assembles the stream of a chat: each piece is a small message that is added to the message so far.

use std::collections::BTreeMap;

use super::super::codec::{AssembledBody, StreamAssembler};
use super::super::read::is_filled;
use super::growth::Growth;
use super::pieces::{Level, PieceList, absorb, grows, set};
use crate::conversation::events::EventSink;
use crate::json::{JsonBuilder, Kind, Text, Value};

#[derive(Default)]
pub(super) struct Completion {
    body: JsonBuilder,
    choices: Vec<Choice>,
    /// The number of the choice for each index.
    by_index: BTreeMap<Vec<u8>, usize>,
    growth: Growth,
    /// The texts that the last event extended: a member of the message, or an element of the list in that member.
    last_grown: Vec<(Vec<u8>, Option<usize>)>,
    done: bool,
    /// An error came before the end, so the content up to then is incomplete, whatever follows.
    failed: bool,
}

#[derive(Default)]
struct Choice {
    index: Vec<u8>,
    /// The choice without its message.
    rest: JsonBuilder,
    /// The message without its lists.
    message: JsonBuilder,
    lists: Vec<PieceList>,
    finished: bool,
}

/// Members that hosts send only with pieces, not with a whole message: padding, and tokens as numbers or repeated as text.
const PADDING: [&[u8]; 6] = [b"obfuscation", b"p", b"token_id", b"token_ids", b"channel", b"text"];

impl StreamAssembler for Completion {
    fn event(&mut self, _: Option<&str>, data: Value<'_>, events: &mut EventSink) {
        self.failed |= !self.has_ended() && data.fits("error:o");
        self.growth.events.tells_calls = events.tells_calls;
        // Without choices it is not a piece of a completion, but an error or an event of the host.
        let Some(choices) = data.get("choices") else { return };
        if let Some(model) = data.get("model").and_then(Value::text)
            && !self.growth.is_known()
        {
            self.growth.note_model(&model.lossy());
        }
        for (name, value) in data.members() {
            match name.raw() {
                // They arrive later and belong here.
                b"choices" if self.body.member(b"choices").is_none() => self.body.put(b"choices", JsonBuilder::default()),
                b"object" if self.body.member(b"object").is_none() => self.body.put(b"object", JsonBuilder::text("chat.completion")),
                // An error is reported separately from the body.
                b"choices" | b"object" | b"error" => {}
                name if PADDING.contains(&name) => {}
                name => set(&mut self.body, name, value),
            }
        }
        choices.elements().for_each(|choice| self.choice(choice));
        events.list.append(&mut self.growth.events.list);
        if events.tells_calls {
            data.visit("choices.*.delta.annotations.*", &mut |cited| events.citation(cited));
        }
    }

    /// Returns the texts of the first choice. Every piece repeats the members around them, which changes nothing.
    fn growing_strings<'d>(&mut self, data: Value<'d>, pieces: &mut Vec<Value<'d>>) {
        self.last_grown.clear();
        let choices = data.get("choices");
        let (Some(known), Some(choice)) = (self.choices.first(), choices.and_then(|choices| choices.element(0))) else { return };
        let is_first = choice.get("index").map_or(&b"0"[..], Value::raw) == known.index;
        let is_only = choices.is_some_and(|choices| choices.element(1).is_none());
        if !is_first || !is_only || known.finished || !self.growth.is_known() || choice.fits("message,logprobs:o") {
            return;
        }
        for (name, value) in choice.fields("delta") {
            let name = name.raw();
            let (piece, place) = match value.kind() {
                // Mistral's content is a list from its first chunk on, and then also accepts strings.
                Kind::String if grows(b"", name) && is_filled(value) => {
                    ((!known.lists.iter().any(|list| list.name == name)).then_some(value), None)
                }
                Kind::Array if value.element(0).is_some() => {
                    let place = known.lists.iter().position(|list| list.name == name);
                    (place.and_then(|place| known.lists.get(place)?.growing_string(value)), place)
                }
                _ => continue,
            };
            let Some(piece) = piece else { return pieces.clear() };
            pieces.push(piece);
            self.last_grown.push((name.to_vec(), place));
        }
    }

    fn extend_last(&mut self, pieces: &[Text<'_>], events: &mut EventSink) {
        let Some(choice) = self.choices.first_mut() else { return };
        self.growth.begin(true);
        for ((name, place), piece) in self.last_grown.iter().zip(pieces) {
            match place.and_then(|place| choice.lists.get_mut(place)) {
                Some(list) => list.extend(*piece, &mut self.growth),
                None => choice.message.extend(name, *piece),
            }
            self.growth.emit(name, *piece);
        }
        events.list.append(&mut self.growth.events.list);
    }

    fn is_over(&self) -> bool {
        self.done
    }

    fn done(&mut self, events: &mut EventSink) {
        self.done = true;
        self.growth.ended();
        events.list.append(&mut self.growth.events.list);
    }

    fn has_ended(&self) -> bool {
        self.done || self.choices.first().is_some_and(|choice| choice.finished)
    }

    fn finish(mut self: Box<Self>) -> AssembledBody {
        // A chat does not report the end of a part. All are open until the message ends.
        let is_open = !self.choices.is_empty() && (!self.has_ended() || self.failed);
        let mut choices = Vec::new();
        for choice in self.choices {
            choices.push(choice.whole());
        }
        self.body.put(b"choices", JsonBuilder::List(choices));
        let unfinished = if is_open { vec!["/choices/0/message".to_owned()] } else { Vec::new() };
        AssembledBody { body: self.body, unfinished, sealed: Vec::new() }
    }
}

impl Completion {
    fn choice(&mut self, data: Value<'_>) {
        let index = data.get("index").map_or(&b"0"[..], Value::raw);
        let nth = self.by_index.get(index).copied().unwrap_or(self.choices.len());
        if nth == self.choices.len() {
            self.by_index.insert(index.to_vec(), nth);
            self.choices.push(Choice { index: index.to_vec(), ..Choice::default() });
        }
        let Some(choice) = self.choices.get_mut(nth) else { return };
        self.growth.begin(nth == 0);
        choice.take(data, &mut self.growth);
        self.failed |= data.fits("finish_reason=error");
        // Only the first choice is the turn and creates events.
        if nth == 0 {
            if data.path("delta.tool_calls.0").is_some() {
                self.growth.thought_ended();
            }
            if choice.finished {
                self.growth.ended();
            }
        }
    }
}

impl Choice {
    fn whole(mut self) -> JsonBuilder {
        for list in self.lists {
            let mut elements = Vec::new();
            for (_, element) in list.elements {
                elements.push(element);
            }
            self.message.put(&list.name, JsonBuilder::List(elements));
        }
        // Not every stream has a role, and every message needs one.
        self.message.member_or(b"role", JsonBuilder::text("assistant"));
        self.rest.put(b"message", self.message);
        self.rest
    }

    fn take(&mut self, data: Value<'_>, growth: &mut Growth) {
        for (name, value) in data.members() {
            match name.raw() {
                // Perplexity sends the whole message so far next to each piece.
                b"message" if data.get("delta").is_some() => {}
                b"delta" | b"message" => {
                    self.rest.member_or(b"message", JsonBuilder::default());
                    self.grow(value, growth);
                }
                b"logprobs" if value.kind() == Kind::Object => self.probable(value),
                name if PADDING.contains(&name) => {}
                name => {
                    // Some gateways send an empty reason in every chunk.
                    self.finished |= name == b"finish_reason" && is_filled(value);
                    set(&mut self.rest, name, value);
                }
            }
        }
    }

    /// Adds a piece to the message.
    fn grow(&mut self, delta: Value<'_>, growth: &mut Growth) {
        for (name, value) in delta.members() {
            let name = name.raw();
            // Mistral writes its content as chunks while it thinks, and then as a string.
            let goes_on = || name == b"content" && value.kind() == Kind::String && self.lists.iter().any(|list| list.name == name);
            if value.kind() == Kind::Array || goes_on() {
                self.list(name, value, growth);
            } else if !PADDING.contains(&name) {
                absorb(&mut self.message, (b"", Level::Element(0)), name, value, growth);
            }
        }
    }

    /// Adds pieces to the elements of a list.
    fn list(&mut self, name: &[u8], pieces: Value<'_>, growth: &mut Growth) {
        if !self.lists.iter().any(|list| list.name == name) {
            // A content that was a string so far becomes the first chunk.
            let before = self
                .message
                .member(name)
                .filter(|builder| matches!(builder, JsonBuilder::Text(text) if !text.is_empty()))
                .map(std::mem::take);
            self.message.put(name, JsonBuilder::List(Vec::new()));
            self.lists.push(PieceList::new(name, before));
        }
        if let Some(list) = self.lists.iter_mut().find(|list| list.name == name) {
            list.grow(pieces, growth);
        }
    }

    /// Appends token probabilities: lists that continue from piece to piece.
    fn probable(&mut self, value: Value<'_>) {
        if let Some(all) = self.rest.member_or(b"logprobs", JsonBuilder::default()) {
            for (name, tokens) in value.members() {
                tokens.elements().for_each(|token| all.push(name.raw(), JsonBuilder::closed(token)));
            }
        }
    }
}
