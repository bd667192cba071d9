//! Web search that the provider runs, and citations of web pages: one thing under the names of each vendor.

use rethought::conversation::NoteLevel;
use rethought::convert::{StreamConverter, convert_response};
use rethought::json::scan;
use rethought::model::{Target, Wire};
use rethought::wires::{StreamDecoder, codec};

use super::corpus::aim;
use super::there::{sent, there};

fn target(wire: Wire) -> Target {
    let rows = [
        (Wire::ANTHROPIC_MESSAGES, "api.anthropic.com", "claude-sonnet-4-5"),
        (Wire::OPENAI_RESPONSES, "api.openai.com", "gpt-5.4"),
        (Wire::GEMINI_GENERATE, "generativelanguage.googleapis.com", "gemini-3-pro-preview"),
        (Wire::GEMINI_INTERACTIONS, "generativelanguage.googleapis.com", "gemini-3-pro-preview"),
        (Wire::MISTRAL_CHAT, "api.mistral.ai", "mistral-large-latest"),
    ];
    let (wire, host, model) = rows.iter().find(|(one, ..)| *one == wire).unwrap();
    aim(wire, host, model)
}

const CLAUDE: &str = r#"{"model":"claude-sonnet-4-5","max_tokens":900,"messages":[{"role":"user","content":"News?"}],"tools":[{"type":"web_search_20250305","name":"web_search","max_uses":3,"allowed_domains":["a.example"],"user_location":{"type":"approximate","city":"Berlin"}}]}"#;
const GPT: &str = r#"{"model":"gpt-5.4","input":"News?","tools":[{"type":"web_search","filters":{"allowed_domains":["a.example"]},"search_context_size":"low"}]}"#;
const GEMINI: &str = r#"{"contents":[{"role":"user","parts":[{"text":"News?"}]}],"tools":[{"googleSearch":{}}]}"#;

