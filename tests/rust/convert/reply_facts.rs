//! Stop, usage and ids of a reply: the same facts on every wire, whole and streamed, each held against the words of its own wire.

use rethought::convert::{StreamConverter, convert_response, reply_wires};
use rethought::json::{Value, lossy, scan};
use rethought::model::{Target, Wire};
use rethought::wires::{StreamDecoder, codec};

/// Where a wire has its facts. A path is one of dots, with `*` for every element.
struct Places {
    wire: Wire,
    /// The place of the stop, and its words for an answer that is over, calls, and a limit that was reached.
    stop: (&'static str, [&'static str; 3]),
    /// The tokens of the input that no cache had, those that one had, and those of the output. The first may have the second in it.
    usage: [&'static str; 3],
    has_cached_in_input: bool,
    id: &'static str,
    call_id: &'static str,
}

const PLACES: &[Places] = &[
    Places {
        wire: Wire::ANTHROPIC_MESSAGES,
        stop: ("stop_reason", ["end_turn", "tool_use", "max_tokens"]),
        usage: ["usage.input_tokens", "usage.cache_read_input_tokens", "usage.output_tokens"],
        has_cached_in_input: false,
        id: "id",
        call_id: "content.*.id",
    },
    Places {
        wire: Wire::BEDROCK_CONVERSE,
        stop: ("stopReason", ["end_turn", "tool_use", "max_tokens"]),
        usage: ["usage.inputTokens", "usage.cacheReadInputTokens", "usage.outputTokens"],
        has_cached_in_input: false,
        id: "",
        call_id: "output.message.content.*.toolUse.toolUseId",
    },
    Places {
        wire: Wire::OPENAI_RESPONSES,
        stop: ("status", ["completed", "completed", "incomplete"]),
        usage: ["usage.input_tokens", "usage.input_tokens_details.cached_tokens", "usage.output_tokens"],
        has_cached_in_input: true,
        id: "id",
        call_id: "output.*.call_id",
    },
    Places {
        wire: Wire::GEMINI_GENERATE,
        stop: ("candidates.0.finishReason", ["STOP", "STOP", "MAX_TOKENS"]),
        usage: ["usageMetadata.promptTokenCount", "usageMetadata.cachedContentTokenCount", "usageMetadata.candidatesTokenCount"],
        has_cached_in_input: true,
        id: "responseId",
        call_id: "candidates.*.content.parts.*.functionCall.id",
    },
    Places {
        wire: Wire::GEMINI_INTERACTIONS,
        stop: ("status", ["completed", "requires_action", "incomplete"]),
        usage: ["usage.total_input_tokens", "usage.total_cached_tokens", "usage.total_output_tokens"],
        has_cached_in_input: true,
        id: "id",
        call_id: "steps.*.id",
    },
    Places { wire: Wire::OPENAI_CHAT, ..CHAT },
    Places { wire: Wire::OPENROUTER_CHAT, ..CHAT },
    Places { wire: Wire::MISTRAL_CHAT, ..CHAT },
    Places {
        wire: Wire::COHERE_CHAT,
        stop: ("finish_reason", ["COMPLETE", "TOOL_CALL", "MAX_TOKENS"]),
        usage: ["usage.tokens.input_tokens", "usage.cached_tokens", "usage.tokens.output_tokens"],
        has_cached_in_input: true,
        id: "id",
        call_id: "message.tool_calls.*.id",
    },
    Places {
        wire: Wire::OLLAMA_CHAT,
        stop: ("done_reason", ["stop", "stop", "length"]),
        usage: ["prompt_eval_count", "", "eval_count"],
        has_cached_in_input: true,
        id: "",
        call_id: "message.tool_calls.*.id",
    },
];

const CHAT: Places = Places {
    wire: Wire::OPENAI_CHAT,
    stop: ("choices.0.finish_reason", ["stop", "tool_calls", "length"]),
    usage: ["usage.prompt_tokens", "usage.prompt_tokens_details.cached_tokens", "usage.completion_tokens"],
    has_cached_in_input: true,
    id: "id",
    call_id: "choices.*.message.tool_calls.*.id",
};

/// The facts of a reply, in words that all wires share.
#[derive(Debug, PartialEq, Eq)]
struct Facts {
    stop: String,
    input: i64,
    cached: Option<i64>,
    output: i64,
    id: Option<String>,
    call_ids: Vec<String>,
}

fn facts(body: &[u8], places: &Places, nth: usize) -> Facts {
    let document = scan(body).unwrap();
    let at = |path: &str| document.root().path(path).filter(|_| !path.is_empty());
    let count = |path: &str| at(path).and_then(Value::whole);
    let [input, cached, output] = places.usage.map(count);
    let mut call_ids = Vec::new();
    document.root().visit(places.call_id, &mut |id| call_ids.extend(id.text().map(|id| id.lossy().into_owned())));
    let word = at(places.stop.0).and_then(Value::text).map(|word| word.lossy().into_owned()).unwrap_or_default();
    Facts {
        stop: if word == places.stop.1[nth] { STOPS[nth].to_owned() } else { word },
        input: input.unwrap_or(-1) + if places.has_cached_in_input { 0 } else { cached.unwrap_or_default() },
        cached: if places.usage[1].is_empty() { Some(CACHED) } else { cached },
        output: output.unwrap_or(-1),
        id: at(places.id).and_then(Value::text).map(|id| id.lossy().into_owned()),
        call_ids,
    }
}

