//! A vendor that changes the form of its handles loses nobody's thoughts: a handle that the host itself answered with is genuine.

use crate::handles::claude;
use rethought::audit::{Check, Options, Safety, audit, repair, rules};
use rethought::json::scan;
use rethought::ledger::Ledger;
use rethought::model::{Target, Wire};

const ASKED: &str = r#"{"model":"claude-sonnet-5","max_tokens":9000,"messages":[{"role":"user","content":"Hello"}]}"#;

fn target(host: &str) -> Target {
    Target { host: Some(host.to_owned()), ..Target::new(Wire::ANTHROPIC_MESSAGES) }
}

/// Says in which form the test handles are: none that any vendor has today.
fn content(seed: char) -> String {
    let signature: String = std::iter::repeat_n(['8', 'x', seed, 'd'], 40).flatten().collect();
    format!(r#"[{{"type":"thinking","thinking":"A greeting.","signature":"{signature}"}},{{"type":"text","text":"Hello."}}]"#)
}

fn request(seed: char) -> String {
    format!(
        r#"{{"model":"claude-sonnet-5","max_tokens":9000,"messages":[{{"role":"user","content":"Hello"}},{{"role":"assistant","content":{}}},{{"role":"user","content":"And now?"}}]}}"#,
        content(seed)
    )
}

fn check_of(rule: &str, seed: char, host: &str, ledger: Option<&Ledger>) -> Check {
    let text = request(seed);
    let options = Options { ledger, ..Options::default() };
    let nth = rules::all().position(|one| one.id == rule).unwrap();
    audit(&scan(text.as_bytes()).unwrap(), &target(host), &options, |_, report| report.checks[nth]).unwrap()
}

#[test]
fn a_form_that_the_host_itself_answers_with_is_not_judged_any_more() {
    let host = "api.anthropic.com";
    assert_eq!(check_of("handle-of-another-vendor", 'a', host, None), Check::Failed);
    let mut ledger = Ledger::default();
    let response = format!(r#"{{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-5","content":{}}}"#, content('a'));
    ledger.record(&target(host), ASKED.as_bytes(), response.as_bytes()).unwrap();
    let unknown = Check::Unknown("needs newer tables: the host answers with handles in an unknown form");
    assert_eq!(check_of("handle-of-another-vendor", 'a', host, Some(&ledger)), unknown);
    assert_eq!(check_of("damaged-handle", 'a', host, Some(&ledger)), unknown);
    // Another conversation without a ledger is safe from then on, and only at this service.
    assert_eq!(check_of("handle-of-another-vendor", 'b', host, None), unknown);
    assert_eq!(check_of("handle-of-another-vendor", 'b', "us-east5-aiplatform.googleapis.com", None), Check::Failed);
}

#[test]
fn an_unknown_form_is_removed_only_with_permission() {
    let text = request('c');
    let repaired = |allowed: &[Safety]| {
        let repaired = repair(text.as_bytes(), &target("api.anthropic.com"), &Options::default(), allowed).unwrap();
        String::from_utf8(repaired.request).unwrap().contains("thinking\":")
    };
    assert!(repaired(&[Safety::Safe]));
    assert!(!repaired(&[Safety::Safe, Safety::Dead]));
    assert!(!repaired(&[Safety::Safe, Safety::Unsafe]), "who allows to drop reasoning allows to drop what is refused");
}

#[test]
fn a_cut_signature_is_removed_only_with_permission_and_a_mask_leaves_earlier_thinking() {
    let (earlier, own) = (claude(1), claude(2));
    let text = |signature: &str| {
        let block = |thinking: &str, signature: &str| format!(r#"{{"type":"thinking","thinking":"{thinking}","signature":"{signature}"}}"#);
        let answer = |blocks: String| format!(r#"{{"role":"assistant","content":[{blocks},{{"type":"text","text":"Hi."}}]}}"#);
        let user = r#"{"role":"user","content":"Hello"}"#;
        let answers = [answer(block("Earlier.", &earlier)), answer(block("Latest.", signature))];
        format!(r#"{{"model":"claude-opus-5-5","max_tokens":9000,"messages":[{user},{},{user},{},{user}]}}"#, answers[0], answers[1])
    };
    let left = |signature: &str, allowed: &[Safety]| {
        let repaired = repair(text(signature).as_bytes(), &target("api.anthropic.com"), &Options::default(), allowed).unwrap();
        let after = String::from_utf8(repaired.request).unwrap();
        ["Earlier.", "Latest."].map(|thinking| after.contains(thinking))
    };
    for length in own.len() - 7..own.len() - 1 {
        let cut = own.get(..length).unwrap();
        assert_eq!(left(cut, &[Safety::Safe]), [true, true], "cut to {length}");
        assert!(!left(cut, &[Safety::Safe, Safety::Dead])[1], "cut to {length}");
    }
    let broken = format!("{}\\n{}", &own[..40], &own[40..]);
    for spoiled in [broken, format!("{own}\\n"), format!("\\\"{own}\\\"")] {
        assert_eq!(left(&spoiled, &[Safety::Safe, Safety::Dead]), [true, true], "{spoiled}");
        assert!(!left(&spoiled, &[Safety::Safe, Safety::Unsafe])[1], "{spoiled}");
    }
    for dead in ["", "***", "[REDACTED]", "skip_thought_signature_validator"] {
        assert_eq!(left(dead, &[Safety::Safe]), [true, false], "{dead}");
    }
}

#[test]
fn the_certain_form_of_another_vendor_is_removed_without_permission_and_alone() {
    let genuine = "EtABCkYICxgCKkA".to_owned();
    let hex = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
    let text = request('d').replace(
        &content('d'),
        &format!(r#"[{{"type":"thinking","thinking":"Hm.","signature":"{hex}"}},{{"type":"text","text":"{genuine}"}}]"#),
    );
    for (host, is_removed) in [("api.anthropic.com", true), ("llm.example.org", false), ("api.githubcopilot.com", false)] {
        let repaired = repair(text.as_bytes(), &target(host), &Options::default(), &[Safety::Safe]).unwrap();
        let after = String::from_utf8(repaired.request).unwrap();
        assert_eq!(!after.contains(hex), is_removed, "{host}");
        assert!(after.contains(&genuine));
    }
}

#[test]
fn an_answer_of_another_vendor_without_a_host_switches_no_form_off() {
    let nobody = Target { host: None, ..target("") };
    let mut ledger = Ledger::default();
    let response = format!(r#"{{"id":"msg_1","type":"message","role":"assistant","model":"MiniMax-M2.5","content":{}}}"#, content('e'));
    let asked = ASKED.replace("claude-sonnet-5", "MiniMax-M2.5");
    ledger.record(&nobody, asked.as_bytes(), response.as_bytes()).unwrap();
    let host = "bedrock-runtime.eu-west-1.amazonaws.com";
    assert_eq!(check_of("handle-of-another-vendor", 'e', host, Some(&ledger)), Check::Failed);
    assert_eq!(check_of("handle-of-another-vendor", 'f', host, None), Check::Failed);
}
