//! One answer of Claude as the stream of other wires, to the byte.

use rethought::convert::{StreamConverter, convert_response};
use rethought::json::{lossy, scan};
use rethought::model::{Target, Wire};
use rethought::wires::{StreamDecoder, codec};

/// A thought, a text, and two calls, of which one is given nothing.
pub const CLAUDE: &str = r#"{"type":"message_start","message":{"id":"m1","type":"message","role":"assistant","model":"claude","content":[],"usage":{"input_tokens":5}}}
{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}
{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"a"}}
{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"\nb"}}
{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"S"}}
{"type":"content_block_stop","index":0}
{"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}
{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"c"}}
{"type":"content_block_stop","index":1}
{"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"t1","name":"f","input":{}}}
{"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"{\"n\":"}}
{"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"\n1.0}"}}
{"type":"content_block_stop","index":2}
{"type":"content_block_start","index":3,"content_block":{"type":"tool_use","id":"t2","name":"g","input":{}}}
{"type":"content_block_stop","index":3}
{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":7,"cache_read_input_tokens":3}}
{"type":"message_stop"}
"#;

fn converter(to: Wire) -> StreamConverter {
    StreamConverter::new(&Target::new(Wire::ANTHROPIC_MESSAGES), &Target::new(to), 0).unwrap()
}

/// The events of the target, each on its line. All of them are there before the source is closed.
fn said(to: Wire) -> Vec<String> {
    let out = lossy(&converter(to).push(CLAUDE.as_bytes()));
    out.lines().filter_map(|line| line.strip_prefix("data: ")).map(str::to_owned).collect()
}

#[test]
fn gemini_gets_chunks_and_whole_calls_on_one_line() {
    let chunk = |part: &str| {
        format!(
            r#"{{"candidates":[{{"content":{{"role":"model","parts":[{part}]}},"index":0}}],"modelVersion":"claude","responseId":"m1"}}"#
        )
    };
    assert_eq!(
        said(Wire::GEMINI_GENERATE),
        [
            chunk(r#"{"text":"a","thought":true}"#),
            chunk(r#"{"text":"\nb","thought":true}"#),
            chunk(r#"{"text":"c"}"#),
            chunk(r#"{"functionCall":{"id":"t1","name":"f","args":{"n": 1.0}}}"#),
            chunk(r#"{"functionCall":{"id":"t2","name":"g","args":{}}}"#),
            r#"{"candidates":[{"content":{"role":"model","parts":[{"text":""}]},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":8,"candidatesTokenCount":7,"totalTokenCount":15,"cachedContentTokenCount":3},"modelVersion":"claude","responseId":"m1"}"#.to_owned(),
        ]
    );
}

#[test]
fn interactions_get_steps_and_a_summary_in_one() {
    let event = |kind: &str, rest: &str| format!(r#"{{{rest},"event_type":"{kind}"}}"#);
    let stop = |nth: usize| event("step.stop", &format!(r#""index":{nth}"#));
    assert_eq!(
        said(Wire::GEMINI_INTERACTIONS)[2..],
        [
            event("step.start", r#""index":0,"step":{"type":"thought"}"#),
            event("step.delta", r#""index":0,"delta":{"content":{"text":"a\nb","type":"text"},"type":"thought_summary"}"#),
            stop(0),
            event("step.start", r#""index":1,"step":{"type":"model_output"}"#),
            event("step.delta", r#""index":1,"delta":{"text":"c","type":"text"}"#),
            stop(1),
            event("step.start", r#""index":2,"step":{"id":"t1","type":"function_call","name":"f","arguments":{}}"#),
            event("step.delta", r#""index":2,"delta":{"arguments":"{\"n\":","type":"arguments_delta"}"#),
            event("step.delta", r#""index":2,"delta":{"arguments":"\n1.0}","type":"arguments_delta"}"#),
            stop(2),
            event("step.start", r#""index":3,"step":{"id":"t2","type":"function_call","name":"g","arguments":{}}"#),
            event("step.delta", r#""index":3,"delta":{"arguments":"{}","type":"arguments_delta"}"#),
            stop(3),
            event(
                "interaction.completed",
                r#""interaction":{"id":"m1","status":"requires_action","usage":{"total_tokens":15,"total_input_tokens":8,"total_cached_tokens":3,"total_output_tokens":7},"object":"interaction","model":"claude"}"#
            ),
        ]
    );
}

#[test]
fn cohere_gets_contents_and_calls_that_start_and_end() {
    let event = |kind: &str, nth: usize, message: &str| format!(r#"{{"type":"{kind}","index":{nth},"delta":{{"message":{{{message}}}}}}}"#);
    let events = said(Wire::COHERE_CHAT);
    assert_eq!(
        events[1..5],
        [
            event("content-start", 0, r#""content":{"type":"thinking","thinking":""}"#),
            event("content-delta", 0, r#""content":{"thinking":"a"}"#),
            event("content-delta", 0, r#""content":{"thinking":"\nb"}"#),
            r#"{"type":"content-end","index":0}"#.to_owned(),
        ]
    );
    assert_eq!(
        events[8..10],
        [
            event("tool-call-start", 0, r#""tool_calls":{"id":"t1","type":"function","function":{"name":"f","arguments":""}}"#),
            event("tool-call-delta", 0, r#""tool_calls":{"function":{"arguments":"{\"n\":"}}"#),
        ]
    );
    assert_eq!(
        events.last().unwrap(),
        r#"{"type":"message-end","delta":{"finish_reason":"TOOL_CALL","usage":{"tokens":{"input_tokens":8,"output_tokens":7},"cached_tokens":3}}}"#
    );
}

#[test]
fn converse_gets_frames_that_make_its_body() {
    let out = converter(Wire::BEDROCK_CONVERSE).push(CLAUDE.as_bytes());
    assert_eq!(out[..2], [0, 0], "a frame begins with its length");
    let mut decoder = StreamDecoder::new(codec(&Wire::BEDROCK_CONVERSE).unwrap());
    decoder.push(&out);
    assert!(decoder.is_over());
    assert_eq!(
        lossy(&decoder.finish().1.body),
        concat!(
            r#"{"output":{"message":{"role":"assistant","content":[{"reasoningContent":{"reasoningText":{"text":"a\nb"}}},{"text":"c"},"#,
            r#"{"toolUse":{"toolUseId":"t1","name":"f","input":{"n":"#,
            "\n",
            r#"1.0}}},{"toolUse":{"toolUseId":"t2","name":"g","input":{}}}]}},"stopReason":"tool_use","#,
            r#""usage":{"inputTokens":5,"outputTokens":7,"totalTokens":15,"cacheReadInputTokens":3},"metrics":{"latencyMs":0}}"#
        )
    );
}

#[test]
fn an_error_inside_a_stream_comes_in_the_envelope_of_the_client() {
    let error = r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#;
    let start = CLAUDE.lines().next().unwrap();
    let told = |to: Wire| lossy(&converter(to).push(format!("{start}\n{error}\n").as_bytes()));
    assert_eq!(told(Wire::GEMINI_GENERATE), "data: {\"error\":{\"code\":503,\"message\":\"Overloaded\",\"status\":\"UNAVAILABLE\"}}\n\n");
    assert!(told(Wire::BEDROCK_CONVERSE).contains(":exception-type"));
    assert!(told(Wire::OPENAI_RESPONSES).contains("event: error\ndata: {\"error\":{\"message\":\"Overloaded\""));
}

/// The body of a reply of Responses as a client of Claude reads it, streamed and whole.
fn read_by_claude(events: &str, body: &str) -> [String; 2] {
    let [from, to] = [Wire::OPENAI_RESPONSES, Wire::ANTHROPIC_MESSAGES].map(Target::new);
    let mut converter = StreamConverter::new(&from, &to, 0).unwrap();
    let mut made = converter.push(events.as_bytes());
    made.extend(converter.finish().0);
    let mut decoder = StreamDecoder::new(codec(&to.wire).unwrap());
    decoder.push(&made);
    let document = scan(body.as_bytes()).unwrap();
    [decoder.finish().1.body, convert_response(&document, &from, &to, None, 0).unwrap().body].map(|body| lossy(&body))
}

#[test]
fn a_call_that_is_given_a_text_is_given_an_object() {
    let item = r#"{"type":"custom_tool_call","id":"c1","call_id":"k1","name":"run","input":"say \"a\\b\"\n"}"#;
    let events = [
        r#"data: {"type":"response.created","response":{"id":"r1","object":"response","model":"m","output":[]}}"#,
        r#"data: {"type":"response.output_item.added","output_index":0,"item":{"type":"custom_tool_call","id":"c1","call_id":"k1","name":"run","input":""}}"#,
        r#"data: {"type":"response.custom_tool_call_input.delta","output_index":0,"item_id":"c1","delta":"say \"a\\b"}"#,
        r#"data: {"type":"response.custom_tool_call_input.delta","output_index":0,"item_id":"c1","delta":"\"\n"}"#,
        &format!(r#"data: {{"type":"response.output_item.done","output_index":0,"item":{item}}}"#),
        &format!(
            r#"data: {{"type":"response.completed","response":{{"id":"r1","object":"response","model":"m","status":"completed","output":[{item}]}}}}"#
        ),
    ];
    let body = format!(r#"{{"id":"r1","object":"response","model":"m","status":"completed","output":[{item}]}}"#);
    for read in read_by_claude(&(events.join("\n\n") + "\n\n"), &body) {
        assert!(read.contains(r#""name":"run","input":{"input":"say \"a\\b\"\n"}"#), "{read}");
    }
}

#[test]
fn a_refusal_is_said_by_the_whole_body_too() {
    let body = r#"{"id":"r1","object":"response","model":"m","status":"completed","output":[{"type":"message","role":"assistant","content":[{"type":"refusal","refusal":"No."}]}]}"#;
    let [_, whole] = read_by_claude("", body);
    assert!(whole.contains(r#"{"type":"text","text":"No."}"#), "{whole}");
}

#[test]
fn a_count_that_was_not_reported_leaves_the_usage_whole() {
    let body = r#"{"object":"chat.completion","choices":[{"message":{"role":"assistant","content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens_details":{"reasoning_tokens":4}}}"#;
    let document = scan(body.as_bytes()).unwrap();
    let [from, to] = [Wire::OPENAI_CHAT, Wire::COHERE_CHAT].map(Target::new);
    let read = lossy(&convert_response(&document, &from, &to, None, 0).unwrap().body);
    assert!(read.contains(r#""finish_reason":"COMPLETE""#) && read.contains(r#""input_tokens":3"#), "{read}");
}

/// Two calls of Vertex whose arguments come in pieces.
pub const PIECES: &str = r#"{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"id":"c1","name":"look","willContinue":true},"thoughtSignature":"P=="}]}}],"responseId":"r"}
{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"partialArgs":[{"jsonPath":"$.where.city","stringValue":"Ber","willContinue":true}],"willContinue":true}}]}}],"responseId":"r"}
{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"partialArgs":[{"jsonPath":"$.where.city","stringValue":"lin"},{"jsonPath":"$.days[0]","numberValue":1.0}],"willContinue":true}}]}}],"responseId":"r"}
{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{}}]}}],"responseId":"r"}
{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"id":"c2","name":"go","willContinue":true}},{"functionCall":{}}]},"finishReason":"STOP"}],"responseId":"r"}
"#;

#[test]
fn a_call_in_pieces_is_one_call_on_every_other_wire() {
    let gemini = Target::new(Wire::GEMINI_GENERATE);
    let stream: String = PIECES.lines().map(|line| format!("data: {line}\n\n")).collect();
    let mut decoder = StreamDecoder::new(codec(&Wire::GEMINI_GENERATE).unwrap());
    decoder.push(stream.as_bytes());
    let body = decoder.finish().1.body;
    let next = rethought::wires::replay(br#"{"contents":[{"role":"user","parts":[{"text":"Go"}]}]}"#, &body, &gemini).unwrap().request;
    let results = r#",{"role":"user","parts":[{"functionResponse":{"id":"c1","name":"look","response":{"n":1}}},{"functionResponse":{"id":"c2","name":"go","response":{}}}]}]}"#;
    let next = lossy(&next).strip_suffix("]}").unwrap().to_owned() + results;
    for wire in rethought::convert::reply_wires().filter(|wire| **wire != Wire::GEMINI_GENERATE) {
        let to = Target::new(wire.clone());
        let mut converter = StreamConverter::new(&gemini, &to, 0).unwrap();
        let mut streamed = converter.push(stream.as_bytes());
        streamed.extend(converter.finish().0);
        let whole = convert_response(&scan(&body).unwrap(), &gemini, &to, None, 0).unwrap().body;
        let request = super::there::there(&next, &gemini, &to).request;
        for (form, text) in [("stream", streamed), ("reply", whole), ("request", request)] {
            let text = lossy(&text).replace(['\\', '\n', ' '], "");
            for said in [r#"{"where":{"city":"Berlin"},"days":[1.0]}"#, r#""look""#, r#""go""#] {
                assert!(text.contains(said), "{wire}, {form}: {text}");
            }
            assert!(!text.contains(r#""name":"""#) && !text.contains("partialArgs"), "{wire}, {form}: {text}");
        }
    }
}