const STOPS: [&str; 3] = ["done", "calls", "length"];
const CACHED: i64 = 3;

/// An answer of Claude with a text, and two calls if it stops for them.
fn claude(nth: usize) -> Vec<String> {
    let mut events = vec![
        r#"{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"claude","content":[],"stop_reason":null,"usage":{"input_tokens":5,"cache_read_input_tokens":3,"output_tokens":1}}}"#.to_owned(),
        r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#.to_owned(),
        r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Let me see."}}"#.to_owned(),
        r#"{"type":"content_block_stop","index":0}"#.to_owned(),
    ];
    for at in 1..=if nth == 1 { 2 } else { 0 } {
        events.push(format!(r#"{{"type":"content_block_start","index":{at},"content_block":{{"type":"tool_use","id":"callnumb{at}","name":"look","input":{{}}}}}}"#));
        events.push(format!(
            r#"{{"type":"content_block_delta","index":{at},"delta":{{"type":"input_json_delta","partial_json":"{{\"n\":{at}}}"}}}}"#
        ));
        events.push(format!(r#"{{"type":"content_block_stop","index":{at}}}"#));
    }
    let stop = PLACES[0].stop.1[nth];
    events.push(format!(r#"{{"type":"message_delta","delta":{{"stop_reason":"{stop}"}},"usage":{{"output_tokens":7}}}}"#));
    events.push(r#"{"type":"message_stop"}"#.to_owned());
    events
}

fn streamed(stream: &[u8], from: &Wire, to: &Wire) -> Vec<u8> {
    let mut converter = StreamConverter::new(&Target::new(from.clone()), &Target::new(to.clone()), 0).unwrap();
    let mut out = converter.push(stream);
    out.extend(converter.finish().0);
    out
}

fn body_of(stream: &[u8], wire: &Wire) -> Vec<u8> {
    let mut decoder = StreamDecoder::new(codec(wire).unwrap());
    decoder.push(stream);
    let streamed = decoder.finish().1;
    assert!(streamed.ended, "{wire}: {}", lossy(stream));
    streamed.body
}

#[test]
fn stop_usage_and_ids_are_the_same_for_every_pair_whole_and_streamed() {
    assert_eq!(PLACES.len(), reply_wires().count());
    let first = &PLACES[0].wire;
    let (mut pairs, mut wrong) = (0, Vec::new());
    for (nth, stop) in STOPS.iter().enumerate() {
        let stream: String = claude(nth).iter().map(|event| format!("data: {event}\n\n")).collect();
        for from in PLACES {
            let source = if from.wire == *first { stream.clone().into_bytes() } else { streamed(stream.as_bytes(), first, &from.wire) };
            let body = body_of(&source, &from.wire);
            let before = facts(&body, from, nth);
            let calls = if nth == 1 { 2 } else { 0 };
            if (&*before.stop, before.input, before.output, before.call_ids.len()) != (*stop, 8, 7, calls) {
                wrong.push(format!("{} as a source: {before:?}\n   {}", from.wire, lossy(&body)));
            }
            for to in PLACES.iter().filter(|to| to.wire != from.wire) {
                pairs += 1;
                let document = scan(&body).unwrap();
                let whole =
                    convert_response(&document, &Target::new(from.wire.clone()), &Target::new(to.wire.clone()), None, 0).unwrap().body;
                let there = body_of(&streamed(&source, &from.wire, &to.wire), &to.wire);
                for (form, body) in [("whole", whole), ("streamed", there)] {
                    let after = facts(&body, to, nth);
                    // A wire that has no place for a fact cannot hand it on.
                    let expected = Facts {
                        stop: STOPS[nth].to_owned(),
                        input: before.input,
                        cached: if from.usage[1].is_empty() || before.cached.is_none() { after.cached } else { before.cached },
                        output: before.output,
                        id: if from.id.is_empty() || to.id.is_empty() { after.id.clone() } else { before.id.clone() },
                        call_ids: before.call_ids.clone(),
                    };
                    if after != expected {
                        wrong.push(format!(
                            "{} to {}, {form}: {after:?}\n   instead of {expected:?}\n   {}",
                            from.wire,
                            to.wire,
                            lossy(&body)
                        ));
                    }
                    if !to.id.is_empty() && after.id.as_deref().unwrap_or_default().is_empty() {
                        wrong.push(format!("{} to {}, {form}: no id", from.wire, to.wire));
                    }
                }
            }
        }
    }
    assert_eq!(pairs, 3 * 90);
    assert!(wrong.is_empty(), "{} faults\n{}", wrong.len(), wrong.join("\n"));
}