#[test]
fn a_web_search_is_that_of_the_target() {
    for (request, from, to, tool) in [
        (
            CLAUDE,
            Wire::ANTHROPIC_MESSAGES,
            Wire::OPENAI_RESPONSES,
            r#""tools":[{"type":"web_search","filters":{"allowed_domains":["a.example"]},"user_location":{"type":"approximate","city":"Berlin"}}]"#,
        ),
        (CLAUDE, Wire::ANTHROPIC_MESSAGES, Wire::GEMINI_GENERATE, r#""tools":[{"googleSearch":{}}]"#),
        (CLAUDE, Wire::ANTHROPIC_MESSAGES, Wire::GEMINI_INTERACTIONS, r#""tools":[{"type":"google_search"}]"#),
        (
            GPT,
            Wire::OPENAI_RESPONSES,
            Wire::ANTHROPIC_MESSAGES,
            r#""tools":[{"type":"web_search_20250305","name":"web_search","allowed_domains":["a.example"]}]"#,
        ),
        (GEMINI, Wire::GEMINI_GENERATE, Wire::ANTHROPIC_MESSAGES, r#""tools":[{"type":"web_search_20250305","name":"web_search"}]"#),
        (GEMINI, Wire::GEMINI_GENERATE, Wire::OPENAI_RESPONSES, r#""tools":[{"type":"web_search"}]"#),
    ] {
        let conversion = there(request, &target(from), &target(to));
        let text = sent(&conversion);
        assert!(text.contains(tool), "{tool}\n{text}");
        assert!(conversion.notes.iter().any(|note| note.what == "tool" && note.level == NoteLevel::Changed), "{:?}", conversion.notes);
    }
    let conversion = there(CLAUDE, &target(Wire::ANTHROPIC_MESSAGES), &target(Wire::OPENAI_RESPONSES));
    let lost: Vec<_> =
        conversion.notes.iter().filter(|note| note.level == NoteLevel::Lost).filter_map(|note| note.pointer.as_deref()).collect();
    assert_eq!(lost, ["/tools/0/max_uses"]);
}

#[test]
fn a_web_search_without_a_place_is_lost_and_noted() {
    let beside = GPT.replace(
        r#""search_context_size":"low"}"#,
        r#""search_context_size":"low"},{"type":"function","name":"look","parameters":{"type":"object"},"strict":false}"#,
    );
    for (request, to) in [(GPT, Wire::MISTRAL_CHAT), (&beside, Wire::GEMINI_GENERATE)] {
        let conversion = there(request, &target(Wire::OPENAI_RESPONSES), &target(to));
        assert!(!sent(&conversion).contains("earch"), "{}", sent(&conversion));
        let note = conversion.notes.iter().find(|note| note.what == "tool").unwrap();
        assert_eq!((note.level, note.pointer.as_deref()), (NoteLevel::Lost, Some("/tools/0")));
    }
}

/// Answers that cite a page, one for each wire, and how its client finds the address and the title.
const CITED: &[(Wire, &str, [&str; 2])] = &[
    (
        Wire::ANTHROPIC_MESSAGES,
        r#"{"id":"m","type":"message","role":"assistant","model":"c","stop_reason":"end_turn","content":[{"type":"text","text":"It rains.","citations":[{"type":"web_search_result_location","url":"https://a.example/w","title":"Weather","encrypted_index":"Eo8","cited_text":"Rain."}]}],"usage":{"input_tokens":1,"output_tokens":1}}"#,
        ["content.0.citations.0.url", "content.0.citations.0.title"],
    ),
    (
        Wire::OPENAI_RESPONSES,
        r#"{"id":"r","object":"response","status":"completed","model":"g","output":[{"type":"message","id":"i","role":"assistant","status":"completed","content":[{"type":"output_text","text":"It rains.","annotations":[{"type":"url_citation","start_index":3,"end_index":9,"url":"https://a.example/w","title":"Weather"}]}]}]}"#,
        ["output.0.content.0.annotations.0.url", "output.0.content.0.annotations.0.title"],
    ),
    (
        Wire::OPENAI_CHAT,
        r#"{"id":"c","model":"g","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"It rains.","annotations":[{"type":"url_citation","url_citation":{"start_index":3,"end_index":9,"url":"https://a.example/w","title":"Weather"}}]}}]}"#,
        ["choices.0.message.annotations.0.url_citation.url", "choices.0.message.annotations.0.url_citation.title"],
    ),
    (
        Wire::GEMINI_GENERATE,
        r#"{"candidates":[{"content":{"role":"model","parts":[{"text":"It rains."}]},"finishReason":"STOP","groundingMetadata":{"groundingChunks":[{"web":{"uri":"https://a.example/w","title":"Weather"}}]}}],"modelVersion":"g","responseId":"r"}"#,
        ["candidates.0.groundingMetadata.groundingChunks.0.web.uri", "candidates.0.groundingMetadata.groundingChunks.0.web.title"],
    ),
];

fn has(body: &[u8], paths: [&str; 2]) -> bool {
    let document = scan(body).unwrap();
    let says = |path: &str, text: &str| document.root().path(path).and_then(|value| value.text()).is_some_and(|own| own == *text);
    says(paths[0], "https://a.example/w") && says(paths[1], "Weather")
}

#[test]
fn citations_of_web_pages_go_from_every_wire_to_every_other() {
    let mut count = 0;
    for (from, body, _) in CITED {
        for (to, _, paths) in CITED.iter().filter(|(to, ..)| to != from) {
            let (source, client) = (Target::new(from.clone()), Target::new(to.clone()));
            let document = scan(body.as_bytes()).unwrap();
            let reply = convert_response(&document, &source, &client, None, 7).unwrap();
            assert!(has(&reply.body, *paths), "{from} to {to}: {}", String::from_utf8_lossy(&reply.body));
            assert_eq!(reply.notes, [], "{from} to {to}");
            // The stream of the source is that which the converter itself writes from another wire.
            let whole = convert_response(&document, &source, &client, None, 7).unwrap().body;
            let back = convert_response(&scan(&whole).unwrap(), &client, &source, None, 7).unwrap().body;
            let (_, _, own) = CITED.iter().find(|(wire, ..)| wire == from).unwrap();
            assert!(has(&back, *own), "{to} back to {from}: {}", String::from_utf8_lossy(&back));
            count += 1;
        }
    }
    assert_eq!(count, 12);
}

#[test]
fn citations_in_a_stream_go_along() {
    let streams = [
        (
            Wire::ANTHROPIC_MESSAGES,
            "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"c\",\"content\":[],\"stop_reason\":null,\"usage\":{\"input_tokens\":1,\"output_tokens\":1}}}\n\nevent: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\",\"citations\":[]}}\n\nevent: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"It rains.\"}}\n\nevent: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"citations_delta\",\"citation\":{\"type\":\"web_search_result_location\",\"url\":\"https://a.example/w\",\"title\":\"Weather\",\"encrypted_index\":\"E\",\"cited_text\":\"R\"}}}\n\nevent: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":0}\n\nevent: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":3}}\n\nevent: message_stop\ndata: {\"type\":\"message_stop\"}\n\n",
        ),
        (
            Wire::OPENAI_CHAT,
            "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"model\":\"g\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"It rains.\"},\"finish_reason\":null}]}\n\ndata: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"model\":\"g\",\"choices\":[{\"index\":0,\"delta\":{\"annotations\":[{\"type\":\"url_citation\",\"url_citation\":{\"start_index\":3,\"end_index\":9,\"url\":\"https://a.example/w\",\"title\":\"Weather\"}}]},\"finish_reason\":null}]}\n\ndata: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"model\":\"g\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n",
        ),
        (
            Wire::GEMINI_GENERATE,
            "data: {\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[{\"text\":\"It rains.\"}]},\"index\":0}],\"modelVersion\":\"g\",\"responseId\":\"r\"}\n\ndata: {\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[{\"text\":\"\"}]},\"finishReason\":\"STOP\",\"index\":0,\"groundingMetadata\":{\"groundingChunks\":[{\"web\":{\"uri\":\"https://a.example/w\",\"title\":\"Weather\"}}]}}],\"modelVersion\":\"g\",\"responseId\":\"r\"}\n\n",
        ),
    ];
    for (from, stream) in streams {
        for (to, _, paths) in CITED.iter().filter(|(to, ..)| *to != from) {
            let mut converter = StreamConverter::new(&Target::new(from.clone()), &Target::new(to.clone()), 7).unwrap();
            let mut bytes = Vec::new();
            stream.as_bytes().chunks(7).for_each(|piece| bytes.extend(converter.push(piece)));
            assert_eq!(converter.notes(), [], "{from} to {to}");
            bytes.extend(converter.finish().0);
            let mut decoder = StreamDecoder::new(codec(to).unwrap());
            decoder.push(&bytes);
            let body = decoder.finish().1.body;
            assert!(has(&body, *paths), "{from} to {to}: {}", String::from_utf8_lossy(&bytes));
        }
    }
}

#[test]
fn citations_count_letters_from_the_beginning_of_the_message_in_chat_and_of_the_text_in_responses() {
    let block = |text: &str| {
        format!(
            r#"{{"type":"text","text":"{text}","citations":[{{"type":"web_search_result_location","url":"https://a.example/w","title":"W","encrypted_index":"E","cited_text":"c"}}]}}"#
        )
    };
    let body = format!(
        r#"{{"id":"m","type":"message","role":"assistant","model":"c","stop_reason":"end_turn","content":[{},{}],"usage":{{"input_tokens":1,"output_tokens":1}}}}"#,
        block(r"\u00fc.\n"),
        block("Rain.")
    );
    let places = |to: Wire| {
        let reply =
            convert_response(&scan(body.as_bytes()).unwrap(), &Target::new(Wire::ANTHROPIC_MESSAGES), &Target::new(to), None, 7).unwrap();
        String::from_utf8(reply.body).unwrap()
    };
    let chat = places(Wire::OPENAI_CHAT);
    assert!(chat.contains(r#""start_index":0,"end_index":3"#) && chat.contains(r#""start_index":3,"end_index":8"#), "{chat}");
    let responses = places(Wire::OPENAI_RESPONSES);
    assert!(
        responses.contains(r#""start_index":0,"end_index":3"#) && responses.contains(r#""start_index":0,"end_index":5"#),
        "{responses}"
    );
}
