//! Messages of the AI SDK's interface, of `@openai/agents` and of Pydantic AI, as these frameworks write them: each thought goes to its issuer.

use rethought::json::lossy;
use rethought::model::{Fate, Target, Wire};

use super::corpus::aim;
use super::framework_messages::{converted, format, has};

fn claude() -> Target {
    aim(&Wire::ANTHROPIC_MESSAGES, "api.anthropic.com", "claude-sonnet-4-5")
}

fn gpt() -> Target {
    aim(&Wire::OPENAI_RESPONSES, "api.openai.com", "gpt-5")
}

fn gemini() -> Target {
    aim(&Wire::GEMINI_GENERATE, "generativelanguage.googleapis.com", "gemini-3-pro-preview")
}

const UI: &str = r#"[{"id":"1","role":"user","parts":[{"type":"text","text":"Weather?"}]},
  {"id":"2","role":"assistant","parts":[{"type":"step-start"},
    {"type":"reasoning","text":"Ask \u0074he tool.","state":"done","providerMetadata":{"anthropic":{"signature":"EqQBCg=="}}},
    {"type":"tool-look","toolCallId":"t1","state":"output-available","input":{"n":1e2},"output":"rain"},
    {"type":"tool-look","toolCallId":"t2","state":"output-error","input":{},"errorText":"no map"},
    {"type":"source-url","sourceId":"s","url":"https://example.com"},
    {"type":"step-start"},{"type":"text","text":"It rains."}]},
  {"id":"3","role":"user","parts":[{"type":"text","text":"And here?"}]}]"#;

#[test]
fn steps_of_an_interface_are_answers_with_their_results_between() {
    let sent = converted(UI, &format("ai-sdk-ui"), &claude());
    has(
        &sent,
        r#"{"type":"thinking","thinking":"Ask \u0074he tool.","signature":"EqQBCg=="},{"type":"tool_use","id":"t1","name":"look","input":{"n":1e2}},{"type":"tool_use","id":"t2""#,
    );
    has(
        &sent,
        r#"{"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":"rain"}]},{"type":"tool_result","tool_use_id":"t2","content":[{"type":"text","text":"no map"}],"is_error":true}"#,
    );
    let told: Vec<_> = sent.notes.iter().filter_map(|note| note.pointer.as_deref()).collect();
    assert!(told.contains(&"/1/parts/4"), "{told:?}");
    assert!(!lossy(&converted(UI, &format("ai-sdk-ui"), &gemini()).request).contains("EqQBCg"));
}

#[test]
fn files_of_the_ai_sdk_7_go_along_from_messages_and_results() {
    const PICTURE: &str = "iVBORw0KGgo=";
    let messages = format!(
        r#"[{{"role":"user","content":[{{"type":"file","mediaType":"image/png","data":{{"type":"data","data":"{PICTURE}"}}}},
          {{"type":"file","mediaType":"image/png","data":{{"type":"url","url":"https://a.example/b.png"}}}},
          {{"type":"file","mediaType":"application/pdf","filename":"c.pdf","data":{{"type":"data","data":"JVBERg=="}}}},
          {{"type":"file","mediaType":"text/plain","data":{{"type":"text","text":"d"}}}},
          {{"type":"file","mediaType":"image/png","data":{{"type":"reference","reference":{{"openai":"file-1"}}}}}},
          {{"type":"image","mediaType":"image/gif","image":{{"type":"Buffer","data":[71,73,70]}}}},{{"type":"file","mediaType":"image/gif","data":{{"type":"data","data":{{"0":71,"1":73,"2":71}}}}}}]}},
          {{"role":"assistant","content":[{{"type":"tool-call","toolCallId":"t1","toolName":"look","input":{{}}}}]}},
          {{"role":"tool","content":[{{"type":"tool-result","toolCallId":"t1","toolName":"look","output":{{"type":"content","value":[{{"type":"text","text":"Here."}},
            {{"type":"file","mediaType":"image/jpeg","data":{{"type":"data","data":"/9j/4A=="}}}}]}}}}]}}]"#
    );
    let sent = converted(&messages, &format("ai-sdk"), &claude());
    for part in [
        r#"{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgo="}}"#,
        r#"{"type":"image","source":{"type":"url","url":"https://a.example/b.png"}}"#,
        r#""source":{"type":"base64","media_type":"application/pdf","data":"JVBERg=="}"#,
        r#""source":{"type":"text","media_type":"text/plain","data":"d"}"#,
        r#"{"type":"image","source":{"type":"base64","media_type":"image/gif","data":"R0lG"}},{"type":"image","source":{"type":"base64","media_type":"image/gif","data":"R0lH"}}"#,
        r#"[{"type":"text","text":"Here."},{"type":"image","source":{"type":"base64","media_type":"image/jpeg","data":"/9j/4A=="}}]"#,
    ] {
        has(&sent, part);
    }
    let told: Vec<_> = sent.notes.iter().filter_map(|note| note.pointer.as_deref()).collect();
    assert!(told.contains(&"/0/content/4") && !told.iter().any(|place| place.starts_with("/2")), "{told:?}");
}

