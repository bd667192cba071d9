//! What a refusal explains: the thoughts that it names are removed, and genuine ones stay.

use rethought::audit::Verdict;
use rethought::sessions::doctor::{Diagnosis, DoctorOptions, diagnose};

use super::sessions::{Healthy, claude_code, codex, pi_with_claude};
use super::{edited, examine};

const CANNOT: &str = "could not be verified. Reason: Encrypted content could not be decrypted or parsed.";

/// The end of a rollout: another question, and its refusal.
fn codex_refusal(message: &str) -> String {
    format!(
        r#"{{"timestamp":"2026-11-18T09:00:59.000Z","type":"response_item","payload":{{"type":"message","role":"user","content":[{{"type":"input_text","text":"More?"}}]}}}}
{{"timestamp":"2026-11-18T09:01:00.000Z","type":"event_msg","payload":{{"type":"task_complete","turn_id":"t","error":{{"message":"unexpected status 400 Bad Request: {{\"error\":{{\"message\":\"{message}\",\"type\":\"invalid_request_error\",\"code\":\"invalid_encrypted_content\"}}}}"}}}}}}
"#
    )
}

/// The end of a session of Claude Code: another question, and its refusal.
pub fn claude_refusal(healthy: &Healthy, message: &str) -> String {
    let last = healthy.file.lines().count() - 1;
    let error = format!(r#"API Error: 400 {{"type":"error","error":{{"type":"invalid_request_error","message":{message:?}}}}}"#);
    format!(
        r#"{{"parentUuid":"line-{last}","isSidechain":false,"sessionId":"5c1b0000-0000-4000-8000-000000000007","type":"user","message":{{"role":"user","content":"More?"}},"uuid":"asked","timestamp":"2026-11-18T09:30:00.000Z"}}
{{"parentUuid":"asked","isSidechain":false,"sessionId":"5c1b0000-0000-4000-8000-000000000007","type":"assistant","isApiErrorMessage":true,"error":"invalid_request","message":{{"id":"m","model":"<synthetic>","role":"assistant","type":"message","content":[{{"type":"text","text":{error:?}}}]}},"uuid":"refused","timestamp":"2026-11-18T09:31:00.000Z"}}
"#
    )
}

fn given(file: &str, because: &str) -> Diagnosis {
    diagnose(file.as_bytes(), DoctorOptions { because: Some(because.to_owned()), ..DoctorOptions::default() })
}

fn shortened(handle: &str) -> String {
    format!("{}...{}", &handle[..4], &handle[handle.len() - 4..])
}

#[test]
fn a_repaired_session_keeps_its_genuine_ciphertexts_although_it_records_the_refusal() {
    let healthy = codex();
    let cut = healthy.handles[0][..60].to_owned();
    let named = format!("The encrypted content {} {CANNOT}", shortened(&cut));
    let file = healthy.file.replace(&healthy.handles[0], &cut) + &codex_refusal(&named);
    let diagnosis = examine(&file);
    assert_eq!((diagnosis.next, diagnosis.kept), (Verdict::Rejected, 3));
    let repaired = edited(&file, &diagnosis.edits);
    assert_eq!(repaired.matches("gAAAA").count(), 3);
    let again = examine(&repaired);
    assert_eq!((again.next, again.past, again.kept), (Verdict::Accepted, Verdict::Rejected, 3), "{again:?}");
    assert!(again.edits.is_empty() && again.refusal.is_some());
}

#[test]
fn an_empty_error_settles_the_recorded_refusal() {
    let healthy = codex();
    let file = healthy.file.clone() + &codex_refusal(&format!("The encrypted content {} {CANNOT}", shortened(&healthy.handles[0])));
    assert_eq!(examine(&file).edits.len(), 4);
    let settled = given(&file, "");
    assert!(settled.edits.is_empty() && settled.refusal.is_none(), "{settled:?}");
    assert_eq!((settled.past, settled.next), (Verdict::Unknown, Verdict::Accepted));
}

#[test]
fn a_recorded_refusal_without_a_place_removes_no_genuine_thought() {
    for (healthy, end) in [
        (codex(), codex_refusal("Encrypted content could not be decrypted or parsed.")),
        (claude_code(), claude_refusal(&claude_code(), "Invalid `signature` in `thinking` block")),
    ] {
        let file = healthy.file.clone() + &end;
        let diagnosis = examine(&file);
        assert!(diagnosis.edits.is_empty(), "{diagnosis:?}");
        assert_eq!((diagnosis.past, diagnosis.next, diagnosis.kept), (Verdict::Rejected, Verdict::Accepted, 4));
        assert!(diagnosis.reason.unwrap().contains("--because"));
        // The caller may insist.
        let words = diagnosis.refusal.unwrap().text;
        assert!(!given(&file, &words).edits.is_empty());
    }
}

#[test]
fn a_recorded_refusal_with_a_place_removes_that_thought_once() {
    let healthy = claude_code();
    let file = healthy.file.clone() + &claude_refusal(&healthy, "messages.1.content.0: Invalid `signature` in `thinking` block");
    let repaired = edited(&file, &examine(&file).edits);
    let left: Vec<bool> = healthy.handles.iter().map(|handle| repaired.contains(handle)).collect();
    assert_eq!(left, [false, true, true, true]);
    assert!(examine(&repaired).edits.is_empty());
}

#[test]
fn a_refusal_that_something_followed_blames_nothing() {
    let healthy = claude_code();
    let refused = healthy.file.clone() + &claude_refusal(&healthy, "messages.1.content.0: Invalid `signature` in `thinking` block");
    let after = |text: &str| {
        format!(
            r#"{{"parentUuid":"refused","isSidechain":false,"sessionId":"5c1b0000-0000-4000-8000-000000000007","type":"user","message":{{"role":"user","content":"{text}"}},"uuid":"after","timestamp":"2026-11-18T09:32:00.000Z"}}"#
        ) + "\n"
    };
    assert!(examine(&(refused.clone() + &after("Again?"))).edits.is_empty());
    // A note of the client is not a message for the model.
    assert!(!examine(&(refused + &after("<command-name>/exit</command-name>"))).edits.is_empty());
}

#[test]
fn an_error_that_no_rule_explains_is_a_refusal() {
    let healthy = claude_code();
    let diagnosis = given(&healthy.file, "prompt is too long: 210000 tokens > 200000 maximum");
    assert_eq!((diagnosis.past, diagnosis.next), (Verdict::Rejected, Verdict::Accepted));
    assert!(diagnosis.edits.is_empty() && diagnosis.refusal.is_some_and(|refusal| refusal.rule.is_none()));
}

const ORPHAN: &str = "messages.2.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_01A0. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.";

#[test]
fn a_result_without_its_call_is_removed_if_the_provider_refused_it() {
    let healthy = claude_code();
    let call = healthy.file.lines().nth(2).unwrap();
    assert!(call.contains("tool_use"));
    let file = healthy.file.replace(&format!("{call}\n"), "").replace(r#""parentUuid":"line-2""#, r#""parentUuid":"line-1""#);
    let healed = examine(&file);
    assert!(healed.edits.is_empty() && healed.next == Verdict::Accepted, "{healed:?}");
    let refused = file + &claude_refusal(&healthy, ORPHAN);
    revive(&refused, &healthy, "1 result is removed, because its call is missing (line 3).");
}

#[test]
fn a_call_without_its_result_is_removed_if_the_provider_refused_it() {
    let unanswered = "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01A0. Each `tool_use` block must have a corresponding `tool_result` block in the next message.";
    let healthy = claude_code();
    let result = healthy.file.lines().nth(3).unwrap();
    assert!(result.contains("tool_result"));
    let file = healthy.file.replace(&format!("{result}\n"), "").replace(r#""parentUuid":"line-3""#, r#""parentUuid":"line-2""#);
    assert!(examine(&file).edits.is_empty());
    let refused = file + &claude_refusal(&healthy, unanswered);
    revive(&refused, &healthy, "1 call is removed, because its result is missing (line 3).");

    let healthy = pi_with_claude();
    let result = healthy.file.lines().nth(3).unwrap();
    assert!(result.contains("toolResult"));
    let file = healthy.file.replace(&format!("{result}\n"), "").replace(r#""parentId":"line-3""#, r#""parentId":"line-2""#);
    assert!(examine(&file).edits.is_empty());
    let message = unanswered.replace("toolu_01A0", "call_0");
    let error = format!(r#"400 {{"type":"error","error":{{"type":"invalid_request_error","message":"{message}"}}}}"#);
    let asked = r#"{"type":"message","id":"u9","parentId":"line-8","timestamp":"2026-11-18T09:02:00.000Z","message":{"role":"user","content":[{"type":"text","text":"go"}]}}"#;
    let end = format!(
        r#"{{"type":"message","id":"e9","parentId":"u9","timestamp":"2026-11-18T09:02:01.000Z","message":{{"role":"assistant","content":[],"api":"anthropic-messages","provider":"anthropic","model":"claude-sonnet-4-5","stopReason":"error","errorMessage":{error:?}}}}}"#
    );
    revive(&format!("{file}{asked}\n{end}\n"), &healthy, "1 call is removed, because its result is missing (line 3).");
}

#[test]
fn an_empty_text_is_removed_if_the_provider_refused_it() {
    let healthy = claude_code();
    let end = claude_refusal(&healthy, "messages: text content blocks must be non-empty");
    for (text, empty) in
        [(r#""content":"Which files?""#, r#""content":"""#), (r#"{"type":"text","text":"Two."}"#, r#"{"type":"text","text":""}"#)]
    {
        let file = healthy.file.replacen(text, empty, 1);
        assert_ne!(file, healthy.file);
        let healed = examine(&file);
        assert!(healed.edits.is_empty() && healed.next == Verdict::Accepted, "{healed:?}");
        let line = file.lines().position(|line| line.contains(empty)).unwrap() + 1;
        revive(&(file + &end), &healthy, &format!("1 empty text is removed (line {line})."));
    }
}

#[test]
fn half_a_character_is_replaced_if_the_provider_refused_it() {
    let healthy = claude_code();
    let file = healthy.file.replacen("a b", r"a \ud83d b \ud83d\ude00", 1);
    assert!(examine(&file).edits.is_empty());
    let end = claude_refusal(&healthy, "The request body is not valid JSON: no low surrogate in string: line 1 column 64789 (char 64788)");
    let diagnosis = examine(&(file.clone() + &end));
    assert_eq!((diagnosis.next, diagnosis.edits.len()), (Verdict::Rejected, 1), "{diagnosis:?}");
    assert!(edited(&(file + &end), &diagnosis.edits).contains(r"a \ufffd b \ud83d\ude00"));
    assert_eq!(diagnosis.losses, [r"1 line is changed: `\ufffd` replaces halves of characters (line 4)."]);
}

#[test]
fn results_that_claude_code_stores_twice_are_no_damage_unless_they_were_refused() {
    let healthy = claude_code();
    let result = healthy.file.lines().nth(3).unwrap();
    let from = result.find(r#"{"tool_use_id""#).unwrap();
    let block = &result[from..result[from..].find("}").unwrap() + from + 1];
    let file = healthy.file.replacen(block, &format!("{block},{block}"), 1);
    let healed = examine(&file);
    assert!(healed.edits.is_empty() && healed.findings.is_empty() && healed.next == Verdict::Accepted, "{healed:?}");
    let words = "messages.2.content.1: each tool_use must have a single result. Found multiple `tool_result` blocks with id: toolu_01A0";
    let refused = file + &claude_refusal(&healthy, words);
    let repaired = revive(&refused, &healthy, "1 result is removed, because the file repeats it (line 4).");
    assert!(repaired.starts_with(&healthy.file));
}

/// Repairs a session that records the refusal of a damage. No thought is lost.
fn revive(file: &str, healthy: &Healthy, loss: &str) -> String {
    let diagnosis = examine(file);
    assert_eq!(diagnosis.next, Verdict::Rejected, "{diagnosis:?}");
    assert_eq!(diagnosis.losses, [loss]);
    let repaired = edited(file, &diagnosis.edits);
    assert!(healthy.handles.iter().all(|handle| repaired.contains(handle)));
    let again = examine(&repaired);
    assert!(again.edits.is_empty() && again.faults.is_empty() && again.next == Verdict::Accepted, "{again:?}");
    repaired
}
