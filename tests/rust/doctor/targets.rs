//! Who answers the next request: a host that is not known decides nothing, and neither does a model or a host that is not in the tables.

use rethought::audit::Verdict;
use rethought::sessions::doctor::{Diagnosis, DoctorOptions, diagnose};

use super::examine;
use super::sessions::{claude_code, codex};

/// A session of Claude Code with a bridge to another host: all turns were answered, and the handles are what the bridge wrote.
fn bridged(handle: &str) -> String {
    let healthy = claude_code();
    let file = healthy.handles.iter().fold(healthy.file.clone(), |file, genuine| file.replace(genuine, handle));
    file.replace(r#""id":"msg_01"#, r#""id":"msg_c0ffee"#)
}

#[test]
fn an_unknown_host_decides_nothing() {
    for handle in ["", "5f1c0ffee0ddba11", "gAAAAABo_-x"] {
        let diagnosis = examine(&bridged(handle));
        assert!(diagnosis.edits.is_empty() && diagnosis.findings.is_empty(), "{handle}: {diagnosis:?}");
        assert_eq!((diagnosis.past, diagnosis.next), (Verdict::Accepted, Verdict::Unknown), "{handle}");
        assert!(diagnosis.reason.unwrap().contains("--host"));
    }
    let missing = bridged("").replace(r#","signature":"""#, "");
    assert_eq!(examine(&missing).next, Verdict::Unknown);
}

#[test]
fn a_mask_is_dead_at_every_host() {
    let diagnosis = examine(&bridged("REDACTED"));
    assert_eq!(diagnosis.next, Verdict::Rejected);
    assert!(!diagnosis.edits.is_empty());
}

#[test]
fn the_ids_of_the_answers_show_the_host() {
    for id in ["msg_01", "msg_bdrk_01", "msg_vrtx_01"] {
        let file = bridged("").replace("msg_c0ffee", id);
        let diagnosis = examine(&file);
        assert_eq!(diagnosis.next, Verdict::Rejected, "{id}: {diagnosis:?}");
        assert!(!diagnosis.edits.is_empty(), "{id}");
    }
    let named = diagnose(bridged("").as_bytes(), options(None, Some("api.anthropic.com")));
    assert_eq!(named.next, Verdict::Rejected);
}

fn options(model: Option<&str>, host: Option<&str>) -> DoctorOptions {
    let [model, host] = [model, host].map(|name| name.map(str::to_owned));
    DoctorOptions { model, host, ..DoctorOptions::default() }
}

#[test]
fn a_model_or_a_host_that_cannot_answer_is_not_judged() {
    let ask = |file: &str, model, host| -> Diagnosis { diagnose(file.as_bytes(), options(model, host)) };
    let (claude, codex) = (claude_code().file, codex().file);
    for (diagnosis, reason) in [
        (ask(&claude, Some("gpt-5.2"), None), "api.anthropic.com does not serve the model gpt-5.2."),
        (ask(&codex, Some("claude-opus-4-5"), None), "api.openai.com does not serve the model claude-opus-4-5."),
        (ask(&codex, Some("gtp-5"), None), "The model gtp-5 is not in the tables."),
        (ask(&codex, None, Some("exmaple")), "The host exmaple is not in the tables."),
        (ask(&claude, None, Some("api.openai.com")), "The host api.openai.com does not accept requests of the format anthropic-messages."),
    ] {
        assert_eq!((diagnosis.next, diagnosis.reason.as_deref()), (Verdict::Unknown, Some(reason)), "{diagnosis:?}");
        assert!(diagnosis.edits.is_empty());
    }
    for diagnosis in [ask(&claude, Some("claude-opus-4-5"), None), ask(&codex, Some("gpt-5"), None), ask(&codex, None, Some("chatgpt.com"))]
    {
        assert_eq!(diagnosis.next, Verdict::Accepted, "{diagnosis:?}");
    }
}
