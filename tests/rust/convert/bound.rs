//! Thoughts that are bound to what stands before them, and results that come late.

use rethought::ledger::Ledger;
use rethought::model::{Fate, Target, Wire};

use super::corpus::aim;
use super::home::{converted, gpt};
use super::there::{noted, sent, there};

fn claude(enforced: bool) -> Target {
    Target { enforced: Some(enforced), ..aim(&Wire::ANTHROPIC_MESSAGES, "api.anthropic.com", "claude-opus-5-5") }
}

fn bedrock() -> Target {
    Target {
        enforced: Some(true),
        ..aim(&Wire::BEDROCK_CONVERSE, "bedrock-runtime.us-east-1.amazonaws.com", "us.anthropic.claude-opus-5-5")
    }
}

/// A conversation of Claude with one call between two thoughts; `result` is the content of its result.
fn request(result: &str) -> String {
    [
        r#"{"model":"claude-opus-5-5","max_tokens":900,"tools":[{"name":"look","description":"Looks.","input_schema":{"type":"object"}}],"messages":[{"role":"user","content":"How warm?"},
        {"role":"assistant","content":[{"type":"thinking","thinking":"","signature":"RXFz"},{"type":"tool_use","id":"toolu_1","name":"look","input":{}}]},
        {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"#,
        result,
        r#"}]},
        {"role":"assistant","content":[{"type":"thinking","thinking":"","signature":"RXF0"},{"type":"text","text":"21."}]},{"role":"user","content":"And tomorrow?"}]}"#,
    ]
    .concat()
}

#[test]
fn a_bound_thought_goes_along_while_everything_before_it_is_as_it_was() {
    let list = request(r#"[{"type":"text","text":"21"}]"#);
    let carried = sent(&there(&list, &claude(true), &bedrock()));
    assert!(carried.contains("RXFz") && carried.contains("RXF0"), "{carried}");
    // Converse has only lists of blocks, so behind a result that is a string the prefix is another.
    let conversion = there(&request(r#""21""#), &claude(true), &bedrock());
    let carried = sent(&conversion);
    assert!(carried.contains("RXFz") && !carried.contains("RXF0"), "{carried}");
    assert_eq!(conversion.plan.thoughts.iter().map(|thought| thought.fate).collect::<Vec<_>>(), [Fate::Routed, Fate::Elided]);
    // One that is let through is worth more than none.
    let lenient = Target { enforced: Some(false), ..bedrock() };
    assert!(sent(&there(&request(r#""21""#), &claude(false), &lenient)).contains("RXF0"));
}

#[test]
fn a_thought_is_bound_whatever_model_the_source_names_now() {
    // A caller changed the model after the thoughts were issued.
    let older = Target { model: Some("claude-opus-4-8".to_owned()), ..claude(true) };
    let conversion = there(&request(r#""21""#), &older, &bedrock());
    let carried = sent(&conversion);
    assert!(carried.contains("RXFz") && !carried.contains("RXF0"), "{carried}");
}

#[test]
fn a_bound_thought_of_a_relative_does_not_stand_behind_thoughts_that_it_never_saw() {
    let mut ledger = Ledger::default();
    let chat = aim(&Wire::OPENAI_CHAT, "api.groq.com", "openai/gpt-oss-120b");
    let (there, _) = converted(&request(r#"[{"type":"text","text":"21"}]"#), &claude(true), &chat, &mut ledger);
    let (there, _) = converted(&there, &chat, &bedrock(), &mut ledger);
    let end = there.find("],\"toolConfig\"").unwrap();
    let more = r#",{"role":"assistant","content":[{"reasoningContent":{"reasoningText":{"text":"","signature":"RXF1"}}},{"text":"19."}]},{"role":"user","content":[{"text":"Thanks"}]}"#;
    let longer = format!("{}{more}{}", &there[..end], &there[end..]);
    let (home, conversion) = converted(&longer, &bedrock(), &claude(true), &mut ledger);
    assert!(home.contains("RXFz") && home.contains("RXF0") && !home.contains("RXF1"), "{home}");
    let left = conversion.plan.thoughts.iter().find(|thought| thought.fate == Fate::Elided).unwrap();
    assert!(left.reason.contains("original messages"), "{}", left.reason);
}

const LATE: &str = r#"{"model":"gpt-5.4","input":[{"role":"user","content":"Look twice."},
 {"type":"function_call","call_id":"call_1","name":"look","arguments":"{}"},{"type":"function_call","call_id":"call_2","name":"look","arguments":"{}"},
 {"type":"function_call_output","call_id":"call_2","output":"two"},{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAAAbc"},{"role":"assistant","content":"Two; one is to come."},
 {"type":"function_call_output","call_id":"call_1","output":"one"},{"role":"user","content":"And now?"}]}"#;

#[test]
fn a_late_result_moves_to_its_call_and_comes_home_where_it_was() {
    let mut ledger = Ledger::default();
    let claude = aim(&Wire::ANTHROPIC_MESSAGES, "api.anthropic.com", "claude-opus-4-8");
    let (there, conversion) = converted(LATE, &gpt(), &claude, &mut ledger);
    let results = there.find(
        r#"{"type":"tool_result","tool_use_id":"call_2","content":"two"},{"type":"tool_result","tool_use_id":"call_1","content":"one"}"#,
    );
    assert!(results < there.find("Two; one is to come.") && results.is_some(), "{there}");
    assert!(noted(&conversion).contains(&"result".to_owned()), "{:?}", conversion.notes);
    let (home, _) = converted(&there, &claude, &gpt(), &mut ledger);
    let list = |text: &str| text.split_once(r#""input":["#).unwrap().1.split_once("}]").unwrap().0.replace(['\n', ' '], "");
    assert_eq!(list(&home), list(LATE));
}
