//! Conversations of every kind that people have, from every vendor with thoughts: to every other wire, back, and over a third wire.

use std::collections::BTreeMap;

use rethought::audit::Options;
use rethought::convert::{Policy, convert, wires};
use rethought::json::scan;
use rethought::ledger::Ledger;
use rethought::model::{Target, Wire};

use super::corpus::{aim, faults};
use super::home::{claude, converted, gpt};
use super::pairs::{handles, target};
use super::there::unlisted;
use super::true_plans::{untrue, untrue_with_a_ledger};

const PICTURE: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const TOOLS: &str = r#""tools":[{"name":"look","description":"Looks.","input_schema":{"type":"object","properties":{"n":{"type":"number"}}}},{"name":"find-it_2","input_schema":{"type":"object"}}]"#;

fn gemini() -> Target {
    aim(&Wire::GEMINI_GENERATE, "generativelanguage.googleapis.com", "gemini-3-pro-preview")
}

fn deepseek() -> Target {
    aim(&Wire::OPENAI_CHAT, "api.deepseek.com", "deepseek-v4-pro")
}

/// A request of Claude around the contents of an answer with a call, its results, and more messages.
fn of_claude(answer: &str, results: &str, more: &str) -> String {
    format!(
        r#"{{"model":"claude-opus-4-8","max_tokens":900,"system":"Be brief.",{TOOLS},"messages":[{{"role":"user","content":"Look."}},{{"role":"assistant","content":[{answer}]}},{{"role":"user","content":[{results}]}}{more}]}}"#
    )
}

