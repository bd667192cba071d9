//! Damage that clients do by themselves: the ledger proves what was there, so a safe repair restores it.

use rethought::audit::{Options, Safety, audit, repair};
use rethought::json::scan;
use rethought::ledger::Ledger;
use rethought::model::{Target, Wire};

/// An exchange that is on record, and the parts of the requests before and after its answer.
struct Exchange {
    target: Target,
    first: String,
    response: String,
}

impl Exchange {
    fn repaired(&self, request: &str) -> String {
        let mut ledger = Ledger::default();
        ledger.record(&self.target, self.first.as_bytes(), self.response.as_bytes()).unwrap();
        let options = Options { ledger: Some(&ledger), ..Options::default() };
        let repaired = repair(request.as_bytes(), &self.target, &options, &[Safety::Safe]).unwrap();
        assert!(repaired.skipped.is_empty(), "a fix was left out");
        let text = String::from_utf8(repaired.request).unwrap();
        let verdict = |text: &str| audit(&scan(text.as_bytes()).unwrap(), &self.target, &options, |_, report| report.verdict).unwrap();
        assert!(verdict(&text) <= verdict(request), "worse than before: {text}");
        text
    }
}

const SIGNATURE: &str = "EvgBCkYICxgCKkAvjMdBBdNnMw8YnfjvO48bDgojV/Gr/RQiPs4uFmQ32CpUnfsczxtZWWhUW93sfvWD1MXYwWkfXj9HrZgRQEp5EgzGRkVUW9s+Coa/mP8aDOICwr9RaTL8aTOq0CIwLrZyAwoQx73Yx9JMVzKzvznpOz0Zs9zObS6dgZi7AwJFCaTq2h0L750oMsbah6USKmA098Yq6U4rZu8HLeQROazbZ6BvhEcHd3T0cleBfkkaJ44Rx1wNgjiIy4Z7YLAjYBX01LqjbtvhUasM1/HFlPQeukTiQHsrEGB4lDJCAzBFXREqBcWOoCPQsyVrCR6jdgMYAQ==";
const GOOGLE: &str = "EmMKYQE098Yq6U4rZu8HLeQROazbZ6BvhEcHd3T0cleBfkkaJ44Rx1wNgjiIy4Z7YLAjYBX01LqjbtvhUasM1/HFlPQeukTiQHsrEGB4lDJCAzBFXREqBcWOoCPQsyVrCR6jdgM=";
const REDACTED: &str = "EvgBCkYICxgCKkD2inMAfMWkuyvEcyXO7bgAF6C4ZZRbuC4R685Sznimk4wu6AtwBzEb6QRiEI/dkftNpMWj82JiplPbjCCCuUcuEgzF8ash923x9xmSfBcaDEy1ekxk+x+qzMEHRiIwm5LovM9Bp3BX4rbDkCjm7C2FcY3VmH9agqsiibhjoj+sXw2KohPLHgEET7ua4ybaKmC7/UBkmpWJt/1T16pBVdyXSOIof0PqGyfwnYojokLxUTvT/CQikREs7cbKcYGsjsjsVVVHxG8npMqlCU71AkwwjgEs/vWXnymJpKmRrTeKxFABB2T4Mc6EXIle6ahJbk0YAQ==";

fn claude(content: &str) -> Exchange {
    let model = "claude-sonnet-4-5";
    let target = Target { host: Some("api.anthropic.com".into()), model: Some(model.into()), ..Target::new(Wire::ANTHROPIC_MESSAGES) };
    let first = claude_request("");
    let response = format!(
        r#"{{"id":"msg_01AbCdEfGhJkLmNpQrStUvWx","type":"message","role":"assistant","model":"{model}","content":[{content}],"stop_reason":"tool_use"}}"#
    );
    Exchange { target, first, response }
}

