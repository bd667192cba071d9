//! Agents whose sessions do not say which host answers: with its name, every damaged handle is removed and every genuine one stays.

use rethought::audit::Verdict;
use rethought::sessions::doctor::{Diagnosis, DoctorOptions, diagnose};

use super::damages::{damages, sends_empty};
use super::edited;
use super::sessions::Healthy;
use crate::handles::{claude, fernet};

const ANTHROPIC: (&str, &str) = ("api.anthropic.com", "claude-sonnet-4-5");
const OPENAI: (&str, &str) = ("api.openai.com", "gpt-5.2");

fn examine(file: &str, (host, model): (&str, &str)) -> Diagnosis {
    let options = DoctorOptions { host: Some(host.to_owned()), model: Some(model.to_owned()), ..DoctorOptions::default() };
    diagnose(file.as_bytes(), options)
}

fn all() -> Vec<(Healthy, (&'static str, &'static str))> {
    vec![
        (droid(), ANTHROPIC),
        (kimi(), ANTHROPIC),
        (cline_with_claude(), ANTHROPIC),
        (roo_with_openai(), OPENAI),
        (continue_with_claude(), ANTHROPIC),
        (hermes_with_openai(true), OPENAI),
        (hermes_with_openai(false), OPENAI),
    ]
}

#[test]
fn a_healthy_session_gets_no_edit() {
    for (healthy, host) in all() {
        let diagnosis = examine(&healthy.file, host);
        assert!(diagnosis.edits.is_empty() && diagnosis.findings.is_empty(), "{}: {diagnosis:?}", healthy.format);
        assert_eq!((diagnosis.next, diagnosis.kept), (Verdict::Accepted, healthy.handles.len()), "{}", healthy.format);
    }
}

#[test]
fn every_damaged_handle_is_removed_and_every_genuine_one_stays() {
    for (healthy, host) in all() {
        for nth in 0..healthy.handles.len() {
            for (name, left) in damages(&healthy.handles[nth]).into_iter().filter(|(_, left)| !left.is_empty() || sends_empty(&healthy)) {
                let file = healthy.file.replace(&healthy.handles[nth], &left);
                revive(&healthy, &file, &[nth], host, &format!("{} {name} {nth}", healthy.format));
            }
        }
        // Only the ciphertexts of Roo Code show that its messages are sent to OpenAI.
        if healthy.file.contains("rs_0") && healthy.format == "cline" {
            continue;
        }
        let masked = healthy.handles.iter().fold(healthy.file.clone(), |file, handle| file.replace(handle, "REDACTED"));
        revive(&healthy, &masked, &[0, 1], host, &format!("{} all masked", healthy.format));
    }
}

/// The form of Grok's ciphertexts is not known, so only a mask and an error show that one is dead.
#[test]
fn a_session_of_grok_is_repaired_for_a_mask_or_an_error() {
    let healthy = grok();
    let host = ("api.x.ai", "grok-4.5");
    assert!(examine(&healthy.file, host).edits.is_empty());
    let masked = healthy.file.replace(&healthy.handles[0], "REDACTED");
    revive(&healthy, &masked, &[0], host, "grok masked");
    let because = "400 Could not decrypt the provided encrypted_content".to_owned();
    let options = DoctorOptions { because: Some(because), host: Some(host.0.to_owned()), ..DoctorOptions::default() };
    let diagnosis = diagnose(healthy.file.as_bytes(), options);
    let revived = edited(&healthy.file, &diagnosis.edits);
    assert!(healthy.handles.iter().all(|handle| !revived.contains(handle)), "{diagnosis:?}");
    assert_eq!(revived.lines().count(), healthy.file.lines().count() - healthy.handles.len());
}

