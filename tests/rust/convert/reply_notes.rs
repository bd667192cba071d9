//! What a client of another vendor does not get of a reply, whole and streamed; and the mark of a refusal, where the target has a place for it.

use rethought::conversation::{ConversionNote, NoteLevel};
use rethought::convert::{ConvertedReply, StreamConverter, convert_response, reply_wires};
use rethought::json::{Value, scan};
use rethought::model::{Target, Wire};
use rethought::wires::{StreamDecoder, codec};

fn whole(body: &str, from: Wire, to: Wire) -> ConvertedReply {
    convert_response(&scan(body.as_bytes()).unwrap(), &Target::new(from), &Target::new(to), None, 7).unwrap()
}

/// The body that a client puts together from a stream, and the notes.
fn streamed(stream: &str, from: Wire, to: Wire) -> (String, Vec<ConversionNote>) {
    let mut converter = StreamConverter::new(&Target::new(from), &Target::new(to.clone()), 7).unwrap();
    let mut bytes = converter.push(stream.as_bytes());
    let notes = converter.notes();
    bytes.extend(converter.finish().0);
    let mut decoder = StreamDecoder::new(codec(&to).unwrap());
    decoder.push(&bytes);
    (String::from_utf8(decoder.finish().1.body).unwrap(), notes)
}

fn says(body: &str, path: &str, text: &str) {
    let document = scan(body.as_bytes()).unwrap();
    assert!(document.root().path(path).and_then(Value::text).is_some_and(|own| own == *text), "{path} of {body}");
}

const REFUSED: &str = r#"{"id":"resp_1","object":"response","status":"completed","model":"gpt-5.4","output":[{"type":"message","id":"msg_1","role":"assistant","status":"completed","content":[{"type":"refusal","refusal":"I cannot."}]}],"usage":{"input_tokens":1,"output_tokens":2,"total_tokens":3}}"#;

