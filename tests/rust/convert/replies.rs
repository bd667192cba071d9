//! Recorded responses and streams for clients of every other wire.

use std::collections::BTreeMap;

use rethought::conversation::StreamEvent;
use rethought::convert::{StreamConverter, convert_response, reply_wires};
use rethought::json::{Document, Kind, Text, canonical, lossy, quote, scan};
use rethought::model::{PartKind, Target, Wire};
use rethought::wires::{Call, StreamDecoder, codec};

use super::outline::counted;
use crate::corpus::exchange::{FAMILIES, Response, exchanges, is_skipped_without_corpus};

#[test]
fn recorded_replies_convert_to_every_wire_whole_and_streamed_alike() {
    if is_skipped_without_corpus() {
        return;
    }
    let (to_only, from_only) = (std::env::var("TO").ok(), std::env::var("FROM").ok());
    let mut wrong: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut count = 0;
    for (family, wire) in FAMILIES.iter().filter(|(_, wire)| reply_wires().any(|one| one == wire)) {
        if from_only.as_deref().is_some_and(|name| name != wire.as_str()) {
            continue;
        }
        for exchange in exchanges(family).iter().filter(|exchange| exchange.speaks(family, wire) && exchange.meta["outcome"] == "accepted")
        {
            for to in reply_wires().filter(|to| *to != wire && to_only.as_deref().is_none_or(|name| name == to.as_str())) {
                let Some(response) = &exchange.response else { continue };
                count += 1;
                for fault in faults(response, wire, to) {
                    wrong.entry(format!("{wire} -> {to}: {fault}")).or_default().push(exchange.id.clone());
                }
            }
        }
    }
    println!("{count} replies");
    for (fault, ids) in &wrong {
        println!("{:5} {fault}  e.g. {}", ids.len(), ids[0]);
    }
    assert!(wrong.is_empty(), "{} kinds of faults", wrong.len());
}

