//! Cohere's Chat: whole requests there and back.

use rethought::json::scan;
use rethought::model::{Target, Wire};

use super::corpus::{aim, faults};
use super::there::{back, noted, sent, there};

fn cohere() -> Target {
    aim(&Wire::COHERE_CHAT, "api.cohere.com", "command-a-reasoning-08-2025")
}

fn claude() -> Target {
    aim(&Wire::ANTHROPIC_MESSAGES, "api.anthropic.com", "claude-opus-4-6")
}

#[test]
fn numbers_beyond_what_a_target_takes_become_the_nearest() {
    let chat = aim(&Wire::OPENAI_CHAT, "api.openai.com", "gpt-4.1");
    let responses = aim(&Wire::OPENAI_RESPONSES, "api.openai.com", "gpt-4.1");
    let request = r#"{"model":"gpt-4.1","max_tokens":10,"top_p":1,"messages":[{"role":"user","content":"Hello"}]}"#;
    let there_is = |target: &Target, text: &str, what: &str| {
        let conversion = there(request, &chat, target);
        assert!(sent(&conversion).contains(text), "{}", sent(&conversion));
        assert!(noted(&conversion).contains(&what.to_owned()), "{:?}", conversion.notes);
    };
    there_is(&cohere(), r#""max_tokens":10,"p":0.99"#, "top_p");
    there_is(&responses, r#""max_output_tokens":16,"top_p":1"#, "max_tokens");
}

#[test]
fn a_conversation_of_claude_goes_to_cohere() {
    let request = r#"{"model":"claude-opus-4-6","max_tokens":9000,"system":"Be brief.","messages":[{"role":"user","content":[{"type":"text","text":"How w\u0061rm?"},
        {"type":"image","source":{"type":"base64","media_type":"image/jpeg","data":"/9j/4A=="}},{"type":"document","title":"Facts","source":{"type":"text","media_type":"text/plain","data":"It is."}},
        {"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"JVBERi0="}}]},
        {"role":"assistant","content":[{"type":"thinking","thinking":"I must look.","signature":"RXFz"},{"type":"text","text":"Let me see."},{"type":"tool_use","id":"toolu_1","name":"look","input":{"n":1.0}},{"type":"tool_use","id":"toolu_2","name":"look","input":{}}]},
        {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"21","is_error":true},{"type":"tool_result","tool_use_id":"toolu_2","content":[{"type":"text","text":"22"},{"type":"image","source":{"type":"url","url":"https://a.example/x.png"}}]}]},
        {"role":"assistant","content":[{"type":"text","text":"Warm."}]},{"role":"user","content":"Thanks"}],
        "tools":[{"name":"look","description":"Looks.","input_schema":{"type":"object"},"strict":true}],"top_k":4,"top_p":0.5,"stop_sequences":["END"],
        "tool_choice":{"type":"any","disable_parallel_tool_use":true},"thinking":{"type":"enabled","budget_tokens":2000},"output_config":{"format":{"type":"json_schema","schema":{"type":"object"}}}}"#;
    let conversion = there(request, &claude(), &cohere());
    let text = sent(&conversion);
    for exact in [
        r#"{"model":"command-a-reasoning-08-2025","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":[{"type":"text","text":"How w\u0061rm?"},{"type":"image_url","image_url":{"url":"data:image/jpeg;base64,/9j/4A=="}}]},"#,
        r#"{"role":"assistant","content":[{"type":"thinking","thinking":"I must look."},{"type":"text","text":"Let me see."}],"tool_calls":[{"id":"toolu_1","type":"function","function":{"name":"look","arguments":"{\"n\":1.0}"}},{"id":"toolu_2","type":"function","function":{"name":"look","arguments":"{}"}}]}"#,
        r#"{"role":"tool","tool_call_id":"toolu_1","content":"<tool_error>21</tool_error>"},{"role":"tool","tool_call_id":"toolu_2","content":[{"type":"text","text":"22"}]},{"role":"user","content":[{"type":"image_url","image_url":{"url":"https://a.example/x.png"}}]}"#,
        r#""documents":[{"data":{"title":"Facts","text":"It is."}}]"#,
        r#""tools":[{"type":"function","function":{"name":"look","description":"Looks.","parameters":{"type":"object"}}}]"#,
        r#""p":0.5"#,
        r#""k":4"#,
        r#""strict_tools":true,"tool_choice":"REQUIRED","thinking":{"type":"enabled","token_budget":2000}}"#,
    ] {
        assert!(text.contains(exact), "{exact}\n{text}");
    }
    assert_eq!(noted(&conversion).iter().filter(|what| *what == "document").count(), 2, "{:?}", conversion.notes);
    assert!(noted(&conversion).contains(&"format".to_owned()), "not beside tools: {:?}", conversion.notes);
    let document = scan(request.as_bytes()).unwrap();
    assert_eq!(faults(&document, &claude(), &cohere(), &conversion), Vec::<String>::new());
    let home = sent(&back(&conversion, &cohere(), &claude()));
    for exact in [
        r#"{"type":"document","source":{"type":"text","media_type":"text/plain","data":"It is."},"title":"Facts"}"#,
        r#"{"type":"tool_result","tool_use_id":"toolu_1","content":"21","is_error":true}"#,
        r#""budget_tokens":2000"#,
    ] {
        assert!(home.contains(exact), "{exact}\n{home}");
    }
}