fn claude_request(after: &str) -> String {
    let settings = r#""model":"claude-sonnet-4-5","max_tokens":9000,"thinking":{"type":"enabled","budget_tokens":2000},"tools":[{"name":"look","input_schema":{"type":"object"}}]"#;
    format!(r#"{{{settings},"messages":[{{"role":"user","content":"Look."}}{after}]}}"#)
}

const CALL: &str = r#"{"type":"tool_use","id":"toolu_01ZyXwVuTsRqPnMkJhGfEdCb","name":"look","input":{}}"#;
const RESULT: &str =
    r#",{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_01ZyXwVuTsRqPnMkJhGfEdCb","content":"here"}]}"#;

fn assistant(content: &str) -> String {
    format!(r#",{{"role":"assistant","content":[{content}]}}"#)
}

#[test]
fn a_text_in_the_place_of_claudes_thinking_makes_room_for_it() {
    let thinking = format!(r#"{{"type":"thinking","thinking":"I will look first.","signature":"{SIGNATURE}"}}"#);
    let exchange = claude(&format!("{thinking},{CALL}"));
    let whole = claude_request(&(assistant(&format!("{thinking},{CALL}")) + RESULT));
    let text = r#"{"type":"text","text":"I will look first."}"#;
    assert_eq!(exchange.repaired(&claude_request(&(assistant(&format!("{text},{CALL}")) + RESULT))), whole);
    // A text of the client's own stays, behind the thinking.
    let own = r#"{"type":"text","text":"One moment."}"#;
    let kept = claude_request(&(assistant(&format!("{thinking},{own},{CALL}")) + RESULT));
    assert_eq!(exchange.repaired(&claude_request(&(assistant(&format!("{own},{CALL}")) + RESULT))), kept);
}

#[test]
fn a_redacted_thought_in_a_message_of_its_own_leaves_no_empty_message() {
    let redacted = format!(r#"{{"type":"redacted_thinking","data":"{REDACTED}"}}"#);
    let exchange = claude(&format!("{redacted},{CALL}"));
    let sent = claude_request(&(assistant(&redacted) + &assistant(CALL) + RESULT));
    let repaired = exchange.repaired(&sent);
    assert!(!repaired.contains(r#""content":[]"#), "{repaired}");
    assert_eq!(repaired.matches(REDACTED).count(), 1, "{repaired}");
}

#[test]
fn an_answer_that_was_split_over_two_messages_and_lost_its_thinking_is_one_message_again() {
    let thinking = format!(r#"{{"type":"thinking","thinking":"I will look first.","signature":"{SIGNATURE}"}}"#);
    let redacted = format!(r#"{{"type":"redacted_thinking","data":"{REDACTED}"}}"#);
    let text = r#"{"type":"text","text":"I look."}"#;
    let exchange = claude(&format!("{thinking},{redacted},{text},{CALL}"));
    let sent = claude_request(&(assistant(&redacted) + &assistant(&format!("{text},{CALL}")) + RESULT));
    assert_eq!(exchange.repaired(&sent), claude_request(&(assistant(&format!("{thinking},{redacted},{text},{CALL}")) + RESULT)));
}

#[test]
fn thinking_that_was_hoisted_over_texts_that_were_joined_comes_between_them_again() {
    let thought = |text: &str, signature: &str| format!(r#"{{"type":"thinking","thinking":"{text}","signature":"{signature}"}}"#);
    let (first, second) = (thought("One.", SIGNATURE), thought("Two.", &SIGNATURE.replace("Af3m", "Bg4n")));
    let text = |text: &str| format!(r#"{{"type":"text","text":"{text}"}}"#);
    let exchange = claude(&format!("{first},{},{second},{},{CALL}", text("I look."), text("Now.")));
    let whole = claude_request(&(assistant(&format!("{first},{},{second},{},{CALL}", text("I look."), text("Now."))) + RESULT));
    for joined in ["I look.Now.", "I look.\\n\\nNow."] {
        let sent = claude_request(&(assistant(&format!("{first},{second},{},{CALL}", text(joined))) + RESULT));
        assert_eq!(exchange.repaired(&sent), whole, "{joined}");
    }
    // A text that says something else is the client's, and stays where it is.
    let sent = claude_request(&(assistant(&format!("{first},{second},{},{CALL}", text("I look. Later."))) + RESULT));
    assert!(exchange.repaired(&sent).contains("I look. Later."));
}

#[test]
fn thinking_that_was_saved_in_fragments_is_one_block_again() {
    let thinking = format!(r#"{{"type":"thinking","thinking":"I will look first.","signature":"{SIGNATURE}"}}"#);
    let exchange = claude(&format!("{thinking},{CALL}"));
    let whole = claude_request(&(assistant(&format!("{thinking},{CALL}")) + RESULT));
    let pieces = |texts: &[&str]| {
        let bare = texts.iter().map(|text| format!(r#"{{"type":"thinking","thinking":"{text}"}},"#)).collect::<String>();
        format!(r#"{bare}{{"type":"thinking","thinking":"","signature":"{SIGNATURE}"}}"#)
    };
    for texts in [&["I will ", "look first."][..], &["", "I", " will look first."], &["I", " ", "will look first.", ""]] {
        assert_eq!(exchange.repaired(&claude_request(&(assistant(&format!("{},{CALL}", pieces(texts))) + RESULT))), whole);
    }
}

fn gemini() -> (Exchange, String) {
    let model = "gemini-3-pro-preview";
    let host = Some("generativelanguage.googleapis.com".into());
    let target = Target { host, model: Some(model.into()), ..Target::new(Wire::GEMINI_GENERATE) };
    let call = r#"{"functionCall":{"id":"k88p0m504w5x","name":"look","args":{"at":"home"}},"thoughtSignature":"GOOGLE"}"#
        .replace("GOOGLE", GOOGLE);
    let response = format!(
        r#"{{"candidates":[{{"content":{{"role":"model","parts":[{call}]}},"finishReason":"STOP"}}],"modelVersion":"{model}","responseId":"r"}}"#
    );
    (Exchange { target, first: gemini_request(""), response }, call)
}

fn gemini_request(after: &str) -> String {
    format!(
        r#"{{"tools":[{{"functionDeclarations":[{{"name":"look"}}]}}],"contents":[{{"role":"user","parts":[{{"text":"Look."}}]}}{after}]}}"#
    )
}

fn gemini_after(call: &str) -> String {
    let id = if call.contains("\"id\"") { r#""id":"k88p0m504w5x","# } else { "" };
    format!(
        r#",{{"role":"model","parts":[{call}]}},{{"role":"user","parts":[{{"functionResponse":{{{id}"name":"look","response":{{"found":true}}}}}}]}}"#
    )
}

#[test]
fn a_signature_of_gemini_is_restored_when_the_id_was_dropped_too_and_when_it_was_cut() {
    let (exchange, call) = gemini();
    let bare = r#"{"functionCall":{"name":"look","args":{"at":"home"}}}"#;
    let repaired = exchange.repaired(&gemini_request(&gemini_after(bare)));
    assert!(repaired.contains(GOOGLE), "{repaired}");
    for damaged in [call.replace(GOOGLE, &GOOGLE[..GOOGLE.len() / 2]), call.replace(GOOGLE, &GOOGLE[..40]), call.replace(GOOGLE, "")] {
        let repaired = exchange.repaired(&gemini_request(&gemini_after(&damaged)));
        assert_eq!(repaired, gemini_request(&gemini_after(&call)), "{damaged}");
    }
}

#[test]
fn a_ciphertext_of_responses_that_was_removed_emptied_or_cut_is_restored_into_its_item() {
    let target = Target { host: Some("api.openai.com".into()), model: Some("gpt-5.4".into()), ..Target::new(Wire::OPENAI_RESPONSES) };
    let cipher = format!("gAAAAABo{}", "Zx9Kq2Lm7Rt4Wv8Yb1Nc5Pd3Sf6Gh0Jk".repeat(6));
    let item = |content: &str| format!(r#"{{"type":"reasoning","id":"rs_67ccd2bed1ec8190b14f964abc054267","summary":[]{content}}}"#);
    let call = r#"{"type":"function_call","id":"fc_67ccd2bf17f0819081ff3bb2cf6508e6","call_id":"call_Yk6Wnd0ZhXMCz2GfGk8wTRkt","name":"look","arguments":"{}","status":"completed"}"#;
    let whole = item(&format!(r#","encrypted_content":"{cipher}""#));
    let request = |after: &str| {
        format!(
            r#"{{"model":"gpt-5.4","store":false,"include":["reasoning.encrypted_content"],"tools":[{{"type":"function","name":"look","parameters":{{"type":"object"}}}}],"input":[{{"role":"user","content":"Look."}}{after}]}}"#
        )
    };
    let response =
        format!(r#"{{"id":"resp_67ccd2bed1ec8190","object":"response","status":"completed","model":"gpt-5.4","output":[{whole},{call}]}}"#);
    let exchange = Exchange { target, first: request(""), response };
    let result = r#"{"type":"function_call_output","call_id":"call_Yk6Wnd0ZhXMCz2GfGk8wTRkt","output":"here"}"#;
    let sent = |item: &str| request(&format!(",{item},{call},{result}"));
    let half = format!(r#","encrypted_content":"{}""#, &cipher[..cipher.len() / 2]);
    let short = format!(r#","encrypted_content":"{}""#, &cipher[..30]);
    for damaged in ["", r#","encrypted_content":null"#, r#","encrypted_content":"""#, &half, &short] {
        assert_eq!(exchange.repaired(&sent(&item(damaged))), sent(&whole), "{damaged}");
    }
}

#[test]
fn two_reasoning_items_of_one_stored_answer_are_both_restored_if_the_client_dropped_every_id() {
    let target = Target { host: Some("api.openai.com".into()), model: Some("gpt-5-mini".into()), ..Target::new(Wire::OPENAI_RESPONSES) };
    let thought = |id: &str| format!(r#"{{"id":"{id}","type":"reasoning","summary":[]}}"#);
    let [first, second] = ["rs_68b1c2d3e4f50617a8b9c0d1e2f30415", "rs_68b1c2d3e4f50617a8b9c0d1e2f30416"];
    let said = |id: &str| format!(r#"{{{id}"type":"message","role":"assistant","content":[{{"type":"output_text","text":"I look."}}]}}"#);
    let call =
        |id: &str| format!(r#"{{{id}"type":"function_call","call_id":"call_rZb1BFz7UUkJLxIO3nUeLPNG","name":"look","arguments":"{{}}"}}"#);
    let request = |after: &str| {
        format!(
            r#"{{"model":"gpt-5-mini","tools":[{{"type":"function","name":"look","parameters":{{"type":"object"}}}}],"input":[{{"role":"user","content":"Look."}}{after}]}}"#
        )
    };
    let response = format!(
        r#"{{"id":"resp_68b1c2d3e4f50617","object":"response","status":"completed","model":"gpt-5-mini","output":[{},{},{},{}]}}"#,
        thought(first),
        said(r#""id":"msg_68b1c2d3e4f50617a8b9c0d1e2f30417","#),
        thought(second),
        call(r#""id":"fc_68b1c2d3e4f50617a8b9c0d1e2f30418","#)
    );
    let exchange = Exchange { target, first: request(""), response };
    let result = r#"{"type":"function_call_output","call_id":"call_rZb1BFz7UUkJLxIO3nUeLPNG","output":"here"}"#;
    let repaired = exchange.repaired(&request(&format!(",{},{},{result}", said(""), call(""))));
    assert!(repaired.contains(first) && repaired.contains(second), "{repaired}");

    // A thought without the message that followed it would be refused. The fix is left out, and the result says so.
    let mut ledger = Ledger::default();
    let bare = exchange.response.replace(&format!(",{}", thought(second)), "");
    ledger.record(&exchange.target, exchange.first.as_bytes(), bare.as_bytes()).unwrap();
    let options = Options { ledger: Some(&ledger), ..Options::default() };
    let request = request(&format!(",{},{result}", call("")));
    let repaired = repair(request.as_bytes(), &exchange.target, &options, &[Safety::Safe]).unwrap();
    let skipped: Vec<_> = repaired
        .skipped
        .iter()
        .map(|one| (one.fix.rule.id, one.adds.iter().any(|rule| rule.id == "reasoning-without-following-item")))
        .collect();
    assert_eq!((repaired.request.as_slice(), skipped), (request.as_bytes(), vec![("dropped-thought", true)]));
}
