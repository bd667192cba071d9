//! Gemini's Interactions: there and back.

use rethought::audit::Options;
use rethought::convert::{Policy, convert};
use rethought::json::scan;
use rethought::model::Fate;
use rethought::model::{Target, Wire};

use super::corpus::aim;
use super::gemini::{assert_returns, gemini, lines, sent};
use super::home::{CLAUDE, claude, gpt};

pub fn interactions() -> Target {
    aim(&Wire::GEMINI_INTERACTIONS, "generativelanguage.googleapis.com", "gemini-3-pro-preview")
}

const STEPS: &str = r#"{"model":"gemini-3-pro-preview","system_instruction":"Be brief.","store":false,"stream":true,"input":[
  {"type":"user_input","content":[{"type":"text","text":"How warm is it?"},{"type":"image","uri":"https://a.example/b.png","mime_type":"image/png","resolution":"high"},{"type":"audio","data":"UklG","mime_type":"audio/wav"}]},
  {"type":"thought","signature":"EjQKMgEMOdbH","summary":[{"type":"text","text":"I look."}]},
  {"type":"function_call","id":"c1","name":"look","arguments":{"n":1.0}},{"type":"function_call","id":"c2","name":"look","arguments":{}},
  {"type":"function_result","call_id":"c1","name":"look","result":{"celsius":21.0}},{"type":"function_result","call_id":"c2","name":"look","result":[{"type":"text","text":"a"},{"type":"text","text":"b"}],"is_error":true},
  {"type":"model_output","content":[{"type":"text","text":"It is 21."}]},{"type":"user_input","content":[{"type":"text","text":"Thanks"}]}],
 "tools":[{"type":"function","name":"look","description":"Looks.","parameters":{"type":"object","properties":{"n":{"type":"number"}}}}],
 "generation_config":{"max_output_tokens":500,"top_p":0.9,"stop_sequences":["end"],"thinking_level":"low","thinking_summaries":"auto","tool_choice":{"allowed_tools":{"mode":"any","tools":["look"]}}},
 "response_format":{"type":"text","mime_type":"application/json","schema":{"type":"object"}}}"#;

#[test]
fn steps_go_to_other_wires_and_come_back() {
    let back = sent(&sent(STEPS, &interactions(), &gpt()).0, &gpt(), &interactions()).0;
    for part in [
        r#"{"type":"function_call","id":"c1","name":"look","arguments":{"n":1.0}}"#,
        r#"{"type":"function_result","call_id":"c1","result":"{\"celsius\":21.0}"}"#,
        r#""uri":"https://a.example/b.png","resolution":"high""#,
        r#""tool_choice":{"allowed_tools":{"mode":"any","tools":["look"]}}"#,
        r#""thinking_level":"low","thinking_summaries":"auto""#,
        r#""response_format":{"type":"text","mime_type":"application/json","schema":{"type":"object"}}"#,
        r#""system_instruction":"Be brief.""#,
    ] {
        assert!(back.contains(part), "{part}\nis not in\n{back}");
    }
    let (there, conversion) = sent(STEPS, &interactions(), &gemini());
    assert_eq!(conversion.plan.thoughts[0].fate, Fate::Elided, "{there}");
    let back = sent(&there, &gemini(), &interactions()).0;
    // The resolution of a picture and the stream are told on the way there.
    let without = |lines: Vec<String>| lines.into_iter().filter(|line| !line.starts_with("st")).collect::<Vec<_>>();
    assert_eq!(without(lines(&back, &interactions())), without(lines(STEPS, &interactions())), "{back}");
}

