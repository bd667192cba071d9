//! Every damage of a handle, in every session: the edits remove it, keep the others and change nothing else.

use rethought::audit::Verdict;
use rethought::sessions::doctor::{DoctorOptions, diagnose};

use super::sessions::{Healthy, all, claude_code, codex};
use super::{edited, examine, sessions};
use crate::handles::{claude, fernet};

/// The damages of a handle, by name, with what is left of it.
pub fn damages(handle: &str) -> Vec<(&'static str, String)> {
    let foreign = if handle.starts_with("gAAAA") { claude(9) } else { fernet(9) };
    vec![
        ("cut", handle[..40].to_owned()),
        ("cut by a third", handle[..handle.len() * 2 / 3 / 4 * 4].to_owned()),
        ("masked", "REDACTED".to_owned()),
        ("masked in brackets", "[REDACTED]".to_owned()),
        ("masked with signs", "***".to_owned()),
        ("shortened", format!("{}…{}", &handle[..8], &handle[handle.len() - 4..])),
        ("shortened in ASCII", format!("{}...", &handle[..20])),
        ("empty", String::new()),
        ("of another vendor", foreign),
    ]
}

#[test]
fn every_damaged_handle_is_removed_and_every_genuine_one_stays() {
    for healthy in all() {
        assert_eq!(examine(&healthy.file).kept, healthy.handles.len(), "{}", healthy.format);
        for nth in 0..healthy.handles.len() {
            for (name, left) in damages(&healthy.handles[nth]).into_iter().filter(|(_, left)| !left.is_empty() || sends_empty(&healthy)) {
                let file = healthy.file.replace(&healthy.handles[nth], &left);
                revive(&healthy, &file, &[nth], &format!("{} {name} {nth}", healthy.format));
            }
        }
    }
}

/// pi sends a thought with an empty signature as a text, and Continue leaves it out.
pub fn sends_empty(healthy: &Healthy) -> bool {
    !matches!(healthy.format, "pi" | "continue") || healthy.file.contains("openai-responses")
}