#[test]
fn plans_documents_and_results_of_cohere_are_read() {
    let request = r#"{"model":"command-a-03-2025","stream":true,"messages":[{"role":"system","content":[{"type":"text","text":"S"}]},{"role":"user","content":"Q"},
        {"role":"assistant","tool_plan":"I will look.","content":null,"tool_calls":[{"id":"a0","type":"function","function":{"name":"look","arguments":"{\"n\":1}"}}]},
        {"role":"tool","tool_call_id":"a0","content":[{"type":"document","document":{"id":"1","data":"{\"t\":21}"}},{"type":"document","document":{"data":{"t":22}}}]},
        {"role":"assistant","content":"21.","citations":[{"start":0,"end":2}]},{"role":"user","content":"And?"}],
        "documents":["plain",{"id":"d","data":{"snippet":"Text.","title":"T"}}],"tool_choice":"NONE","safety_mode":"OFF","response_format":{"type":"json_object"}}"#;
    let conversion = there(request, &cohere(), &claude());
    let text = sent(&conversion);
    for exact in [
        r#""system":"S","messages":[{"role":"user","content":[{"type":"text","text":"plain"},{"type":"document","source":{"type":"text","media_type":"text/plain","data":"Text."},"title":"T"},{"type":"text","text":"Q"}]}"#,
        r#"{"role":"assistant","content":[{"type":"tool_use","id":"a0","name":"look","input":{"n":1}}]}"#,
        r#""content":[{"type":"text","text":"{\"t\":21}"},{"type":"text","text":"{\"t\":22}"}]"#,
    ] {
        assert!(text.contains(exact), "{exact}\n{text}");
    }
    let pointers: Vec<&str> = conversion.notes.iter().flat_map(|note| note.pointers()).collect();
    for place in ["/documents/0", "/documents/1", "/messages/4/citations", "/safety_mode", "/response_format"] {
        assert!(pointers.contains(&place), "{place}: {pointers:?}");
    }
    assert_eq!(conversion.plan.thoughts[0].pointer, "/messages/2/tool_plan");
}

#[test]
fn a_schema_without_tools_goes_to_cohere_and_back() {
    let request = r#"{"model":"c","max_tokens":9,"messages":[{"role":"user","content":"Q"}],"output_config":{"format":{"type":"json_schema","schema":{"type":"object","x":1.0}}},"tool_choice":{"type":"any"}}"#;
    let conversion = there(request, &claude(), &cohere());
    let text = sent(&conversion);
    assert!(text.contains(r#""response_format":{"type":"json_object","json_schema":{"type":"object","x":1.0}}"#), "{text}");
    assert!(!text.contains("REQUIRED"), "{text}");
    assert!(sent(&back(&conversion, &cohere(), &claude())).contains(r#""schema":{"type":"object","x":1.0}"#));
}
