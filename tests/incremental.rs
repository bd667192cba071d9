//! The law of the auditor that goes on: its report is that of an audit of the whole, whatever was recorded and audited before.
//!
//! Held over long conversations made here, damaged at every turn, and over the simulator's, of which every request is audited in its
//! turn and the last is mostly damaged. Without the file that `node tests/simulator/dump.mjs target/simulated.ndjson` writes, that
//! test says so and checks nothing.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::print_stdout)]

use std::fs::File;
use std::io::{BufRead, BufReader};

use rethought::audit::{Auditor, Options, audit, view};
use rethought::codecs::{aim, replay};
use rethought::json::{Changes, scan};
use rethought::ledger::Ledger;
use rethought::model::Target;
use serde_json::Value;

fn whole(ledger: &Ledger, request: &str, target: &Target) -> Vec<u8> {
    let document = scan(request.as_bytes()).unwrap();
    audit(&document, target, &Options { ledger: Some(ledger), ..Options::default() }, |facts, report| {
        view::report(&report, facts, &document)
    })
    .unwrap()
}

fn aimed(step: &Value) -> Target {
    let mut target = step["target"].clone();
    if let Some(dialect) = target["host"].as_str().and_then(|host| host.strip_suffix(".local")) {
        target["host"] = dialect.into();
    }
    let request = step["request"].as_str().unwrap();
    aim(scan(target.to_string().as_bytes()).unwrap().root(), Some(&scan(request.as_bytes()).unwrap())).unwrap()
}

#[test]
fn an_audit_that_goes_on_says_what_an_audit_of_the_whole_says() {
    let path = std::env::var("SIMULATED").unwrap_or_else(|_| format!("{}/target/simulated.ndjson", env!("CARGO_MANIFEST_DIR")));
    let Ok(file) = File::open(&path) else {
        println!("not run: {path} is not here; node tests/simulator/dump.mjs writes it");
        return;
    };
    let (mut audits, mut went_on, mut wrong) = (0, 0, Vec::new());
    for line in BufReader::new(file).lines().step_by(4) {
        let row: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let place = format!("{} {} «{}»", row["kind"].as_str().unwrap(), row["seed"], row["damage"].as_str().unwrap_or("whole"));
        let (mut auditor, mut ledger) = (Auditor::default(), Ledger::default());
        let steps = row["before"].as_array().unwrap().iter().chain([&row]);
        for (nth, step) in steps.enumerate() {
            let (target, request) = (aimed(step), step["request"].as_str().unwrap());
            let expected = whole(auditor.ledger(), request, &target);
            let found = auditor
                .audit(request.as_bytes(), &target, &Options::default(), |document, facts, report| view::report(&report, facts, document))
                .unwrap();
            audits += 1;
            went_on += usize::from(auditor.skipped() > 0);
            if found != expected {
                wrong.push(format!(
                    "{place} at {nth}, {} bytes skipped\n  whole {}\n  went on {}",
                    auditor.skipped(),
                    String::from_utf8_lossy(&expected),
                    String::from_utf8_lossy(&found)
                ));
            }
            // And again, from itself.
            let again = auditor
                .audit(request.as_bytes(), &target, &Options::default(), |document, facts, report| view::report(&report, facts, document))
                .unwrap();
            if again != expected {
                wrong.push(format!(
                    "{place} at {nth}, again, {} skipped\n  whole {}\n  again {}",
                    auditor.skipped(),
                    String::from_utf8_lossy(&expected),
                    String::from_utf8_lossy(&again)
                ));
            }
            match (step["response"].as_str(), step["stream"].as_str()) {
                (Some(body), _) => {
                    auditor.answer(body.as_bytes(), false).unwrap();
                    ledger.record(&target, request.as_bytes(), body.as_bytes()).unwrap();
                }
                (_, Some(stream)) => {
                    auditor.answer(stream.as_bytes(), true).unwrap();
                    ledger.record_stream(&target, request.as_bytes(), stream.as_bytes()).unwrap();
                }
                _ => {}
            }
        }
        let snapshot = ledger.snapshot();
        assert_eq!(auditor.ledger().snapshot(), snapshot, "{place}: what is recorded without its request");
        let (read, last) = (Ledger::restore(&snapshot).unwrap().0, ledger.len().saturating_sub(1));
        assert_eq!(
            format!("{:?}", ledger.recorded(last)),
            format!("{:?}", read.recorded(last)),
            "{place}: what is remembered is what is written"
        );
    }
    wrong.iter().take(5).for_each(|one| println!("{one}"));
    println!("{audits} audits, {went_on} went on, {} differ", wrong.len());
    assert!(wrong.is_empty() && went_on > 0);
}

