//! Verdicts that cannot mislead: a request in a format that its target does not have is not cleared, an unknown model makes nothing certain, and no rule asks for a
//! host that is given.

use rethought::audit::{Check, Options, Verdict, audit, rules};
use rethought::json::scan;
use rethought::wires::resolve_target;

use crate::corpus::audits::target;
use crate::corpus::exchange::{FAMILIES, exchanges, is_skipped_without_corpus};

/// The verdict, the reason and the checks of a request at a target.
fn judged(request: &str, target: &str) -> (Verdict, Option<String>, Vec<Check>) {
    let document = scan(request.as_bytes()).unwrap();
    let target = resolve_target(scan(target.as_bytes()).unwrap().root(), Some(&document)).unwrap();
    audit(&document, &target, &Options::default(), |_, report| (report.verdict, report.reason, report.checks)).unwrap()
}

const CLAUDE: &str = r#"{"model":"claude-opus-4-5","max_tokens":100,"system":"Be brief.","messages":[{"role":"user","content":"Hello"}]}"#;
const RESPONSES: &str = r#"{"model":"gpt-5.6","input":[{"role":"user","content":"Hello"}]}"#;
const COHERE: &str = r#"{"model":"command-a-reasoning-08-2025","messages":[{"role":"user","content":"Hello"}]}"#;
const CHAT: &str = r#"{"model":"mistral-large-3","messages":[{"role":"user","content":"Hello"}]}"#;