#[test]
fn the_signature_of_a_call_is_no_thought_of_its_result() {
    let messages = r#"[{"role":"user","content":"Look."},{"role":"assistant","content":[{"type":"tool-call","toolCallId":"t1","toolName":"look","input":{},"providerOptions":{"google":{"thoughtSignature":"R0VN"}}}]},
      {"role":"tool","content":[{"type":"tool-result","toolCallId":"t1","toolName":"look","output":{"type":"text","value":"rain"},"providerOptions":{"google":{"thoughtSignature":"R0VN"}}}]}]"#;
    let sent = converted(messages, &format("ai-sdk"), &gemini());
    assert_eq!(lossy(&sent.request).matches("R0VN").count(), 1, "{}", lossy(&sent.request));
    assert_eq!(sent.plan.thoughts.len(), 1, "{:?}", sent.plan.thoughts);
}

#[test]
fn a_call_that_is_still_streamed_in_or_denied_is_reported_to_the_model_as_the_framework_does() {
    let ui = r#"{"messages":[{"id":"1","role":"user","parts":[{"type":"text","text":"Go."}]},{"id":"2","role":"assistant","parts":[
      {"type":"dynamic-tool","toolName":"erase","toolCallId":"t1","state":"output-denied","input":{"all":true},"approval":{"id":"a","approved":false}},
      {"type":"tool-look","toolCallId":"t2","state":"input-streaming","input":{"n"
      :1}}]}]}"#;
    let sent = converted(ui, &format("ai-sdk-ui"), &claude());
    has(&sent, r#""name":"erase""#);
    has(&sent, "Tool call execution denied.");
    assert!(!lossy(&sent.request).contains("t2"));
}

const ITEMS: &str = r#"[{"role":"user","content":"Weather?"},
  {"type":"reasoning","id":"rs_1","content":[{"type":"input_text","text":"First.","providerData":{"type":"summary_text"}},{"type":"input_text","text":"Then."}],
    "providerData":{"id":"rs_1","type":"reasoning","encrypted_content":"gAAA=="}},
  {"type":"function_call","id":"fc_1","callId":"t1","name":"look","arguments":"{\"n\":1e2}","status":"completed"},
  {"type":"function_call_result","name":"look","callId":"t1","status":"completed","output":{"type":"text","text":"rain"}},
  {"type":"reasoning","content":[{"type":"input_text","text":"Mine."}],"rawContent":[{"type":"reasoning_text","text":"Mine."}],
    "providerData":{"model":"anthropic.messages:claude-sonnet-4-5","responseId":"m","anthropic":{"signature":"EqQBCg=="}}},
  {"type":"message","role":"assistant","status":"completed","content":[{"type":"output_text","text":"It rains."}]},
  {"type":"message","role":"user","content":[{"type":"input_text","text":"And here?"}]}]"#;

