//! The way home: a conversation goes to another vendor and returns with its thoughts as they were.

use rethought::audit::Options;
use rethought::convert::{Conversion, Policy, convert};
use rethought::json::scan;
use rethought::ledger::Ledger;
use rethought::model::Fate;
use rethought::model::{Target, Wire};

use super::corpus::aim;

/// Converts with a ledger, which keeps what it sees.
pub fn converted(request: &str, from: &Target, to: &Target, ledger: &mut Ledger) -> (String, Conversion) {
    let document = scan(request.as_bytes()).unwrap();
    let conversion = convert(&document, from, to, &Policy::default(), &Options { ledger: Some(ledger), ..Options::default() }).unwrap();
    for seen in conversion.seen.clone() {
        ledger.keep_origin(&seen.wire, &seen.issuer, seen.origin, seen.last);
    }
    (String::from_utf8(conversion.request.clone()).unwrap(), conversion)
}

pub const CLAUDE: &str = r#"{"model":"claude-opus-4-8","max_tokens":900,"system":[{"type":"text","text":"Be brief.","cache_control":{"type":"ephemeral"}}],
 "tools":[{"name":"look","description":"Looks.","input_schema":{"type":"object","properties":{"n":{"type":"number"}}}},{"type":"web_search_20250305","name":"web_search"}],
 "messages":[{"role":"user","content":"How warm is it?"},
  {"role":"assistant","content":[{"type":"thinking","thinking":"I must l\u006fok.","signature":"RXFz"},{"type":"redacted_thinking","data":"RW13"},{"type":"text","text":"Let me see."},{"type":"tool_use","id":"toolu_1","name":"look","input":{"n":1.0}}]},
  {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":[{"type":"text","text":"21"}],"is_error":true}]},
  {"role":"assistant","content":[{"type":"thinking","thinking":"","signature":"RXF0"},{"type":"text","text":"It is 21."}]},
  {"role":"user","content":"And tomorrow?"}]}"#;

pub fn claude() -> Target {
    aim(&Wire::ANTHROPIC_MESSAGES, "api.anthropic.com", "claude-opus-4-8")
}

pub fn gpt() -> Target {
    aim(&Wire::OPENAI_RESPONSES, "api.openai.com", "gpt-5.4")
}

#[test]
fn thoughts_come_home_byte_for_byte() {
    let mut ledger = Ledger::default();
    let (there, conversion) = converted(CLAUDE, &claude(), &gpt(), &mut ledger);
    for handle in ["RXFz", "RW13", "RXF0"] {
        assert!(!there.contains(handle), "a foreign handle is never sent: {there}");
    }
    assert!(conversion.plan.thoughts.iter().all(|thought| thought.fate == Fate::Elided), "{:?}", conversion.plan);
    // The other vendor answers, and the person goes on.
    let more = r#",{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAA"},{"type":"function_call","id":"fc_1","call_id":"call_9","name":"look","arguments":"{\"n\":2}"},
        {"type":"function_call_output","call_id":"call_9","output":"19"},{"role":"assistant","content":"19."},{"role":"user","content":"Thanks"}]"#;
    let end = there.find("],\"tools\"").unwrap();
    let longer = format!("{}{more}{}", &there[..end], &there[end + 1..]);
    let (home, conversion) = converted(&longer, &gpt(), &claude(), &mut ledger);
    let list = CLAUDE.split_once(r#""messages":["#).unwrap().1.strip_suffix("]}").unwrap();
    let entries: Vec<String> = scan(format!("[{list}]").as_bytes())
        .unwrap()
        .root()
        .elements()
        .map(|entry| String::from_utf8(entry.raw().to_vec()).unwrap())
        .collect();
    for entry in &entries {
        assert!(home.contains(entry.as_str()), "{entry}\nis not in\n{home}");
    }
    assert!(home.contains(r#""cache_control":{"type":"ephemeral"}"#) && home.contains("web_search_20250305"), "{home}");
    assert!(!home.contains("gAAAA"), "{home}");
    assert!(home.contains(r#"{"type":"tool_use","id":"call_9","name":"look","input":{"n":2}}"#), "{home}");
    let returned: Vec<_> = conversion
        .plan
        .thoughts
        .iter()
        .filter(|thought| thought.fate == Fate::Verbatim)
        .map(|thought| thought.to.clone().unwrap())
        .collect();
    assert_eq!(returned, ["/messages/1/content/0", "/messages/1/content/1", "/messages/3/content/0"]);
}

#[test]
fn two_who_said_the_same_get_nothing_of_each_other() {
    let mut ledger = Ledger::default();
    let (there, _) = converted(CLAUDE, &claude(), &gpt(), &mut ledger);
    let other = CLAUDE.replace("RXFz", "RXF6");
    assert_eq!(converted(&other, &claude(), &gpt(), &mut ledger).0, there);
    let (home, _) = converted(&there, &gpt(), &claude(), &mut ledger);
    assert!(!home.contains("RXFz") && !home.contains("RXF6") && !home.contains("RW13"), "{home}");
}