#[test]
fn a_document_that_is_a_text_goes_as_text() {
    let request = r#"{"model":"claude-opus-4-6","max_tokens":900,"messages":[{"role":"user","content":[{"type":"text","text":"Read."},{"type":"document","source":{"type":"text","media_type":"text/plain","data":"It is."}}]}]}"#;
    let conversion = super::there::there(request, &claude(), &interactions());
    let text = super::there::sent(&conversion);
    assert!(text.contains(r#"{"type":"text","text":"It is."}"#) && !text.contains("text/plain"), "{text}");
    assert!(super::there::noted(&conversion).contains(&"document".to_owned()), "{:?}", conversion.notes);
}

#[test]
fn claude_comes_back_from_interactions() {
    let one = CLAUDE
        .replace(r#","cache_control":{"type":"ephemeral"}"#, "")
        .replace(r#",{"type":"web_search_20250305","name":"web_search"}"#, "");
    let there = assert_returns(&one, &claude(), &interactions()).0;
    assert!(there.contains(r#"{"type":"function_call","id":"toolu_1","name":"look","arguments":{"n":1.0}},{"type":"function_result","call_id":"toolu_1","result":[{"type":"text","text":"21"}],"is_error":true}"#), "{there}");
    assert!(!there.contains("skip_thought"), "a step of a call has no signature: {there}");
}

#[test]
fn every_form_of_an_input_is_read() {
    for input in [
        r#""a""#,
        r#"{"type":"text","text":"a"}"#,
        r#"[{"type":"text","text":"a"}]"#,
        r#"[{"role":"user","content":"a"}]"#,
        r#"[{"type":"user_input","content":[{"type":"text","text":"a"}]}]"#,
    ] {
        let request = format!(r#"{{"model":"gemini-3-pro-preview","input":{input},"generation_config":null}}"#);
        assert_eq!(lines(&request, &interactions()), ["User text a"], "{input}");
        let there = sent(&request, &interactions(), &gemini()).0;
        assert_eq!(there, r#"{"contents":[{"role":"user","parts":[{"text":"a"}]}]}"#);
    }
}

#[test]
fn a_request_that_goes_on_from_another_is_refused() {
    let request = scan(br#"{"model":"gemini-3-pro-preview","previous_interaction_id":"v1_a","input":"a"}"#).unwrap();
    let error = convert(&request, &interactions(), &claude(), &Policy::default(), &Options::default()).unwrap_err();
    assert!(error.to_string().contains("refers to earlier messages"), "{error}");
}

#[test]
fn an_open_round_of_another_vendor_gets_the_placeholder_as_a_step_and_no_thought_of_it() {
    let request = r#"{"model":"claude-opus-4-8","max_tokens":99,"tools":[{"name":"look","input_schema":{"type":"object"}}],"messages":[{"role":"user","content":"Look."},
      {"role":"assistant","content":[{"type":"thinking","thinking":"Hm.","signature":"EqQBCkYICxgCKkDcAAAA"},{"type":"tool_use","id":"toolu_1","name":"look","input":{}},{"type":"tool_use","id":"toolu_2","name":"look","input":{}}]},
      {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"21"},{"type":"tool_result","tool_use_id":"toolu_2","content":"22"}]}]}"#;
    let (there, conversion) = sent(request, &claude(), &interactions());
    let step = r#"{"type":"thought","signature":"skip_thought_signature_validator"}"#;
    assert!(there.contains(&format!(r#"{step},{{"type":"function_call","id":"toolu_1""#)) && there.matches(step).count() == 1, "{there}");
    let [thought] = &*conversion.plan.thoughts else { panic!("{:?}", conversion.plan) };
    assert_eq!((thought.fate, thought.to.as_deref()), (Fate::Placeholder, Some("/input/2")));
    let (back, conversion) = sent(&there, &interactions(), &gpt());
    assert!(!back.contains("skip_thought") && conversion.plan.thoughts.is_empty(), "{back}");
    // Google's other API signs the call itself, and its signature is not one of a step.
    let google = r#"{"contents":[{"role":"user","parts":[{"text":"Look."}]},{"role":"model","parts":[{"functionCall":{"name":"look","args":{}},"thoughtSignature":"CikBVKhc7g9Q2hWbTJ4dU9s"}]},{"role":"user","parts":[{"functionResponse":{"name":"look","response":{"output":"21"}}}]}],"tools":[{"functionDeclarations":[{"name":"look"}]}]}"#;
    let (there, conversion) = sent(google, &gemini(), &interactions());
    assert!(there.contains(step) && !there.contains("CikBVKhc"), "{there}");
    assert_eq!(conversion.plan.thoughts[0].fate, Fate::Placeholder);
}
