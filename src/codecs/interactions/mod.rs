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

use super::{Codec, Fold, Note, Side, Sighting, array, is, missing, text};
use crate::error::Error;
use crate::json::{Changes, Kind, Value};
use crate::model::{Attachment, Diagnostic, Entry, History, Part, PartKind, Role, Target, Thinking, ThinkingKind, Turn, Wire};

/// The codec of `gemini-interactions`.
pub(super) struct GeminiInteractions;

impl Codec for GeminiInteractions {
    fn wire(&self) -> Wire {
        Wire::GEMINI_INTERACTIONS
    }

    fn recognise(&self, body: Value<'_>) -> Option<Sighting> {
        if is(body, "object", "interaction") {
            return Some(Sighting { side: Side::Response, certainty: 100 });
        }
        if body.get(STEPS).or_else(|| body.get(OUTPUTS)).is_some_and(|list| list.kind() == Kind::Array && body.get("status").is_some()) {
            return Some(Sighting { side: Side::Response, certainty: 50 });
        }
        let input = body.get("input")?;
        let model = body.get("model").and_then(Value::text).map(|model| model.lossy());
        let step = |step: Value<'_>| ["user_input", "model_output", "thought", "function_result"].iter().any(|kind| is(step, "type", kind));
        // OpenAI's Responses have `input` too, so what only this wire knows must be there.
        let certainty = match () {
            () if ["generation_config", "previous_interaction_id", "system_instruction"].iter().any(|name| body.get(name).is_some()) => 95,
            () if input.elements().any(step) => 95,
            () if body.get("agent").is_some() || input.kind() == Kind::Object => 80,
            () if model.as_ref().is_some_and(|model| model.contains("gemini")) || is_content(input) => 60,
            () if model.is_some() && input.kind() == Kind::String => 10,
            () => return None,
        };
        Some(Sighting { side: Side::Request, certainty })
    }

    fn response<'d>(&self, body: Value<'d>) -> Turn<'d> {
        let mut turn = Turn { id: text(body, "id"), model: text(body, "model"), usage: body.get("usage"), ..Turn::default() };
        let list = if body.get(STEPS).is_some() { STEPS } else { OUTPUTS };
        for step in array(body, list, &mut turn.diagnostics) {
            turn.parts.extend(parts(step, &mut turn.diagnostics));
        }
        turn
    }

    fn request<'d>(&self, body: Value<'d>) -> History<'d> {
        let mut history = History::default();
        let Some(input) = body.get("input") else { return history };
        if input.kind() == Kind::Array && !is_content(input) {
            for step in input.elements() {
                let parts = parts(step, &mut history.diagnostics);
                history.entries.push(Entry { value: step, role: role(step), parts });
            }
            return history;
        }
        let parts = match input.kind() {
            Kind::Array => input.elements().map(|content| part(content, &mut history.diagnostics)).collect(),
            Kind::String => vec![Part::new(input, PartKind::Text)],
            _ => parts(input, &mut history.diagnostics),
        };
        let role = if input.kind() == Kind::Object { role(input) } else { Some(Role::User) };
        history.entries.push(Entry { value: input, role, parts });
        history
    }

    fn replay(&self, response: Value<'_>, request: Value<'_>, _: &Target, changes: &mut Changes<'_>) -> Result<Vec<Note>, Error> {
        let input = request.get("input").ok_or_else(|| missing("the request has no input"))?;
        let list = response.get(STEPS).or_else(|| response.get(OUTPUTS)).filter(|list| list.element(0).is_some());
        let list = list.ok_or_else(|| missing("the response has no steps"))?;
        let steps = response.get(STEPS).is_some();
        let turn: Vec<Vec<u8>> = match steps {
            true => list.elements().map(|step| step.raw().to_vec()).collect(),
            false => vec![[b"{\"role\":\"model\",\"content\":", list.raw(), b"}"].concat()],
        };
        if input.kind() == Kind::Array && !is_content(input) {
            turn.iter().try_for_each(|step| changes.append(input, step))?;
            return Ok(Vec::new());
        }
        let user: &[u8] = if steps { b"{\"type\":\"user_input\",\"content\":" } else { b"{\"role\":\"user\",\"content\":" };
        let before = match input.kind() {
            Kind::Array => [user, input.raw(), b"}"].concat(),
            Kind::Object if !is_plain(input) => input.raw().to_vec(),
            Kind::Object => [user, b"[", input.raw(), b"]}"].concat(),
            _ => [user, b"[{\"type\":\"text\",\"text\":", input.raw(), b"}]}"].concat(),
        };
        let all: Vec<Vec<u8>> = std::iter::once(before).chain(turn).collect();
        changes.replace(input, &[b"[", &*all.join(&b','), b"]"].concat())?;
        let reason = "the input was not a list of steps: what stood there became the first of one";
        Ok(vec![Note { pointer: format!("/{}", if steps { STEPS } else { OUTPUTS }), reason }])
    }

    fn fold(&self) -> Box<dyn Fold> {
        Box::new(stream::Interaction::default())
    }
}

