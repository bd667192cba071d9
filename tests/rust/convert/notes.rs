//! Notes: what became of each thing, where it was, how often, and why in words.

use rethought::conversation::{ConversionNote, NoteLevel};
use rethought::convert::Conversion;
use rethought::model::{Target, Wire};

use super::corpus::aim;
use super::there::{sent, there};

fn claude() -> Target {
    aim(&Wire::ANTHROPIC_MESSAGES, "api.anthropic.com", "claude-sonnet-4-5")
}

fn gpt() -> Target {
    aim(&Wire::OPENAI_RESPONSES, "api.openai.com", "gpt-5.4")
}

fn note<'c>(conversion: &'c Conversion, what: &str) -> &'c ConversionNote {
    conversion.notes.iter().find(|note| note.what == what).unwrap_or_else(|| panic!("{what}: {:?}", conversion.notes))
}

/// A loop of tools, with so many calls, of a client of OpenAI's chat.
fn calls(count: usize) -> String {
    let call = |nth: usize| {
        format!(
            r#"{{"role":"assistant","content":null,"tool_calls":[{{"id":"call.{nth}","type":"function","function":{{"name":"look","arguments":"{{}}"}}}}]}},{{"role":"tool","tool_call_id":"call.{nth}","content":"{nth}"}}"#
        )
    };
    let calls: Vec<String> = (0..count).map(call).collect();
    format!(
        r#"{{"model":"gpt-5.2","messages":[{{"role":"user","content":"Go"}},{}],"tools":[{{"type":"function","function":{{"name":"look","parameters":{{"type":"object"}}}}}}]}}"#,
        calls.join(",")
    )
}

#[test]
fn a_change_that_is_made_in_many_places_is_one_note() {
    let conversion = there(&calls(20), &aim(&Wire::OPENAI_CHAT, "api.openai.com", "gpt-5.2"), &claude());
    let ids: Vec<&ConversionNote> = conversion.notes.iter().filter(|note| note.what == "id").collect();
    assert_eq!(ids.len(), 1, "{ids:?}");
    assert_eq!((ids[0].count, ids[0].level, ids[0].pointer.as_deref()), (40, NoteLevel::Changed, Some("/messages/1/tool_calls/0")));
    assert_eq!(ids[0].pointers().count(), 40);
}

#[test]
fn each_note_says_if_something_was_lost_changed_or_added() {
    let request = r#"{"model":"gpt-5.4","top_logprobs":3,"input":[{"role":"developer","content":"Be brief."},{"role":"user","content":"Q"}],"reasoning":{"effort":"low"},"safety_identifier":"u"}"#;
    let conversion = there(request, &gpt(), &claude());
    assert_eq!(note(&conversion, "top_logprobs").level, NoteLevel::Lost);
    assert_eq!(note(&conversion, "reasoning").level, NoteLevel::Changed);
    assert_eq!(note(&conversion, "reasoning").why, "`low` became `budget_tokens` 2048");
    let limit = note(&conversion, "max_tokens");
    assert_eq!((limit.level, limit.to.as_deref(), limit.pointer.as_deref()), (NoteLevel::Added, Some("/max_tokens"), None));
}

