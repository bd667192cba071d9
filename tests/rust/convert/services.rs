//! Facts that a service says in the address or in a header, and another in the body.

use rethought::audit::Options;
use rethought::convert::{Policy, convert};
use rethought::json::{lossy, scan};
use rethought::model::{Target, Wire};

use super::corpus::aim;
use super::home::{CLAUDE, claude, gpt};
use super::there::{noted, sent, there};

fn bedrock() -> Target {
    aim(&Wire::ANTHROPIC_MESSAGES, "bedrock-runtime.us-east-1.amazonaws.com", "us.anthropic.claude-opus-4-8")
}

fn vertex() -> Target {
    aim(&Wire::ANTHROPIC_MESSAGES, "us-east5-aiplatform.googleapis.com", "claude-opus-4-8")
}

#[test]
fn the_version_is_in_the_body_only_where_no_header_has_it() {
    let of = |text: &str, from: &Target, to: &Target| sent(&there(text, from, to));
    let at_bedrock = of(CLAUDE, &claude(), &bedrock());
    assert!(at_bedrock.contains(r#""anthropic_version":"bedrock-2023-05-31""#), "{at_bedrock}");
    let at_vertex = of(&at_bedrock, &bedrock(), &vertex());
    assert!(at_vertex.contains(r#""anthropic_version":"vertex-2023-10-16""#) && !at_vertex.contains("bedrock-"), "{at_vertex}");
    assert!(!of(&at_vertex, &vertex(), &claude()).contains("anthropic_version"));
    // From another wire, and to one.
    let asked = r#"{"model":"gpt-5.4","input":"Hello"}"#;
    assert!(of(asked, &gpt(), &vertex()).contains(r#""anthropic_version":"vertex-2023-10-16""#));
    assert!(!of(asked, &gpt(), &claude()).contains("anthropic_version"));
    let conversion = there(&at_vertex, &vertex(), &gpt());
    assert!(!sent(&conversion).contains("anthropic_version"));
    assert!(!conversion.notes.iter().any(|note| note.pointer.as_deref() == Some("/anthropic_version")), "{:?}", conversion.notes);
}

#[test]
fn a_stream_that_the_address_asks_for_is_asked_for_in_the_body() {
    let gemini = |method: &str| Target {
        url: Some(format!("https://generativelanguage.googleapis.com/v1beta/models/gemini-3-pro:{method}?alt=sse")),
        ..aim(&Wire::GEMINI_GENERATE, "generativelanguage.googleapis.com", "gemini-3-pro")
    };
    let request = r#"{"contents":[{"role":"user","parts":[{"text":"Hello"}]}]}"#;
    for (method, streams) in [("streamGenerateContent", true), ("generateContent", false)] {
        for wire in rethought::convert::wires().filter(|wire| !matches!(wire.as_str(), "gemini-generate" | "bedrock-converse")) {
            let conversion = there(request, &gemini(method), &Target { model: Some("m".to_owned()), ..Target::new(wire.clone()) });
            let text = sent(&conversion);
            assert_eq!(text.contains(r#""stream":true"#), streams, "{wire}: {text}");
            assert_eq!(text.matches("stream").count(), usize::from(streams || *wire == Wire::OLLAMA_CHAT), "{wire}: {text}");
        }
    }
    // Where the address says it, a note does.
    let converse = aim(&Wire::BEDROCK_CONVERSE, "bedrock-runtime.us-east-1.amazonaws.com", "us.anthropic.claude-opus-4-8");
    let told = |request: &str, from: &Target, to: &Target| noted(&there(request, from, to)).contains(&"stream".to_owned());
    assert!(told(request, &gemini("streamGenerateContent"), &converse));
    assert!(!told(request, &gemini("generateContent"), &converse));
    assert!(told(r#"{"model":"gpt-5.4","input":"Hello","stream":true}"#, &gpt(), &gemini("generateContent")));
}

#[test]
fn an_instruction_that_stands_alone_is_the_users_where_instructions_stand_apart() {
    let request = r#"{"model":"gpt-5.2","messages":[{"role":"system","content":"Be brief."},{"role":"system","content":"Say hello."}]}"#;
    let chat = aim(&Wire::OPENAI_CHAT, "api.openai.com", "gpt-5.2");
    for (to, said) in [
        (claude(), r#""messages":[{"role":"user","content":"Say hello."}]"#),
        (gpt(), r#""input":[{"role":"user","content":"Say hello."}]"#),
    ] {
        let conversion = there(request, &chat, &to);
        assert!(sent(&conversion).contains(said) && sent(&conversion).contains("Be brief."), "{}", sent(&conversion));
        assert!(noted(&conversion).contains(&"system".to_owned()));
    }
    let mistral = aim(&Wire::MISTRAL_CHAT, "api.mistral.ai", "mistral-large-latest");
    assert!(!noted(&there(request, &chat, &mistral)).contains(&"system".to_owned()));
}

#[test]
fn a_request_that_continues_a_stored_answer_goes_to_the_provider_that_holds_it_and_to_nobody_else() {
    let request = r#"{"model":"gpt-5","previous_response_id":"resp_1","input":"And here?"}"#;
    let (own, other) =
        (aim(&Wire::OPENAI_RESPONSES, "api.openai.com", "gpt-5"), aim(&Wire::OPENAI_RESPONSES, "me.openai.azure.com", "gpt-5"));
    let convert_to = |to: &Target| convert(&scan(request.as_bytes()).unwrap(), &own, to, &Policy::default(), &Options::default());
    assert_eq!(lossy(&convert_to(&own).unwrap().request), request);
    for to in [&other, &aim(&Wire::ANTHROPIC_MESSAGES, "api.anthropic.com", "claude-sonnet-4-5")] {
        assert_eq!(convert_to(to).unwrap_err().pointer(), Some("/previous_response_id"), "{}", to.wire);
    }
}

#[test]
fn a_budget_below_the_least_of_the_target_is_noted() {
    let request = r#"{"contents":[{"role":"user","parts":[{"text":"Hi"}]}],"generationConfig":{"thinkingConfig":{"thinkingBudget":1000}}}"#;
    let from = aim(&Wire::GEMINI_GENERATE, "generativelanguage.googleapis.com", "gemini-2.5-pro");
    let sent = convert(
        &scan(request.as_bytes()).unwrap(),
        &from,
        &aim(&Wire::ANTHROPIC_MESSAGES, "api.anthropic.com", "claude-sonnet-4-5"),
        &Policy::default(),
        &Options::default(),
    )
    .unwrap();
    assert!(lossy(&sent.request).contains(r#""budget_tokens":1024"#), "{}", lossy(&sent.request));
    assert!(sent.notes.iter().any(|note| note.what == "reasoning" && note.why.contains("1024")), "{:?}", sent.notes);
}

#[test]
fn a_name_of_128_letters_stays_at_google() {
    let name = "x".repeat(128);
    let request = format!(
        r#"{{"model":"claude-sonnet-4-5","max_tokens":9,"messages":[{{"role":"user","content":"Hi"}}],"tools":[{{"name":"{name}","input_schema":{{"type":"object"}}}}]}}"#
    );
    let from = aim(&Wire::ANTHROPIC_MESSAGES, "api.anthropic.com", "claude-sonnet-4-5");
    let to = aim(&Wire::GEMINI_GENERATE, "generativelanguage.googleapis.com", "gemini-2.5-pro");
    let sent = convert(&scan(request.as_bytes()).unwrap(), &from, &to, &Policy::default(), &Options::default()).unwrap();
    assert!(lossy(&sent.request).contains(&name) && sent.notes.iter().all(|note| note.what != "name"), "{:?}", sent.notes);
}
