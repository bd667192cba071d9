//! Handles that clients damage are known again by what is left of them.

use rethought::audit::{Options, Safety, repair};
use rethought::ledger::Ledger;
use rethought::model::{Target, Wire};

fn mended(target: Target, model: &str, request: &str, ledger: &Ledger) -> String {
    let options = Options { ledger: Some(ledger), ..Options::default() };
    let target = Target { model: Some(model.into()), ..target };
    String::from_utf8(repair(request.as_bytes(), &target, &options, &[Safety::Safe]).unwrap().request).unwrap()
}

#[test]
fn redacted_thoughts_that_a_client_joined_come_apart_again() {
    let target = Target { host: Some("bedrock-runtime.us-east-1.amazonaws.com".into()), ..Target::new(Wire::BEDROCK_CONVERSE) };
    let thought = |data: &str| format!(r#"{{"reasoningContent":{{"redactedContent":"{data}"}}}}"#);
    // Base64 of 67 bytes each, so that the first ends with padding; joined, bytes of the second stand there.
    let [one, other] = ["EvUD", "EvsE"].map(|head| format!("{head}{}AQ==", "CkYICRgCKgHMabcd".repeat(5)));
    let joined = format!("{}R{}", &one[..one.len() - 3], &other[..other.len() - 4]);
    let call = r#"{"toolUse":{"toolUseId":"toolu_1","name":"look","input":{}}}"#;
    let content = format!("{},{},{call}", thought(&one), thought(&other));
    let user = r#"{"role":"user","content":[{"text":"Begin."}]}"#;
    let result = r#"{"role":"user","content":[{"toolResult":{"toolUseId":"toolu_1","content":[{"text":"here"}]}}]}"#;
    let request = |content: &str| format!(r#"{{"messages":[{user},{{"role":"assistant","content":[{content}]}},{result}]}}"#);
    let response = format!(r#"{{"output":{{"message":{{"role":"assistant","content":[{content}]}}}},"stopReason":"tool_use"}}"#);
    let (mut ledger, model) = (Ledger::default(), "anthropic.claude-opus-4-8");
    let target = Target { model: Some(model.into()), ..target };
    ledger.record(&target, format!(r#"{{"messages":[{user}]}}"#).as_bytes(), response.as_bytes()).unwrap();
    let mended = mended(target, model, &request(&format!("{},{call}", thought(&joined))), &ledger);
    assert_eq!(mended, request(&content));
}
