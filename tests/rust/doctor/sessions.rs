//! Sessions with genuine handles, one of each agent: two questions, each with a call and its result.

use crate::handles::{claude, fernet};

/// A session, and its handles in order.
pub struct Healthy {
    pub format: &'static str,
    pub file: String,
    pub handles: Vec<String>,
}

pub fn all() -> Vec<Healthy> {
    vec![claude_code(), codex(), pi_with_claude(), pi_with_responses(), opencode_with_claude(), opencode_with_openai()]
}

pub fn claude_code() -> Healthy {
    let handles: Vec<String> = (1..=4).map(claude).collect();
    let mut lines: Vec<String> = Vec::new();
    let mut add = |kind: &str, message: String| {
        let nth = lines.len();
        let parent = if nth == 0 { "null".to_owned() } else { format!("\"line-{}\"", nth - 1) };
        lines.push(format!(
            r#"{{"parentUuid":{parent},"isSidechain":false,"cwd":"/code/lee","sessionId":"5c1b0000-0000-4000-8000-000000000007","type":"{kind}","message":{message},"uuid":"line-{nth}","timestamp":"2026-11-18T09:00:{nth:02}.000Z"}}"#
        ));
    };
    let block = |id: &str, block: &str| {
        format!(
            r#"{{"id":"msg_01{id}","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[{block}],"stop_reason":null}}"#
        )
    };
    for (nth, question) in ["Which files?", "And the tests?"].iter().enumerate() {
        let [first, last] = [2 * nth, 2 * nth + 1];
        add("user", format!(r#"{{"role":"user","content":"{question}"}}"#));
        let thought = |nth: usize| format!(r#"{{"type":"thinking","thinking":"Thought {nth}.","signature":"{}"}}"#, handles[nth]);
        add("assistant", block(&format!("A{first}"), &thought(first)));
        let call = format!(r#"{{"type":"tool_use","id":"toolu_01A{nth}","name":"Bash","input":{{"command":"ls"}}}}"#);
        add("assistant", block(&format!("A{first}"), &call));
        let result = format!(r#"{{"role":"user","content":[{{"tool_use_id":"toolu_01A{nth}","type":"tool_result","content":"a b"}}]}}"#);
        add("user", result);
        add("assistant", block(&format!("A{last}"), &thought(last)));
        add("assistant", block(&format!("A{last}"), r#"{"type":"text","text":"Two."}"#));
    }
    Healthy { format: "claude-code", file: lines.join("\n") + "\n", handles }
}

pub fn codex() -> Healthy {
    let handles: Vec<String> = (1..=4).map(fernet).collect();
    let mut lines = Vec::new();
    let mut add = |kind: &str, payload: String| {
        lines.push(format!(r#"{{"timestamp":"2026-11-18T09:00:{:02}.000Z","type":"{kind}","payload":{payload}}}"#, lines.len()));
    };
    add(
        "session_meta",
        r#"{"id":"019c5a10-7b1e-7cc2-9d1f-3a5be0f2c007","cwd":"/code/lee","cli_version":"0.169.0","model_provider":"openai"}"#.to_owned(),
    );
    for (nth, question) in ["Which files?", "And the tests?"].iter().enumerate() {
        let [first, last] = [2 * nth, 2 * nth + 1];
        let thought = |nth: usize| format!(r#"{{"type":"reasoning","summary":[],"encrypted_content":"{}"}}"#, handles[nth]);
        add("turn_context", r#"{"turn_id":"t","model":"gpt-5.2-codex","effort":"high","summary":"auto"}"#.to_owned());
        add("response_item", format!(r#"{{"type":"message","role":"user","content":[{{"type":"input_text","text":"{question}"}}]}}"#));
        add("response_item", thought(first));
        add("response_item", format!(r#"{{"type":"function_call","name":"shell","arguments":"{{}}","call_id":"call_{nth}"}}"#));
        add("event_msg", r#"{"type":"token_count","info":null}"#.to_owned());
        add("response_item", format!(r#"{{"type":"function_call_output","call_id":"call_{nth}","output":"a b"}}"#));
        add("response_item", thought(last));
        add("response_item", r#"{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Two."}]}"#.to_owned());
        add("event_msg", r#"{"type":"token_count","info":null}"#.to_owned());
    }
    Healthy { format: "codex", file: lines.join("\n") + "\n", handles }
}

/// The lines of pi: every line names the one before it.
fn pi(content: impl Fn(usize) -> String, about: &str, handles: Vec<String>) -> Healthy {
    let mut lines =
        vec![r#"{"type":"session","version":3,"id":"0a1b2c3d","timestamp":"2026-11-18T09:00:00.000Z","cwd":"/code/lee"}"#.to_owned()];
    let mut add = |message: String| {
        let nth = lines.len();
        let parent = if nth == 1 { "null".to_owned() } else { format!("\"line-{}\"", nth - 1) };
        lines.push(format!(
            r#"{{"type":"message","id":"line-{nth}","parentId":{parent},"timestamp":"2026-11-18T09:00:{nth:02}.000Z","message":{message}}}"#
        ));
    };
    for nth in 0..2 {
        let [first, last] = [2 * nth, 2 * nth + 1];
        add(r#"{"role":"user","content":[{"type":"text","text":"Which files?"}]}"#.to_owned());
        let call = format!(r#"{{"type":"toolCall","id":"call_{nth}","name":"bash","arguments":{{}}}}"#);
        add(format!(r#"{{"role":"assistant","content":[{},{call}],{about},"stopReason":"toolUse"}}"#, content(first)));
        add(format!(
            r#"{{"role":"toolResult","toolCallId":"call_{nth}","toolName":"bash","content":[{{"type":"text","text":"a b"}}],"isError":false}}"#
        ));
        add(format!(r#"{{"role":"assistant","content":[{},{{"type":"text","text":"Two."}}],{about},"stopReason":"stop"}}"#, content(last)));
    }
    Healthy { format: "pi", file: lines.join("\n") + "\n", handles }
}

pub fn pi_with_claude() -> Healthy {
    let handles: Vec<String> = (1..=4).map(claude).collect();
    let thought = |nth: usize| format!(r#"{{"type":"thinking","thinking":"Thought {nth}.","thinkingSignature":"{}"}}"#, handles[nth]);
    pi(thought, r#""api":"anthropic-messages","provider":"anthropic","model":"claude-sonnet-4-5""#, handles.clone())
}

pub fn pi_with_responses() -> Healthy {
    let handles: Vec<String> = (1..=4).map(fernet).collect();
    let thought = |nth: usize| {
        let item = format!(
            r#"{{\\"type\\":\\"reasoning\\",\\"id\\":\\"rs_{nth}\\",\\"summary\\":[],\\"encrypted_content\\":\\"{}\\"}}"#,
            handles[nth]
        )
        .replace("\\\\", "\\");
        format!(r#"{{"type":"thinking","thinking":"Thought {nth}.","thinkingSignature":"{item}"}}"#)
    };
    pi(thought, r#""api":"openai-responses","provider":"openai","model":"gpt-5.2""#, handles.clone())
}

/// An export of OpenCode, on many lines.
fn opencode(metadata: impl Fn(usize) -> String, about: &str, handles: Vec<String>) -> Healthy {
    let mut messages = Vec::new();
    for nth in 0..2 {
        let [first, last] = [2 * nth, 2 * nth + 1];
        messages
            .push(r#"{"info":{"id":"msg","sessionID":"ses_1","role":"user"},"parts":[{"type":"text","text":"Which files?"}]}"#.to_owned());
        let thought =
            |nth: usize| format!(r#"{{"id":"prt_{nth}","type":"reasoning","text":"Thought {nth}.","metadata":{}}}"#, metadata(nth));
        let call = format!(
            r#"{{"type":"tool","callID":"call_{nth}","tool":"bash","state":{{"status":"completed","input":{{}},"output":"a b"}}}}"#
        );
        let answer = |parts: String| {
            format!(r#"{{"info":{{"id":"msg","sessionID":"ses_1","role":"assistant",{about}}},"parts":[{{"type":"step-start"}},{parts}]}}"#)
        };
        messages.push(answer(format!("{},{call}", thought(first))));
        messages.push(answer(format!(r#"{},{{"type":"text","text":"Two."}}"#, thought(last))));
    }
    let file = format!("{{\"info\":{{\"id\":\"ses_1\",\"directory\":\"/code/lee\"}},\n\"messages\":[\n{}\n]}}\n", messages.join(",\n"));
    Healthy { format: "opencode", file, handles }
}

pub fn opencode_with_claude() -> Healthy {
    let handles: Vec<String> = (1..=4).map(claude).collect();
    let metadata = |nth: usize| format!(r#"{{"anthropic":{{"signature":"{}"}}}}"#, handles[nth]);
    opencode(metadata, r#""providerID":"anthropic","modelID":"claude-sonnet-4-5""#, handles.clone())
}

pub fn opencode_with_openai() -> Healthy {
    let handles: Vec<String> = (1..=4).map(fernet).collect();
    let metadata = |nth: usize| format!(r#"{{"openai":{{"itemId":"rs_{nth}","reasoningEncryptedContent":"{}"}}}}"#, handles[nth]);
    opencode(metadata, r#""providerID":"openai","modelID":"gpt-5.2""#, handles.clone())
}

/// A session of Copilot CLI, whose handles have a form of its own.
pub fn copilot_cli(model: &str, member: &str) -> String {
    let events = [
        ("session.start", format!(r#"{{"sessionId":"s1","version":1,"producer":"copilot-agent","selectedModel":"{model}"}}"#)),
        ("user.message", r#"{"content":"Which files?","attachments":[]}"#.to_owned()),
        (
            "assistant.message",
            format!(
                r#"{{"messageId":"m1","model":"{model}","content":"","toolRequests":[{{"toolCallId":"call_1","name":"bash","arguments":{{}},"type":"function"}}],"{member}":"T3BhcXVlT3BhcXVlT3BhcXVlT3BhcXVl","reasoningText":"I look."}}"#
            ),
        ),
        ("tool.execution_complete", r#"{"toolCallId":"call_1","success":true,"result":{"content":"a b"}}"#.to_owned()),
        (
            "assistant.message",
            format!(
                r#"{{"messageId":"m2","model":"{model}","content":"Two.","toolRequests":[],"{member}":"T3BhcXVlT3BhcXVlT3BhcXVlT3RoZXI=","reasoningText":"Two."}}"#
            ),
        ),
    ];
    let line = |(nth, (kind, data)): (usize, &(&str, String))| {
        let parent = if nth == 0 { "null".to_owned() } else { format!("\"e{}\"", nth - 1) };
        format!(r#"{{"type":"{kind}","data":{data},"id":"e{nth}","timestamp":"2026-11-18T09:00:0{nth}.000Z","parentId":{parent}}}"#)
    };
    events.iter().enumerate().map(line).collect::<Vec<_>>().join("\n") + "\n"
}

/// A chat of Gemini CLI. The client records each result with its call; version 0.61 records it a second time as a message.
pub fn gemini_cli(is_doubled: bool) -> String {
    let result = r#"[{"functionResponse":{"id":"call_1","name":"bash","response":{"output":"a b"}}}]"#;
    let mut lines = vec![
        r#"{"sessionId":"7d0f2a51-0000-4000-8000-000000000001","projectHash":"5e1f","startTime":"2026-11-18T09:00:00.000Z","kind":"main"}"#
            .to_owned(),
        r#"{"id":"m1","timestamp":"2026-11-18T09:00:01.000Z","type":"user","content":[{"text":"Which files?"}]}"#.to_owned(),
        r#"{"id":"m2","timestamp":"2026-11-18T09:00:02.000Z","type":"gemini","content":"","thoughts":[],"model":"gemini-2.5-pro"}"#
            .to_owned(),
        format!(
            r#"{{"id":"m2","timestamp":"2026-11-18T09:00:02.000Z","type":"gemini","content":"","thoughts":[],"model":"gemini-2.5-pro","toolCalls":[{{"id":"call_1","name":"bash","args":{{}},"status":"success","result":{result}}}]}}"#
        ),
    ];
    if is_doubled {
        lines.push(format!(r#"{{"id":"m3","timestamp":"2026-11-18T09:00:03.000Z","type":"user","content":{result}}}"#));
    }
    lines.push(
        r#"{"id":"m4","timestamp":"2026-11-18T09:00:04.000Z","type":"gemini","content":"Two.","thoughts":[],"model":"gemini-2.5-pro"}"#
            .to_owned(),
    );
    lines.join("\n") + "\n"
}