/// The parts of a step or turn: those of its content, if it is a wrapper of some, or itself.
fn parts<'d>(step: Value<'d>, diagnostics: &mut Vec<Diagnostic<'d>>) -> Vec<Part<'d>> {
    let wraps = WRAPPERS.iter().any(|kind| is(step, "type", kind)) || step.get("role").is_some();
    match step.get("content").filter(|_| wraps) {
        Some(text) if text.kind() == Kind::String => vec![Part::new(text, PartKind::Text)],
        Some(list) if list.element(0).is_some() => list.elements().map(|content| part(content, diagnostics)).collect(),
        _ => vec![part(step, diagnostics)],
    }
}

fn part<'d>(value: Value<'d>, diagnostics: &mut Vec<Diagnostic<'d>>) -> Part<'d> {
    let kind = value.get("type").and_then(Value::text).and_then(|kind| kind.to_str());
    let signature = value.get("signature");
    if kind.as_deref() == Some("thought") {
        let summary = array(value, "summary", diagnostics).into_iter().filter_map(|content| content.get("text"));
        let thinking = Thinking::new(ThinkingKind::Omitted, Attachment::Block).handle(signature);
        let mut thinking = summary.fold(thinking, |thinking, text| thinking.text(Some(text))).signed();
        if thinking.texts.iter().any(|value| value.text().is_some_and(|text| !text.is_empty())) {
            thinking.kind = ThinkingKind::Summary;
        } else if thinking.complete {
            thinking.kind = ThinkingKind::Encrypted;
        }
        if !thinking.complete {
            diagnostics.push(Diagnostic { value, reason: "a thought without its signature" });
        }
        return Part::new(value, PartKind::Thought).with(thinking);
    }
    let of = match kind.as_deref() {
        Some("text") => PartKind::Text,
        Some("function_call") => PartKind::Call,
        Some("function_result") => PartKind::Result,
        Some(_) => PartKind::Other,
        None => {
            diagnostics.push(Diagnostic { value, reason: "a step without a type" });
            PartKind::Other
        }
    };
    let id = value.get("id").and_then(Value::text).map(|id| id.lossy().into_owned());
    let attachment = if kind.is_some_and(|kind| kind.ends_with("_call")) { Attachment::Call { id } } else { Attachment::Block };
    let thinking = Thinking::new(ThinkingKind::Encrypted, attachment).handle(signature);
    let part = Part::new(value, of);
    if thinking.handles.is_empty() { part } else { part.with(thinking) }
}

/// Who a step is from: turns say it, and of steps the name does.
fn role(step: Value<'_>) -> Option<Role> {
    if let Some(role) = step.get("role") {
        return Role::named(&role.text()?.lossy());
    }
    match &*step.get("type")?.text()?.lossy() {
        "user_input" => Some(Role::User),
        "function_result" => Some(Role::Tool),
        _ if is_plain(step) => Some(Role::User),
        _ => Some(Role::Assistant),
    }
}

/// Whether an input is a list of plain content, all of it one user's turn.
fn is_content(input: Value<'_>) -> bool {
    input.element(0).is_some() && input.elements().all(is_plain)
}

fn is_plain(content: Value<'_>) -> bool {
    content.get("role").is_none() && ["text", "image", "audio", "video", "document"].iter().any(|kind| is(content, "type", kind))
}

const STEPS: &str = "steps";
const OUTPUTS: &str = "outputs";
/// The steps that are a list of content and nothing else.
const WRAPPERS: [&str; 2] = ["model_output", "user_input"];
