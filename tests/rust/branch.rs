//! The answers of a conversation are one branch, whatever a client puts between them.

use rethought::audit::conversation;
use rethought::json::scan;
use rethought::ledger::Ledger;
use rethought::model::{Target, Wire};

/// Items that a client writes and no model does.
const OF_CLIENTS: [&str; 4] = [
    r#"{"type":"configuration_update","reasoning":{"effort":"high"}}"#,
    r#"{"type":"compaction_trigger"}"#,
    r#"{"type":"mcp_approval_response","approval_request_id":"mcpr_1","approve":true}"#,
    r#"{"role":"developer","content":"Be brief."}"#,
];

#[test]
fn what_a_client_writes_between_two_answers_ends_no_branch() {
    let target = Target { host: Some("api.openai.com".into()), ..Target::new(Wire::OPENAI_RESPONSES) };
    for item in OF_CLIENTS {
        let mut ledger = Ledger::default();
        let mut input = vec![r#"{"role":"user","content":"Begin."}"#.to_owned()];
        let request = |input: &[String]| format!(r#"{{"model":"gpt-6-luna","input":[{}]}}"#, input.join(","));
        for nth in 0..4 {
            // A late result parts the item from the answer before it.
            let call = format!(
                r#"{{"type":"function_call","id":"fc_{nth}8Zq3kTzR","call_id":"call_{nth}8Qb3kTzR","name":"look","arguments":"{{}}"}}"#
            );
            let output = format!(
                r#"{{"type":"reasoning","id":"rs_{nth}4Vb7mKcX","summary":[],"encrypted_content":"gAAAAABo{nth}Zm9vYmFy"}},{call}"#
            );
            let response = format!(r#"{{"id":"resp_{nth}","object":"response","status":"completed","output":[{output}]}}"#);
            ledger.record(&target, request(&input).as_bytes(), response.as_bytes()).unwrap();
            let result = format!(r#"{{"type":"function_call_output","call_id":"call_{nth}8Qb3kTzR","output":"here"}}"#);
            input.extend([output, result, item.to_owned(), r#"{"role":"user","content":"Go on."}"#.to_owned()]);
        }
        let next = request(&input);
        let found = conversation(&scan(next.as_bytes()).unwrap(), &target, &ledger).unwrap().unwrap();
        assert_eq!(found.branch, [0, 1, 2, 3], "{item}");
    }
}
