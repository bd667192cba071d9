//! `ReasoningConfig` in Rust: what it means, why it is refused, and what it does to a request. The agent-sdk itself is asked in `tests/behaviour`.

use rethought::Error;
use rethought::formats::cognipeer::{Efforts, ask, resolve, validate};
use rethought::json::scan;
#[cfg(not(target_arch = "wasm32"))]
use rethought::knowledge::profile::profile;
#[cfg(not(target_arch = "wasm32"))]
use rethought::model::Target;
use rethought::model::Wire;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn resolved(config: &str) -> Option<String> {
    resolve(scan(config.as_bytes()).unwrap().root(), Efforts::Sdk).unwrap().map(|text| String::from_utf8(text).unwrap())
}

fn asked(native: &str, wire: &str, request: &str) -> Result<String, Error> {
    let text = ask(scan(native.as_bytes()).unwrap().root(), &Wire::named(wire), None, request.as_bytes())?;
    Ok(String::from_utf8(text).unwrap())
}

#[cfg(not(target_arch = "wasm32"))]
fn fitted(native: &str, wire: &str, model: &str) -> String {
    let target = Target { model: Some(model.to_owned()), ..Target::new(Wire::named(wire)) };
    let profile = profile(&target, scan(b"{}").unwrap().root(), &[]).unwrap();
    let text = ask(scan(native.as_bytes()).unwrap().root(), &target.wire, Some(scan(&profile).unwrap().root()), b"{}").unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn what_asks_for_nothing_is_nothing() {
    for config in ["{}", r#"{"enabled":false,"level":"x"}"#, r#"{"enabled":null}"#, r#"{"enabled":0,"level":"low"}"#, "null", "[]", "7"] {
        assert_eq!(resolved(config), None, "{config}");
    }
}

#[test]
fn a_level_fills_in_what_is_not_said() {
    for (config, means) in [
        (
            r#"{"level":"minimal"}"#,
            r#"{"enabled":true,"level":"minimal","native":{"effort":"minimal"},"reflection":{"enabled":false,"cadence":"off","mode":"piggyback","maxTokens":150,"maxChars":400,"keepLast":3,"summarize":false,"emitEvents":true,"everyNTurns":1,"feedTo":"none"}}"#,
        ),
        (
            r#"{"level":"low","native":false}"#,
            r#"{"enabled":true,"level":"low","reflection":{"enabled":true,"cadence":"on_branch","mode":"piggyback","maxTokens":200,"maxChars":600,"keepLast":3,"summarize":false,"emitEvents":true,"everyNTurns":1,"feedTo":"none"}}"#,
        ),
        (
            r#"{"native":{"effort":"none","own":1.0},"reflection":false}"#,
            r#"{"enabled":true,"level":"medium","native":{"effort":"none","own":1.0},"reflection":{"enabled":false,"cadence":"off","mode":"piggyback","maxTokens":350,"maxChars":1200,"keepLast":3,"summarize":false,"emitEvents":true,"everyNTurns":1,"feedTo":"none"}}"#,
        ),
        (
            r#"{"level":"\u0068igh","reflection":{"cadence":"every_turn","everyNTurns":2.9,"maxPerRun":4,"keepLast":null}}"#,
            r#"{"enabled":true,"level":"high","native":{"effort":"high"},"reflection":{"enabled":true,"cadence":"every_turn","mode":"piggyback","maxTokens":600,"maxChars":2000,"keepLast":3,"summarize":false,"emitEvents":true,"everyNTurns":2,"feedTo":"none","maxPerRun":4}}"#,
        ),
    ] {
        assert_eq!(resolved(config).as_deref(), Some(means), "{config}");
    }
}

#[test]
fn what_is_wrong_is_said_in_the_words_of_the_sdk() {
    for (config, reason, pointer) in [
        (r#"{"level":"x"}"#, r#"reasoning.level must be one of minimal, low, medium, high (got "x")"#, "/level"),
        (r#"{"level":null}"#, r#"reasoning.level must be one of minimal, low, medium, high (got "null")"#, "/level"),
        (
            r#"{"native":{"effort":{}}}"#,
            r#"reasoning.native.effort must be one of none, minimal, low, medium, high (got "[object Object]")"#,
            "/native/effort",
        ),
        (
            r#"{"native":{"budgetTokens":-1.50}}"#,
            "reasoning.native.budgetTokens must be a non-negative number (got -1.5)",
            "/native/budgetTokens",
        ),
        (
            r#"{"native":{"budgetTokens":"5"}}"#,
            "reasoning.native.budgetTokens must be a non-negative number (got 5)",
            "/native/budgetTokens",
        ),
        (r#"{"reflection":{"everyNTurns":0.9}}"#, "reasoning.reflection.everyNTurns must be >= 1 (got 0.9)", "/reflection/everyNTurns"),
        (
            r#"{"reflection":{"feedTo":true}}"#,
            r#"reasoning.reflection.feedTo must be "memory", "plan", or "none" (got "true")"#,
            "/reflection/feedTo",
        ),
    ] {
        let refused = validate(scan(config.as_bytes()).unwrap().root(), Efforts::Sdk).unwrap_err();
        assert_eq!((refused.reason(), refused.pointer()), (reason, Some(pointer)), "{config}");
    }
    let newer = scan(br#"{"native":{"effort":"xhigh"}}"#).unwrap();
    assert!(validate(newer.root(), Efforts::All).is_ok());
    assert!(validate(newer.root(), Efforts::Sdk).is_err());
}

#[test]
fn a_request_asks_in_its_wires_words_and_keeps_its_other_bytes() {
    for (wire, native, request, next) in [
        (
            "anthropic-messages",
            r#"{"effort":"low"}"#,
            r#"{"a" : 1.0,"top_p":1,"max_tokens":4095}"#,
            r#"{"a" : 1.0,"max_tokens":4096,"thinking" : {"type":"enabled","budget_tokens":2048}}"#,
        ),
        (
            "anthropic-messages",
            r#"{"budgetTokens":70000}"#,
            r#"{"max_tokens":1e5}"#,
            r#"{"max_tokens":1e5,"thinking":{"type":"enabled","budget_tokens":70000}}"#,
        ),
        ("anthropic-messages", r#"{"effort":"none","budgetTokens":5}"#, r#"{"top_p":1}"#, r#"{"top_p":1}"#),
        ("anthropic-messages", r#"{"budgetTokens":0.5}"#, r#"{"top_p":1}"#, r#"{"top_p":1}"#),
        (
            "bedrock-converse",
            r#"{"effort":"high"}"#,
            r#"{"inferenceConfig":{"topP":1,"stopSequences":[]}}"#,
            r#"{"inferenceConfig":{"stopSequences":[],"maxTokens":17408},"additionalModelRequestFields":{"thinking":{"type":"enabled","budget_tokens":16384}}}"#,
        ),
        (
            "gemini-generate",
            r#"{"effort":"none","includeThoughts":true}"#,
            r#"{"generationConfig":null}"#,
            r#"{"generationConfig":{"thinkingConfig":{"thinkingBudget":0,"includeThoughts":true}}}"#,
        ),
        (
            "openai-chat",
            r#"{"effort":"low","providerExtras":{"verbosity":"low","a":[2]}}"#,
            r#"{"a":1}"#,
            r#"{"a":[2],"reasoning_effort":"low","verbosity":"low"}"#,
        ),
        (
            "openai-responses",
            r#"{"includeThoughts":true,"providerExtras":{"summary":"detailed"}}"#,
            "{}",
            r#"{"reasoning":{"summary":"detailed"}}"#,
        ),
        ("openai-responses", "{}", r#"{"reasoning":1}"#, r#"{"reasoning":1}"#),
        ("openrouter-chat", r#"{"effort":"low","budgetTokens":900}"#, "{}", r#"{"reasoning":{"max_tokens":900}}"#),
    ] {
        assert_eq!(asked(native, wire, request).unwrap(), next, "{wire} {native}");
    }
}

#[test]
fn what_cannot_be_asked_is_an_error_with_its_place() {
    assert_eq!(asked("{}", "cohere-chat", "{}").unwrap_err().pointer(), Some("/wire"));
    for budget in ["2147483649", "1e22", "18446744073709551616"] {
        let refused = asked(&["{\"budgetTokens\":", budget, "}"].concat(), "openai-chat", "{}").unwrap_err();
        assert_eq!(refused.pointer(), Some("/native/budgetTokens"), "{budget}");
    }
    assert!(asked(r#"{"effort":"low"}"#, "bedrock-converse", r#"{"inferenceConfig":7}"#).is_err());
    assert!(asked(r#"{"effort":"low"}"#, "openai-chat", "[").is_err());
}

#[cfg(not(target_arch = "wasm32"))]
#[test]
fn fitted_to_its_model_a_request_asks_for_what_the_model_has() {
    for (wire, model, native, next) in [
        (
            "anthropic-messages",
            "claude-opus-5",
            r#"{"effort":"xhigh"}"#,
            r#"{"thinking":{"type":"adaptive"},"output_config":{"effort":"xhigh"}}"#,
        ),
        (
            "anthropic-messages",
            "claude-opus-4-6",
            r#"{"effort":"low"}"#,
            r#"{"max_tokens":4096,"thinking":{"type":"enabled","budget_tokens":2048}}"#,
        ),
        (
            "gemini-generate",
            "gemini-3-pro",
            r#"{"effort":"minimal"}"#,
            r#"{"generationConfig":{"thinkingConfig":{"thinkingLevel":"low"}}}"#,
        ),
        ("openai-responses", "o3", r#"{"effort":"max"}"#, r#"{"reasoning":{"effort":"high"}}"#),
    ] {
        assert_eq!(fitted(native, wire, model), next, "{model}");
    }
}
