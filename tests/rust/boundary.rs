//! The JSON texts that leave for JavaScript: their shape, and that every place in them is one of the body.

use std::fs;
use std::path::PathBuf;

use rethought::api::records::json_of;
use rethought::api::report_record;
use rethought::api::{
    Choices, write_call_address, write_catalogue, write_classified, write_conversation, write_detection, write_gateway_facts, write_head,
    write_history, write_line, write_reasoning_items, write_redaction, write_replay_audit, write_replay_notes, write_report,
    write_stream_end, write_stream_events, write_transcript, write_turn, write_verdict,
};
use rethought::audit::{Options, Safety, audit, classify, conversation, rules};
use rethought::formats::clark::{OpenRouterReasoningCodec, ReplayContract, audit_replay};
use rethought::json::{Edit, Span, scan, splice};
use rethought::ledger::Ledger;
use rethought::model::{Target, Wire};
use rethought::sessions::{TranscriptReader, read_line};
use rethought::views::chain::{append, verify};
use rethought::views::{Policy, log, redact};
use rethought::wires::{CODECS, StreamDecoder, call_address, codec, detect, replay};
use serde_json::{Value, json};

fn parsed(text: &[u8]) -> Value {
    serde_json::from_slice(text).unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(text)))
}

fn anthropic() -> Target {
    Target::new(Wire::ANTHROPIC_MESSAGES)
}

/// A turn and its parts, or a history and its entries.
fn two_lines(text: &str) -> [Value; 2] {
    let (record, list) = text.split_once('\n').unwrap();
    [record, list].map(|line| parsed(line.as_bytes()))
}

fn turn(body: &[u8], target: &Target, unfinished: &[&str]) -> [Value; 2] {
    let document = scan(body).unwrap();
    let unfinished: Vec<String> = unfinished.iter().map(|pointer| (*pointer).to_owned()).collect();
    two_lines(&write_turn(&codec(&target.wire).unwrap().response(document.root()), &document, target, &unfinished))
}

const RESPONSE: &str = r#"{"id":"m","content":[{"type":"thinking","thinking":"A","signature":"S="},{"type":"text","text":"Hi"},{"type":"tool_use","id":"t1","name":"look","input":{}}]}"#;

