//! A whole body as the events that would have said it, and back.

use std::collections::BTreeSet;

use super::convert_answer;
use super::policy::Policy;
use super::reply_notes::{lost_call, reply_notes};
use super::reply_texts::said;
use super::stream::{StreamConverter, answer_id, codec_of};
use super::wires::shape_of;
use crate::audit::Options;
use crate::conversation::answer::Answer;
use crate::conversation::plan::{Decision, PlannedThought};
use crate::conversation::reader::{inside, readable, text_in_span};
use crate::conversation::reply::ReplyShape;
use crate::conversation::{Citation, ConversionNote, StreamEvent};
use crate::error::{Code, Error};
use crate::formats::format_named;
use crate::json::{Document, Kind, Places, Value, lossy, scan};
use crate::model::{Attachment, Fate, Part, PartKind, Target, Thinking, Wire};
use crate::wires::{Call, Codec, NO_CODEC, StreamDecoder, codec, description, replay};

/// A response, converted.
#[derive(Clone, Debug)]
pub struct ConvertedReply {
    /// The body, as a client of the target reads it.
    pub body: Vec<u8>,
    /// The fates of all thoughts.
    pub thoughts: Vec<PlannedThought>,
    /// True if the answer is complete. If it is not, the body says so as the target does when its limit is reached, and has no half of a call.
    pub ended: bool,
    /// The error that the provider put into the body, as it is written.
    pub error: Option<Vec<u8>>,
    /// Everything else that the client does not get as the provider said it, with places in the body of the provider.
    pub notes: Vec<ConversionNote>,
}

/// Converts the body of a response. By the request of the client, in its own wire, calls name tools as it does.
///
/// # Errors
/// A wire that has no reader or no writer; a body without a turn.
pub fn convert_response(
    response: &Document<'_>,
    from: &Target,
    to: &Target,
    request: Option<&Document<'_>>,
    created: i64,
) -> Result<ConvertedReply, Error> {
    let body = match format_named(&to.wire) {
        _ if from.wire == to.wire => response.source().to_vec(),
        Some(_) => return into_messages(response, from, to, created),
        None => rewritten(response, from, to, request, created)?,
    };
    let thoughts = reply_thoughts(response, &from.wire, from.wire == to.wire);
    let is_over = is_over(response.root(), &from.wire);
    let notes = reply_notes(response, &from.wire, &to.wire, &|call| lost_in_body(call, is_over));
    Ok(ConvertedReply { body, thoughts, ended: is_over, error: error_in(response.root()), notes })
}

/// The body as the target writes it.
fn rewritten(response: &Document<'_>, from: &Target, to: &Target, request: Option<&Document<'_>>, created: i64) -> Result<Vec<u8>, Error> {
    let mut converter = StreamConverter::new(from, to, created)?;
    request.into_iter().for_each(|request| converter.know_tools(request));
    let is_over = is_over(response.root(), &from.wire);
    let mut events = match &mut converter.decoder {
        Some(decoder) if converter.shape.streams_bodies => decoder.read_body(response.root()),
        _ => body_events(response.root(), codec_of(&from.wire)?, converter.shape, is_over),
    };
    if !is_over {
        drop_open_calls(&mut events);
    }
    converter.whole(response.root(), &events, is_over);
    let mut decoder = StreamDecoder::new(codec_of(&to.wire)?);
    decoder.push(&converter.writer.bytes);
    Ok(decoder.finish().1.body)
}