#[test]
fn a_request_in_another_format_than_its_target_has_an_unknown_verdict_and_a_reason() {
    for (request, target, reason) in [
        (CLAUDE, r#"{"host":"api.openai.com","model":"gpt-9"}"#, "api.openai.com is not known to accept `anthropic-messages` requests"),
        (RESPONSES, r#"{"host":"api.anthropic.com"}"#, "api.anthropic.com is not known to accept `openai-responses` requests"),
        (
            CLAUDE,
            r#"{"url":"https://api.openai.com/v1/responses"}"#,
            "the request has `messages`, and `openai-responses` requests have `input`",
        ),
        (RESPONSES, r#"{"wire":"anthropic-messages"}"#, "the request has `input`, and `anthropic-messages` requests have `messages`"),
        (
            CLAUDE,
            r#"{"url":"https://api.openai.com/v1/chat/completions"}"#,
            "the request has `system`, and `openai-chat` requests have none",
        ),
        (
            r#"{"model":"claude-opus-4-5","messages":[{"role":"user","content":"Hi"}],"tools":[{"type":"function","function":{"name":"f"}}]}"#,
            r#"{"url":"https://api.anthropic.com/v1/messages"}"#,
            "the request has a tool with `function`, and `anthropic-messages` requests have none",
        ),
    ] {
        let (verdict, given, _) = judged(request, target);
        assert_eq!((verdict, given.as_deref()), (Verdict::Unknown, Some(reason)), "{target}");
    }
}

/// Every wire, with a request that needs no list of messages and one that has another kind of value in its place.
const WIRES: [(&str, &str, Option<&str>); 10] = [
    ("anthropic-messages", "messages", Some(r#"{"model":"claude-opus-5-5","thread":{"type":"continue","id":"t"}}"#)),
    ("bedrock-converse", "messages", Some(r#"{"promptVariables":{"a":{"text":"b"}}}"#)),
    ("openai-responses", "input", Some(r#"{"prompt":{"id":"pmpt_1"}}"#)),
    ("openai-chat", "messages", None),
    ("openrouter-chat", "messages", Some(r#"{"model":"acme/a","prompt":"Hello"}"#)),
    ("mistral-chat", "messages", None),
    ("gemini-generate", "contents", Some(r#"{"contents":{"parts":{"text":"Hello"}}}"#)),
    ("gemini-interactions", "input", Some(r#"{"model":"gemini-3-pro","input":{"type":"text","text":"Hello"}}"#)),
    ("cohere-chat", "messages", None),
    ("ollama-chat", "messages", Some(r#"{"model":"acme"}"#)),
];

#[test]
fn a_body_that_is_no_request_is_never_accepted() {
    for (wire, list, _) in WIRES {
        let target = format!(r#"{{"wire":"{wire}"}}"#);
        for (body, got) in [
            (r#""str""#, "a string"),
            ("[]", "an array"),
            (r#"[{"role":"user","content":"Hello"}]"#, "an array"),
            ("null", "null"),
            ("3", "a number"),
            ("true", "a boolean"),
        ] {
            let reason = format!("the request must be an object with a `{list}` list (got {got})");
            let (verdict, given, _) = judged(body, &target);
            assert_eq!((verdict, given.as_deref()), (Verdict::Unknown, Some(&*reason)), "{wire}: {body}");
        }
        for (body, reason) in [
            ("{}".to_owned(), format!("the request has no `{list}` list")),
            (format!(r#"{{"{list}":3,"model":"acme"}}"#), format!("`{list}` must be a list (got a number)")),
        ] {
            let (verdict, given, _) = judged(&body, &target);
            assert_eq!((verdict, given.as_deref()), (Verdict::Unknown, Some(&*reason)), "{wire}: {body}");
        }
    }
}

#[test]
fn a_request_whose_messages_are_elsewhere_needs_no_list() {
    for (wire, _, request) in WIRES {
        let Some(request) = request else { continue };
        let (_, reason, _) = judged(request, &format!(r#"{{"wire":"{wire}"}}"#));
        assert_eq!(reason, None, "{wire}: {request}");
    }
    for request in [r#"{"input":"Hello"}"#, r#"{"previous_response_id":"resp_1"}"#, r#"{"conversation":"conv_1"}"#] {
        assert_eq!(judged(request, r#"{"wire":"openai-responses"}"#).1, None, "{request}");
    }
}

#[test]
fn a_vendors_own_host_does_not_serve_the_models_of_others() {
    let chat = |model: &str| format!(r#"{{"model":"{model}","max_tokens":9,"messages":[{{"role":"user","content":"Hello"}}]}}"#);
    for (model, host, maker) in [
        ("gpt-4o", "api.anthropic.com", "OpenAI"),
        ("claude-opus-5-5", "api.openai.com", "Anthropic"),
        ("gemini-2.5-pro", "api.x.ai", "Google"),
        ("gpt-5-mini-2025-08-07", "generativelanguage.googleapis.com", "OpenAI"),
        ("mistral-large", "api.cohere.com", "Mistral"),
    ] {
        let wire = if host == "api.anthropic.com" { "anthropic-messages" } else { "openai-chat" };
        let (verdict, given, _) = judged(&chat(model), &format!(r#"{{"wire":"{wire}","host":"{host}"}}"#));
        let reason = format!("`{model}` is a model of {maker}, and {host} does not serve it");
        assert_eq!((verdict, given.as_deref()), (Verdict::Unknown, Some(&*reason)));
    }
    for (model, wire, host) in [
        ("claude-opus-5-5", "anthropic-messages", "api.anthropic.com"),
        // Models that the tables do not have may be anyone's.
        ("acme-large", "anthropic-messages", "api.anthropic.com"),
        ("ft:gpt-4o:acme::1", "openai-chat", "api.openai.com"),
        ("gemma-3-27b-it", "openai-chat", "generativelanguage.googleapis.com"),
        // These serve the models of others on purpose, or accept their names.
        ("claude-opus-5-5", "anthropic-messages", "api.z.ai"),
        ("claude-opus-5-5", "anthropic-messages", "api.deepseek.com"),
        ("claude-opus-5-5", "anthropic-messages", "us-east5-aiplatform.googleapis.com"),
        ("openai.gpt-oss-120b", "openai-chat", "bedrock-runtime.us-east-1.amazonaws.com"),
        ("openai/gpt-oss-120b", "openai-chat", "api.groq.com"),
        ("grok-4", "openai-chat", "resource.services.ai.azure.com"),
        ("anthropic/claude-opus-5-5", "openrouter-chat", "openrouter.ai"),
        ("claude-opus-5-5", "openai-chat", "llm.example.com"),
    ] {
        assert_eq!(judged(&chat(model), &format!(r#"{{"wire":"{wire}","host":"{host}"}}"#)).1, None, "{model} at {host}");
    }
}

#[test]
fn a_request_in_a_format_of_its_target_has_a_verdict_without_a_reason() {
    for (request, target) in [
        (CLAUDE, r#"{"host":"api.anthropic.com"}"#),
        (CLAUDE, r#"{"host":"openrouter.ai"}"#),
        (CLAUDE, r#"{"host":"llm.example.com"}"#),
        (CLAUDE, r#"{"wire":"anthropic-messages"}"#),
        // Gateways and unknown hosts may read members of several wires.
        (CLAUDE, r#"{"wire":"openai-chat","host":"llm.example.com"}"#),
        (CLAUDE, r#"{"wire":"openai-chat","host":"openrouter.ai"}"#),
        (RESPONSES, r#"{"host":"api.openai.com"}"#),
        // A plain chat body looks the same on every chat wire.
        (CHAT, r#"{"host":"api.mistral.ai"}"#),
        (COHERE, r#"{"host":"api.cohere.com"}"#),
    ] {
        let (verdict, reason, _) = judged(request, target);
        assert_eq!((verdict, reason), (Verdict::Accepted, None), "{target}");
    }
}

#[test]
fn a_predicted_refusal_stays_where_the_format_does_not_fit() {
    let request = r#"{"model":"claude-opus-4-5","max_tokens":4096,"max_completion_tokens":9,"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":[{"type":"thinking","thinking":"Hm."}]},{"role":"user","content":"Go on"}]}"#;
    let (verdict, reason, _) = judged(request, r#"{"host":"api.anthropic.com"}"#);
    assert_eq!(verdict, Verdict::Rejected);
    assert_eq!(reason.as_deref(), Some("the request has `max_completion_tokens`, and `anthropic-messages` requests have none"));
}

#[test]
fn a_refusal_for_an_unknown_model_is_never_certain() {
    let request = |model: &str| {
        format!(
            r#"{{"model":"{model}","max_tokens":4096,"messages":[{{"role":"user","content":"Hi"}},{{"role":"assistant","content":[{{"type":"thinking","thinking":"Hm."}}]}},{{"role":"user","content":"Go on"}}]}}"#
        )
    };
    let at = r#"{"host":"api.anthropic.com"}"#;
    assert_eq!(judged(&request("claude-opus-4-5"), at).0, Verdict::Rejected);
    for unknown in ["claude-opus-99", "acme-large"] {
        assert_eq!(judged(&request(unknown), at).0, Verdict::LikelyRejected, "{unknown}");
    }
}

#[test]
fn no_rule_needs_a_host_that_is_given() {
    let needs = |request: &str, target: &str, what: &'static str| {
        let (.., checks) = judged(request, target);
        rules::all().zip(checks).filter(|(_, check)| *check == Check::Unknown(what)).map(|(rule, _)| rule.id).collect::<Vec<_>>()
    };
    let chat = r#"{"model":"acme-1","messages":[{"role":"user","content":"Hello"},{"role":"assistant","content":"Hi","reasoning_content":"Hm."}]}"#;
    assert!(!needs(chat, r#"{"wire":"openai-chat"}"#, "needs the host").is_empty());
    for (request, host) in [(CLAUDE, "api.anthropic.com"), (RESPONSES, "api.openai.com"), (chat, "api.groq.com"), (chat, "llm.example.com")]
    {
        let target = format!(r#"{{"host":"{host}"}}"#);
        assert_eq!(needs(request, &target, "needs the host"), Vec::<&str>::new(), "{host}");
    }
    // A host that the tables do not have leaves the same rules open, for another reason.
    let unlisted = needs(chat, r#"{"wire":"openai-chat","host":"llm.example.com"}"#, "needs a host that the tables have");
    assert_eq!(unlisted, needs(chat, r#"{"wire":"openai-chat"}"#, "needs the host"));
    assert_eq!(needs(CLAUDE, r#"{"host":"api.anthropic.com"}"#, "needs a host that the tables have"), Vec::<&str>::new());
}

#[test]
fn no_recorded_request_that_was_accepted_has_an_unknown_verdict() {
    if is_skipped_without_corpus() {
        return;
    }
    let (mut count, mut wrong) = (0, Vec::new());
    for (family, wire) in FAMILIES {
        for exchange in exchanges(family).iter().filter(|exchange| exchange.speaks(family, wire) && exchange.meta["outcome"] == "accepted")
        {
            let Some(document) = exchange.request.as_deref().and_then(|request| scan(request.as_bytes()).ok()) else { continue };
            count += 1;
            let reason = audit(&document, &target(exchange, wire), &Options::default(), |_, report| report.reason).unwrap();
            wrong.extend(reason.map(|reason| format!("{family} {}: {reason}", exchange.id)));
        }
    }
    assert!(count > 100 && wrong.is_empty(), "{count} requests; {} unknown: {:#?}", wrong.len(), &wrong[..wrong.len().min(10)]);
}