fn kinds() -> Vec<(&'static str, Target, String)> {
    let thought = r#"{"type":"thinking","thinking":"I must l\u006fok.","signature":"EqQBCkYICxgCKkDcAAAA"}"#;
    let call = |id: &str, name: &str, input: &str| format!(r#"{{"type":"tool_use","id":"{id}","name":"{name}","input":{input}}}"#);
    let result = |id: &str, content: &str| format!(r#"{{"type":"tool_result","tool_use_id":"{id}","content":{content}}}"#);
    let look = call("toolu_1", "look", r#"{"n":1.0}"#);
    let one = result("toolu_1", r#""21""#);
    let picture = format!(r#"{{"type":"image","source":{{"type":"base64","media_type":"image/png","data":"{PICTURE}"}}}}"#);
    let document = r#"{"type":"document","source":{"type":"text","media_type":"text/plain","data":"A page."},"title":"Page"}"#;
    let turn = r#",{"role":"assistant","content":[{"type":"thinking","thinking":"","signature":"EqQBCkYICxgCKkDcBBBB"},{"type":"text","text":"Done."}]},{"role":"user","content":"And?"}"#;
    let claude = |answer: &[&str], results: &[&str], more: &str| (claude(), of_claude(&answer.join(","), &results.join(","), more));
    let responses = |items: &str| {
        let tools = r#""tools":[{"type":"function","name":"look","parameters":{"type":"object"}}]"#;
        (gpt(), format!(r#"{{"model":"gpt-5.4","store":false,"include":["reasoning.encrypted_content"],"input":[{items}],{tools}}}"#))
    };
    let google =
        |contents: &str| (gemini(), format!(r#"{{"contents":[{contents}],"tools":[{{"functionDeclarations":[{{"name":"look"}}]}}]}}"#));
    let chat = |messages: &str| {
        let tools = r#""tools":[{"type":"function","function":{"name":"look","parameters":{"type":"object"}}}]"#;
        (deepseek(), format!(r#"{{"model":"deepseek-v4-pro","messages":[{messages}],{tools}}}"#))
    };
    let reasoning = r#"{"id":"rs_1","type":"reasoning","summary":[{"type":"summary_text","text":"First."},{"type":"summary_text","text":"Second."}],"encrypted_content":"gAAAAABpGx7Kc0ZyQ2hWbTJ4dU9sR3NE"}"#;
    let parallel = [call("toolu_1", "look", "{}"), call("toolu_2", "find-it_2", r#"{"q":""}"#)];
    let failed = r#"{"type":"tool_result","tool_use_id":"toolu_2","is_error":true}"#;
    let kinds = [
        ("pictures and documents", claude(&[thought, &look], &[&result("toolu_1", &format!("[{picture},{document}]")), &picture], turn)),
        ("parallel calls with an error and an empty result", claude(&[thought, &parallel[0], &parallel[1]], &[&one, failed], turn)),
        (
            "redacted and interleaved",
            claude(
                &[thought, r#"{"type":"redacted_thinking","data":"RW13"}"#, r#"{"type":"text","text":"One."}"#, thought, &look],
                &[&one],
                turn,
            ),
        ),
        (
            "numbers",
            claude(&[thought, &call("toolu_1", "look", r#"{"n":1.0,"big":12345678901234567890,"huge":1e400,"low":-0}"#)], &[&one], turn),
        ),
        (
            "lone surrogates",
            claude(
                &[
                    r#"{"type":"thinking","thinking":"a\ud83d","signature":"EqQBCkYICxgCKkDcAAAA"}"#,
                    r#"{"type":"text","text":"\ude00b"}"#,
                    &call("toolu_1", "look", r#"{"s":"\ud83d"}"#),
                ],
                &[&result("toolu_1", r#""\ud83d""#)],
                turn,
            ),
        ),
        (
            "server tools and citations",
            claude(
                &[
                    thought,
                    r#"{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{"query":"x"}},{"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[{"type":"web_search_result","title":"T","url":"https://example.org","encrypted_content":"RW5j"}]},{"type":"text","text":"It is.","citations":[{"type":"web_search_result_location","url":"https://example.org","title":"T","encrypted_index":"RQ==","cited_text":"x"}]}"#,
                    &look,
                ],
                &[&one],
                turn,
            ),
        ),
        (
            "cache marks and empty texts",
            claude(
                &[thought, &look],
                &[
                    r#"{"type":"tool_result","tool_use_id":"toolu_1","content":[{"type":"text","text":"21","cache_control":{"type":"ephemeral"}}]}"#,
                    r#"{"type":"text","text":"Go on."}"#,
                ],
                turn,
            ),
        ),
        (
            "several vendors in one history",
            claude(
                &[&call("call_abc123def456", "look", "{}"), &call("rtAbCdEf1", "look", "{}")],
                &[&result("call_abc123def456", r#""1""#), &result("rtAbCdEf1", r#""2""#)],
                turn,
            ),
        ),
        (
            "summaries and a phase",
            responses(&format!(
                r#"{{"role":"developer","content":"Be brief."}},{{"role":"user","content":"Look."}},{reasoning},{{"type":"function_call","call_id":"call_1","name":"look","arguments":"{{\"n\":1.0}}"}},{{"type":"function_call_output","call_id":"call_1","output":"21"}},{{"type":"message","role":"assistant","phase":"final_answer","content":[{{"type":"output_text","text":"21.","annotations":[]}}]}},{{"role":"user","content":"And?"}}"#
            )),
        ),
        (
            "instructions in the middle",
            responses(&format!(
                r#"{{"role":"user","content":"Look."}},{reasoning},{{"role":"assistant","content":"21."}},{{"role":"developer","content":"Now in French."}},{{"role":"user","content":"And?"}}"#
            )),
        ),
        (
            "a compaction",
            responses(&format!(
                r#"{{"role":"user","content":"Look."}},{{"type":"compaction","id":"cmp_1","encrypted_content":"gAAAAABpGx7Kc0ZyQ2hWbTJ4dU9sR3NF"}},{{"role":"user","content":"Go on."}},{reasoning},{{"role":"assistant","content":"Done."}},{{"role":"user","content":"And?"}}"#
            )),
        ),
        (
            "begins with a call",
            responses(&format!(
                r#"{reasoning},{{"type":"function_call","call_id":"call_1","name":"look","arguments":"{{}}"}},{{"type":"function_call_output","call_id":"call_1","output":""}},{{"role":"user","content":"And?"}}"#
            )),
        ),
        (
            "parallel signed calls",
            google(
                r#"{"role":"user","parts":[{"text":"Look."}]},{"role":"model","parts":[{"text":"Hm.","thought":true},{"functionCall":{"name":"look","args":{"n":1}},"thoughtSignature":"CikBVKhc7g9Q2hWbTJ4dU9sR3NEa1F3YkpINnRmUGpBNXZYOGVN"},{"functionCall":{"name":"look","args":{"n":2}}}]},{"role":"user","parts":[{"functionResponse":{"name":"look","response":{"output":"1"}}},{"functionResponse":{"name":"look","response":{"error":"no"}}}]},{"role":"model","parts":[{"text":"Done.","thoughtSignature":"CjMBVKhc7mV4YW1wbGUtb2YtYS1zaWduYXR1cmUtdGhhdC1pcy1s"}]},{"role":"user","parts":[{"text":"And?"}]}"#,
            ),
        ),
        (
            "an open round of Gemini",
            google(
                r#"{"role":"user","parts":[{"text":"Look."}]},{"role":"model","parts":[{"functionCall":{"name":"look","args":{}},"thoughtSignature":"CikBVKhc7g9Q2hWbTJ4dU9sR3NEa1F3YkpINnRmUGpBNXZYOGVN"}]},{"role":"user","parts":[{"functionResponse":{"name":"look","response":{"output":""}}}]}"#,
            ),
        ),
        (
            "reasoning as a member",
            chat(
                r#"{"role":"system","content":"Be brief."},{"role":"user","content":"Look."},{"role":"assistant","content":"","reasoning_content":"I look.","tool_calls":[{"id":"call_00_8Qb3kTzRr1","type":"function","function":{"name":"look","arguments":"{\"n\": 1.0}"}}]},{"role":"tool","tool_call_id":"call_00_8Qb3kTzRr1","content":""}"#,
            ),
        ),
        (
            "tags in a text",
            chat(
                r#"{"role":"user","content":"Look."},{"role":"assistant","content":"<think>Hm.</think>Done.","reasoning_content":"I look."},{"role":"user","content":"And? \ud83d"}"#,
            ),
        ),
    ];
    kinds.into_iter().map(|(name, (from, request))| (name, from, request)).collect()
}

#[test]
fn every_kind_is_accepted_and_reported_everywhere_and_its_plan_is_true() {
    let mut wrong: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut count = 0;
    for (name, from, request) in kinds() {
        let document = scan(request.as_bytes()).unwrap_or_else(|error| panic!("{name}: {error}"));
        for to in wires().filter(|to| **to != from.wire).map(target) {
            count += 1;
            let made = convert(&document, &from, &to, &Policy::default(), &Options::default()).unwrap();
            let mut found = faults(&document, &from, &to, &made);
            // The handles here are made up, and the source itself would be refused for them.
            found.retain(|fault| !fault.ends_with("audit damaged-handle"));
            found.extend(unlisted(&made));
            found.extend(untrue(&document, &from, &to, &made));
            found.extend(untrue_with_a_ledger(&request, &from, &to));
            found.into_iter().for_each(|fault| wrong.entry(format!("{name} -> {}: {fault}", to.wire)).or_default().push(String::new()));
        }
    }
    assert!(count >= 140, "{count}");
    assert!(wrong.is_empty(), "{}", wrong.keys().cloned().collect::<Vec<_>>().join("\n"));
}

#[test]
fn every_thought_of_every_kind_returns_also_over_a_third_wire() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for (name, from, request) in kinds() {
        let own = handles(&scan(request.as_bytes()).unwrap(), &from);
        let others: Vec<Target> = wires().filter(|to| **to != from.wire).map(target).collect();
        for (nth, to) in others.iter().enumerate() {
            let third = &others[(nth + 3) % others.len()];
            for way in [vec![&from, to, &from], vec![&from, to, third, &from]] {
                let (mut ledger, mut text) = (Ledger::default(), request.clone());
                for pair in way.windows(2) {
                    text = converted(&text, pair[0], pair[1], &mut ledger).0;
                    count += 1;
                }
                let returned = handles(&scan(text.as_bytes()).unwrap(), &from);
                let lost = own.iter().filter(|thought| !returned.contains(thought)).count();
                if lost > 0 {
                    let names: Vec<&str> = way.iter().map(|end| end.wire.as_str()).collect();
                    wrong.push(format!("{name}: {lost} of {} lost on {}", own.len(), names.join(" -> ")));
                }
            }
        }
    }
    assert!(count > 600 && wrong.is_empty(), "{count} conversions, {} ways:\n{}", wrong.len(), wrong.join("\n"));
}