#[test]
fn items_of_agents_go_back_to_the_provider_that_issued_them() {
    let sent = converted(ITEMS, &format("openai-agents"), &gpt());
    has(
        &sent,
        r#""summary":[{"type":"summary_text","text":"First."},{"type":"summary_text","text":"Then."}],"encrypted_content":"gAAA=="}"#,
    );
    assert!(!lossy(&sent.request).contains("EqQBCg"));
    let sent = converted(ITEMS, &format("openai-agents"), &claude());
    has(&sent, r#"{"type":"thinking","thinking":"Mine.","signature":"EqQBCg=="},{"type":"text","text":"It rains."}"#);
    assert!(!lossy(&sent.request).contains("gAAA"));
}

#[test]
fn reasoning_of_responses_is_an_item_that_agents_sends_with_its_ciphertext() {
    let request = r#"{"model":"gpt-5","input":[{"role":"user","content":"Weather?"},
      {"type":"reasoning","id":"rs_1","summary":[{"type":"summary_text","text":"First."},{"type":"summary_text","text":"Then."}],"encrypted_content":"gAAA=="},
      {"type":"function_call","call_id":"t1","name":"look","arguments":"{}"},{"type":"function_call_output","call_id":"t1","output":"rain"}]}"#;
    let azure = aim(&Wire::OPENAI_RESPONSES, "me.openai.azure.com", "gpt-5");
    for from in [gpt(), Target::new(Wire::OPENAI_RESPONSES), azure.clone()] {
        let held = converted(request, &from, &format("openai-agents"));
        has(
            &held,
            r#"{"type":"reasoning","id":"rs_1","content":[{"type":"input_text","text":"First."},{"type":"input_text","text":"Then."}],"providerData":{"encrypted_content":"gAAA=="}}"#,
        );
        assert!(held.plan.thoughts.iter().all(|thought| thought.fate == Fate::Verbatim), "{:?}", held.plan.thoughts);
    }
    let held = converted(request, &azure, &format("openai-agents"));
    let kept = Target { host: azure.host.clone(), ..format("openai-agents") };
    has(&converted(&lossy(&held.request), &kept, &azure), "gAAA==");
    assert!(!lossy(&converted(&lossy(&held.request), &kept, &gpt()).request).contains("gAAA=="));
}

#[test]
fn a_run_of_agents_that_was_stored_is_its_input_and_what_came_of_it() {
    let run = r#"{"$schemaVersion":"1.5","originalInput":"Weather?","generatedItems":[
      {"type":"reasoning_item","rawItem":{"type":"reasoning","id":"rs_1","content":[],"providerData":{"encrypted_content":"gAAA==","content":[{"type":"reasoning_text","text":"Open."}]}}},
      {"type":"tool_call_item","rawItem":{"type":"function_call","callId":"t1","name":"look","arguments":"{}"}},
      {"type":"tool_approval_item","rawItem":{"type":"function_call","callId":"t1","name":"look","arguments":"{}"}},
      {"type":"tool_call_output_item","rawItem":{"type":"function_call_result","name":"look","callId":"t1","status":"completed","output":"rain"}}]}"#;
    let sent = converted(run, &format("openai-agents"), &gpt());
    has(&sent, r#"{"type":"reasoning","summary":[],"encrypted_content":"gAAA==","content":[{"type":"reasoning_text","text":"Open."}]}"#);
    assert_eq!(lossy(&sent.request).matches("\"function_call\"").count(), 1);
    has(&sent, "Weather?");
}

const PYDANTIC: &str = r#"[{"parts":[{"content":["Weather?",{"data":"-__-AA==","media_type":"image/png","kind":"binary"},{"kind":"cache-point","ttl":"1h"}],"part_kind":"user-prompt"}],"instructions":"Be brief.","kind":"request"},
  {"parts":[{"content":"Ask.","signature":"EqQBCg==","provider_name":"anthropic","part_kind":"thinking"},
    {"content":"","id":"redacted_thinking","signature":"RU5D","provider_name":"anthropic","part_kind":"thinking"},
    {"tool_name":"look","args":{"n":1e2},"tool_call_id":"t1","part_kind":"tool-call"}],"model_name":"claude-sonnet-4-5","provider_name":"anthropic","kind":"response"},
  {"parts":[{"content":"Wrong field.","tool_name":"look","tool_call_id":"t1","part_kind":"retry-prompt"}],"instructions":"Be brief.","kind":"request"},
  {"parts":[{"content":"First.","id":"rs_1","signature":"gAAA==","provider_name":"openai","part_kind":"thinking"},{"content":"Then.","id":"rs_1","provider_name":"openai","part_kind":"thinking"},
    {"content":"It rains.","part_kind":"text"}],"provider_name":"openai","kind":"response"},
  {"parts":[{"content":"And here?","part_kind":"user-prompt"}],"instructions":"Be brief.","kind":"request"}]"#;

