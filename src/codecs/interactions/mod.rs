//! Gemini's Interactions: steps of a thought, a call, an output, in the order in which they happened.
//!
//! - Opaque: `signature` of a `thought` step, which is always there and holds the thought itself; also that of server
//!   tools' calls and results. A summary may or may not come with it.
//! - To be echoed byte for byte: every step, in its order, where no `previous_interaction_id` stands for them.
//! - Not read on purpose: the inside of server tools and of unknown steps.
//!
//! Until May 2026 a response held `outputs` in place of `steps`, without the `model_output` around text, and a request took
//! turns with a role; responses of that age go back in that shape.

mod stream;

use super::append::{input_error, one_note, write_list};
use super::codec::{Codec, Note, Recognition, Side, StreamAssembler};
use super::description::{EntryShape, ModelPlace, ToolPlace, WireDescription};
use super::read::{PartSink, ThoughtShape, finish, owned};
use super::shape_query::{ShapeQuery, recognise, request, response};
use crate::error::Error;
use crate::json::{Changes, Kind, Value, scan};
use crate::model::{Attachment, History, PartKind, ReasoningFormat, Role, Target, ThinkingKind, Turn, Wire};

/// The codec of `gemini-interactions`.
pub(super) struct GeminiInteractions;

impl Codec for GeminiInteractions {
    fn description(&self) -> &'static WireDescription {
        &DESCRIPTION
    }

    fn recognise(&self, body: Value<'_>) -> Option<Recognition> {
        let plain = body.get(DESCRIPTION.list).filter(|input| is_content(*input));
        recognise(SHAPES, body).or(plain.map(|_| Recognition { side: Side::Request, certainty: 60 }))
    }

    fn response<'d>(&self, body: Value<'d>) -> Turn<'d> {
        let mut sink = PartSink::default();
        sink.each(body, if body.get(STEPS).is_some() { STEPS } else { OUTPUTS }, step);
        finish(body, sink)
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
        let steps = response.get(STEPS).is_some();
        let list = response.get(if steps { STEPS } else { OUTPUTS }).filter(|list| list.element(0).is_some());
        let list = list.ok_or_else(|| input_error("the response has no steps"))?;
        // Before May 2026 a turn was one element, with a role.
        let wrapped = [b"{\"role\":\"model\",\"content\":", list.raw(), b"}"].concat();
        let wrapped = scan(&wrapped)?;
        let mut turn = Vec::new();
        if steps {
            list.collect("*", &mut turn);
        } else {
            turn.push(wrapped.root());
        }
        if input.kind() == Kind::Array && !is_content(input) {
            for step in turn {
                changes.append(input, step.raw())?;
            }
            return Ok(Vec::new());
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
        Ok(one_note(if steps { "/steps" } else { "/outputs" }, reason))
    }

    fn assembler(&self) -> Box<dyn StreamAssembler> {
        Box::new(stream::Interaction::default())
    }
}

static DESCRIPTION: WireDescription = WireDescription {
    wire: Wire::GEMINI_INTERACTIONS,
    addresses: &["/interactions"],
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
};

const SHAPES: &[ShapeQuery] = &[
    response(100, "object=interaction"),
    response(50, "steps:a,outputs:a status"),
    // OpenAI's Responses have `input` too, so what only this wire knows must be there.
    request(95, "input generation_config,previous_interaction_id,system_instruction"),
    request(95, "input.*.type=user_input|model_output|thought|function_result"),
    request(80, "input agent,input:o"),
    request(60, "input model^gemini|models/gemini"),
    request(10, "input:s model:s"),
];

/// A step or turn: the contents that it wraps, if it does, or itself.
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

/// The role of a step: a turn names it, and the type of a step implies it.
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

/// True if an input is a list of plain content, all of it one user's turn.
fn is_content(input: Value<'_>) -> bool {
    input.element(0).is_some() && input.elements().all(is_plain)
}

fn is_plain(content: Value<'_>) -> bool {
    content.get("role").is_none() && content.fits("type=text|image|audio|video|document")
}

/// The steps that are a list of content and nothing else.
fn is_wrapper(step: Value<'_>) -> bool {
    step.fits("type=model_output|user_input")
}

const STEPS: &str = "steps";
const OUTPUTS: &str = "outputs";
