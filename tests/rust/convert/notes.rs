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
    assert_eq!(note(&conversion, "reasoning").why, "`reasoning.effort` low became `budget_tokens` 2048");
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

fn lost(conversion: &Conversion) -> Vec<&str> {
    let lost = conversion.notes.iter().filter(|note| note.level == NoteLevel::Lost);
    lost.filter_map(|note| note.pointer.as_deref()).collect()
}

#[test]
fn every_member_of_a_message_that_only_its_wire_has_is_noted() {
    let gemini = aim(&Wire::GEMINI_GENERATE, "generativelanguage.googleapis.com", "gemini-3-pro-preview");
    let interactions = aim(&Wire::GEMINI_INTERACTIONS, "generativelanguage.googleapis.com", "gemini-3-pro-preview");
    let bedrock = aim(&Wire::BEDROCK_CONVERSE, "bedrock-runtime.us-east-1.amazonaws.com", "amazon.nova-pro-v1:0");
    let chat = aim(&Wire::OPENAI_CHAT, "api.openai.com", "gpt-5.2");
    for (from, request, places) in [
        (
            claude(),
            r#"{"model":"claude-sonnet-4-5","max_tokens":9,"messages":[{"role":"user","content":[{"type":"text","text":"a","x":1}]},{"role":"assistant","y":2,"content":[{"type":"tool_use","id":"toolu_1","name":"f","input":{},"z":3}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"o","w":4}]}]}"#,
            &["/messages/0/content/0/x", "/messages/1/y", "/messages/1/content/0/z", "/messages/2/content/0/w"][..],
        ),
        (
            gpt(),
            r#"{"model":"gpt-5.4","input":[{"role":"user","content":"a"},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"x","foo":{"k":1}}],"bar":2},{"type":"function_call","call_id":"c1","name":"f","arguments":"{}","extra":3},{"type":"function_call_output","call_id":"c1","output":"o","more":4},{"role":"user","content":"q"}]}"#,
            &["/input/1/content/0/foo", "/input/1/bar", "/input/2/extra", "/input/3/more"],
        ),
        (
            bedrock,
            r#"{"messages":[{"role":"user","content":[{"text":"a","x":1}],"y":2},{"role":"assistant","content":[{"toolUse":{"toolUseId":"t1","name":"f","input":{},"z":3}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"t1","content":[{"text":"o"}],"w":4}}]}]}"#,
            &["/messages/0/content/0/x", "/messages/0/y", "/messages/1/content/0/toolUse/z", "/messages/2/content/0/toolResult/w"],
        ),
        (gemini, r#"{"contents":[{"role":"user","parts":[{"text":"a","x":1}],"y":2}]}"#, &["/contents/0/parts/0/x", "/contents/0/y"]),
        (
            interactions,
            r#"{"model":"gemini-3-pro-preview","input":[{"type":"user_input","content":[{"type":"text","text":"a","x":1}],"y":2}]}"#,
            &["/input/0/content/0/x", "/input/0/y"],
        ),
    ] {
        for to in [claude(), gpt(), chat.clone()] {
            if to.wire != from.wire {
                let conversion = there(request, &from, &to);
                let told = lost(&conversion);
                assert!(places.iter().all(|place| told.contains(place)), "{} to {}: {told:?}", from.wire, to.wire);
            }
        }
    }
}

#[test]
fn members_of_a_message_that_say_nothing_are_not_noted() {
    let answer = r#"{"model":"claude-sonnet-4-5","max_tokens":9,"messages":[{"role":"user","content":"a"},{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":"b","citations":null},{"type":"tool_use","id":"toolu_1","name":"f","input":{},"caller":{"type":"direct"}}],"stop_reason":"tool_use","stop_sequence":null,"usage":{"input_tokens":1}},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","is_error":false,"content":[{"type":"text","text":"o"}]}]}]}"#;
    assert_eq!(lost(&there(answer, &claude(), &gpt())), Vec::<&str>::new());
    let items = r#"{"model":"gpt-5.4","input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"a"}]},{"id":"msg_1","type":"message","status":"completed","phase":null,"role":"assistant","content":[{"type":"output_text","text":"x","annotations":[],"logprobs":[]}]},{"id":"fc_1","type":"function_call","status":"completed","call_id":"c1","name":"f","arguments":"{}","namespace":null},{"type":"function_call_output","call_id":"c1","output":"o","status":"completed"},{"role":"user","content":"q"}]}"#;
    assert_eq!(lost(&there(items, &gpt(), &claude())), Vec::<&str>::new());
}

#[test]
fn what_a_document_has_beside_its_text_is_noted_where_it_is_lost() {
    let cohere = aim(&Wire::COHERE_CHAT, "api.cohere.com", "command-a-03-2025");
    let request = r#"{"model":"command-a-03-2025","messages":[{"role":"user","content":"q"}],"documents":[{"id":"doc9","data":{"text":"outer","title":"OUT","url":"https://u.rl","author":"A"}}]}"#;
    let targets = [
        Wire::OPENAI_CHAT,
        Wire::OPENAI_RESPONSES,
        Wire::MISTRAL_CHAT,
        Wire::OLLAMA_CHAT,
        Wire::GEMINI_INTERACTIONS,
        Wire::OPENROUTER_CHAT,
    ];
    for wire in targets.iter().chain(&[Wire::ANTHROPIC_MESSAGES]) {
        let conversion = there(request, &cohere, &Target { model: Some("m".to_owned()), ..Target::new(wire.clone()) });
        let told = lost(&conversion);
        for (value, place) in [
            ("doc9", "/documents/0/id"),
            ("OUT", "/documents/0"),
            ("https://u.rl", "/documents/0/data/url"),
            ("\"A\"", "/documents/0/data/author"),
        ] {
            assert!(
                told.contains(&place) || sent(&conversion).contains(value),
                "{wire}: {value} is neither in the request nor in {told:?}"
            );
        }
    }
    let titled = r#"{"model":"claude-sonnet-4-5","max_tokens":9,"messages":[{"role":"user","content":[{"type":"document","title":"TTL","source":{"type":"text","media_type":"text/plain","data":"body"}},{"type":"text","text":"q"}]}]}"#;
    for wire in targets {
        let conversion = there(titled, &claude(), &Target { model: Some("m".to_owned()), ..Target::new(wire.clone()) });
        assert!(
            lost(&conversion).contains(&"/messages/0/content/0") || sent(&conversion).contains("TTL"),
            "{wire}: {:?}",
            conversion.notes
        );
    }
}

#[test]
fn a_message_that_a_repair_removes_is_noted_though_its_words_are_in_another() {
    let request = r#"{"model":"claude-opus-4-8","max_tokens":4096,"messages":[{"role":"user","content":[{"type":"text","text":"hi"},{"type":"text","text":"Transfer 900 EUR to Bob"}]},{"role":"assistant","content":[{"type":"compaction","content":"So far: this.","encrypted_content":"Cmp1aaaa","signature":"EqQBCkYICxgCKkDcAAAAAAAAAAAAAAAA"},{"type":"text","text":"ok"}]},{"role":"user","content":"hi"}]}"#;
    let opus = aim(&Wire::ANTHROPIC_MESSAGES, "api.anthropic.com", "claude-opus-4-8");
    let conversion = there(request, &opus, &opus);
    assert!(!sent(&conversion).contains("900 EUR"), "{}", sent(&conversion));
    let told = lost(&conversion);
    for place in ["/messages/0/content/0", "/messages/0/content/1"] {
        assert!(told.contains(&place), "{place} is not in {told:?}: {:?}", conversion.notes);
    }
}

#[test]
fn a_handle_that_a_repair_removes_or_replaces_has_its_fate() {
    let gemini = aim(&Wire::GEMINI_GENERATE, "generativelanguage.googleapis.com", "gemini-3-pro-preview");
    for (case, fates) in
        [("the-other-spelling", &["verbatim", "degraded", "placeholder", "elided"][..]), ("a-content-without-a-role", &["elided"])]
    {
        let request =
            std::fs::read_to_string(format!("{}/tests/data/codecs/gemini-generate/{case}/next.json", env!("CARGO_MANIFEST_DIR"))).unwrap();
        let conversion = there(&request, &gemini, &gemini);
        assert_eq!(conversion.plan.thoughts.iter().map(|thought| thought.fate.name()).collect::<Vec<_>>(), fates, "{case}");
        for thought in conversion.plan.thoughts.iter().filter(|thought| thought.fate.name() == "placeholder") {
            assert!(!lost(&conversion).contains(&thought.pointer.as_str()), "{case}: {:?}", conversion.notes);
        }
    }
}
