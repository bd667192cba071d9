//! Lines of every kind, and hostile ones.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::*;
use crate::json::scan;

/// The reading of a line, in a few words: its exchanges, or the error.
fn rendered(line: &str) -> String {
    let document = scan(line.as_bytes()).unwrap();
    let line = read_line(&document);
    let shown = |json: &Option<Cow<'_, [u8]>>| json.as_deref().map(|json| String::from_utf8_lossy(json).into_owned()).unwrap_or_default();
    let body = |name: &str, body: &Option<LineBody<'_>>| match body {
        None => String::new(),
        Some(LineBody::Value(span)) => format!(" {name}={}", String::from_utf8_lossy(&document.source()[span.range()])),
        Some(LineBody::Text { text, written, is_lone }) => {
            let written = written.map(|span| document.source()[span.range()].len()).unwrap_or_default();
            format!(" {name}:{}{}{written}", String::from_utf8_lossy(text), if *is_lone { "!" } else { "@" })
        }
    };
    let exchanges = match &line.exchanges {
        Err(error) => return format!("{} {}", error.reason(), error.pointer().unwrap_or("-")),
        Ok(exchanges) => exchanges,
    };
    let each = exchanges.iter().map(|exchange| {
        let target =
            exchange.target.iter().map(|(name, value)| format!(" {}:{}", String::from_utf8_lossy(name), String::from_utf8_lossy(value)));
        let bodies = [
            ("request", &exchange.request),
            ("response", &exchange.response),
            ("stream", &exchange.stream),
            ("next", &exchange.next),
            ("body", &exchange.body),
        ];
        let facts = [("time", &exchange.time), ("session", &exchange.session), ("status", &exchange.status)];
        let facts = facts.iter().filter(|(_, fact)| fact.is_some()).map(|(name, fact)| format!(" {name}={}", shown(fact)));
        let rest = [("fault", &exchange.fault), ("missing", &exchange.missing)];
        let rest = rest.iter().filter_map(|(name, text)| Some(format!(" {name}={}", text.as_ref()?)));
        let bodies = bodies.iter().map(|(name, one)| body(name, one));
        format!("{}[{}]{}", shown(&exchange.id), target.collect::<String>().trim(), facts.chain(bodies).chain(rest).collect::<String>())
    });
    each.chain((line.others > 0).then(|| format!("+{}", line.others))).collect::<Vec<_>>().join(" | ")
}