#[test]
fn messages_of_pydantic_ai_go_back_to_the_provider_that_issued_them() {
    let sent = converted(PYDANTIC, &format("pydantic-ai"), &claude());
    has(
        &sent,
        r#"{"type":"thinking","thinking":"Ask.","signature":"EqQBCg=="},{"type":"redacted_thinking","data":"RU5D"},{"type":"tool_use","id":"t1""#,
    );
    has(&sent, r#""text":"Wrong field.\n\nFix the errors and try again."}],"is_error":true"#);
    has(&sent, r#""data":"+//+AA==""#);
    has(&sent, r#""ttl":"1h""#);
    assert_eq!(lossy(&sent.request).matches("Be brief.").count(), 1);
    assert!(!lossy(&sent.request).contains("gAAA"));
    let sent = converted(PYDANTIC, &format("pydantic-ai"), &gpt());
    has(
        &sent,
        r#""summary":[{"type":"summary_text","text":"First."},{"type":"summary_text","text":"Then."}],"encrypted_content":"gAAA=="}"#,
    );
    assert!(!lossy(&sent.request).contains("EqQBCg") && !lossy(&sent.request).contains("RU5D"));
}

#[test]
fn a_signature_of_gemini_is_spelled_as_pydantic_ai_decodes_it_and_comes_back_as_it_was() {
    for (issued, spelled) in [("-__-AA", "+//+AA=="), ("-__-AA==", "+//+AA=="), ("+//+AA==", "+//+AA==")] {
        let request = format!(
            r#"{{"contents":[{{"role":"user","parts":[{{"text":"Go."}}]}},{{"role":"model","parts":[{{"text":"Hm.","thought":true,"thoughtSignature":"{issued}"}},{{"functionCall":{{"name":"look","args":{{}}}},"thoughtSignature":"{issued}"}}]}},
              {{"role":"user","parts":[{{"functionResponse":{{"name":"look","response":{{"output":"rain"}}}}}}]}}]}}"#
        );
        let held = converted(&request, &gemini(), &format("pydantic-ai"));
        assert_eq!(lossy(&held.request).matches(&format!(r#""thought_signature":"{spelled}""#)).count(), 2, "{}", lossy(&held.request));
        let back = converted(&lossy(&held.request), &format("pydantic-ai"), &gemini());
        assert_eq!(lossy(&back.request).matches(&format!(r#""thoughtSignature":"{issued}""#)).count(), 2, "{}", lossy(&back.request));
        // The framework keeps the member when somebody changes the signature.
        let changed = lossy(&held.request).replace(&format!(r#""thought_signature":"{spelled}""#), r#""thought_signature":"AAAA""#);
        has(&converted(&changed, &format("pydantic-ai"), &gemini()), r#""thoughtSignature":"AAAA""#);
    }
}

#[test]
fn an_older_signature_of_gemini_in_pydantic_ai_is_for_the_part_after_the_thought() {
    let messages = r#"[{"parts":[{"content":"Go.","part_kind":"user-prompt"}],"kind":"request"},
      {"parts":[{"content":"Hm.","signature":"c2ln","provider_name":"google-gla","part_kind":"thinking"},{"tool_name":"look","args":"{}","tool_call_id":"t1","part_kind":"tool-call"}],"provider_name":"google-gla","kind":"response"},
      {"parts":[{"tool_name":"look","content":{"rain":true},"tool_call_id":"t1","part_kind":"tool-return"}],"kind":"request"}]"#;
    let sent = converted(messages, &format("pydantic-ai"), &gemini());
    has(&sent, r#""thoughtSignature":"c2ln""#);
    let text = lossy(&sent.request);
    assert!(text.find("functionCall").unwrap() < text.find("functionResponse").unwrap());
    assert!(!text.contains(r#""thought":true,"thoughtSignature""#), "{text}");
}