/// The body that says how the answer ended: of a list, which is a stream of bodies, the last.
fn last_body(response: Value<'_>) -> Value<'_> {
    response.elements().last().unwrap_or(response)
}

/// True if a whole body has a complete answer.
fn is_over(response: Value<'_>, wire: &Wire) -> bool {
    let Ok(shape) = shape_of(wire) else { return true };
    error_in(response).is_none() && shape.is_over(last_body(response))
}

/// The error in a body, or in its choice.
fn error_in(response: Value<'_>) -> Option<Vec<u8>> {
    let mut found = None;
    for path in ["error", "choices.*.error"] {
        last_body(response).visit(path, &mut |error| {
            if error.kind() == Kind::Object {
                found.get_or_insert_with(|| error.raw().to_vec());
            }
        });
    }
    found
}

/// Drops the calls that never end.
fn drop_open_calls(events: &mut Vec<StreamEvent>) {
    let ended = |event: &StreamEvent| if let StreamEvent::CallEnd { nth } = event { Some(*nth) } else { None };
    let ended: BTreeSet<usize> = events.iter().filter_map(ended).collect();
    events.retain(|event| match event {
        StreamEvent::CallBegin { nth, .. } | StreamEvent::CallDelta { nth, .. } => ended.contains(nth),
        _ => true,
    });
}

/// The turn of a response as messages in a format, as the next request would have it.
fn into_messages(response: &Document<'_>, from: &Target, to: &Target, created: i64) -> Result<ConvertedReply, Error> {
    let empty = ["{\"", description(&from.wire).list, "\":[]}"].concat();
    let alone = replay(empty.as_bytes(), response.source(), from)?;
    let id = shape_of(&from.wire).map(|shape| answer_id(response.root(), shape)).unwrap_or_default();
    let answer = Answer::read(response.root(), id, created);
    let request = scan(&alone.request)?;
    let conversion = convert_answer(&request, [from, to], &Policy::default(), &Options::default(), &answer, &mut |_, _, _| {})?;
    let (ended, error) = (is_over(response.root(), &from.wire), error_in(response.root()));
    let mut thoughts = conversion.plan.thoughts;
    let codec = codec(&from.wire).ok_or_else(|| Error::new(Code::Input, NO_CODEC))?;
    let (turn, mut places) = (codec.response(response.root()), Places::new(response));
    for (thought, (part, _)) in thoughts.iter_mut().zip(turn.thoughts()) {
        (thought.span, thought.pointer) = (part.span, lossy(places.pointer(part.value)));
    }
    let notes = reply_notes(response, &from.wire, &to.wire, &lost_call);
    Ok(ConvertedReply { body: conversion.request, thoughts, ended, error, notes })
}

/// Returns why a client does not get a call of a body. Nothing if it gets it.
fn lost_in_body(call: Value<'_>, is_over: bool) -> Option<&'static str> {
    let is_open = !is_over && Call::read(call).name.is_some() && !is_complete_call(call);
    lost_call(call).or_else(|| is_open.then_some("the answer ended before the call"))
}

/// The events that would have said a body. In an answer that is not over, half a call has no end.
fn body_events(body: Value<'_>, codec: &dyn Codec, shape: &ReplyShape, is_over: bool) -> Vec<StreamEvent> {
    let (turn, texts) = (codec.response(body), codec.description().texts);
    let mut events = Vec::new();
    let mut refusals = Vec::new();
    shape.refusals.iter().for_each(|path| body.visit(path, &mut |refusal| refusals.push(refusal.span())));
    let delta = |(span, text)| if refusals.contains(&span) { StreamEvent::RefusalDelta(text) } else { StreamEvent::TextDelta(text) };
    // Members of a message have no order. Reasoning in a member comes first, and once, even if two members have it.
    let field = turn.parts.iter().find_map(|part| field(part).filter(|_| !thought_text(part).is_empty()));
    let (mut first, rest): (Vec<_>, Vec<_>) = turn.parts.iter().enumerate().partition(|(_, part)| self::field(part).is_some());
    first.retain(|(_, part)| self::field(part) == field);
    for (nth, part) in first.into_iter().chain(rest) {
        match part.kind {
            PartKind::Thought => {
                let text = thought_text(part);
                if !text.is_empty() {
                    events.extend([StreamEvent::ThinkingDelta(text), StreamEvent::ThinkingEnd]);
                }
            }
            PartKind::Text => {
                events.extend(said(part, texts).into_iter().map(delta));
                ["citations.*", "content.*.annotations.*"].iter().for_each(|path| cite(part.value, path, &mut events));
                // Around a thought between tags it is one text.
                events.extend((part.span == part.value.span()).then_some(StreamEvent::TextEnd));
            }
            PartKind::Call if lost_call(part.value).is_some() => {}
            PartKind::Call => {
                call_events(nth, part.value, &mut events);
                events.extend((is_over || is_complete_call(part.value)).then_some(StreamEvent::CallEnd { nth }));
            }
            // Chat has its annotations beside the text.
            PartKind::Other => {
                events.extend(said(part, &[]).into_iter().map(delta));
                cite(part.value, "*", &mut events);
            }
            PartKind::Result => {}
        }
    }
    events
}

/// Adds the events of the web pages that are cited at a path, to the text before it.
fn cite(value: Value<'_>, path: &str, events: &mut Vec<StreamEvent>) {
    let end = events.pop_if(|last| *last == StreamEvent::TextEnd);
    value.visit(path, &mut |cited| events.extend(Citation::read(cited).filter(|_| cited.fits(CITATIONS)).map(StreamEvent::Citation)));
    events.extend(end);
}

/// The citations of web pages.
const CITATIONS: &str = "type=url_citation|web_search_result_location";

fn call_events(nth: usize, value: Value<'_>, events: &mut Vec<StreamEvent>) {
    let Call { id, name, content } = Call::read(value);
    let [id, name] = [id, name].map(|text| inside(text.unwrap_or_default().as_bytes()));
    let text = match content.map(|content| (content, content.text())) {
        // Other wires have a text as a member of the arguments, unless it is an object by itself.
        Some((_, Some(text))) if value.fits("type=custom_tool_call") && !text.raw().starts_with(b"{") => {
            inside(&[br#"{"input":""#, text.raw(), br#""}"#].concat())
        }
        Some((_, Some(text))) => text.raw().to_vec(),
        Some((content, None)) => inside(content.raw()),
        None => Vec::new(),
    };
    events.extend([StreamEvent::CallBegin { nth, id, name }, StreamEvent::CallDelta { nth, text }]);
}

/// True if a call in an answer that is not over is complete by itself: no object is the beginning of a longer one.
fn is_complete_call(value: Value<'_>) -> bool {
    let is_object = |content: Value<'_>| match content.text() {
        Some(text) => scan(&text.wtf8()).is_ok_and(|json| json.root().kind() == Kind::Object),
        None => content.kind() == Kind::Object,
    };
    !value.fits("status=in_progress|incomplete") && Call::read(value).content.is_some_and(is_object)
}

/// The member of the message that has a thought.
fn field<'p>(part: &'p Part<'_>) -> Option<&'p str> {
    match &part.thinking.as_ref()?.attachment {
        Attachment::Field { name } if part.kind == PartKind::Thought => Some(name),
        _ => None,
    }
}

fn thought_text(part: &Part<'_>) -> Vec<u8> {
    match &part.thinking {
        Some(Thinking { attachment: Attachment::Tag { .. }, .. }) => text_in_span(part.value, part.span).to_vec(),
        thinking => thinking.as_ref().map(readable).unwrap_or_default(),
    }
}

/// The fates of the thoughts of a response.
pub(super) fn reply_thoughts(response: &Document<'_>, wire: &Wire, is_same: bool) -> Vec<PlannedThought> {
    let Some(codec) = codec(wire) else { return Vec::new() };
    let turn = codec.response(response.root());
    let mut places = Places::new(response);
    let planned = |(part, thinking): (&Part<'_>, &Thinking<'_>)| {
        let (fate, reason) = match (is_same, thought_text(part).is_empty()) {
            (true, _) => (Fate::Verbatim, "the client uses the wire that produced it"),
            (false, false) => (Fate::Degraded, "a client of another vendor gets its readable text"),
            (false, true) => (Fate::Elided, "it has no readable text, and only its vendor accepts the rest"),
        };
        let pointer = lossy(places.pointer(part.value));
        PlannedThought {
            span: part.span,
            pointer,
            kind: thinking.kind,
            fate,
            reason,
            to: None,
            decision: Decision::Nothing,
            handles: Vec::new(),
        }
    };
    turn.thoughts().map(planned).collect()
}
