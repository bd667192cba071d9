//! Notes on replies: what a client of another vendor does not get as the provider said it.

use super::reply_texts::said;
use super::wires::{format, shape_of};
use crate::conversation::ConversionNote;
use crate::conversation::note::Notes;
use crate::conversation::reader::is_cut_json;
use crate::json::{Document, Value};
use crate::model::{Content, ContentKind, Conversation, Part, PartKind, Wire};
use crate::wires::{Call, codec};

/// Says of a call why a client does not get it. Nothing if it gets it.
pub(super) type LostCall<'l> = &'l dyn Fn(Value<'_>) -> Option<&'static str>;

/// Notes what of a body is not converted. Thoughts are in the plan, and a client of the same wire gets everything.
pub(super) fn reply_notes(response: &Document<'_>, from: &Wire, to: &Wire, lost_call: LostCall<'_>) -> Vec<ConversionNote> {
    let (Ok(shape), Some(codec)) = (shape_of(from), codec(from)) else { return Vec::new() };
    let mut notes = Notes::default();
    if from == to {
        return Vec::new();
    }
    let grammar = format(to).and_then(|format| format.reply).map(|reply| reply.grammar);
    let has_refusals = grammar.is_none_or(|grammar| grammar.refusal.is_some() || grammar.stops_at_refusal);
    let cites = grammar.is_some_and(|grammar| !grammar.citation.is_empty());
    let body = response.root();
    for refusal in shape.refusals.iter().filter(|_| !has_refusals) {
        body.visit(refusal, &mut |text| {
            if text.text().is_some_and(|text| !text.is_empty()) {
                notes.add(text, "refusal", "the target has no refusals: it is sent as text");
            }
        });
    }
    let mut known = Vec::new();
    for (what, path) in shape.beside {
        let mut beside = Vec::new();
        if path.contains('*') {
            body.collect(path, &mut beside)
        } else {
            beside.extend(body.path(path))
        }
        known.extend(beside.iter().map(|value| value.span()));
        // Citations of web pages are converted.
        let is_kept = |value: &Value<'_>| *what == "citations" && cites && value.fits(WEB_PAGES);
        beside
            .into_iter()
            .filter(|value| says_something(*value) && !is_kept(value))
            .for_each(|value| notes.lose(value, what, reason(what)));
    }
    let turn = codec.response(body);
    let is_unknown = |part: &&Part<'_>| part.kind == PartKind::Other && part.thinking.is_none() && !known.contains(&part.span);
    for part in turn.parts.iter().filter(is_unknown).filter(|part| said(part, &[]).is_empty()) {
        notes.lose(part.value, "part", "only the wire of the source supports it");
    }
    for call in turn.parts.iter().filter(|part| part.kind == PartKind::Call) {
        if let Some(why) = lost_call(call.value) {
            notes.lose(call.value, "part", why);
        }
    }
    notes.placed(response)
}

/// Returns why a client does not get a call of a whole body. Nothing if it gets it.
pub(super) fn lost_call(call: Value<'_>) -> Option<&'static str> {
    // Gemini streams a call in pieces, and only the first has the name.
    let is_piece = || call.fits("functionCall,function_call");
    if Call::read(call).name.is_none_or(|name| name.is_empty()) && !is_piece() {
        return Some("only the wire of the source supports it");
    }
    is_cut_call(call).then_some("the answer ended inside its arguments")
}

/// Returns `true` if the arguments of a call begin as JSON that does not end. A custom tool takes any text.
pub(super) fn is_cut_call(call: Value<'_>) -> bool {
    let arguments = Call::read(call).content.and_then(Value::text);
    !call.fits("type=custom_tool_call") && arguments.is_some_and(|text| is_cut_json(text.raw()))
}

/// A list of citations of web pages, or Google's metadata with some.
const WEB_PAGES: &str = "*.type=url_citation|web_search_result_location,groundingChunks.*.web";

/// Returns `true` if a value beside an answer says more than that there is nothing to say.
fn says_something(value: Value<'_>) -> bool {
    !value.is_null() && !matches!(value.raw(), b"[]" | b"{}" | br#""""#) && !value.fits("=auto|default|standard")
}

fn reason(what: &str) -> &'static str {
    match what {
        "citations" => "citations are not converted",
        "logprobs" => "the probabilities of tokens are not converted",
        "service_tier" => "the target does not report the service tier",
        "n" => "the target has one answer",
        _ => "the target does not report the stop sequence",
    }
}

/// Removes the calls of an answer that a client does not get.
pub(super) fn leave_out_lost_calls(conversation: &mut Conversation<'_>) {
    let is_lost = |content: &Content<'_>| matches!(content.kind, ContentKind::Call(_)) && lost_call(content.value).is_some();
    conversation.messages.iter_mut().for_each(|message| message.contents.retain(|content| !is_lost(content)));
}