#[test]
fn a_line_in_our_names_is_one_exchange_with_its_bodies_where_they_stand() {
    for (line, wanted) in [
        (r#"{"id":1.0,"request":{"n":1e400},"wire":"openai-chat"}"#, r#"1.0[wire:"openai-chat"] request={"n":1e400}"#),
        (r#"{"custom_id":"b","id":"a","request":{}}"#, r#""a"[] request={}"#),
        (r#"{"id":null,"request":7}"#, "null[] request=7"),
        (r#"{"request":"{\"a\":\"\u0041\"}","next":[1]}"#, r#"[] request:{"a":"A"}@20 next=[1]"#),
        (r#"{"request":"{}","response":null,"stream":"","next":""}"#, "[] request:{}@4"),
        (r#"{"request":{},"stream":true,"time":17,"session":"","status":"500"}"#, r#"[] time="17" session="" status="500" request={}"#),
        (r#"{"stream":"data: x\n\n","time":null,"timestamp":"t"}"#, "[] time=\"t\" stream:data: x\n\n@13"),
        (r#"{"request":"\ud800","response":{}}"#, "[] request:\u{fffd}\u{fffd}\u{fffd}!8 response={}"),
        (
            r#"{"request":{},"target":"x","wire":"w","url":"u","model":null,"request_model":"m"}"#,
            r#"[wire:"w" url:"u" model:"m" wire:"x"] request={}"#,
        ),
        (
            r#"{"request":{},"host":null,"target":{"__proto__":{"wire":1},"h\u006fst":"h"}}"#,
            r#"[host:null __proto__:{"wire":1} h\u006fst:"h"] request={}"#,
        ),
        (r#"{"request":{},"target":null}"#, "[] request={}"),
    ] {
        assert_eq!(rendered(line), wanted, "{line}");
    }
}

#[test]
fn the_last_of_equal_names_counts_and_an_escaped_name_is_a_name() {
    assert_eq!(rendered(r#"{"id":1,"request":"{","id":2,"request":{},"__proto__":{"request":5},"constructor":1}"#), "2[] request={}");
    assert_eq!(rendered(r#"{"\u0069d":3,"req\u0075est":{}}"#), "3[] request={}");
    assert_eq!(rendered(r#"{"request":{"a":1},"request":null,"response":{}}"#), "[] response={}");
}

#[test]
fn a_line_that_is_no_exchange_says_why() {
    for (line, wanted) in [
        ("[1]", "the line must be an object, not an array "),
        ("\"text\"", "the line must be an object, not a string "),
        ("null", "the line must be an object, not a null "),
        ("true", "the line must be an object, not a boolean "),
        (r#"{"request":{},"target":7}"#, "target must be the name of a wire or an object /target"),
        (
            r#"{"id":1,"added":"{}","request":null}"#,
            "this is one line of a session (pairs). Check the whole file: rethought doctor session.jsonl, or rethought inspect session.jsonl -",
        ),
        (r#"{"custom_id":"a","params":null}"#, "there is neither a request nor a response in it -"),
        (r#"{"request":{"headers":{},"body":"\u001f\u008b\b"}}"#, "a body in it is packed with gzip, and is damaged -"),
        (
            r#"{"type":"thread.started","thread_id":"t"}"#,
            "this looks like the output of codex exec --json, which has no encrypted reasoning. Give the rollout of the same session: ~/.codex/sessions/<year>/<month>/<day>/rollout-*.jsonl -",
        ),
        (
            r#"{"type":"message","message":{"role":"assistant","api":"a","provider":"p","content":[{"type":"text","text":"Hello."}]}}"#,
            "this is one line of a session (pi). Check the whole file: rethought doctor session.jsonl, or rethought inspect session.jsonl -",
        ),
    ] {
        assert_eq!(rendered(line), wanted, "{line}");
    }
    let document = scan(br#"{"id":[1.0],"target":7,"request":{}}"#).unwrap();
    assert_eq!(read_line(&document).id, Some(b"[1.0]".as_slice()));
}

#[test]
fn a_body_by_itself_is_the_whole_line() {
    assert_eq!(
        rendered(r#" {"model":"m","messages":[],"stream":true,"wire":"w"} "#),
        r#"[] body= {"model":"m","messages":[],"stream":true,"wire":"w"} "#
    );
    assert_eq!(rendered("{}"), "[] body={}");
}

#[test]
fn lines_of_other_loggers_are_read_as_transcripts_of_them() {
    for (line, wanted) in [
        (r#"{"custom_id":"e","params":{"messages":[]}}"#, r#""e"[] request:{"messages":[]}@0"#),
        (
            r#"{"id":"c","meta":{"url":"https://x/","recorded_at":"t","group":"g","http_status":429},"request":"{}"}"#,
            r#""c"[url:"https://x/"] time="t" session="g" status=429 request:{}@0"#,
        ),
        (
            r#"{"request":{"method":"POST","url":"u","body":"{\"a\":1}"},"response":{"status_code":200,"body":"{}"}}"#,
            r#"[url:"u"] status=200 request:{"a":1}@0 response:{}@0"#,
        ),
        (
            r#"{"req":{"body":{"messages":[]}},"stream_base64":"ZGF0YTogeAoK","session":"1"}"#,
            "[] session=\"1\" request:{\"messages\":[]}@0 stream:data: x\n\n@0",
        ),
        (r#"{"request":{"messages":[]},"sse":"data: x","url":"u"}"#, r#"[url:"u" url:"u"] request:{"messages":[]}@0 stream:data: x@0"#),
        (
            r#"{"log":{"version":"1.2","entries":[{"request":{"method":"POST","url":"https://api.openai.com/v1/responses","postData":{"text":"{}"}}}]}}"#,
            r#"[url:"https://api.openai.com/v1/responses"] request:{}@0"#,
        ),
    ] {
        assert_eq!(rendered(line), wanted, "{line}");
    }
}

#[test]
fn calls_of_an_export_are_exchanges_and_the_rest_is_counted() {
    let request = r#"{"model":"gpt-5","input":[{"type":"message","role":"user","content":"Hi"}]}"#;
    let row = |kind: &str, id: &str| {
        format!(
            r#"{{"id":"{id}","type":"{kind}","trace_id":"t","model_parameters":{{}},"provided_model_name":"m","input":{request},"output":[]}}"#
        )
    };
    let call = format!(r#"[model:"m" wire:"openai-responses" unrecorded:["host"]] request:{request}@0"#);
    assert_eq!(rendered(&row("GENERATION", "a")), format!(r#""a"{call}"#));
    assert_eq!(rendered(&format!(r#"{{"data":[{},{}]}}"#, row("SPAN", "a"), row("GENERATION", "b"))), format!(r#""b"{call} | +1"#));
    assert_eq!(rendered(r#"{"resourceSpans":[]}"#), "");
    assert_eq!(
        rendered(r#"{"id":"d","run_type":"llm","inputs":{"messages":[[{"lc":1}]]}}"#),
        r#""d"[] missing=the request: inputs are LangChain's messages, which its integration turns into a request"#
    );
    // A body that cannot be read is refused by whoever takes it, and costs no other call of the line.
    let lone = r#"{"run_type":"llm","inputs":"{\"messages\":[\"\ud800\"]}"}"#;
    assert!(
        rendered(lone).contains(r#"unrecorded:["host"]] request:{"messages":["#) && rendered(lone).ends_with('0'),
        "{}",
        rendered(lone)
    );
    assert!(rendered(lone).contains("!0"));
}

#[test]
fn a_line_of_100_000_members_and_one_of_100_000_attributes_are_read() {
    let many = (0..100_000).map(|nth| format!("\"m{nth}\":{nth},")).collect::<String>();
    assert_eq!(rendered(&format!("{{{many}\"id\":1,\"request\":{{}}}}")), "1[] request={}");
    let attributes = format!("{{{many}\"openinference.span.kind\":\"TOOL\"}}");
    assert_eq!(rendered(&format!(r#"{{"span_id":"s","attributes":{attributes}}}"#)), "+1");
    let nested = format!("{}1{}", "{\"gen_ai\":".repeat(500), "}".repeat(500));
    assert_eq!(rendered(&format!(r#"{{"span_id":"s","attributes":{nested}}}"#)), "+1");
}

#[cfg(not(target_arch = "wasm32"))]
mod scans {
    use crate::json::scan;
    use crate::json::work::{Work, texts, watch};
    use crate::sessions::read_line;

    /// How many texts are scanned to find the exchanges of a line, the line among them.
    fn count(line: &str) -> usize {
        let (found, done) = watch(|| read_line(&scan(line.as_bytes()).unwrap()).exchanges.is_ok());
        assert!(found, "{line}");
        assert_eq!(texts(&done, Work::Scan).iter().filter(|text| **text == line.as_bytes()).count(), 1, "{line}");
        texts(&done, Work::Scan).len()
    }

    #[test]
    fn a_line_is_scanned_once_and_a_body_in_a_string_of_an_export_once_more() {
        let request = r#"{"model":"m","messages":[{"role":"user","content":"Hi"}]}"#;
        let text = crate::json::quote(request);
        for line in [
            format!(r#"{{"request":{request},"response":{{}}}}"#),
            format!(r#"{{"request":{text},"response":"{{}}"}}"#),
            request.to_owned(),
            format!(r#"{{"request_body":{request},"url":"u"}}"#),
            format!(r#"{{"request":{{"method":"POST","url":"u","body":{text}}}}}"#),
            format!(r#"{{"type":"GENERATION","trace_id":"t","usage_details":{{}},"input":{request},"output":{{}}}}"#),
        ] {
            assert_eq!(count(&line), 1, "{line}");
        }
        assert_eq!(count(&format!(r#"{{"run_type":"llm","inputs":{text},"outputs":{{}}}}"#)), 2);
        assert_eq!(
            count(&format!(r#"{{"span_id":"s","attributes":{{"llm.model_name":"m","input.value":{text},"output.value":"{{ }}"}}}}"#)),
            3
        );
    }
}
