//! After a refusal only the handles of the refused origin are removed. The guard describes the refusal in the row of a table.

use crate::handles::{claude, fernet, gemini};
use rethought::audit::{Options, Safety, repair};
use rethought::ledger::Ledger;
use rethought::model::{Target, Wire};

/// Repairs a request after a refusal, as the guard does before it sends the request once more, and says which handles are left.
fn left(target: &Target, request: &str, handles: &[&str], refused: &str, ledger: &Ledger, allowed: &[Safety]) -> Vec<bool> {
    let models = format!(r#"[{{"if":"","set":{{"refused":{refused}}}}}]"#);
    let options = Options { ledger: Some(ledger), models: models.as_bytes(), ..Options::default() };
    let repaired = repair(request.as_bytes(), target, &options, allowed).unwrap();
    let text = String::from_utf8(repaired.request).unwrap();
    handles.iter().map(|handle| text.contains(handle)).collect()
}

const SAFE: [Safety; 2] = [Safety::Safe, Safety::Dead];

fn target(wire: Wire, host: &str, model: &str) -> Target {
    Target { host: Some(host.into()), model: Some(model.into()), ..Target::new(wire) }
}

fn at_claude(model: &str) -> Target {
    target(Wire::ANTHROPIC_MESSAGES, "api.anthropic.com", model)
}

fn claude_request(signatures: &[&str]) -> String {
    let turn = |signature: &&str| {
        let content = format!(r#"{{"type":"thinking","thinking":"Hm.","signature":"{signature}"}},{{"type":"text","text":"Hi."}}"#);
        format!(r#"{{"role":"user","content":"Hello"}},{{"role":"assistant","content":[{content}]}},"#)
    };
    let turns: String = signatures.iter().map(turn).collect();
    format!(r#"{{"model":"claude-sonnet-5","max_tokens":9000,"messages":[{turns}{{"role":"user","content":"Thanks."}}]}}"#)
}

#[test]
fn a_refused_signature_is_removed_with_those_after_it_if_no_answer_is_on_record() {
    let signatures = [claude(1), claude(2), claude(3)];
    let signatures = signatures.each_ref().map(String::as_str);
    let after = |refused: &str| {
        let request = claude_request(&signatures);
        left(&at_claude("claude-sonnet-5"), &request, &signatures, refused, &Ledger::default(), &SAFE)
    };
    assert_eq!(after(r#"{"pointer":"/messages/3/content/0","account":false,"origin":true}"#), [true, false, false]);
    // The refusal is about one block, as that of an edited message.
    assert_eq!(after(r#"{"pointer":"/messages/3/content/0","account":false,"origin":false}"#), [true, false, true]);
    assert_eq!(after(r#"{"account":false,"origin":true}"#), [false, false, false], "no place is named");
    assert_eq!(after("{}"), [true, true, true], "the refusal is about no signature");
}

#[test]
fn a_fix_that_moves_another_signature_to_the_refused_place_does_not_make_it_refused() {
    let [foreign, own] = ["0f5d1c".repeat(10), claude(1)];
    for host in ["api.anthropic.com", "llm.acme.example"] {
        let block = |signature: &str| format!(r#"{{"type":"thinking","thinking":"Hm.","signature":"{signature}"}}"#);
        let content = [block(&foreign), block(&own), r#"{"type":"text","text":"Hi."}"#.to_owned()].join(",");
        let end = r#"{"role":"user","content":"Thanks."},{"role":"assistant","content":"Bye."},{"role":"user","content":"And now?"}"#;
        let request = format!(
            r#"{{"model":"claude-sonnet-5","max_tokens":9000,"messages":[{{"role":"user","content":"Hello"}},{{"role":"assistant","content":[{content}]}},{end}]}}"#
        );
        let refused = r#"{"pointer":"/messages/1/content/0","account":false,"origin":true}"#;
        let target = target(Wire::ANTHROPIC_MESSAGES, host, "claude-sonnet-5");
        assert_eq!(left(&target, &request, &[&foreign, &own], refused, &Ledger::default(), &SAFE), [false, true], "{host}");
    }
}

#[test]
fn what_the_host_answered_with_stays_and_everything_that_is_not_recorded_is_removed() {
    let signatures = [claude(1), claude(2), claude(3)];
    let signatures = signatures.each_ref().map(String::as_str);
    let target = at_claude("claude-sonnet-5");
    let mut ledger = Ledger::default();
    let asked = claude_request(&signatures[..1]).replace("Thanks.", "Hello");
    let response = format!(
        r#"{{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-5","content":[{{"type":"thinking","thinking":"Hm.","signature":"{}"}},{{"type":"text","text":"Hi."}}]}}"#,
        signatures[1]
    );
    ledger.record(&target, asked.as_bytes(), response.as_bytes()).unwrap();
    let request = claude_request(&signatures);
    for named in [1, 5] {
        let refused = format!(r#"{{"pointer":"/messages/{named}/content/0","account":false,"origin":true}}"#);
        assert_eq!(left(&target, &request, &signatures, &refused, &ledger, &SAFE), [false, true, false], "{named}");
    }
}

#[test]
fn a_refused_ciphertext_is_removed_alone_unless_the_refusal_names_an_account() {
    let ciphertexts = [fernet(1), fernet(2), fernet(3)];
    let item = |text: &String| format!(r#"{{"type":"reasoning","summary":[],"encrypted_content":"{text}"}},"#);
    let message = r#"{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Hi."}]},"#;
    let turns: String = ciphertexts.iter().map(|text| [r#"{"role":"user","content":"Hello"},"#, &item(text), message].concat()).collect();
    let request = format!(r#"{{"model":"gpt-5.5","store":false,"input":[{turns}{{"role":"user","content":"Thanks."}}]}}"#);
    let tail = &ciphertexts[1][ciphertexts[1].len() - 4..];
    let handles = ciphertexts.each_ref().map(String::as_str);
    for host in ["api.openai.com", "chatgpt.com", "acme.openai.azure.com", "llm.acme.example"] {
        let target = target(Wire::OPENAI_RESPONSES, host, "gpt-5.5");
        let after = |refused: &str| left(&target, &request, &handles, refused, &Ledger::default(), &SAFE);
        let ends = |account: bool| format!(r#"{{"head":"gAAA","tail":"{tail}","account":{account},"origin":true}}"#);
        assert_eq!(after(&ends(false)), [true, false, true], "{host}");
        assert_eq!(after(&ends(true)), [false, false, false], "{host}");
        assert_eq!(after(r#"{"account":false,"origin":true}"#), [false, false, false], "{host}: no item is named");
    }
}

#[test]
fn a_signature_of_gemini_is_removed_and_one_that_a_call_needs_is_replaced_only_with_permission() {
    let [text, call] = [gemini(1), gemini(2)];
    let user = |text: &str| format!(r#"{{"role":"user","parts":[{text}]}}"#);
    let model = |part: &str| format!(r#"{{"role":"model","parts":[{part}]}}"#);
    let contents = [
        user(r#"{"text":"Hello"}"#),
        model(&format!(r#"{{"text":"Hi.","thoughtSignature":"{text}"}}"#)),
        user(r#"{"text":"Look."}"#),
        model(&format!(r#"{{"functionCall":{{"name":"look","args":{{}}}},"thoughtSignature":"{call}"}}"#)),
        user(r#"{"functionResponse":{"name":"look","response":{"count":3}}}"#),
    ];
    let request = format!(r#"{{"contents":[{}]}}"#, contents.join(","));
    let refused = r#"{"account":false,"origin":true}"#;
    for host in ["generativelanguage.googleapis.com", "us-central1-aiplatform.googleapis.com"] {
        let target = target(Wire::GEMINI_GENERATE, host, "gemini-3-flash-preview");
        let handles = [&*text, &*call, "skip_thought_signature_validator"];
        let after = |allowed: &[Safety]| left(&target, &request, &handles, refused, &Ledger::default(), allowed);
        assert_eq!(after(&SAFE), [false, true, false], "{host}");
        assert_eq!(after(&[Safety::Safe, Safety::Dead, Safety::Placeholder]), [false, false, true], "{host}");
    }
}