#[test]
fn nothing_is_said_of_values_that_hold_anyway() {
    let request = r#"{"model":"gpt-5.2","n":1,"stream":false,"logprobs":false,"presence_penalty":0,"frequency_penalty":0.0,"store":false,"service_tier":"auto","parallel_tool_calls":true,"tool_choice":"auto","messages":[{"role":"user","content":"Q"}]}"#;
    let from = aim(&Wire::OPENAI_CHAT, "api.openai.com", "gpt-5.2");
    for to in [
        aim(&Wire::GEMINI_GENERATE, "generativelanguage.googleapis.com", "gemini-3-pro-preview"),
        aim(&Wire::BEDROCK_CONVERSE, "bedrock-runtime.us-east-1.amazonaws.com", "amazon.nova-pro-v1:0"),
    ] {
        assert_eq!(there(request, &from, &to).notes, []);
    }
    let other = request.replace(r#""n":1"#, r#""n":2"#).replace(r#""presence_penalty":0"#, r#""presence_penalty":0.5"#);
    let told = there(&other, &from, &claude());
    assert_eq!((note(&told, "n").level, note(&told, "presence_penalty").level), (NoteLevel::Lost, NoteLevel::Lost));
}

/// The latest turn has a call without thinking: Claude refuses it while it thinks, so thinking is switched off.
const OPEN_TURN: &str = r#"{"model":"gpt-5.4","temperature":0.2,"reasoning":{"effort":"high"},"input":[{"role":"user","content":"Q"},{"type":"function_call","call_id":"call_1","name":"look","arguments":"{}"},{"type":"function_call_output","call_id":"call_1","output":"21"}],"tools":[{"type":"function","name":"look","parameters":{"type":"object"},"strict":false}]}"#;

#[test]
fn thinking_that_is_switched_off_is_noted_at_its_setting_and_keeps_the_temperature() {
    let conversion = there(OPEN_TURN, &gpt(), &claude());
    let text = sent(&conversion);
    assert!(text.contains(r#""thinking":{"type":"disabled"}"#), "{text}\n{:?}", conversion.notes);
    assert!(text.contains(r#""temperature":0.2"#), "{text}\n{:?}", conversion.notes);
    let off = conversion.notes.iter().find(|note| note.what.contains("thinking")).unwrap();
    assert_eq!(off.pointer.as_deref(), Some("/reasoning/effort"), "{:?}", conversion.notes);
    assert!(conversion.notes.iter().all(|note| note.what != "sampling-while-thinking"), "{:?}", conversion.notes);
}

#[test]
fn a_repair_is_noted_at_the_setting_that_it_changed_and_has_a_reason_in_words() {
    let request = r#"{"model":"claude-sonnet-4-5","max_tokens":9000,"thinking":{"type":"enabled","budget_tokens":2000},"tools":[{"name":"look","input_schema":{"type":"object"}}],"tool_choice":{"type":"any"},"messages":[{"role":"user","content":"Q"}]}"#;
    let bedrock = aim(&Wire::BEDROCK_CONVERSE, "bedrock-runtime.us-east-1.amazonaws.com", "anthropic.claude-sonnet-4-5-20250929-v1:0");
    let conversion = there(request, &claude(), &bedrock);
    let choice = note(&conversion, "forced-tool-while-thinking");
    assert_eq!((choice.pointer.as_deref(), choice.level), (Some("/tool_choice"), NoteLevel::Changed));
    assert!(choice.why.contains(' ') && choice.why.ends_with('.'), "{}", choice.why);
    // The same wire at another model.
    let messages: Vec<String> = (0..30)
        .map(|nth| format!(r#"{{"role":"user","content":"{nth}"}},{{"role":"assistant","content":"a","reasoning_content":"r"}}"#))
        .collect();
    let chat = format!(r#"{{"model":"gpt-4.1","temperature":0.3,"messages":[{},{{"role":"user","content":"Q"}}]}}"#, messages.join(","));
    let conversion =
        there(&chat, &aim(&Wire::OPENAI_CHAT, "api.openai.com", "gpt-4.1"), &aim(&Wire::OPENAI_CHAT, "api.openai.com", "gpt-5"));
    let removed = note(&conversion, "sampling-while-reasoning");
    assert_eq!((removed.pointer.as_deref(), removed.level), (Some("/temperature"), NoteLevel::Lost), "{:?}", conversion.notes);
    assert!(
        conversion.notes.iter().all(|note| !["remove", "bridge", "choose-auto", "switch-off"].contains(&note.why.as_str())),
        "{:?}",
        conversion.notes
    );
}