#[test]
fn the_parts_of_a_turn_are_lists_of_places_in_its_body() {
    let target = Target { host: Some("api.anthropic.com".to_owned()), model: Some("claude-asked".to_owned()), ..anthropic() };
    let [turn, parts] = turn(RESPONSE.as_bytes(), &target, &[]);
    let issuer = json!({"vendor": "anthropic", "surface": "api", "model": "claude-asked", "response": "m"});
    assert_eq!(turn, json!({"wire": "anthropic-messages", "id": "m", "issuer": issuer, "diagnostics": []}));
    let span = |text: &str| {
        let start = RESPONSE.find(text).unwrap();
        [start, start + text.len()]
    };
    let [thought, text, call] = [r#"{"type":"th"#, r#"{"type":"te"#, r#"{"type":"to"#].map(|start| span(start)[0]);
    let expected = json!([
        ["/content/0", thought, text - 1, "thought", [], null, ["text", true, {"type": "block"}, span("A"), span("S=")]],
        ["/content/1", text, call - 1, "text", span("Hi")],
        ["/content/2", call, RESPONSE.len() - 2, "call", [], ["t1", "look", span("{}")[0], span("{}")[1]]],
    ]);
    assert_eq!(parts, expected);
}

#[test]
fn half_of_an_answer_says_so() {
    let body = br#"{"candidates":[{"content":{"parts":[{"text":"First, "}]},"finishReason":"CONTINUATION","continuationToken":"Q\/=="}]}"#;
    let [turn, _] = turn(body, &Target::new(Wire::GEMINI_GENERATE), &[]);
    assert_eq!(turn["continuation"], json!({"pointer": "/candidates/0", "required": true, "token": "Q/=="}));
}

#[test]
fn a_malformed_part_has_a_diagnostic_with_its_place() {
    let body = br#"{"content":[{"type":"thinking","thinking":7,"signature":"S"}]}"#;
    let [turn, _] = turn(body, &anthropic(), &[]);
    let diagnostic = &turn["diagnostics"][0];
    check_place(&json!([diagnostic["pointer"], diagnostic["start"], diagnostic["end"]]), body, "diagnostic");
    assert!(diagnostic["reason"].as_str().is_some_and(|reason| !reason.is_empty()), "{turn}");
}

#[test]
fn a_part_at_or_below_an_unfinished_pointer_is_not_complete() {
    for (open, complete) in [(&["/content/0"][..], false), (&["/content"], false), (&["/content/00"], true), (&["/content/1"], true)] {
        let [_, parts] = turn(RESPONSE.as_bytes(), &anthropic(), open);
        assert_eq!(parts[0][6][1], json!(complete), "{open:?}");
    }
}

#[test]
fn a_history_names_roles_and_no_issuer() {
    let body = br#"{"messages":[{"role":"user","content":"Go"},{"role":"assistant","content":[{"type":"redacted_thinking","data":"R"}]},{"role":"new","content":7}]}"#;
    let document = scan(body).unwrap();
    let history = write_history(&codec(&Wire::ANTHROPIC_MESSAGES).unwrap().request(document.root()), &document, &anthropic());
    let [history, entries] = two_lines(&history);
    assert!(history.get("issuer").is_none());
    let roles: Vec<_> = entries.as_array().unwrap().iter().map(|entry| entry[3].clone()).collect();
    assert_eq!(roles, [json!("user"), json!("assistant"), Value::Null]);
    assert_eq!(entries[1][4][0][6][0], "redacted");
}

/// Checks a list that begins with pointer, start and end.
fn check_place(place: &Value, body: &[u8], case: &str) {
    let document = scan(body).unwrap();
    let value = document.find(place[0].as_str().unwrap()).unwrap();
    let [start, end] = [1, 2].map(|nth| usize::try_from(place[nth].as_u64().unwrap()).unwrap());
    assert!(value.span().start <= start && start <= end && end <= value.span().end, "{case}: {place}");
}

#[test]
fn every_place_of_every_case_is_in_the_value_that_its_pointer_names() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/codecs");
    let mut checked = 0;
    for wire in fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()) {
        let target = Target::new(Wire::named(wire.file_name().unwrap().to_string_lossy()));
        for case in fs::read_dir(&wire).unwrap().map(|entry| entry.unwrap().path()) {
            let (name, body) = (case.display().to_string(), fs::read(case.join("in.json")));
            let Ok(body) = body else { continue };
            let [_, parts] = turn(&body, &target, &[]);
            for part in parts.as_array().unwrap() {
                check_place(part, &body, &name);
                if let Some(thought) = part.get(6) {
                    for strings in [&thought[3], &thought[4]] {
                        for span in strings.as_array().unwrap().chunks(2) {
                            let [start, end] = [0, 1].map(|nth| usize::try_from(span[nth].as_u64().unwrap()).unwrap());
                            // A text is the stretch between its quotes.
                            assert!(scan(&[b"\"", &body[start..end], b"\""].concat()).is_ok(), "{name}: {span:?}");
                        }
                    }
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 50, "{checked} thoughts");
}

/// A request with so many thinking blocks without a signature.
fn unsigned(count: usize) -> Vec<u8> {
    let messages: Vec<String> = (0..count)
        .map(|nth| {
            format!(
                r#"{{"role":"user","content":"Q"}},{{"role":"assistant","content":[{{"type":"thinking","thinking":"A {nth}"}},{{"type":"text","text":"B"}}]}}"#
            )
        })
        .collect();
    format!(r#"{{"model":"claude-sonnet-4-5","max_tokens":9000,"thinking":{{"type":"enabled","budget_tokens":2000}},"messages":[{},{{"role":"user","content":"Q"}}]}}"#, messages.join(",")).into_bytes()
}

#[test]
fn a_report_lists_so_many_findings_with_their_fixes_and_counts_the_others() {
    let request = unsigned(5);
    let document = scan(&request).unwrap();
    let report = |most_findings| {
        let options = Options { most_findings, ..Options::default() };
        parsed(&audit(&document, &anthropic(), &options, |facts, report| write_report(&report, facts, &document)).unwrap())
    };
    let [whole, cut] = [report(None), report(Some(2))];
    let record = audit(&document, &anthropic(), &Options::default(), |facts, report| report_record(&report, facts, &document)).unwrap();
    assert_eq!(String::from_utf8(json_of(&record)), String::from_utf8(record.into_json()), "the faster way writes the same");
    let findings = whole["findings"].as_array().unwrap();
    assert!(findings.len() >= 5 && whole.get("omitted").is_none());
    for finding in findings {
        check_place(&json!([finding["pointer"], finding["start"], finding["end"]]), &request, "finding");
        assert!(finding["message"].as_str().is_some_and(|text| !text.is_empty()), "{finding}");
        assert!(finding["why"].as_str().is_some_and(|text| !text.is_empty()), "{finding}");
        assert!(
            finding.get("fix").is_none_or(|fix| !fix["title"].as_str().unwrap().is_empty() && !fix["edits"].as_array().unwrap().is_empty())
        );
    }
    let listed = cut["findings"].as_array().unwrap();
    assert_eq!(listed.len(), 2);
    assert!(listed.iter().all(|finding| findings.contains(finding)));
    let counted: u64 = cut["omitted"].as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(counted, u64::try_from(findings.len() - 2).unwrap());
    assert_eq!(cut["verdict"], whole["verdict"]);
    let checks: Vec<&String> = whole["checks"].as_object().unwrap().keys().collect();
    assert_eq!(checks.len(), rules::all().count());
    assert!(rules::all().all(|rule| checks.iter().any(|id| *id == rule.id)));
}

#[test]
fn the_fixes_of_a_report_have_room_for_a_megabyte() {
    // Each fix removes all thinking before its block too.
    let request = unsigned(900);
    let document = scan(&request).unwrap();
    let target = Target { model: Some("claude-fable-5-2".to_owned()), ..anthropic() };
    let written = audit(&document, &target, &Options::default(), |facts, report| write_report(&report, facts, &document)).unwrap();
    let report = parsed(&written);
    let findings = report["findings"].as_array().unwrap();
    let with_fix = findings.iter().filter(|finding| finding.get("fix").is_some()).count();
    assert!(findings.len() >= 900 && with_fix > 1, "{} findings, {with_fix} with a fix", findings.len());
    assert!(written.len() < 4 << 20, "{}", written.len());
    assert_eq!(report["omittedFixes"].as_u64().unwrap(), u64::try_from(findings.len() - with_fix).unwrap());
}

#[test]
fn the_gravest_findings_are_listed_first() {
    let request = br#"{"model":"claude-sonnet-4-5","max_tokens":9000,"thinking":{"type":"enabled","budget_tokens":2000},"messages":[{"role":"user","content":"Q"},{"role":"assistant","content":[{"type":"thinking","thinking":"A"},{"type":"text","text":"<thinking>B</thinking>"}]},{"role":"user","content":"Q"}]}"#;
    let document = scan(request).unwrap();
    let severities = |most_findings| {
        let options = Options { most_findings: Some(most_findings), ..Options::default() };
        let report = parsed(&audit(&document, &anthropic(), &options, |facts, report| write_report(&report, facts, &document)).unwrap());
        report["findings"].as_array().unwrap().iter().map(|finding| finding["severity"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let all = severities(99);
    assert!(all.len() > 1 && all.iter().any(|severity| severity == "reject") && all.iter().any(|severity| severity != "reject"), "{all:?}");
    assert_eq!(severities(1), ["reject"]);
}

#[test]
fn the_edits_of_a_repair_make_its_request() {
    let request = unsigned(2);
    let target = br#"{"wire":"anthropic-messages"}"#;
    let repaired = rethought::api::repair(&request, target, Choices::default(), &[Safety::Safe, Safety::Unsafe]).unwrap();
    let steps = parsed(&json_of(&repaired.applied));
    let mut made = request;
    for step in steps.as_array().unwrap() {
        assert!(!step["mended"].as_array().unwrap().is_empty());
        let number = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
        let edits = step["edits"].as_array().unwrap().iter();
        let edits: Vec<Edit> = edits
            .map(|edit| Edit {
                span: Span { start: number(&edit["start"]), end: number(&edit["end"]) },
                text: edit["text"].as_str().unwrap().into(),
            })
            .collect();
        assert!(edits.is_sorted_by_key(|edit| edit.span));
        made = splice(&made, &edits).unwrap();
    }
    assert!(!steps.as_array().unwrap().is_empty());
    assert_eq!(String::from_utf8(made), String::from_utf8(repaired.request));
}

#[test]
fn the_catalogue_has_a_row_for_each_rule_in_the_order_of_the_checks() {
    let rows = parsed(&write_catalogue());
    let ids: Vec<&str> = rows.as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap()).collect();
    assert_eq!(ids, rules::all().map(|rule| rule.id).collect::<Vec<_>>());
}

#[test]
fn an_error_is_traced_to_its_rule_and_the_fixes_of_it() {
    let error = br#"{"type":"error","error":{"type":"invalid_request_error","message":"messages.1.content.0: Invalid `signature` in `thinking` block"}}"#;
    let classified = parsed(&write_classified(&classify(error, Some(&Wire::ANTHROPIC_MESSAGES)).unwrap()));
    assert_eq!(classified["rule"], "invalid-thinking-signature");
    // The paragraph behind the list of fixes is about all of them.
    let recovery = classified["recovery"].as_object().unwrap();
    assert!(recovery["unsafe"].as_str().is_some_and(|text| !text.contains("Anthropic would refuse some")), "{classified}");
    assert_eq!(classified["pointer"], "/messages/1/content/0");
}

#[test]
fn a_body_is_detected_with_its_role() {
    let body = RESPONSE.replace(r#""id":"m""#, r#""id":"m","type":"message","role":"assistant""#);
    let detected = parsed(&write_detection(&detect(body.as_bytes(), None).unwrap()));
    assert_eq!((&detected["wire"], &detected["role"]), (&json!("anthropic-messages"), &json!("response")));
    assert!(detected["certainty"].as_u64().unwrap() > 0);
}

#[test]
fn a_stream_gives_a_letter_and_the_text_of_each_event() {
    let stream = concat!(
        "data: {\"choices\":[{\"delta\":{\"reasoning_content\":\"Hm\"}}]}\n\n",
        "data: {\"choices\":[{\"delta\":{\"content\":\"Ok\\n\"}}]}\n\n",
        "data: not json\n\n",
    );
    let mut decoder = StreamDecoder::new(codec(&Wire::OPENAI_CHAT).unwrap());
    let mut events = decoder.push(stream.as_bytes());
    let (rest, streamed) = decoder.finish();
    events.extend(rest);
    assert_eq!(parsed(&write_stream_events(&events)), json!(["kHm", "e", "tOk\n"]));
    let end = parsed(&write_stream_end(&streamed));
    assert_eq!((&end["ended"], &end["unread"]), (&json!(false), &json!(["not json"])));
    assert!(end.get("error").is_none());
}

#[test]
fn a_replay_names_the_members_that_it_had_to_change() {
    let target = Target { host: Some("api.deepseek.com".to_owned()), ..Target::new(Wire::OPENAI_CHAT) };
    let response = br#"{"choices":[{"message":{"role":"assistant","content":"x","reasoning":"y"}}]}"#;
    let replayed = replay(br#"{"messages":[]}"#, response, &target).unwrap();
    let notes = parsed(&write_replay_notes(&replayed.notes));
    assert_eq!(notes.as_array().unwrap().len(), replayed.notes.len());
    assert!(notes[0]["pointer"].as_str().unwrap().ends_with("/reasoning"), "{notes}");
}

#[test]
fn items_and_the_audit_of_clark_have_the_shape_of_its_typescript() {
    let body = r#"{"choices":[{"message":{"reasoning_details":[{"type":"reasoning.text","format":"anthropic-claude-v1","text":"x"}]}}]}"#;
    let document = scan(body.as_bytes()).unwrap();
    let items = OpenRouterReasoningCodec.parse_response(document.root());
    let places = parsed(&write_reasoning_items(&items, &document));
    check_place(&places, body.as_bytes(), "item");
    let audit = parsed(&write_replay_audit(&audit_replay(&items, ReplayContract::AlwaysRequired, false), ReplayContract::AlwaysRequired));
    let expected = json!({
        "itemCount": 1, "signedCount": 0, "formats": ["anthropic-claude-v1"],
        "violations": [{"type": "missing-signatures-for-strict-provider", "contract": "always-required", "formats": ["anthropic-claude-v1"]}],
    });
    assert_eq!(audit, expected);
}

#[test]
fn a_redaction_lists_its_hits_and_a_log_also_its_ephemeral_messages() {
    let body = br#"{"messages":[{"role":"user","content":"me@example.com","ephemeral":true}]}"#;
    let redacted = redact(body, &Policy::default()).unwrap();
    let hits = json!([{"kind": "email", "pointer": "/messages/0/content", "count": 1}]);
    assert_eq!(parsed(&write_redaction(&redacted, None)), json!({"hits": hits}));
    let log = log(body, &Policy::default()).unwrap();
    assert_eq!(parsed(&write_redaction(&log.redacted, Some(&log.ephemeral))), json!({"hits": hits, "ephemeral": ["/messages/0"]}));
}

#[test]
fn a_log_is_reported_with_its_head_and_its_first_broken_record() {
    let (line, head) = append(None, br#"{"n":1}"#, "2026-11-16T00:00:00Z").unwrap();
    assert_eq!(parsed(&write_head(&head)), json!({"seq": 0, "hash": head.hash}));
    let verdict = parsed(&write_verdict(&verify(&line, None, Some(&head))));
    assert_eq!(verdict, json!({"ok": true, "count": 1, "head": {"seq": 0, "hash": head.hash}}));
    let altered = String::from_utf8(line).unwrap().replace("\"n\":1", "\"n\":2");
    let verdict = parsed(&write_verdict(&verify(altered.as_bytes(), None, None)));
    assert_eq!(verdict, json!({"ok": false, "count": 0, "broken": {"line": 0, "seq": 0, "reason": "altered"}}));
}

#[test]
fn the_bodies_of_a_transcript_stand_beside_it_one_after_the_other() {
    let transcript = concat!(r#"{"request":"{\"a\":1}","response":"{\"b\":2}","status":200}"#, "\nbroken\n");
    let mut reader = TranscriptReader::default();
    let mut records = reader.push(transcript.as_bytes());
    records.extend(reader.finish());
    let [written, bodies] = write_transcript(reader.format(), &records);
    let written = parsed(&written);
    assert_eq!(written["format"], "pairs");
    let [exchange, fault] = [&written["records"][0], &written["records"][1]];
    assert_eq!((&exchange["type"], &exchange["status"]), (&json!("exchange"), &json!(200)));
    assert_eq!((&exchange["request"], &exchange["response"]), (&json!(7), &json!(14)));
    assert_eq!(bodies, br#"{"a":1}{"b":2}"#);
    assert_eq!((&fault["type"], &fault["line"]), (&json!("fault"), &json!(2)));
}

#[test]
fn a_conversation_is_its_name_and_its_branch() {
    let (mut ledger, target) = (Ledger::default(), anthropic());
    ledger.record(&target, br#"{"messages":[{"role":"user","content":"Q"}]}"#, RESPONSE.as_bytes()).unwrap();
    let next = br#"{"messages":[{"role":"user","content":"Q"},{"role":"assistant","content":[{"type":"thinking","thinking":"A","signature":"S="},{"type":"text","text":"Hi"}]}]}"#;
    let found = conversation(&scan(next).unwrap(), &target, &ledger).unwrap().unwrap();
    assert_eq!(parsed(&write_conversation(&found)), json!({"id": found.id.to_string(), "branch": [0]}));
}

#[test]
fn a_line_has_the_places_of_its_bodies_in_it_and_in_the_texts_beside_it() {
    let line = r#"{"id":[1.0],"target":{"wire":"openai-chat","\u0068ost":"h"},"status":"200","request":{"a":1},"response":"{\"b\":2}"}"#;
    let [written, texts] = write_line(&read_line(&scan(line.as_bytes()).unwrap()));
    let written = parsed(&written);
    assert_eq!((&written["id"], &written["others"]), (&json!("[1.0]"), &json!(0)));
    let exchange = &written["exchanges"][0];
    assert_eq!((&exchange["target"], &exchange["status"]), (&json!({"wire": "openai-chat", "host": "h"}), &json!("200")));
    let cut = |place: &Value, names: [&str; 2], text: &[u8]| {
        let [start, end] = names.map(|name| usize::try_from(place[name].as_u64().unwrap()).unwrap());
        String::from_utf8(text[start..end].to_vec()).unwrap()
    };
    let [request, response] = [&exchange["request"], &exchange["response"]];
    assert_eq!((&request["form"], &response["form"]), (&json!("object"), &json!("text")));
    assert_eq!(cut(request, ["start", "end"], line.as_bytes()), r#"{"a":1}"#);
    assert_eq!(cut(response, ["start", "end"], line.as_bytes()), r#""{\"b\":2}""#);
    assert_eq!(cut(response, ["textStart", "textEnd"], &texts), r#"{"b":2}"#);
}

#[test]
fn a_line_that_has_half_of_a_surrogate_pair_crosses_as_an_escape() {
    let line = r#"{"request":{"a":1},"response":"\ud800"}"#;
    let [written, texts] = write_line(&read_line(&scan(line.as_bytes()).unwrap()));
    assert!(String::from_utf8(written).unwrap().contains(r#""text":"\ud800""#));
    assert!(texts.is_empty());
}

#[test]
fn a_line_without_an_exchange_says_why() {
    let [written, _] = write_line(&read_line(&scan(b"[7]").unwrap()));
    let written = parsed(&written);
    assert!(written.get("exchanges").is_none(), "{written}");
    assert!(written["error"]["code"].as_str().unwrap().starts_with("E_") && written["error"]["message"].is_string(), "{written}");
}

#[test]
fn the_facts_for_a_proxy_name_every_wire() {
    let facts = parsed(write_gateway_facts().as_bytes());
    let wires: Vec<&String> = facts["wires"].as_object().unwrap().keys().collect();
    assert_eq!(wires.len(), CODECS.len());
    let anthropic = &facts["endpoints"]["anthropic-messages"];
    assert_eq!((&anthropic["host"], &anthropic["path"]), (&json!("api.anthropic.com"), &json!("/v1/messages")));
    assert_eq!(anthropic["streamPath"], anthropic["path"]);
    assert_eq!(anthropic["key"], json!(["x-api-key", ""]));
    let hosts = scan(b"[]").unwrap();
    let address = call_address("https://api.anthropic.com/v1/messages", hosts.root()).unwrap();
    let expected = json!({"wire": "anthropic-messages", "isProvider": true, "isCertain": true});
    assert_eq!(parsed(write_call_address(&address).as_bytes()), expected);
}
