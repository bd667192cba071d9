//! Ollama's chat: whole requests there and back.

use rethought::json::scan;
use rethought::model::{Target, Wire};

use super::corpus::{aim, faults};
use super::outline::counted;
use super::there::{back, noted, sent, there};

fn ollama(model: &str) -> Target {
    aim(&Wire::OLLAMA_CHAT, "localhost:11434", model)
}

fn claude() -> Target {
    aim(&Wire::ANTHROPIC_MESSAGES, "api.anthropic.com", "claude-opus-4-6")
}

#[test]
fn a_conversation_of_claude_goes_to_ollama() {
    let request = r#"{"model":"claude-opus-4-6","max_tokens":900,"system":"Be brief.","messages":[
        {"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/jpeg","data":"/9j/4A=="}},{"type":"text","text":"How w\u0061rm?"},{"type":"text","text":"Now?"},{"type":"image","source":{"type":"url","url":"https://a.example/x.png"}}]},
        {"role":"assistant","content":[{"type":"text","text":"Let me see."},{"type":"tool_use","id":"toolu_1","name":"look","input":{"n":1.0}},{"type":"tool_use","id":"toolu_2","name":"find","input":{}}]},
        {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_2","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw=="}},{"type":"text","text":"22"}]},{"type":"tool_result","tool_use_id":"toolu_1","content":"21","is_error":true}]},
        {"role":"assistant","content":[{"type":"text","text":"Warm."}]},{"role":"user","content":"Thanks"}],
        "tools":[{"name":"look","description":"Looks.","input_schema":{"type":"object"}}],"top_k":4,"top_p":0.5,"stop_sequences":["END"],
        "tool_choice":{"type":"auto"},"thinking":{"type":"enabled","budget_tokens":2000},"output_config":{"format":{"type":"json_schema","schema":{"type":"object"}}}}"#;
    let conversion = there(request, &claude(), &ollama("qwen3"));
    let text = sent(&conversion);
    for exact in [
        r#"{"model":"qwen3","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"How w\u0061rm?","images":["/9j/4A=="]},{"role":"user","content":"Now?"},{"role":"user","content":"https://a.example/x.png"},"#,
        r#"{"role":"assistant","content":"Let me see.","tool_calls":[{"function":{"name":"look","arguments":{"n":1.0}}},{"function":{"name":"find","arguments":{}}}]},{"role":"tool","content":"<tool_error>21</tool_error>","tool_name":"look"},{"role":"tool","content":"22","images":["iVBORw=="],"tool_name":"find"},"#,
        r#""stream":false"#,
        r#""options":{"num_predict":900,"top_p":0.5,"top_k":4,"stop":["END"]}"#,
        r#""think":true,"format":{"type":"object"}}"#,
    ] {
        assert!(text.contains(exact), "{exact}\n{text}");
    }
    let told = noted(&conversion);
    for what in ["stream", "id", "is_error", "image", "reasoning"] {
        assert!(told.contains(&what.to_owned()), "{what}: {told:?}");
    }
    assert!(!told.contains(&"tool_choice".to_owned()), "it is the default: {told:?}");
    let forced =
        there(&request.replace(r#""tool_choice":{"type":"auto"}"#, r#""tool_choice":{"type":"any"}"#), &claude(), &ollama("qwen3"));
    assert!(noted(&forced).contains(&"tool_choice".to_owned()), "{:?}", forced.notes);
    let document = scan(request.as_bytes()).unwrap();
    assert_eq!(faults(&document, &claude(), &ollama("qwen3"), &conversion), Vec::<String>::new());
    let home = counted(&sent(&back(&conversion, &ollama("qwen3"), &claude())));
    for exact in [
        r#"{"type":"image","source":{"type":"base64","media_type":"image/jpeg","data":"/9j/4A=="}},{"type":"text","text":"How w\u0061rm?"},{"type":"text","text":"Now?"}"#,
        r#"{"type":"tool_use","id":"callrt000","name":"look","input":{"n":1.0}},{"type":"tool_use","id":"callrt001","name":"find","input":{}}]}"#,
        r#"{"type":"tool_result","tool_use_id":"callrt000","content":"21","is_error":true},{"type":"tool_result","tool_use_id":"callrt001","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw=="}},{"type":"text","text":"22"}]}"#,
    ] {
        assert!(home.contains(exact), "{exact}\n{home}");
    }
}

#[test]
fn thinking_of_one_family_goes_along_and_words_of_effort_only_to_gpt_oss() {
    let request = r#"{"model":"qwen3:4b","messages":[{"role":"user","content":"Q"},{"role":"assistant","content":"A","thinking":"T"},{"role":"user","content":"R"}],"think":"high","stream":true,"keep_alive":"5m","options":{"num_ctx":9,"seed":7}}"#;
    let conversion = there(request, &ollama("qwen3:4b"), &claude());
    let pointers: Vec<&str> = conversion.notes.iter().filter_map(|note| note.pointer.as_deref()).collect();
    for place in ["/keep_alive", "/options/num_ctx", "/options/seed"] {
        assert!(pointers.contains(&place), "{place}: {pointers:?}");
    }
    assert!(sent(&conversion).contains(r#""output_config":{"effort":"high"}"#), "{}", sent(&conversion));
    let from = aim(&Wire::OPENAI_RESPONSES, "api.openai.com", "gpt-5.4");
    for (model, think) in [("gpt-oss:20b", r#""think":"high""#), ("qwen3", r#""think":true"#)] {
        let asked = there(r#"{"model":"gpt-5.4","input":"Hi","stream":true,"reasoning":{"effort":"high"}}"#, &from, &ollama(model));
        let text = sent(&asked);
        assert!(text.contains(think) && text.contains(r#""stream":true"#), "{model}: {text}");
        assert_eq!(noted(&asked).contains(&"reasoning".to_owned()), model == "qwen3");
    }
}

#[test]
fn tags_in_a_text_of_the_model_are_reported() {
    let request = r#"{"model":"c","max_tokens":9,"messages":[{"role":"user","content":"Q"},{"role":"assistant","content":"<think>a</think>b"},{"role":"user","content":"R"}]}"#;
    let conversion = there(request, &claude(), &ollama("qwen3"));
    assert!(sent(&conversion).contains(r#""content":"<think>a</think>b""#));
    assert!(noted(&conversion).contains(&"text".to_owned()), "{:?}", conversion.notes);
}

#[test]
fn a_result_without_an_id_stays_behind_the_call_that_it_answers() {
    let request = r#"{"contents":[{"role":"user","parts":[{"text":"Q"}]},
        {"role":"model","parts":[{"functionCall":{"id":"c1","name":"look","args":{"n":1}}},{"functionCall":{"name":"look","args":{}}}]},
        {"role":"user","parts":[{"functionResponse":{"id":"c1","name":"look","response":{"output":"one"}}},{"functionResponse":{"name":"look","response":{"output":"two"}}}]}]}"#;
    let from = aim(&Wire::GEMINI_GENERATE, "generativelanguage.googleapis.com", "gemini-2.5-pro");
    let text = sent(&there(request, &from, &ollama("qwen3")));
    let results = r#"{"role":"tool","content":"one","tool_name":"look"},{"role":"tool","content":"two","tool_name":"look"}"#;
    assert!(text.contains(results), "{text}");
}
