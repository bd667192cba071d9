//! Two short conversations, on Anthropic's wire and on that of Responses: those that `tests/data/ledger/version-2.ndjson` holds.
//!
//! The file was written by the crate at commit 8acfd08, the last that wrote version 2, with these exchanges in the order of [`recorded`].

use rethought::model::{Target, Wire};

/// A conversation: its target, the exchanges, and the request that comes next.
pub struct Dialogue {
    pub target: Target,
    pub exchanges: Vec<(String, String)>,
    pub next: String,
}

/// How many answers each has.
pub const TURNS: usize = 3;

/// The order in which exchanges are recorded: the number of the conversation, and of the exchange in it.
pub fn recorded() -> impl Iterator<Item = (usize, usize)> {
    (0..TURNS).flat_map(|nth| [(0, nth), (1, nth)])
}

pub fn dialogues() -> [Dialogue; 2] {
    [anthropic(), responses()]
}

fn anthropic() -> Dialogue {
    let target = Target { host: Some("api.anthropic.com".into()), account: Some("one".into()), ..Target::new(Wire::ANTHROPIC_MESSAGES) };
    let mut messages = vec![r#"{"role":"user","content":"Where is the harbour?"}"#.to_owned()];
    let request = |messages: &[String]| {
        let settings = r#""model":"claude-opus-4-5","max_tokens":4096,"thinking":{"type":"enabled","budget_tokens":2048},"system":"Be brief.","tools":[{"name":"look","input_schema":{"type":"object"}}]"#;
        format!(r#"{{{settings},"messages":[{}]}}"#, messages.join(","))
    };
    let mut exchanges = Vec::new();
    for nth in 0..TURNS {
        let (thought, id) = (format!("I should look at sheet {nth} of the map."), format!("toolu_01QzXv7Kb3{nth}TjRm5WnYc8Lp"));
        let signature = format!("EqQBCkgIDxABGAIiQ{}mNvR2xTzKw8{nth}fYpLbHqJ4sDcE", "kWpVtUzXr".repeat(6));
        let content = format!(
            r#"[{{"type":"thinking","thinking":"{thought}","signature":"{signature}"}},{{"type":"tool_use","id":"{id}","name":"look","input":{{"sheet":{nth}}}}}]"#
        );
        let body = format!(
            r#"{{"id":"msg_01Vn8Rk{nth}","type":"message","role":"assistant","model":"claude-opus-4-5","content":{content},"stop_reason":"tool_use"}}"#
        );
        exchanges.push((request(&messages), body));
        messages.push(format!(r#"{{"role":"assistant","content":{content}}}"#));
        messages.push(format!(r#"{{"role":"user","content":[{{"type":"tool_result","tool_use_id":"{id}","content":"Nothing on it."}}]}}"#));
    }
    Dialogue { target, next: request(&messages), exchanges }
}

fn responses() -> Dialogue {
    let target = Target { host: Some("api.openai.com".into()), ..Target::new(Wire::OPENAI_RESPONSES) };
    let mut items = vec![r#"{"role":"user","content":"Where is the tower?"}"#.to_owned()];
    let request = |items: &[String]| {
        let settings = r#""model":"gpt-5.6","store":false,"include":["reasoning.encrypted_content"],"tools":[{"type":"function","name":"look","parameters":{"type":"object"}}]"#;
        format!(r#"{{{settings},"input":[{}]}}"#, items.join(","))
    };
    let mut exchanges = Vec::new();
    for nth in 0..TURNS {
        let (item, call) = (format!("rs_0b7d4e19c2a86f{nth}5"), format!("call_hT5wQz9{nth}KmXr2LbN"));
        let ciphertext = format!("gAAAAABpQ2xh{}{nth}Zk4", "vNqT7sWcYb".repeat(9));
        let output = [
            format!(r#"{{"id":"{item}","type":"reasoning","summary":[],"encrypted_content":"{ciphertext}"}}"#),
            format!(
                r#"{{"id":"fc_0b7d4e19c2a86f{nth}6","type":"function_call","status":"completed","call_id":"{call}","name":"look","arguments":"{{\"sheet\":{nth}}}"}}"#
            ),
        ];
        exchanges.push((
            request(&items),
            format!(
                r#"{{"id":"resp_0b7d4e{nth}","object":"response","status":"completed","model":"gpt-5.6","output":[{}]}}"#,
                output.join(",")
            ),
        ));
        items.extend(output);
        items.push(format!(r#"{{"type":"function_call_output","call_id":"{call}","output":"Nothing on it."}}"#));
    }
    Dialogue { target, next: request(&items), exchanges }
}