#[test]
fn a_handle_that_is_gone_is_removed_with_its_thought() {
    for (healthy, name) in [(claude_code(), "signature"), (codex(), "encrypted_content")] {
        for nth in 0..healthy.handles.len() {
            let member = format!(r#","{name}":"{}""#, healthy.handles[nth]);
            assert!(healthy.file.contains(&member));
            revive(&healthy, &healthy.file.replace(&member, ""), &[nth], &format!("{} removed {nth}", healthy.format));
            let empty = format!(r#","{name}":"""#);
            revive(&healthy, &healthy.file.replace(&member, &empty), &[nth], &format!("{} empty {nth}", healthy.format));
            let null = format!(r#","{name}":null"#);
            revive(&healthy, &healthy.file.replace(&member, &null), &[nth], &format!("{} null {nth}", healthy.format));
        }
    }
}

#[test]
fn all_masked_handles_are_removed() {
    for healthy in all() {
        let file = healthy.handles.iter().fold(healthy.file.clone(), |file, handle| file.replace(handle, "REDACTED"));
        let every: Vec<usize> = (0..healthy.handles.len()).collect();
        revive(&healthy, &file, &every, healthy.format);
    }
}

#[test]
fn with_another_account_every_ciphertext_is_removed_and_every_signature_stays() {
    let options = DoctorOptions { is_other_account: true, ..DoctorOptions::default() };
    let healthy = codex();
    let diagnosis = diagnose(healthy.file.as_bytes(), options.clone());
    assert_eq!((diagnosis.next, diagnosis.kept, diagnosis.edits.len()), (Verdict::Rejected, 0, 4));
    assert!(!edited(&healthy.file, &diagnosis.edits).contains("gAAAA"));
    assert!(diagnose(claude_code().file.as_bytes(), options).edits.is_empty());
}

#[test]
fn an_error_of_the_caller_names_the_block() {
    let healthy = claude_code();
    let because = "API Error: 400 messages.3.content.0: Invalid `signature` in `thinking` block".to_owned();
    let options = DoctorOptions { because: Some(because), ..DoctorOptions::default() };
    let diagnosis = diagnose(healthy.file.as_bytes(), options);
    let refusal = diagnosis.refusal.unwrap();
    assert_eq!((refusal.rule, refusal.line), (Some("invalid-thinking-signature"), None));
    let file = edited(&healthy.file, &diagnosis.edits);
    let left: Vec<bool> = healthy.handles.iter().map(|handle| file.contains(handle)).collect();
    assert_eq!(left, [true, false, true, true]);
}

#[test]
fn a_recorded_refusal_of_a_whole_ciphertext_is_about_all_of_them() {
    let healthy = codex();
    let named = format!("gAAA...{}", &healthy.handles[0][healthy.handles[0].len() - 4..]);
    let error = r#"{"timestamp":"2026-11-18T09:01:00.000Z","type":"event_msg","payload":{"type":"task_complete","turn_id":"t","error":{"message":"unexpected status 400 Bad Request: {\"error\":{\"message\":\"The encrypted content gAAA...AQEB could not be verified. Reason: Encrypted content could not be decrypted or parsed.\",\"type\":\"invalid_request_error\",\"code\":\"invalid_encrypted_content\"}}"}}}"#.replace("gAAA...AQEB", &named);
    let asked = r#"{"timestamp":"2026-11-18T09:00:59.000Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"More?"}]}}"#;
    let file = format!("{}{asked}\n{error}\n", healthy.file);
    let diagnosis = examine(&file);
    assert_eq!((diagnosis.past, diagnosis.next), (Verdict::Rejected, Verdict::Rejected));
    let refusal = diagnosis.refusal.clone().unwrap();
    assert_eq!(refusal.line, Some(file.lines().count()));
    let revived = edited(&file, &diagnosis.edits);
    assert_eq!((revived.matches("gAAAA").count(), diagnosis.edits.len()), (0, 4));
    let again = examine(&revived);
    assert!(again.edits.is_empty() && again.next == Verdict::Accepted, "{again:?}");
}

#[test]
fn a_result_that_gemini_cli_stores_twice_is_removed_once() {
    let [single, double] = [false, true].map(sessions::gemini_cli);
    let healthy = examine(&single);
    assert!(healthy.edits.is_empty() && healthy.findings.is_empty(), "{healthy:?}");
    let diagnosis = examine(&double);
    assert!(diagnosis.next >= Verdict::LikelyRejected, "{diagnosis:?}");
    assert_eq!(edited(&double, &diagnosis.edits), single);
    assert_eq!(diagnosis.losses, ["1 result is removed, because the file repeats it (line 5)."]);
}

/// After a resume in another minute the result is beside the call too, and the client makes a message of it at each resume.
#[test]
fn a_result_that_gemini_cli_repeats_in_one_line_stays_once() {
    const RESPONSE: &str = r#"{"functionResponse":{"id":"call_1","name":"bash","response":{"output":"a b"}}}"#;
    let message = |id: &str, kind: &str, part: &str| format!(r#"{{"id":"{id}","type":"{kind}","content":[{part}]}}"#);
    let call = |results: &str| {
        let calls = format!(r#"[{{"id":"call_1","name":"bash","args":{{}},"result":[{results}]}}]"#);
        format!(
            r#"{{"id":"m2","type":"gemini","content":[{{"functionCall":{{"id":"call_1","name":"bash","args":{{}}}}}}],"toolCalls":{calls}}}"#
        )
    };
    let file = |in_call: &str, results: &[&str]| {
        let mut messages = vec![message("m1", "user", r#"{"text":"Which files?"}"#), call(in_call)];
        messages.extend(results.iter().map(|id| message(id, "user", RESPONSE)));
        messages.push(message("m4", "gemini", r#"{"text":"Two."}"#));
        let head = sessions::gemini_cli(false).lines().next().unwrap().to_owned();
        let answer = r#"{"id":"m4","type":"gemini","content":"Two.","thoughts":[],"model":"gemini-2.5-pro"}"#;
        format!("{head}\n{answer}\n{{\"$set\":{{\"messages\":[{}]}}}}\n", messages.join(","))
    };
    let single = file("", &["m3"]);
    assert!(examine(&single).edits.is_empty());
    for double in [file("", &["m2_response", "m3"]), file(RESPONSE, &["m3"]), file(RESPONSE, &["m2_response", "m3"])] {
        let diagnosis = examine(&double);
        assert!(diagnosis.next >= Verdict::LikelyRejected, "{diagnosis:?}");
        assert_eq!(edited(&double, &diagnosis.edits), single, "{diagnosis:?}");
    }
}

#[test]
fn a_line_that_the_agent_cannot_read_is_made_readable() {
    for healthy in all().into_iter().filter(|healthy| healthy.format != "opencode") {
        let end = healthy.file.match_indices('\n').nth(4).unwrap().0;
        let (head, tail) = healthy.file.split_at(end);
        let comma = tail.find(",\"").unwrap();
        let object = tail.find(":{\"").unwrap() + 1;
        for (name, broken) in [
            ("NUL bytes before a line", format!("{head}\n\0\0\0{}", &tail[1..])),
            ("NUL bytes in place of a line", format!("{head}\n\0\0\0\0{tail}")),
            ("two values on a line", format!("{head}{}", &tail[1..])),
            ("a value on two lines", format!("{head}{}\n{}", &tail[..comma], &tail[comma..])),
            ("a value on two lines, the second like a value", format!("{head}{}\n{}", &tail[..object], &tail[object..])),
            (
                "a value on many lines",
                format!(
                    "{head}\n{}",
                    tail[1..].split_once('\n').map(|(line, rest)| [&line.replace(",\"", ",\n\""), "\n", rest].concat()).unwrap()
                ),
            ),
        ] {
            let name = format!("{} {name}", healthy.format);
            let diagnosis = examine(&broken);
            let mended = edited(&broken, &diagnosis.edits);
            let lines = |file: &str| file.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(lines(&mended), lines(&healthy.file), "{name}");
            assert!(diagnosis.losses.is_empty() && diagnosis.repairable == "line", "{name}: {diagnosis:?}");
        }
    }
}

#[test]
fn a_torn_line_is_reported_and_the_rest_of_the_session_stays() {
    for healthy in all().into_iter().filter(|healthy| healthy.format != "opencode") {
        let last = healthy.file.trim_end().rfind('\n').unwrap();
        let torn = format!("{}\n{{\"type\":\"message\",\"message\":{{\"role{}", &healthy.file[..last], &healthy.file[last..]);
        let diagnosis = examine(&torn);
        assert!(diagnosis.edits.is_empty() && diagnosis.next == Verdict::Accepted, "{}: {diagnosis:?}", healthy.format);
        assert_eq!(diagnosis.faults.iter().map(|fault| fault.kind).collect::<Vec<_>>(), ["unreadable"]);
    }
}

#[test]
fn an_unknown_parent_is_reported_as_a_loss_before_the_line() {
    let healthy = claude_code();
    let file = healthy.file.replace(r#""parentUuid":"line-4""#, r#""parentUuid":"gone""#);
    let diagnosis = examine(&file);
    assert!(diagnosis.edits.is_empty() && diagnosis.next == Verdict::Accepted, "{diagnosis:?}");
    assert_eq!(diagnosis.faults.iter().map(|fault| (fault.kind, fault.line)).collect::<Vec<_>>(), [("incomplete", 6)]);
}

/// Edits a session whose handles of these numbers are damaged.
fn revive(healthy: &Healthy, file: &str, damaged: &[usize], name: &str) {
    let diagnosis = examine(file);
    assert_eq!(diagnosis.format, Some(healthy.format), "{name}");
    assert!(diagnosis.next >= Verdict::LikelyRejected, "{name}: {diagnosis:?}");
    assert!(!diagnosis.edits.is_empty(), "{name}: {diagnosis:?}");
    assert!(diagnosis.findings.iter().all(|finding| finding.line.is_some()), "{name}");
    let revived = edited(file, &diagnosis.edits);
    let again = examine(&revived);
    assert_eq!(again.next, Verdict::Accepted, "{name}: {again:?}");
    assert!(again.edits.is_empty() && again.faults.is_empty(), "{name}: {again:?}");
    for (nth, handle) in healthy.handles.iter().enumerate() {
        assert_eq!(revived.contains(handle), !damaged.contains(&nth), "{name}: handle {nth}");
    }
    assert_eq!(again.kept, healthy.handles.len() - damaged.len(), "{name}");
    let removed: usize = diagnosis.edits.iter().map(|edit| edit.length).sum();
    let added: usize = diagnosis.edits.iter().map(|edit| edit.text.len()).sum();
    assert_eq!(revived.len(), file.len() + added - removed, "{name}");
    assert_eq!(diagnosis.losses.is_empty(), damaged.is_empty(), "{name}");
}
