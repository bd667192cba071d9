//! Gemini's Interactions: steps (a thought, a call, an output) in the order in which they happened.
//!
//! - Opaque: `signature` of a `thought` step, which is always there and holds the thought itself; also that of server tools' calls and results. A summary is
//!   optional.
//! - To be echoed byte for byte: every step, in its order, unless a `previous_interaction_id` replaces them.
//! - Not read on purpose: the inside of server tools and of unknown steps.
//!
//! Until May 2026 a response held `outputs` instead of `steps`, without the `model_output` around text, and a request accepted turns with a role. Responses of
//! that age are sent back in that shape.
//!
//! A long answer has several hops: an interaction of status `requires_continuation` has a `continuation_token`, and the request with that token returns the
//! next. An array of hops is read as one answer.

pub(crate) mod conversation;
mod stream;

use super::append::{half_note, input_error, one_note, write_list};
use super::codec::{Codec, Note, Recognition, Side, StreamAssembler};
use super::description::{EntryShape, ErrorEnvelope, HttpFacts, ModelPlace, ToolPlace, WireBehaviour, WireDescription};
use super::read::{PartSink, ThoughtShape, finish, is_filled, owned};
use super::shape_query::{ShapeQuery, recognise, request, response};
use crate::error::Error;
use crate::json::{Changes, Kind, Value, scan};
use crate::model::{Attachment, Continuation, History, PartKind, ReasoningFormat, Role, Target, ThinkingKind, Turn, Wire};

/// The codec of `gemini-interactions`.
pub(super) struct GeminiInteractions;

impl Codec for GeminiInteractions {
    fn description(&self) -> &'static WireDescription {
        &DESCRIPTION
    }

    fn recognise(&self, body: Value<'_>) -> Option<Recognition> {
        if body.kind() == Kind::Array {
            return recognise(SHAPES, body.element(0)?).filter(|first| first.side == Side::Response);
        }
        let plain = body.get(DESCRIPTION.list).filter(|input| is_content(*input));
        recognise(SHAPES, body).or(plain.map(|_| Recognition { side: Side::Request, certainty: 60 }))
    }

    fn response<'d>(&self, body: Value<'d>) -> Turn<'d> {
        let mut sink = PartSink::default();
        let hops = hops(body);
        hops.iter().for_each(|hop| sink.each(*hop, list_of(*hop), step));
        let last = hops.last().copied();
        Turn { continuation: last.and_then(continuation), ..finish(last.unwrap_or(body), sink) }
    }

    fn request<'d>(&self, body: Value<'d>) -> History<'d> {
        let Some(input) = body.get(DESCRIPTION.list) else { return History::default() };
        let mut sink = PartSink::default();
        let heads = if input.kind() == Kind::Array && !is_content(input) {
            sink.messages(input, step, role)
        } else {
            match input.kind() {
                Kind::Array => input.elements().for_each(|content| part(content, &mut sink)),
                Kind::String => sink.part(input, PartKind::Text),
                _ => step(input, &mut sink),
            }
            let role = if input.kind() == Kind::Object { role(input) } else { Some(Role::User) };
            vec![(input, role, sink.parts.len())]
        };
        History { parts: sink.parts, heads, diagnostics: sink.diagnostics }
    }

    fn replay(&self, response: Value<'_>, request: Value<'_>, _: &Target, changes: &mut Changes<'_>) -> Result<Vec<Note>, Error> {
        let input = request.get(DESCRIPTION.list).ok_or_else(|| input_error("the request has no input"))?;
        let hops = hops(response);
        let steps = hops.iter().any(|hop| hop.get(STEPS).is_some());
        let mut turn = Vec::new();
        hops.iter().for_each(|hop| turn.extend(hop.list(list_of(*hop))));
        if turn.is_empty() {
            return Err(input_error("the response has no steps"));
        }
        // Before May 2026 a turn was one element, with a role.
        let list = match hops.as_slice() {
            [one] => one.get(list_of(*one)).map(|list| list.raw().to_vec()).unwrap_or_default(),
            _ => write_list(b"", &turn),
        };
        let wrapped = [b"{\"role\":\"model\",\"content\":", &*list, b"}"].concat();
        let wrapped = scan(&wrapped)?;
        if !steps {
            turn = vec![wrapped.root()];
        }
        let half = half_note(hops.last().copied().and_then(continuation), "");
        if input.kind() == Kind::Array && !is_content(input) {
            for step in turn {
                changes.append(input, step.raw())?;
            }
            return Ok(half.into_iter().collect());
        }
        let (open, close): (&[u8], &[u8]) = match input.kind() {
            Kind::Array => (b"", b"}"),
            Kind::Object => (b"[", b"]}"),
            _ => (b"[{\"type\":\"text\",\"text\":", b"}]}"),
        };
        let user: &[u8] = if steps { b"{\"type\":\"user_input\",\"content\":" } else { b"{\"role\":\"user\",\"content\":" };
        let is_step = input.kind() == Kind::Object && !is_plain(input);
        let first = if is_step { input.raw().to_vec() } else { [user, open, input.raw(), close].concat() };
        changes.replace(input, &write_list(&first, &turn))?;
        let reason = "the input became the first step of a list";
        let listed = one_note(if steps { "/steps" } else { "/outputs" }, reason);
        Ok(listed.into_iter().chain(half).collect())
    }

    fn assembler(&self) -> Box<dyn StreamAssembler> {
        Box::new(stream::Interaction::default())
    }
}