fn refused_stream() -> String {
    let item = r#"{"type":"message","id":"msg_1","role":"assistant","status":"in_progress","content":[]}"#;
    let events = [
        format!(r#"{{"type":"response.created","response":{}}}"#, REFUSED.replace(r#""status":"completed","model""#, r#""status":"in_progress","model""#)),
        format!(r#"{{"type":"response.output_item.added","output_index":0,"item":{item}}}"#),
        r#"{"type":"response.content_part.added","item_id":"msg_1","output_index":0,"content_index":0,"part":{"type":"refusal","refusal":""}}"#.to_owned(),
        r#"{"type":"response.refusal.delta","item_id":"msg_1","output_index":0,"content_index":0,"delta":"I "}"#.to_owned(),
        r#"{"type":"response.refusal.delta","item_id":"msg_1","output_index":0,"content_index":0,"delta":"cannot."}"#.to_owned(),
        format!(r#"{{"type":"response.completed","response":{REFUSED}}}"#),
    ];
    events.map(|event| format!("data: {event}\n\n")).concat()
}

#[test]
fn a_refusal_keeps_its_mark_where_the_target_has_a_place_for_it() {
    let places = [
        (Wire::OPENAI_CHAT, [("choices.0.message.refusal", "I cannot."), ("choices.0.finish_reason", "stop")]),
        (Wire::OPENROUTER_CHAT, [("choices.0.message.refusal", "I cannot."), ("choices.0.finish_reason", "stop")]),
        (Wire::ANTHROPIC_MESSAGES, [("content.0.text", "I cannot."), ("stop_reason", "refusal")]),
    ];
    for (to, marks) in places {
        let reply = whole(REFUSED, Wire::OPENAI_RESPONSES, to.clone());
        let (body, notes) = streamed(&refused_stream(), Wire::OPENAI_RESPONSES, to);
        for (path, text) in marks {
            says(&String::from_utf8(reply.body.clone()).unwrap(), path, text);
            says(&body, path, text);
        }
        assert_eq!((reply.notes, notes), (Vec::new(), Vec::new()));
    }
    let chat = r#"{"id":"c","model":"gpt","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":null,"refusal":"I cannot."}}]}"#;
    let reply = whole(chat, Wire::OPENAI_CHAT, Wire::OPENAI_RESPONSES);
    let body = String::from_utf8(reply.body).unwrap();
    says(&body, "output.0.content.0.refusal", "I cannot.");
    says(&body, "output.0.content.0.type", "refusal");
}

#[test]
fn a_refusal_without_a_place_is_text_and_noted() {
    for to in [Wire::GEMINI_GENERATE, Wire::MISTRAL_CHAT, Wire::OLLAMA_CHAT, Wire::COHERE_CHAT, Wire::BEDROCK_CONVERSE] {
        let reply = whole(REFUSED, Wire::OPENAI_RESPONSES, to.clone());
        assert!(String::from_utf8_lossy(&reply.body).contains("I cannot."), "{to}");
        let (_, notes) = streamed(&refused_stream(), Wire::OPENAI_RESPONSES, to.clone());
        for notes in [&reply.notes, &notes] {
            let [note] = notes.as_slice() else { panic!("{to}: {notes:?}") };
            assert_eq!(
                (note.what.as_str(), note.level, note.pointer.as_deref()),
                ("refusal", NoteLevel::Changed, Some("/output/0/content/0/refusal"))
            );
        }
    }
}

#[test]
fn what_stands_beside_an_answer_is_noted_and_what_says_nothing_is_not() {
    let chat = r#"{"id":"c","model":"gpt","service_tier":"flex","choices":[{"index":0,"finish_reason":"stop","logprobs":{"content":[{"token":"a"}]},"message":{"role":"assistant","content":"A","refusal":null,"annotations":[]}},{"index":1,"finish_reason":"stop","message":{"role":"assistant","content":"B"}}]}"#;
    let told = |body: &str, from: Wire, to: Wire| {
        whole(body, from, to)
            .notes
            .iter()
            .map(|note| format!("{} {}", note.pointer.as_deref().unwrap_or_default(), note.what))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        told(chat, Wire::OPENAI_CHAT, Wire::ANTHROPIC_MESSAGES),
        ["/service_tier service_tier", "/choices/0/logprobs logprobs", "/choices/1 n"]
    );
    assert_eq!(told(chat, Wire::OPENAI_CHAT, Wire::OPENAI_CHAT), Vec::<String>::new());
    let plain = chat.replace("flex", "default").replace(r#""logprobs":{"content":[{"token":"a"}]}"#, r#""logprobs":null"#);
    let plain = format!("{}]}}", plain.split(r#",{"index":1"#).next().unwrap());
    assert_eq!(told(&plain, Wire::OPENAI_CHAT, Wire::GEMINI_GENERATE), Vec::<String>::new());
    let searched = r#"{"id":"m","type":"message","role":"assistant","model":"claude","stop_reason":"end_turn","stop_sequence":null,"content":[{"type":"server_tool_use","id":"s","name":"web_search","input":{}},{"type":"text","text":"A"}],"usage":{"input_tokens":1,"output_tokens":1,"service_tier":"standard"}}"#;
    assert_eq!(told(searched, Wire::ANTHROPIC_MESSAGES, Wire::MISTRAL_CHAT), ["/content/0 part"]);
}

#[test]
fn a_call_that_the_client_cannot_name_is_lost_and_noted() {
    for item in [
        r#"{"type":"local_shell_call","id":"sh","call_id":"call_1","status":"completed","action":{"type":"exec","command":["ls"]}}"#,
        r#"{"type":"shell_call","id":"sh","call_id":"call_1","status":"completed","action":{"commands":["ls"]}}"#,
        r#"{"type":"computer_call","id":"cu","call_id":"call_1","status":"completed","action":{"type":"screenshot"},"pending_safety_checks":[]}"#,
        r#"{"type":"apply_patch_call","id":"ap","call_id":"call_1","status":"completed","operation":{"type":"delete_file","path":"a"}}"#,
    ] {
        let body = |status: &str, output: &str| {
            format!(
                r#"{{"id":"resp_1","object":"response","status":"{status}","model":"gpt-5.4","output":[{output}],"usage":{{"input_tokens":1,"output_tokens":2,"total_tokens":3}}}}"#
            )
        };
        let said = r#"{"type":"message","id":"m","role":"assistant","status":"completed","content":[{"type":"output_text","text":"ok","annotations":[]}]}"#;
        let over = body("completed", &format!("{said},{item}"));
        let stream = [
            format!(r#"{{"type":"response.created","response":{}}}"#, body("in_progress", "")),
            format!(r#"{{"type":"response.output_item.added","output_index":0,"item":{item}}}"#),
            format!(r#"{{"type":"response.output_item.done","output_index":0,"item":{item}}}"#),
            format!(r#"{{"type":"response.completed","response":{}}}"#, body("completed", item)),
        ];
        let stream = stream.map(|event| format!("data: {event}\n\n")).concat();
        for to in [Wire::ANTHROPIC_MESSAGES, Wire::OPENAI_CHAT, Wire::GEMINI_GENERATE, Wire::BEDROCK_CONVERSE, Wire::named("letta")] {
            let reply = whole(&over, Wire::OPENAI_RESPONSES, to.clone());
            let made = String::from_utf8_lossy(&reply.body).into_owned();
            assert!(made.contains("ok") && !made.contains(r#""name":"""#) && !made.contains("call_1"), "{to}: {made}");
            let told: Vec<_> = reply.notes.iter().map(|note| (note.what.as_str(), note.level, note.pointer.as_deref())).collect();
            assert_eq!(told, [("part", NoteLevel::Lost, Some("/output/1"))], "{to}");
            if !to.is_known() {
                continue;
            }
            let (made, notes) = streamed(&stream, Wire::OPENAI_RESPONSES, to.clone());
            assert!(!made.contains(r#""name":"""#) && !made.contains("call_1"), "{to}: {made}");
            assert_eq!(notes.iter().map(|note| note.pointer.as_deref()).collect::<Vec<_>>(), [Some("/output/0")], "{to}");
        }
        let reply = whole(&over, Wire::OPENAI_RESPONSES, Wire::ANTHROPIC_MESSAGES);
        says(&String::from_utf8(reply.body).unwrap(), "stop_reason", "end_turn");
    }
}

#[test]
fn half_a_call_of_a_whole_body_is_lost_and_noted() {
    for reason in ["length", "tool_calls"] {
        let body = format!(
            r#"{{"id":"c","model":"gpt-5","choices":[{{"index":0,"finish_reason":"{reason}","message":{{"role":"assistant","content":"x","tool_calls":[{{"id":"call_1","type":"function","function":{{"name":"half","arguments":"{{\"a\":"}}}}]}}}}]}}"#
        );
        for to in
            reply_wires().filter(|to| **to != Wire::OPENAI_CHAT).cloned().chain(["letta", "ai-sdk", "agentfootprint"].map(Wire::named))
        {
            let reply = whole(&body, Wire::OPENAI_CHAT, to.clone());
            assert!(!String::from_utf8_lossy(&reply.body).contains("half"), "{to}: {}", String::from_utf8_lossy(&reply.body));
            let told: Vec<_> = reply.notes.iter().map(|note| (note.what.as_str(), note.level, note.pointer.as_deref())).collect();
            assert_eq!(told, [("part", NoteLevel::Lost, Some("/choices/0/message/tool_calls/0"))], "{to}");
        }
        let reply = whole(&body, Wire::OPENAI_CHAT, Wire::ANTHROPIC_MESSAGES);
        says(&String::from_utf8(reply.body).unwrap(), "stop_reason", "max_tokens");
    }
    // Arguments that end, whatever they are, and the text of a custom tool are sent.
    for arguments in [r#""""#, r#""[1]""#, r#""not json""#, r#""{\"a\":1}""#] {
        let body = format!(
            r#"{{"id":"c","model":"gpt-5","choices":[{{"index":0,"finish_reason":"tool_calls","message":{{"role":"assistant","content":"x","tool_calls":[{{"id":"call_1","type":"function","function":{{"name":"whole","arguments":{arguments}}}}}]}}}}]}}"#
        );
        let reply = whole(&body, Wire::OPENAI_CHAT, Wire::ANTHROPIC_MESSAGES);
        assert!(String::from_utf8_lossy(&reply.body).contains("whole") && reply.notes.is_empty(), "{arguments}: {:?}", reply.notes);
    }
}
