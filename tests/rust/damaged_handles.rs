//! Handles that clients damage are known again by what is left of them, or by the item that they stand on.

use rethought::audit::{Options, Safety, repair};
use rethought::ledger::Ledger;
use rethought::model::{Target, Wire};

const ITEM: &str = "rs_0a1b2c3d4e5f60718293a4b5c6d7e8f9";
const SEALED: &str = "gAAAAABmQk9YT1JFZmlyc3RTZWFsT2ZUaGVJdGVtMTIzNDU2Nzg5MGFiY2RlZmdoaWprbG1ub3BxcnN0dXZ3eHl6QUJDREVG";
const SEALED_AGAIN: &str = "gAAAAABuWnpXeHZVdHNScVBvTm1MazBqSWhHZkVkQ2JBOTg3NjU0MzIxMHp5eHd2dXRzcnFwb25tbGtqaWhnZmVkY2JhWllY";

fn mended(target: Target, model: &str, request: &str, ledger: &Ledger) -> String {
    let options = Options { ledger: Some(ledger), ..Options::default() };
    let target = Target { model: Some(model.into()), ..target };
    String::from_utf8(repair(request.as_bytes(), &target, &options, &[Safety::Safe]).unwrap().request).unwrap()
}

/// A request with a reasoning item, and what a repair makes of it.
fn with_item(id: &str, sealed: &str) -> [String; 2] {
    let target = Target { host: Some("api.openai.com".into()), ..Target::new(Wire::OPENAI_RESPONSES) };
    let item = |id: &str, sealed: &str| format!(r#"{{"id":"{id}","type":"reasoning","summary":[],"encrypted_content":"{sealed}"}}"#);
    let call = r#"{"type":"function_call","id":"fc_1","call_id":"call_1","name":"look","arguments":"{}"}"#;
    let head = r#"{"model":"gpt-5.4","store":false,"include":["reasoning.encrypted_content"],"input":[{"role":"user","content":"Begin."}"#;
    let response = format!(r#"{{"id":"resp_1","object":"response","status":"completed","output":[{},{call}]}}"#, item(ITEM, SEALED));
    let mut ledger = Ledger::default();
    ledger.record(&target, format!("{head}]}}").as_bytes(), response.as_bytes()).unwrap();
    let next = format!(r#"{head},{},{call},{{"type":"function_call_output","call_id":"call_1","output":"here"}}]}}"#, item(id, sealed));
    let mended = mended(target, "gpt-5.4", &next, &ledger);
    [next, mended]
}

#[test]
fn an_item_is_known_by_its_id_whatever_seals_it() {
    let [whole, same] = with_item(ITEM, SEALED);
    assert_eq!(whole, same, "nothing is to be mended");
    let [_, mended] = with_item(ITEM, SEALED_AGAIN);
    assert_eq!(mended, whole);
}

#[test]
fn an_item_of_another_id_under_another_seal_is_somebody_elses() {
    let [next, mended] = with_item("rs_ffffffffffffffffffffffffffffffff", SEALED_AGAIN);
    assert_eq!(mended, next);
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
    let mut ledger = Ledger::default();
    ledger.record(&target, format!(r#"{{"messages":[{user}]}}"#).as_bytes(), response.as_bytes()).unwrap();
    let mended = mended(target, "anthropic.claude-opus-4-8", &request(&format!("{},{call}", thought(&joined))), &ledger);
    assert_eq!(mended, request(&content));
}