static DESCRIPTION: WireDescription = WireDescription {
    wire: Wire::GEMINI_INTERACTIONS,
    addresses: &["/interactions"],
    side_addresses: &[],
    only_at_named_hosts: false,
    events: &[("event_type", 95)],
    vendor: None,
    model: ModelPlace::Body,
    list: "input",
    entries: EntryShape::Steps,
    call: ToolPlace::own("id", "name"),
    result: ToolPlace::own("call_id", "name"),
    format: ReasoningFormat::GOOGLE_GEMINI,
    reasoning_field: None,
    texts: &["text", "summary.*.text"],
    handles: &["signature"],
    summaries: [
        [r#"{"type":"user_input","content":[{"type":"text","text":"#, "}]}"],
        [r#"{"type":"model_output","content":[{"type":"text","text":"#, "}]}"],
    ],
    http: HttpFacts::PLAIN,
    behaviour: WireBehaviour {
        errors: ErrorEnvelope::Google,
        keeps_instructions_apart: true,
        asks_for_all_thoughts: true,
        without_list: Some("input:s,input:o,previous_interaction_id:s,continuation_token:s"),
        ..WireBehaviour::PLAIN
    },
};

const SHAPES: &[ShapeQuery] = &[
    response(100, "object=interaction"),
    response(50, "steps:a,outputs:a status"),
    // OpenAI's Responses also have `input`, so members that only this wire has are required.
    request(95, "input generation_config,previous_interaction_id,system_instruction"),
    request(95, "input.*.type=user_input|model_output|thought|function_result"),
    // The next hop of a stored answer needs no input.
    request(95, "continuation_token !steps !outputs !object"),
    request(80, "input agent,input:o"),
    request(60, "input model^gemini|models/gemini"),
    request(10, "input:s model:s"),
];

/// Returns the interactions of an answer: one, or several hops.
fn hops(body: Value<'_>) -> Vec<Value<'_>> {
    if body.kind() == Kind::Array { body.elements().collect() } else { vec![body] }
}

fn list_of(hop: Value<'_>) -> &'static str {
    if hop.get(STEPS).is_some() { STEPS } else { OUTPUTS }
}

/// Reads the continuation of an interaction. After any other end, a token belongs to an earlier position.
fn continuation(hop: Value<'_>) -> Option<Continuation<'_>> {
    let token = hop.get(TOKEN).filter(|token| is_filled(*token));
    let required = hop.fits("status=requires_continuation");
    (required || hop.fits("status=incomplete") && token.is_some()).then_some(Continuation { value: hop, token, required })
}

/// Reads a step or turn: its wrapped contents, or the step itself.
fn step<'d>(step: Value<'d>, sink: &mut PartSink<'d>) {
    let wraps = is_wrapper(step) || step.get("role").is_some();
    match step.get("content").filter(|_| wraps) {
        Some(text) if text.kind() == Kind::String => sink.part(text, PartKind::Text),
        Some(list) if list.element(0).is_some() => list.elements().for_each(|content| part(content, sink)),
        _ => part(step, sink),
    }
}

const THOUGHT: ThoughtShape = ThoughtShape {
    seen: ThinkingKind::Summary,
    sealed: ThinkingKind::Encrypted,
    bare: ThinkingKind::Omitted,
    texts: &["summary.*.text"],
    handles: &["signature"],
};

fn part<'d>(value: Value<'d>, sink: &mut PartSink<'d>) {
    let name = value.word("type");
    let mut thinking = THOUGHT.read(value, Attachment::Block);
    let kind = match name {
        "thought" => {
            if let Some(summary) = value.get("summary").filter(|summary| summary.kind() != Kind::Array) {
                sink.wrong(summary, "expected an array");
            }
            if thinking.handles.is_empty() {
                sink.wrong(value, "a thought without its signature");
            }
            return sink.thought(value, PartKind::Thought, thinking.signed());
        }
        "text" => PartKind::Text,
        "function_call" => PartKind::Call,
        "function_result" => PartKind::Result,
        "" => return sink.odd(value, "a step without a type"),
        _ => PartKind::Other,
    };
    if thinking.handles.is_empty() {
        return sink.part(value, kind);
    }
    if name.ends_with("_call") {
        thinking.attachment = Attachment::Call { id: owned(value, "id") };
    }
    sink.thought(value, kind, thinking);
}

/// Returns the role of a step: a turn names it, and the type of a step implies it.
fn role(step: Value<'_>) -> Option<Role> {
    if step.get("role").is_some() {
        return super::read::role(step);
    }
    match step.word("type") {
        "" => None,
        "user_input" => Some(Role::User),
        "function_result" => Some(Role::Tool),
        _ if is_plain(step) => Some(Role::User),
        _ => Some(Role::Assistant),
    }
}

/// Returns `true` if an input is a list of plain content, which is one user turn.
fn is_content(input: Value<'_>) -> bool {
    input.element(0).is_some() && input.elements().all(is_plain)
}

fn is_plain(content: Value<'_>) -> bool {
    content.get("role").is_none() && content.fits("type=text|image|audio|video|document")
}

/// Returns `true` for steps that are only a list of content.
fn is_wrapper(step: Value<'_>) -> bool {
    step.fits("type=model_output|user_input")
}

const TOKEN: &str = "continuation_token";
const STEPS: &str = "steps";
const OUTPUTS: &str = "outputs";
