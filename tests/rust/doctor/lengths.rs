//! Long sessions: a conversation up to the longest request is checked, a longer one says so, and many results in one turn cost their length.

use rethought::audit::Verdict;
use rethought::sessions::doctor::{DoctorOptions, diagnose};

use super::examine;
use super::sessions::{claude_code, codex, pi_with_claude};

#[test]
fn a_conversation_up_to_the_longest_request_is_checked() {
    for healthy in [claude_code(), codex(), pi_with_claude()] {
        let damaged = healthy.file.replace(&healthy.handles[3], "REDACTED");
        let long = damaged.replacen("a b", &"x".repeat(20 << 20), 1);
        let diagnosis = examine(&long);
        assert_eq!((diagnosis.next, diagnosis.edits.is_empty()), (Verdict::Rejected, false), "{}", healthy.format);
    }
}

#[test]
fn a_longer_conversation_is_not_checked_and_says_why() {
    for healthy in [claude_code(), codex(), pi_with_claude()] {
        let diagnosis = examine(&healthy.file.replacen("a b", &"x".repeat(33 << 20), 1));
        assert_eq!(diagnosis.next, Verdict::Unknown, "{}", healthy.format);
        assert!(diagnosis.reason.as_deref().is_some_and(|reason| reason.contains("32 MB")), "{}: {:?}", healthy.format, diagnosis.reason);
        assert!(diagnosis.host.is_some() && diagnosis.model.is_some() && diagnosis.resume.is_some(), "{}", healthy.format);
    }
}

#[test]
fn many_results_in_one_turn_keep_their_lines() {
    const COUNT: usize = 4000;
    let line = |nth: usize, message: String| {
        let parent = if nth == 1 { "null".to_owned() } else { format!("\"l{}\"", nth - 1) };
        format!(r#"{{"type":"message","id":"l{nth}","parentId":{parent},"timestamp":"2026-11-18T09:00:00.000Z","message":{message}}}"#)
    };
    let about = r#""api":"anthropic-messages","provider":"anthropic","model":"claude-sonnet-4-5""#;
    let calls: Vec<String> =
        (0..COUNT).map(|nth| format!(r#"{{"type":"toolCall","id":"call_{nth}","name":"bash","arguments":{{}}}}"#)).collect();
    let mut lines = vec![
        r#"{"type":"session","version":3,"id":"0a1b2c3d","timestamp":"2026-11-18T09:00:00.000Z","cwd":"/code/lee"}"#.to_owned(),
        line(1, r#"{"role":"user","content":[{"type":"text","text":"Go."}]}"#.to_owned()),
        line(2, format!(r#"{{"role":"assistant","content":[{}],{about},"stopReason":"toolUse"}}"#, calls.join(","))),
    ];
    for nth in 0..COUNT {
        let text = if nth == 3000 { r"half \ud83d" } else { "a b" };
        let result = format!(
            r#"{{"role":"toolResult","toolCallId":"call_{nth}","toolName":"bash","content":[{{"type":"text","text":"{text}"}}],"isError":false}}"#
        );
        lines.push(line(nth + 3, result));
    }
    let file = lines.join("\n") + "\n";
    assert!(examine(&file).edits.is_empty());
    let because = Some("400 The request body is not valid JSON: no low surrogate in string".to_owned());
    let diagnosis = diagnose(file.as_bytes(), DoctorOptions { because, ..DoctorOptions::default() });
    assert_eq!(diagnosis.edits.iter().map(|edit| edit.line).collect::<Vec<_>>(), [3004]);
}