/// Cline writes OpenRouter's items into a text block of its own form. The text stays when an item is removed.
#[test]
fn the_block_around_the_details_of_a_thought_stays() {
    let details =
        |data: &str| format!(r#"[{{"type":"reasoning.text","text":"I look.","format":"anthropic-claude-v1","signature":"{data}"}}]"#);
    let file = format!(
        r#"[{{"role":"user","content":"<task>Go</task>","ts":1}},{{"role":"assistant","ts":2,"modelInfo":{{"providerId":"openrouter","modelId":"anthropic/claude-sonnet-4.5"}},"content":[{{"type":"text","text":"Two.","reasoning_details":{}}}]}}]"#,
        details("REDACTED")
    );
    let diagnosis = examine(&file, ("openrouter.ai", "anthropic/claude-sonnet-4.5"));
    let revived = edited(&file, &diagnosis.edits);
    assert!(revived.contains(r#""text":"Two.""#) && !revived.contains("REDACTED"), "{diagnosis:?}\n{revived}");
}

fn revive(healthy: &Healthy, file: &str, damaged: &[usize], host: (&str, &str), name: &str) {
    let diagnosis = examine(file, host);
    assert_eq!(diagnosis.format, Some(healthy.format), "{name}");
    assert!(diagnosis.next >= Verdict::LikelyRejected && !diagnosis.edits.is_empty(), "{name}: {diagnosis:?}");
    let revived = edited(file, &diagnosis.edits);
    let again = examine(&revived, host);
    assert_eq!(again.next, Verdict::Accepted, "{name}: {again:?}\n{revived}");
    assert!(again.edits.is_empty() && again.faults.is_empty(), "{name}: {again:?}");
    for (nth, handle) in healthy.handles.iter().enumerate() {
        assert_eq!(revived.contains(handle), !damaged.contains(&nth), "{name}: handle {nth}");
    }
    // A handle counts as kept if its form is known.
    let kept = if healthy.format == "grok" { 0 } else { healthy.handles.len() - damaged.len() };
    assert_eq!(again.kept, kept, "{name}");
    for text in ["Which files?", "a b", "Two."] {
        assert_eq!(revived.matches(text).count(), file.matches(text).count(), "{name}: {text}");
    }
}

/// Two thoughts: one before a call, one before the final text.
fn healthy(format: &'static str, handles: [String; 2], write: impl Fn(&[String; 2]) -> String) -> Healthy {
    let file = write(&handles);
    Healthy { format, file, handles: handles.to_vec() }
}

fn signatures() -> [String; 2] {
    [claude(1), claude(2)]
}

fn ciphertexts() -> [String; 2] {
    [fernet(1), fernet(2)]
}

fn block(nth: usize, signature: &str) -> String {
    format!(r#"{{"type":"thinking","thinking":"Thought {nth}.","signature":"{signature}"}}"#)
}

const CALL: &str = r#"{"type":"tool_use","id":"call_0","name":"bash","input":{"command":"ls"}}"#;
const RESULT: &str = r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"call_0","content":"a b"}]}"#;
const TEXT: &str = r#"{"type":"text","text":"Two."}"#;
const CHAT_CALL: &str = r#"[{"id":"call_0","type":"function","function":{"name":"bash","arguments":"{\"command\":\"ls\"}"}}]"#;

fn droid() -> Healthy {
    let write = |handles: &[String; 2]| {
        let messages = [
            r#"{"role":"user","content":[{"type":"text","text":"Which files?"}]}"#.to_owned(),
            format!(r#"{{"role":"assistant","content":[{},{CALL}]}}"#, block(0, &handles[0])),
            RESULT.to_owned(),
            format!(r#"{{"role":"assistant","content":[{},{TEXT}]}}"#, block(1, &handles[1])),
        ];
        let mut lines = vec![r#"{"type":"session_start","id":"d1","title":"Files","version":2,"cwd":"/code/lee"}"#.to_owned()];
        for (nth, message) in messages.iter().enumerate() {
            let parent = if nth == 0 { "null".to_owned() } else { format!("\"m{}\"", nth - 1) };
            lines.push(format!(
                r#"{{"type":"message","id":"m{nth}","timestamp":"2026-11-18T09:00:0{nth}.000Z","message":{message},"parentId":{parent}}}"#
            ));
        }
        lines.join("\n") + "\n"
    };
    healthy("droid", signatures(), write)
}

fn kimi() -> Healthy {
    let write = |handles: &[String; 2]| {
        let thought = |nth: usize| format!(r#"{{"type":"think","think":"Thought {nth}.","encrypted":"{}"}}"#, handles[nth]);
        let lines = [
            r#"{"role":"_system_prompt","content":"You are Kimi."}"#.to_owned(),
            r#"{"role":"_checkpoint","id":0}"#.to_owned(),
            r#"{"role":"user","content":"Which files?"}"#.to_owned(),
            format!(r#"{{"role":"assistant","content":[{}],"tool_calls":{CHAT_CALL}}}"#, thought(0)),
            r#"{"role":"_usage","token_count":12}"#.to_owned(),
            r#"{"role":"tool","content":[{"type":"text","text":"a b"}],"tool_call_id":"call_0"}"#.to_owned(),
            format!(r#"{{"role":"assistant","content":[{},{TEXT}]}}"#, thought(1)),
        ];
        lines.join("\n") + "\n"
    };
    healthy("kimi", signatures(), write)
}

fn cline_with_claude() -> Healthy {
    let write = |handles: &[String; 2]| {
        let about = r#""modelInfo":{"providerId":"anthropic","modelId":"claude-sonnet-4-5"}"#;
        let answer = |nth: usize, rest: &str| {
            format!(r#"{{"role":"assistant","content":[{},{rest}],{about},"ts":{nth}}}"#, block(nth, &handles[nth]))
        };
        let asked = r#"{"role":"user","content":[{"type":"text","text":"<task>Which files?</task>"}],"ts":1}"#;
        format!("[\n  {asked},\n  {},\n  {RESULT},\n  {}\n]", answer(0, CALL), answer(1, TEXT))
    };
    healthy("cline", signatures(), write)
}

fn roo_with_openai() -> Healthy {
    let write = |handles: &[String; 2]| {
        let item = |nth: usize| {
            format!(r#"{{"type":"reasoning","id":"rs_{nth}","summary":[],"encrypted_content":"{}","ts":{nth}}}"#, handles[nth])
        };
        let asked = r#"{"role":"user","content":"<task>Which files?</task>","ts":1}"#;
        let call = format!(r#"{{"role":"assistant","content":[{CALL}],"ts":2}}"#);
        let text = format!(r#"{{"role":"assistant","content":[{TEXT}],"ts":3}}"#);
        format!("[{asked},\n{},\n{call},\n{RESULT},\n{},\n{text}]", item(0), item(1))
    };
    healthy("cline", ciphertexts(), write)
}

fn continue_with_claude() -> Healthy {
    let write = |handles: &[String; 2]| {
        let thought = |nth: usize| {
            format!(r#"{{"message":{{"role":"thinking","content":"Thought {nth}.","signature":"{}"}},"contextItems":[]}}"#, handles[nth])
        };
        let items = [
            r#"{"message":{"role":"user","content":"Which files?"},"contextItems":[]}"#.to_owned(),
            thought(0),
            format!(r#"{{"message":{{"role":"assistant","content":"","toolCalls":{CHAT_CALL}}},"contextItems":[]}}"#),
            r#"{"message":{"role":"tool","toolCallId":"call_0","content":"a b"},"contextItems":[]}"#.to_owned(),
            thought(1),
            r#"{"message":{"role":"assistant","content":"Two.","toolCalls":[]},"contextItems":[]}"#.to_owned(),
        ];
        let head = r#"{"sessionId":"k1","title":"Files","workspaceDirectory":"file:///code/lee","history":["#;
        format!("{head}\n{}\n]}}\n", items.join(",\n"))
    };
    healthy("continue", signatures(), write)
}

fn hermes_with_openai(is_pretty: bool) -> Healthy {
    let write = |handles: &[String; 2]| {
        let items = |nth: usize| format!(r#"[{{"type":"reasoning","id":"rs_{nth}","summary":[],"encrypted_content":"{}"}}]"#, handles[nth]);
        let messages = [
            r#"{"role":"user","content":"Which files?"}"#.to_owned(),
            format!(r#"{{"role":"assistant","content":"","codex_reasoning_items":{},"tool_calls":{CHAT_CALL}}}"#, items(0)),
            r#"{"role":"tool","tool_call_id":"call_0","content":"a b"}"#.to_owned(),
            format!(r#"{{"role":"assistant","content":"Two.","codex_reasoning_items":{}}}"#, items(1)),
        ];
        let between = if is_pretty { ",\n    " } else { "," };
        let head = r#"{"session_id":"s1","model":"gpt-5.2","base_url":"https://api.openai.com/v1","platform":"cli","message_count":4"#;
        format!("{head}{between}\"messages\":[{}]}}", messages.join(between))
    };
    healthy("hermes", ciphertexts(), write)
}

fn grok() -> Healthy {
    let handles = ["Qm9hdHMgYXJlIHJlZA", "S2l0ZXMgYXJlIGJsdWU"].map(|start| start.repeat(9));
    let write = |handles: &[String; 2]| {
        let item = |nth: usize| format!(r#"{{"type":"reasoning","id":"rs_{nth}","summary":[],"encrypted_content":"{}"}}"#, handles[nth]);
        let lines = [
            r#"{"type":"system","content":"You are Grok."}"#.to_owned(),
            r#"{"type":"user","content":[{"type":"text","text":"Which files?"}],"synthetic_reason":null}"#.to_owned(),
            item(0),
            format!(r#"{{"type":"assistant","content":"","tool_calls":{CHAT_CALL},"model_id":"grok-4.5"}}"#),
            r#"{"type":"tool_result","tool_call_id":"call_0","content":"a b"}"#.to_owned(),
            item(1),
            r#"{"type":"assistant","content":"Two.","model_id":"grok-4.5"}"#.to_owned(),
        ];
        lines.join("\n") + "\n"
    };
    healthy("grok", handles, write)
}