/// A wire that conversations are held on: its target, the request they begin with, where its messages are, and how what is said is written.
struct Talk {
    target: &'static str,
    opening: &'static str,
    list: &'static str,
    response: fn(usize, usize) -> String,
    result: fn(usize, usize) -> String,
    input: fn(usize) -> String,
}

const TALKS: [Talk; 5] = [
    Talk {
        target: r#"{"wire":"anthropic-messages","host":"api.anthropic.com","model":"claude-opus-4-5","account":"a"}"#,
        opening: r#"{"model":"claude-opus-4-5","max_tokens":9000,"thinking":{"type":"enabled","budget_tokens":2048},"system":"Be brief.","tools":[{"name":"look","input_schema":{"type":"object"}}],"messages":[{"role":"user","content":"Begin."}]}"#,
        list: "/messages",
        response: |nth, calls| {
            let uses =
                (0..calls).map(|call| format!(r#",{{"type":"tool_use","id":"toolu_{nth}_{call}","name":"look","input":{{"n":{nth}}}}}"#));
            let last = if calls == 0 { r#",{"type":"text","text":"Done."}"# } else { "" };
            format!(
                r#"{{"id":"msg_{nth}","type":"message","role":"assistant","model":"claude-opus-4-5","content":[{{"type":"thinking","thinking":"Thought {nth}.","signature":"{}"}}{last}{}],"stop_reason":"end_turn","usage":{{}}}}"#,
                sealed(nth),
                uses.collect::<String>()
            )
        },
        result: |nth, call| format!(r#"{{"type":"tool_result","tool_use_id":"toolu_{nth}_{call}","content":"line {nth}"}}"#),
        input: |nth| format!(r#"{{"role":"user","content":"Now {nth}."}}"#),
    },
    Talk {
        target: r#"{"wire":"openai-responses","host":"api.openai.com","model":"gpt-5.6","account":"a"}"#,
        opening: r#"{"model":"gpt-5.6","store":false,"include":["reasoning.encrypted_content"],"input":[{"role":"user","content":"Begin."}]}"#,
        list: "/input",
        response: |nth, calls| {
            let uses = (0..calls).map(|call| {
                format!(
                    r#",{{"type":"function_call","id":"fc_{nth}_{call}","call_id":"call_{nth}_{call}","name":"look","arguments":"{{}}"}}"#
                )
            });
            let last = if calls == 0 {
                format!(
                    r#",{{"type":"message","id":"msg_{nth}","role":"assistant","content":[{{"type":"output_text","text":"Done.","annotations":[]}}]}}"#
                )
            } else {
                String::new()
            };
            format!(
                r#"{{"id":"resp_{nth}","object":"response","model":"gpt-5.6","output":[{{"type":"reasoning","id":"rs_{nth}","summary":[],"encrypted_content":"gAAAAABp{}"}}{last}{}]}}"#,
                sealed(nth).replace('+', "-").replace('/', "_"),
                uses.collect::<String>()
            )
        },
        result: |nth, call| format!(r#"{{"type":"function_call_output","call_id":"call_{nth}_{call}","output":"line {nth}"}}"#),
        input: |nth| format!(r#"{{"role":"user","content":"Now {nth}."}}"#),
    },
    Talk {
        target: r#"{"wire":"gemini-generate","host":"generativelanguage.googleapis.com","model":"gemini-3-pro-preview"}"#,
        opening: r#"{"contents":[{"role":"user","parts":[{"text":"Begin."}]}]}"#,
        list: "/contents",
        response: |nth, calls| {
            let uses = (0..calls).map(|call| {
                let signature = if call == 0 { format!(r#","thoughtSignature":"{}""#, sealed(nth)) } else { String::new() };
                format!(r#"{{"functionCall":{{"name":"look","args":{{"n":{nth}}}}}{signature}}}"#)
            });
            let uses = uses.collect::<Vec<_>>().join(",");
            let parts = if calls == 0 { r#"{"text":"Done."}"#.to_owned() } else { uses };
            format!(
                r#"{{"candidates":[{{"content":{{"role":"model","parts":[{parts}]}}}}],"modelVersion":"gemini-3-pro-preview","responseId":"r{nth}"}}"#
            )
        },
        result: |nth, _| format!(r#"{{"functionResponse":{{"name":"look","response":{{"n":{nth}}}}}}}"#),
        input: |nth| format!(r#"{{"role":"user","parts":[{{"text":"Now {nth}."}}]}}"#),
    },
    Talk {
        target: r#"{"wire":"openai-chat","host":"api.deepseek.com","model":"deepseek-v4-pro"}"#,
        opening: r#"{"model":"deepseek-v4-pro","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"Begin."}]}"#,
        list: "/messages",
        response: |nth, calls| {
            let uses = (0..calls)
                .map(|call| format!(r#"{{"id":"call_{nth}_{call}","type":"function","function":{{"name":"look","arguments":"{{}}"}}}}"#));
            let uses = uses.collect::<Vec<_>>().join(",");
            let calls = if calls == 0 { String::new() } else { format!(r#","tool_calls":[{uses}]"#) };
            format!(
                r#"{{"id":"c{nth}","model":"deepseek-v4-pro","choices":[{{"index":0,"message":{{"role":"assistant","content":"Said {nth}.","reasoning_content":"Thought {nth}."{calls}}}}}]}}"#
            )
        },
        result: |nth, call| format!(r#"{{"role":"tool","tool_call_id":"call_{nth}_{call}","content":"line {nth}"}}"#),
        input: |nth| format!(r#"{{"role":"user","content":"Now {nth}."}}"#),
    },
    Talk {
        target: r#"{"wire":"openrouter-chat","host":"openrouter.ai","model":"anthropic/claude-opus-4.5"}"#,
        opening: r#"{"model":"anthropic/claude-opus-4.5","reasoning":{"effort":"high"},"messages":[{"role":"user","content":"Begin."}]}"#,
        list: "/messages",
        response: |nth, calls| {
            let uses = (0..calls)
                .map(|call| format!(r#"{{"id":"call_{nth}_{call}","type":"function","function":{{"name":"look","arguments":"{{}}"}}}}"#));
            let uses = uses.collect::<Vec<_>>().join(",");
            let calls = if calls == 0 { String::new() } else { format!(r#","tool_calls":[{uses}]"#) };
            format!(
                r#"{{"id":"c{nth}","model":"anthropic/claude-opus-4.5","choices":[{{"index":0,"message":{{"role":"assistant","content":"Said {nth}.","reasoning":"Thought {nth}.","reasoning_details":[{{"type":"reasoning.text","text":"Thought {nth}.","signature":"{}","format":"anthropic-claude-v1","index":0}}]{calls}}}}}]}}"#,
                sealed(nth)
            )
        },
        result: |nth, call| format!(r#"{{"role":"tool","tool_call_id":"call_{nth}_{call}","content":"line {nth}"}}"#),
        input: |nth| format!(r#"{{"role":"user","content":"Now {nth}."}}"#),
    },
];

/// A handle, a different one a turn.
fn sealed(nth: usize) -> String {
    let mut state = u32::try_from(nth).unwrap().wrapping_mul(2_654_435_761).wrapping_add(1);
    let digits = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let letters = (0..88).map(|_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from(digits[usize::try_from(state >> 26).unwrap()])
    });
    letters.collect()
}

fn appended(request: &str, list: &str, what: &str) -> String {
    let document = scan(request.as_bytes()).unwrap();
    let mut changes = Changes::new(&document);
    changes.append(document.find(list).unwrap(), what.as_bytes()).unwrap();
    String::from_utf8(changes.apply().unwrap()).unwrap()
}

/// What may happen to a request on its way, at a message.
fn damages(request: &str, list: &str, at: usize) -> Vec<String> {
    let document = scan(request.as_bytes()).unwrap();
    let messages = document.find(list).unwrap();
    let Some(message) = messages.element(at) else { return Vec::new() };
    let changed = |change: &dyn Fn(&mut Changes<'_>) -> Result<(), rethought::Error>| {
        let mut changes = Changes::new(&document);
        change(&mut changes).ok()?;
        String::from_utf8(changes.apply().ok()?).ok()
    };
    let raw = std::str::from_utf8(message.raw()).unwrap();
    let edited = |from: &str, to: &str| raw.contains(from).then(|| request.replacen(raw, &raw.replacen(from, to, 1), 1));
    let twice = changed(&|changes| changes.insert(message, message.raw()));
    let gone = changed(&|changes| changes.remove(message));
    let moved = changed(&|changes| changes.append(messages, message.raw()));
    let thinks = if request.contains("\"enabled\"") {
        request.replacen("\"enabled\",\"budget_tokens\":2048", "\"disabled\"", 1)
    } else {
        String::new()
    };
    let all = [
        twice,
        gone,
        moved,
        edited("Thought", "Other"),
        edited("line", "word"),
        edited("signature\":\"", "signature\":\"x"),
        edited("Signature\":\"", "Signature\":\"x"),
        edited("gAAAAA", "gBBBBB"),
        edited("\"reasoning_content\"", "\"reasoning_text\""),
        edited("call_", "other_"),
        edited("toolu_", "other_"),
        Some(thinks).filter(|text| !text.is_empty()),
        Some(request.replacen("Be brief.", "Be long.", 1)).filter(|text| text != request),
        Some(request.replacen(",\"", ", \"", 1)),
    ];
    all.into_iter().flatten().collect()
}

#[test]
fn a_long_conversation_is_gone_on_with_and_its_damage_is_found_all_the_same() {
    let mut state = 7_u32;
    let mut below = |most: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        usize::try_from((state >> 16) % most).unwrap()
    };
    let mut wrong = Vec::new();
    let (mut audits, mut went_on, mut tries) = (0, 0, 0);
    for talk in &TALKS {
        for seed in 0..6 {
            let target = aim(scan(talk.target.as_bytes()).unwrap().root(), None).unwrap();
            let (mut auditor, mut ledger) = (Auditor::default(), Ledger::default());
            let mut request = talk.opening.to_owned();
            for nth in 0..24 {
                // Before it is sent as it is, something happens to it at any message.
                let most = scan(request.as_bytes()).unwrap().find(talk.list).unwrap().elements().count();
                let mut others = damages(&request, talk.list, below(u32::try_from(most).unwrap()));
                let only = below(14);
                let tried: Vec<String> = others.drain(..).skip(only).take(2).collect();
                for text in tried.iter().chain([&request]) {
                    let expected = whole(auditor.ledger(), text, &target);
                    let found = auditor
                        .audit(text.as_bytes(), &target, &Options::default(), |document, facts, report| {
                            view::report(&report, facts, document)
                        })
                        .unwrap();
                    tries += 1;
                    if found != expected {
                        let [found, expected] = [found, expected].map(|text| String::from_utf8_lossy(&text).into_owned());
                        wrong.push(format!(
                            "{} seed {seed} turn {nth}, {} skipped: {text}\n  whole {expected}\n  went on {found}",
                            talk.target,
                            auditor.skipped()
                        ));
                    }
                }
                audits += 1;
                went_on += usize::from(auditor.skipped() > 0);
                let calls = if below(5) == 0 { 0 } else { 1 + below(2) };
                let response = (talk.response)(nth, calls);
                auditor.answer(response.as_bytes(), false).unwrap();
                assert!(auditor.answer(response.as_bytes(), false).is_err(), "an audit is answered once");
                ledger.record(&target, request.as_bytes(), response.as_bytes()).unwrap();
                assert_eq!(auditor.ledger().snapshot(), ledger.snapshot(), "{} turn {nth}: recorded without its request", talk.target);
                let read = Ledger::restore(&ledger.snapshot()).unwrap().0.recorded(nth);
                assert_eq!(format!("{:?}", ledger.recorded(nth)), format!("{read:?}"), "what is remembered is what is written");
                request = String::from_utf8(replay(request.as_bytes(), response.as_bytes(), &target).unwrap().request).unwrap();
                let results: Vec<String> = (0..calls).map(|call| (talk.result)(nth, call)).collect();
                let in_one = |open: &str, close: &str| vec![format!("{open}{}{close}", results.join(","))];
                let next = match talk.list {
                    _ if calls == 0 => vec![(talk.input)(nth)],
                    "/contents" => in_one(r#"{"role":"user","parts":["#, "]}"),
                    "/messages" if talk.target.contains("anthropic-messages") => in_one(r#"{"role":"user","content":["#, "]}"),
                    _ => results,
                };
                request = next.iter().fold(request, |request, next| appended(&request, talk.list, next));
            }
        }
    }
    wrong.iter().take(3).for_each(|one| println!("{one}"));
    println!("{tries} audits of {audits} turns, of which {went_on} went on; {} differ", wrong.len());
    assert!(wrong.is_empty());
    assert!(went_on * 3 >= audits * 2, "{went_on} of {audits}");
}