fn faults(response: &Response, wire: &Wire, to: &Wire) -> Vec<String> {
    let (from, to) = (Target::new(wire.clone()), Target::new(to.clone()));
    let mut faults = Vec::new();
    let source = match response {
        Response::Body(body) => body.as_bytes().to_vec(),
        Response::Stream(stream) => {
            let mut decoder = StreamDecoder::new(codec(wire).unwrap());
            decoder.push(stream);
            let streamed = decoder.finish().1;
            if !streamed.ended || streamed.error.is_some() {
                return Vec::new();
            }
            streamed.body
        }
    };
    let Ok(document) = scan(&source) else { return Vec::new() };
    let (whole, ended) = match convert_response(&document, &from, &to, None, 0) {
        Ok(whole) => (whole.body, whole.ended),
        Err(error) => return vec![format!("error {error}")],
    };
    // A stream that is not complete ends with an error (see `cut_streams`).
    if let Response::Stream(stream) = response
        && ended
    {
        let once = converted(stream, stream.len(), &from, &to);
        if once != converted(stream, 7, &from, &to) {
            faults.push("cut otherwise, another stream".to_owned());
        }
        let mut decoder = StreamDecoder::new(codec(&to.wire).unwrap());
        decoder.push(&once);
        let streamed = decoder.finish().1;
        if !streamed.ended || !streamed.unfinished.is_empty() {
            faults.push("the stream does not end".to_owned());
        }
        let is_same = match goes_back(stream, wire) {
            true => said(&scan(&streamed.body).unwrap(), &to.wire) == said(&scan(&whole).unwrap(), &to.wire),
            false => {
                contradicts_itself(stream, &document, wire) || same_spelling(&joined(&streamed.body)) == same_spelling(&joined(&whole))
            }
        };
        // A body leaves out the half of a call. The pieces of a stream have been sent before its end is known.
        let has_half_call = said(&document, wire).1.iter().any(|call| call.contains(HALF_CALL));
        if !is_same && !has_half_call {
            faults.push("streamed, another body".to_owned());
        }
    }
    let there = scan(&whole).unwrap();
    let is_complete = ended && !document.root().fits(LIMITED);
    let [before, after] = [(&document, wire), (&there, &to.wire)].map(|(body, wire)| {
        let (text, mut calls) = said(body, wire);
        // Half a call is not a call.
        calls.retain(|call| !call.contains(HALF_CALL) && (is_complete || !call.contains(r#" {"input":""#)));
        (text, calls)
    });
    if before != after {
        faults.push(format!("says otherwise: {}", if before.1 == after.1 { "text" } else { "calls" }));
    }
    faults
}

/// Arguments that begin as an object and do not end, as [`said`] spells them. Together streams some in answers that it calls finished.
const HALF_CALL: &str = r#" {"input":"{"#;

/// Bodies whose answer reached its limit.
const LIMITED: &str = "incomplete_details.reason=max_output_tokens,choices.*.finish_reason=length,stop_reason=max_tokens";

/// True if a stream goes back to a thought or to the text after something else. A message of a chat has no order for that, and a stream has.
fn goes_back(stream: &[u8], wire: &Wire) -> bool {
    let mut decoder = StreamDecoder::telling_calls(codec(wire).unwrap());
    let stage = |event: &StreamEvent| match event {
        StreamEvent::ThinkingDelta(_) => Some(0),
        StreamEvent::TextDelta(_) => Some(1),
        StreamEvent::CallBegin { .. } => Some(2),
        _ => None,
    };
    let is_chat = [Wire::OPENAI_CHAT, Wire::OPENROUTER_CHAT, Wire::MISTRAL_CHAT, Wire::OLLAMA_CHAT].contains(wire);
    is_chat && !decoder.push(stream).iter().filter_map(stage).is_sorted()
}

fn converted(stream: &[u8], size: usize, from: &Target, to: &Target) -> Vec<u8> {
    let mut converter = StreamConverter::new(from, to, 0).unwrap();
    let mut out = Vec::new();
    stream.chunks(size.max(1)).for_each(|chunk| out.extend(converter.push(chunk)));
    out.extend(converter.finish().0);
    out
}

/// True if a stream says other words as it goes than in the body that closes it. Only Responses say everything twice.
fn contradicts_itself(stream: &[u8], body: &Document<'_>, wire: &Wire) -> bool {
    if *wire != Wire::OPENAI_RESPONSES {
        return false;
    }
    let mut decoder = StreamDecoder::new(codec(wire).unwrap());
    let mut events = decoder.push(stream);
    events.extend(decoder.finish().0);
    let mut thought = String::new();
    for (_, thinking) in codec(wire).unwrap().response(body.root()).thoughts() {
        thinking.texts.iter().filter_map(|text| text.text()).for_each(|text| thought += &text.lossy());
    }
    let (mut thinking, mut text) = (Vec::new(), Vec::new());
    for event in events {
        match event {
            StreamEvent::ThinkingDelta(piece) => thinking.extend(piece),
            StreamEvent::TextDelta(piece) => text.extend(piece),
            _ => {}
        }
    }
    Text::written(&thinking).lossy() != thought || Text::written(&text).lossy() != said(body, wire).0
}

/// The body with the texts of Gemini that follow each other as one: they come in as many parts as there were pieces.
fn joined(body: &[u8]) -> Vec<u8> {
    let mut body: serde_json::Value = serde_json::from_slice(body).unwrap();
    if let Some(parts) = body.pointer_mut("/candidates/0/content/parts").and_then(serde_json::Value::as_array_mut) {
        let is_piece = |one: &serde_json::Value, other: &serde_json::Value| {
            one["text"].is_string() && other["text"].is_string() && one["thought"] == other["thought"]
        };
        parts.dedup_by(|part, before| {
            let joins = is_piece(part, before);
            if joins {
                before["text"] = format!("{}{}", before["text"].as_str().unwrap(), part["text"].as_str().unwrap()).into();
            }
            joins
        });
    }
    serde_json::to_vec(&body).unwrap()
}

/// The body in one spelling, without its id: some hosts change it in the middle of a stream.
fn same_spelling(body: &[u8]) -> String {
    let document = scan(body).unwrap();
    let id = ["id", "responseId"]
        .iter()
        .find_map(|name| document.root().get(name))
        .and_then(|id| id.text().map(|id| id.lossy().into_owned()))
        .unwrap_or_default();
    let text = lossy(&canonical(document.root()));
    if id.is_empty() { text } else { text.replace(&id, "") }
}

/// All visible text, and the calls with their arguments in one spelling.
fn said(body: &Document<'_>, wire: &Wire) -> (String, Vec<String>) {
    let codec = codec(wire).unwrap();
    let turn = codec.response(body.root());
    let (mut text, mut calls) = (String::new(), Vec::new());
    for part in &turn.parts {
        match part.kind {
            PartKind::Text if part.span != part.value.span() => {
                let start = part.value.span().start;
                let raw = &part.value.raw()[part.span.start - start..part.span.end - start];
                text += &Text::written(raw).lossy();
            }
            PartKind::Other => part.value.text().iter().for_each(|one| text += &one.lossy()),
            PartKind::Text => {
                part.value.text().iter().for_each(|one| text += &one.lossy());
                for path in codec.description().texts {
                    part.value.visit(path, &mut |one| one.text().iter().for_each(|one| text += &one.lossy()));
                }
            }
            PartKind::Call => {
                let call = Call::read(part.value);
                let arguments =
                    call.content.map(|content| content.text().map_or_else(|| content.raw().to_vec(), |text| text.wtf8().into_owned()));
                let arguments = arguments.unwrap_or_default();
                // No arguments are an empty object of them, and a text that is not an object goes into a member where the target takes nothing else.
                let spelt = match scan(&arguments) {
                    Ok(json) if json.root().kind() == Kind::Object => lossy(&canonical(json.root())),
                    _ if arguments.is_empty() => "{}".to_owned(),
                    _ => format!("{{\"input\":{}}}", quote(&lossy(&arguments))),
                };
                calls.push(format!("{} {spelt}", call.name.unwrap_or_default()));
            }
            _ => {}
        }
    }
    (text, calls)
}

#[test]
fn a_call_of_gemini_gets_an_id_where_one_is_asked_for_and_its_end_is_reported() {
    let body = r#"{"responseId":"r1","modelVersion":"g","candidates":[{"content":{"role":"model","parts":[{"text":"hm","thought":true},{"text":"Look."},{"functionCall":{"name":"f","args":{"a":1}}}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":3,"candidatesTokenCount":2,"thoughtsTokenCount":4}}"#;
    let from = Target::new(Wire::GEMINI_GENERATE);
    for (wire, exact) in [
        (
            Wire::OPENAI_CHAT,
            [
                r#""reasoning_content":"hm""#,
                r#""id":"callrt000","type":"function""#,
                r#""finish_reason":"tool_calls""#,
                r#""completion_tokens":6"#,
            ],
        ),
        (
            Wire::OPENROUTER_CHAT,
            [r#""reasoning":"hm""#, r#""id":"callrt000","type":"function""#, r#""finish_reason":"tool_calls""#, r#""completion_tokens":6"#],
        ),
        (
            Wire::MISTRAL_CHAT,
            [
                r#"{"type":"thinking","thinking":[{"type":"text","text":"hm"}]}"#,
                r#""arguments":"{\"a\":1}""#,
                r#""finish_reason":"tool_calls""#,
                r#""total_tokens":9"#,
            ],
        ),
        (
            Wire::OLLAMA_CHAT,
            [r#""thinking":"hm""#, r#""arguments":{"a":1}"#, r#""created_at":"1970-01-01T00:00:00.000Z""#, r#""eval_count":6"#],
        ),
    ] {
        let text = counted(&lossy(&convert_response(&scan(body.as_bytes()).unwrap(), &from, &Target::new(wire), None, 0).unwrap().body));
        exact.iter().for_each(|exact| assert!(text.contains(exact), "{exact}\n{text}"));
    }
}
