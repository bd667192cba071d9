//! Every known sentence in every wrapping: what clients, gateways, terminals and logs put around a sentence does not change its rule.

use rethought::audit::{Rule, classify, rules};
use rethought::model::Wire;
use serde_json::Value;

use super::laws::{VAGUE, filled};
use super::rows;

/// A sentence, and the wire that it is read with.
type Known = (String, Option<Wire>);

/// The sentences of all rules, and those of all rows that stand in no wrapping.
fn sentences() -> Vec<Known> {
    let of_rule = |rule: &'static Rule| {
        // One sentence is a piece of JSON, which no wrapping has without its quotes.
        let texts = rule
            .upstream
            .iter()
            .map(|sentence| sentence.text)
            .filter(|text| !VAGUE.contains(text) && !text.starts_with('"') || text.starts_with("\"thinking"));
        texts.map(move |text| (filled(text), wire_of(rule)))
    };
    let bare = |row: &Value| row["error"].as_str().filter(|text| !text.contains(['{', '\n', '\\', '│', '⎿'])).map(str::to_owned);
    // A sentence that was cut off is one only where the text ends with it.
    let is_whole = |row: &Value| !row["from"].as_str().unwrap().contains("cut off");
    let of_rows = rows().into_iter().filter(|(_, row)| super::is_ours(row) && is_whole(row));
    let of_rows = of_rows.filter_map(|(_, row)| Some((bare(&row)?, row["wire"].as_str().map(Wire::named))));
    let mut all: Vec<Known> = rules::all().flat_map(of_rule).chain(of_rows).collect();
    all.sort_by_key(|(text, wire)| (text.clone(), wire.as_ref().map(ToString::to_string)));
    all.dedup();
    all
}

/// The first wire that a rule is about.
fn wire_of(rule: &Rule) -> Option<Wire> {
    rule.binds.split(['=', '|', ' ']).nth(1).map(Wire::named)
}

/// The rule of a sentence and the others, by their ids.
fn rules_of(text: &str, wire: Option<&Wire>) -> Option<(Option<&'static str>, Vec<&'static str>)> {
    classify(text.as_bytes(), wire).map(|found| (found.rule.map(|rule| rule.id), found.others.iter().map(|rule| rule.id).collect()))
}

