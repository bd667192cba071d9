//! Conversations on the wires that have most of the rules: how what is said is written there.

use rethought::json::{Changes, scan};

/// A wire that conversations are held on: its target, the request they begin with, where its messages are, and how what is said is written.
pub struct Talk {
    pub target: &'static str,
    pub opening: &'static str,
    pub list: &'static str,
    pub response: fn(usize, usize) -> String,
    pub result: fn(usize, usize) -> String,
    pub input: fn(usize) -> String,
}

pub static TALKS: [Talk; 5] = [
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
            let calls = tool_calls(nth, calls);
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
            let calls = tool_calls(nth, calls);
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

/// A request with one more message.
pub fn appended(request: &str, list: &str, what: &str) -> String {
    let document = scan(request.as_bytes()).unwrap();
    let mut changes = Changes::new(&document);
    changes.append(document.find(list).unwrap(), what.as_bytes()).unwrap();
    String::from_utf8(changes.apply().unwrap()).unwrap()
}

/// The calls of a message on the wires of chat, with the comma before them; nothing, if there are none.
fn tool_calls(nth: usize, calls: usize) -> String {
    let call = |call| format!(r#"{{"id":"call_{nth}_{call}","type":"function","function":{{"name":"look","arguments":"{{}}"}}}}"#);
    let calls: Vec<String> = (0..calls).map(call).collect();
    if calls.is_empty() { String::new() } else { format!(r#","tool_calls":[{}]"#, calls.join(",")) }
}

impl Talk {
    /// The messages after an answer with so many calls: their results, or the next words of the user.
    pub fn next(&self, nth: usize, calls: usize) -> Vec<String> {
        let results: Vec<String> = (0..calls).map(|call| (self.result)(nth, call)).collect();
        let in_one = |open: &str, close: &str| vec![format!("{open}{}{close}", results.join(","))];
        match self.list {
            _ if calls == 0 => vec![(self.input)(nth)],
            "/contents" => in_one(r#"{"role":"user","parts":["#, "]}"),
            "/messages" if self.target.contains("anthropic-messages") => in_one(r#"{"role":"user","content":["#, "]}"),
            _ => results,
        }
    }
}