#[test]
fn a_sentence_in_any_wrapping_has_the_same_rule() {
    let mut wrong = Vec::new();
    for (nth, (sentence, wire)) in sentences().into_iter().enumerate() {
        let Some((rule, _)) = rules_of(&sentence, wire.as_ref()) else {
            wrong.push(format!("not known at all: {sentence}"));
            continue;
        };
        // Every wrapping meets every second sentence, and every sentence every second wrapping.
        for (name, wrap) in WRAPPINGS.iter().skip(nth % 2).step_by(2) {
            let text = wrap(&sentence);
            let found = rules_of(&text, wire.as_ref());
            if found.as_ref().is_none_or(|(found, _)| *found != rule) {
                wrong.push(format!("{name} ({wire:?}): {found:?} instead of {rule:?}: {text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_sentence_that_a_log_cut_off_keeps_its_rule_among_the_named() {
    let mut wrong = Vec::new();
    // A text that is cut off in front of the name of a member, or in words that begin many sentences, does not tell its rule.
    let tells = |text: &&str| {
        !["{field}", "{setting}", "{name}", "Unable to submit", "<400>", "1 validation", "Unrecognized"]
            .iter()
            .any(|vague| text.contains(vague))
    };
    let of_rule =
        |rule: &'static Rule| rule.upstream.iter().map(|one| one.text).filter(tells).map(move |text| (filled(text), wire_of(rule)));
    for (sentence, wire) in rules::all().flat_map(of_rule) {
        let Some((Some(rule), _)) = rules_of(&sentence, wire.as_ref()) else { continue };
        let first = sentence.find(". ").unwrap_or(sentence.len());
        let place = sentence.find(": ").filter(|end| !sentence[..*end].contains(' ')).unwrap_or(0);
        for (share, mark) in [(70, ""), (80, "..."), (90, "…"), (95, "... [truncated]")] {
            let Some(cut) = sentence.get(..place + (first - place) * share / 100).filter(|cut| cut.len() >= place + 45) else { continue };
            for text in [format!("400 {cut}{mark}"), format!("400 {{\"error\":{{\"message\":\"{}{mark}", json_inner(cut))] {
                let found = rules_of(&text, wire.as_ref());
                if found.as_ref().is_none_or(|(found, others)| *found != Some(rule) && !others.contains(&rule)) {
                    wrong.push(format!("{found:?} instead of {rule}: {text}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_sentence_about_something_else_is_claimed_in_no_wrapping() {
    let message = |row: &Value| {
        let said = row["error"]["error"]["message"].as_str().or(row["error"]["message"].as_str()).or(row["error"].as_str());
        said.filter(|text| !text.contains(['{', '\n'])).map(str::to_owned)
    };
    for (name, row) in rows().into_iter().filter(|(_, row)| !super::is_ours(row)) {
        let Some(sentence) = message(&row) else { continue };
        for (wrapping, wrap) in WRAPPINGS {
            let found = rules_of(&wrap(&sentence), None);
            assert!(found.is_none(), "{name} in {wrapping}: {found:?}: {sentence}");
        }
    }
}

fn json(text: &str) -> String {
    Value::from(text).to_string()
}

/// A text as it stands between the quotes of a JSON string.
fn json_inner(text: &str) -> String {
    let quoted = json(text);
    quoted[1..quoted.len() - 1].to_owned()
}

/// A text as Python shows it: in single quotes, or in double quotes if it has single ones.
fn python(text: &str) -> String {
    if !text.contains('\'') {
        format!("'{}'", text.replace('\\', "\\\\"))
    } else if !text.contains('"') {
        format!("\"{}\"", text.replace('\\', "\\\\"))
    } else {
        format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
    }
}

fn body(sentence: &str) -> String {
    format!("{{\"error\":{{\"message\":{},\"type\":\"invalid_request_error\",\"param\":null,\"code\":null}}}}", json(sentence))
}

/// Breaks a text into lines of at most 60 letters, each in a frame.
fn framed(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        if lines.last().unwrap().len() + word.len() > 60 {
            lines.push(String::new());
        }
        let line = lines.last_mut().unwrap();
        line.push_str(word);
        line.push(' ');
    }
    lines.iter().map(|line| format!("│ {line:<62}│\n")).collect()
}

type Wrapping = (&'static str, fn(&str) -> String);

const WRAPPINGS: &[Wrapping] = &[
    ("a status", |s| format!("400 {s}")),
    ("Error", |s| format!("Error: 400 {s}")),
    ("Claude Code", |s| format!("  ⎿  API Error: 400 {s}")),
    ("Claude Code with a body", |s| {
        format!(
            "API Error: 400 {{\"type\":\"error\",\"error\":{{\"type\":\"invalid_request_error\",\"message\":{}}},\"request_id\":\"req_1\"}}",
            json(s)
        )
    }),
    ("Node", |s| format!("BadRequestError: 400 {s}\n    at APIError.generate (/app/node_modules/openai/core/error.js:45:14)")),
    ("Python", |s| {
        format!(
            "openai.BadRequestError: Error code: 400 - {{'error': {{'message': {}, 'type': 'invalid_request_error', 'param': None, 'code': None}}}}",
            python(s)
        )
    }),
    ("Python, quotes not escaped", |s| {
        format!("BadRequestError: Error code: 400 - {{'error': {{'message': '{s}', 'type': 'invalid_request_error', 'param': None}}}}")
    }),
    ("LiteLLM", |s| {
        format!("litellm.BadRequestError: OpenAIException - {s}. Received Model Group=x\nAvailable Model Group Fallbacks=None")
    }),
    ("LiteLLM with a body", |s| format!("litellm.BadRequestError: AzureException BadRequestError - {}. Received Model Group=x", body(s))),
    ("LiteLLM with bytes", |s| format!("litellm.BadRequestError: BedrockException - b'{{\"message\":{}}}'", json(s))),
    ("LiteLLM's proxy", |s| {
        format!(
            "{{\"error\":{{\"message\":{},\"type\":null,\"param\":null,\"code\":\"400\"}}}}",
            json(&format!("litellm.BadRequestError: VertexAIException - {}. Received Model Group=x", body(s)))
        )
    }),
    ("AI SDK", |s| format!("AI_APICallError: {s}")),
    ("AI SDK, shown", |s| {
        format!(
            "APICallError [AI_APICallError]: Bad Request\n    at file:///app/chunk.js:1073:14 {{\n  url: 'https://api.example.com',\n  statusCode: 400,\n  responseBody: {},\n  isRetryable: false\n}}",
            python(&body(s))
        )
    }),
    ("AI SDK with the request", |s| {
        format!(
            "{{\"name\":\"AI_APICallError\",\"statusCode\":400,\"responseBody\":{},\"requestBodyValues\":{{\"messages\":[{{\"role\":\"user\",\"content\":\"Rate limit reached\"}}]}}}}",
            json(&body(s))
        )
    }),
    ("Java", |s| format!("com.openai.errors.BadRequestException: 400: {s}")),
    ("Java's toString", |s| {
        format!("ErrorObject{{code=, message={s}, param=input, type=invalid_request_error, additionalProperties={{}}}}")
    }),
    ("AWS", |s| format!("ValidationException: {s}")),
    ("boto3", |s| {
        format!(
            "An error occurred (ValidationException) when calling the ConverseStream operation: The model returned the following errors: {s}"
        )
    }),
    ("Go", |s| {
        format!("POST \"https://api.example.com/v1\": 400 Bad Request {{\"message\":{},\"type\":\"invalid_request_error\"}}", json(s))
    }),
    ("Go's other client", |s| format!("error, status code: 400, status: 400 Bad Request, message: {s}")),
    ("C#", |s| format!("HTTP 400 (invalid_request_error: )\nParameter: input\n\n{s}")),
    ("Ruby", |s| format!("{{:status=>400, :body=>{{\"error\"=>{{\"message\"=>{}, \"type\"=>\"invalid_request_error\"}}}}}}", json(s))),
    ("Rust", |s| format!("Err(Api(ApiError {{ status: 400, message: {}, kind: Some(\"invalid_request_error\") }}))", json(s))),
    ("PHP", |s| {
        format!(
            "Array\n(\n    [error] => Array\n        (\n            [message] => {s}\n            [type] => invalid_request_error\n        )\n)"
        )
    }),
    ("message", |s| format!("{{\"message\":{}}}", json(s))),
    ("error", |s| format!("{{\"error\":{}}}", json(s))),
    ("error.message", body),
    ("detail", |s| format!("{{\"detail\":{}}}", json(s))),
    ("a list of errors", |s| format!("{{\"errors\":[{{\"message\":\"Bad Request\"}},{{\"message\":{}}}]}}", json(s))),
    ("an array", |s| format!("[{}]", body(s))),
    ("upstream_error", |s| {
        format!(
            "{{\"error\":{{\"type\":\"request_fail\",\"upstream_error\":{{\"type\":\"error\",\"error\":{{\"message\":{}}}}}}}}}",
            json(s)
        )
    }),
    ("a member that nobody knows", |s| format!("{{\"error\":{{\"vendor_says\":{{\"text\":{}}}}}}}", json(s))),
    ("OpenRouter", |s| {
        format!(
            "{{\"error\":{{\"message\":\"Provider returned error\",\"code\":400,\"metadata\":{{\"raw\":{},\"provider_name\":\"X\"}}}},\"user_id\":\"u\"}}",
            json(&body(s))
        )
    }),
    ("OpenRouter without its head", |s| {
        format!("400 Bad Request {{\"message\":\"Provider returned error\",\"code\":400,\"metadata\":{{\"raw\":{}}}}}", json(&body(s)))
    }),
    ("OpenRouter, quotes not escaped", |s| {
        format!(
            "[400] Bad Request {{\"error\":{{\"message\":\"Provider returned error\",\"code\":400,\"metadata\":{{\"raw\":\"{}\",\"provider_name\":\"X\"}}}}}}",
            body(s)
        )
    }),
    ("a text in a text in a text", |s| json(&json(&body(s)))),
    ("escapes kept", |s| format!("upstream: {}", json_inner(&body(s)))),
    ("escapes kept twice", |s| format!("upstream: {}", json_inner(&json_inner(&body(s))))),
    ("JSON-RPC", |s| {
        format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{{\"code\":-32603,\"message\":{},\"data\":null}}}}",
            json(&format!("Error code: 400 - {s}"))
        )
    }),
    ("MiniMax", |s| format!("{{\"base_resp\":{{\"status_code\":2013,\"status_msg\":{}}}}}", json(s))),
    ("an event", |s| {
        format!("event: error\ndata: {{\"type\":\"error\",\"error\":{{\"type\":\"invalid_request_error\",\"message\":{}}}}}\n\n", json(s))
    }),
    ("a response that failed", |s| {
        format!(
            "data: {{\"type\":\"response.failed\",\"response\":{{\"id\":\"resp_1\",\"status\":\"failed\",\"error\":{{\"code\":\"invalid_prompt\",\"message\":{}}}}}}}\n\n",
            json(s)
        )
    }),
    ("a pool of accounts", |s| format!("429 All accounts exhausted. Last error: HTTP 400: {}", body(s))),
    ("one-api", |s| {
        format!(
            "{{\"error\":{{\"message\":{},\"type\":\"upstream_error\",\"param\":\"400\",\"code\":\"bad_response_status_code\"}}}}",
            json(&format!("{s} (request id: 20261116101112)"))
        )
    }),
    ("a log", |s| format!("2026-11-16T10:11:12.131Z ERROR [gateway] upstream responded 400: {s}")),
    ("a log of bodies", |s| {
        format!(
            "{{\"level\":\"error\",\"time\":1,\"msg\":\"request failed\",\"err\":{{\"type\":\"Error\",\"message\":{}}}}}",
            json(&format!("400 {}", body(s)))
        )
    }),
    ("colours", |s| format!("\x1b[31mError:\x1b[0m \x1b[1m{s}\x1b[0m")),
    ("frames", framed),
    ("a quotation", |s| format!("> {s}\n")),
    ("a page", |s| {
        format!(
            "<html><body><pre>{}</pre></body></html>",
            s.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;").replace('\'', "&#39;").replace('`', "&#x60;")
        )
    }),
    ("Markdown", |s| s.replace('_', "\\_").replace('[', "\\[")),
    ("a text that ends early", |s| format!("400 {{\"error\":{{\"message\":{},\"type\":\"invalid_req", json(s))),
];
