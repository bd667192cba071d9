//! The way home: a conversation goes to another vendor and returns with its thoughts as they were.

use rethought::audit::Options;
use rethought::convert::{Conversion, Mode, Policy, Window, convert, convert_response, seen_reply};
use rethought::json::scan;
use rethought::ledger::Ledger;
use rethought::model::Fate;
use rethought::model::{Target, Wire};

use super::corpus::aim;

/// Converts with a ledger, which keeps what it sees.
pub fn converted(request: &str, from: &Target, to: &Target, ledger: &mut Ledger) -> (String, Conversion) {
    let document = scan(request.as_bytes()).unwrap();
    let conversion = convert(&document, from, to, &Policy::default(), &Options { ledger: Some(ledger), ..Options::default() }).unwrap();
    for seen in conversion.seen.clone() {
        ledger.keep_origin(&seen.wire, &seen.issuer, seen.origin, seen.last);
    }
    (String::from_utf8(conversion.request.clone()).unwrap(), conversion)
}

pub const CLAUDE: &str = r#"{"model":"claude-opus-4-8","max_tokens":900,"system":[{"type":"text","text":"Be brief.","cache_control":{"type":"ephemeral"}}],
 "tools":[{"name":"look","description":"Looks.","input_schema":{"type":"object","properties":{"n":{"type":"number"}}}},{"type":"web_search_20250305","name":"web_search"}],
 "messages":[{"role":"user","content":"How warm is it?"},
  {"role":"assistant","content":[{"type":"thinking","thinking":"I must l\u006fok.","signature":"RXFz"},{"type":"redacted_thinking","data":"RW13"},{"type":"text","text":"Let me see."},{"type":"tool_use","id":"toolu_1","name":"look","input":{"n":1.0}}]},
  {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":[{"type":"text","text":"21"}],"is_error":true}]},
  {"role":"assistant","content":[{"type":"thinking","thinking":"","signature":"RXF0"},{"type":"text","text":"It is 21."}]},
  {"role":"user","content":"And tomorrow?"}]}"#;

pub fn claude() -> Target {
    aim(&Wire::ANTHROPIC_MESSAGES, "api.anthropic.com", "claude-opus-4-8")
}

pub fn gpt() -> Target {
    aim(&Wire::OPENAI_RESPONSES, "api.openai.com", "gpt-5.4")
}

#[test]
fn thoughts_come_home_byte_for_byte() {
    let mut ledger = Ledger::default();
    let (there, conversion) = converted(CLAUDE, &claude(), &gpt(), &mut ledger);
    for handle in ["RXFz", "RW13", "RXF0"] {
        assert!(!there.contains(handle), "a foreign handle is never sent: {there}");
    }
    assert!(conversion.plan.thoughts.iter().all(|thought| thought.fate == Fate::Elided), "{:?}", conversion.plan);
    // The other vendor answers, and the person goes on.
    let more = r#",{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAA"},{"type":"function_call","id":"fc_1","call_id":"call_9","name":"look","arguments":"{\"n\":2}"},
        {"type":"function_call_output","call_id":"call_9","output":"19"},{"role":"assistant","content":"19."},{"role":"user","content":"Thanks"}]"#;
    let end = there.find("],\"tools\"").unwrap();
    let longer = format!("{}{more}{}", &there[..end], &there[end + 1..]);
    let (home, conversion) = converted(&longer, &gpt(), &claude(), &mut ledger);
    let list = CLAUDE.split_once(r#""messages":["#).unwrap().1.strip_suffix("]}").unwrap();
    let entries: Vec<String> = scan(format!("[{list}]").as_bytes())
        .unwrap()
        .root()
        .elements()
        .map(|entry| String::from_utf8(entry.raw().to_vec()).unwrap())
        .collect();
    for entry in &entries {
        assert!(home.contains(entry.as_str()), "{entry}\nis not in\n{home}");
    }
    assert!(home.contains(r#""cache_control":{"type":"ephemeral"}"#) && home.contains("web_search_20250305"), "{home}");
    assert!(!home.contains("gAAAA"), "{home}");
    assert!(home.contains(r#"{"type":"tool_use","id":"call_9","name":"look","input":{"n":2}}"#), "{home}");
    let returned: Vec<_> = conversion
        .plan
        .thoughts
        .iter()
        .filter(|thought| thought.fate == Fate::Verbatim)
        .map(|thought| thought.to.clone().unwrap())
        .collect();
    assert_eq!(returned, ["/messages/1/content/0", "/messages/1/content/1", "/messages/3/content/0"]);
}

#[test]
fn equal_words_of_another_account_key_or_conversation_bring_nothing_back() {
    let own = |target: Target, [account, credential, conversation]: [Option<&str>; 3]| Target {
        account: account.map(str::to_owned),
        credential: credential.map(str::to_owned),
        conversation: conversation.map(str::to_owned),
        ..target
    };
    let mine = [None, Some("key-a"), None];
    let mut ledger = Ledger::default();
    let (there, _) = converted(CLAUDE, &own(claude(), mine), &own(gpt(), mine), &mut ledger);
    let (home, _) = converted(&there, &own(gpt(), mine), &own(claude(), mine), &mut ledger.clone());
    assert!(home.contains("RXFz"), "{home}");
    for other in
        [[None, None, None], [None, Some("key-b"), None], [Some("account"), Some("key-a"), None], [None, Some("key-a"), Some("name")]]
    {
        let (home, _) = converted(&there, &own(gpt(), other), &own(claude(), other), &mut ledger.clone());
        assert!(!home.contains("RXFz") && !home.contains("RW13"), "{other:?}: {home}");
    }
}

#[test]
fn two_who_said_the_same_get_nothing_of_each_other() {
    let mut ledger = Ledger::default();
    let (there, _) = converted(CLAUDE, &claude(), &gpt(), &mut ledger);
    let other = CLAUDE.replace("RXFz", "RXF6");
    assert_eq!(converted(&other, &claude(), &gpt(), &mut ledger).0, there);
    let (home, _) = converted(&there, &gpt(), &claude(), &mut ledger);
    assert!(!home.contains("RXFz") && !home.contains("RXF6") && !home.contains("RW13"), "{home}");
}

#[test]
fn two_who_differ_in_a_digit_that_no_double_holds_get_nothing_of_each_other() {
    let [anna, bert, rounded] = ["1234567890123456789", "1234567890123456780", "1234567890123456800"];
    let request = |digits: &str| CLAUDE.replace("1.0", digits);
    let of_bert = request(bert).replace("RXFz", "RXF6").replace("RXF0", "RXF7").replace("RW13", "RW14");
    let mut ledger = Ledger::default();
    let (there, _) = converted(&request(anna), &claude(), &gpt(), &mut ledger);
    // A copy each time: a conversion keeps what it sees.
    let home = |digits: &str, ledger: &Ledger| converted(&there.replace(anna, digits), &gpt(), &claude(), &mut ledger.clone()).0;
    let has = |home: &str, handles: [&str; 3]| handles.map(|handle| home.contains(handle));
    let (of_anna, own) = (["RXFz", "RW13", "RXF0"], ["RXF6", "RW14", "RXF7"]);
    assert_eq!(has(&home(anna, &ledger), of_anna), [true; 3]);
    assert_eq!(has(&home(bert, &ledger), of_anna), [false; 3], "Bert never went through this ledger");
    assert_eq!(has(&home(rounded, &ledger), of_anna), [true; 3], "a client in JavaScript sends the digits so");
    converted(&of_bert, &claude(), &gpt(), &mut ledger);
    for (digits, mine, theirs) in [(anna, of_anna, own), (bert, own, of_anna)] {
        let home = home(digits, &ledger);
        assert_eq!((has(&home, mine), has(&home, theirs)), ([true; 3], [false; 3]), "{digits}");
    }
    assert_eq!(has(&home(rounded, &ledger), of_anna), [false; 3], "both are rounded to it");
}

#[test]
fn a_host_that_nobody_knows_is_another_vendor() {
    const ENTRIES: &str = r#"{"role":"user","content":"Go"},{"role":"assistant","content":null,"refusal":null,"reasoning_content":"I go.","tool_calls":[{"type":"function","id":"call_1","function":{"arguments":"{\"n\": 1.0}","name":"look"}}]},{"tool_call_id":"call_1","role":"tool","content":"21"}"#;
    let chat = |host: &str| aim(&Wire::OPENAI_CHAT, host, "some-model");
    let request =
        format!(r#"{{"model":"some-model","messages":[{ENTRIES}],"tools":[{{"type":"function","function":{{"name":"look"}}}}]}}"#);
    for hosts in [&["api.openai.com", "one.example"][..], &["one.example", "two.example"], &["one.example", "two.example", "three.example"]]
    {
        let (mut ledger, mut text) = (Ledger::default(), request.clone());
        for (from, to) in hosts.iter().zip(hosts.iter().skip(1).chain([&hosts[0]])) {
            text = converted(&text, &chat(from), &chat(to), &mut ledger).0;
            assert_eq!(text.contains(ENTRIES), *to == hosts[0], "{from} to {to}: {text}");
        }
    }
    // One that nobody knows is the same as itself.
    let same = converted(&request, &chat("one.example"), &chat("one.example"), &mut Ledger::default()).0;
    assert_eq!(same, request);
}

#[test]
fn reasoning_that_a_conversion_switched_off_is_off_for_that_model_alone() {
    // Claude with manual thinking refuses an open round without a thought of its own.
    let request = r#"{"model":"gpt-5.4","reasoning":{"effort":"high"},"input":[{"role":"user","content":"Look."},{"type":"function_call","call_id":"call_1","name":"look","arguments":"{}"},
        {"type":"function_call_output","call_id":"call_1","output":"21"}],"tools":[{"type":"function","name":"look","parameters":{"type":"object"}}]}"#;
    let manual = aim(&Wire::ANTHROPIC_MESSAGES, "api.anthropic.com", "claude-sonnet-4-5");
    let gemini = aim(&Wire::GEMINI_GENERATE, "generativelanguage.googleapis.com", "gemini-2.5-flash");
    let off = r#""thinkingBudget":0"#;
    let mut ledger = Ledger::default();
    let (there, _) = converted(request, &gpt(), &manual, &mut ledger);
    assert!(there.contains(r#""thinking":{"type":"disabled"}"#), "{there}");
    let longer = there.replacen(
        r#""21"}]}]"#,
        r#""21"}]},{"role":"assistant","content":"It is 21."},{"role":"user","content":"And tomorrow?"}]"#,
        1,
    );
    assert_ne!(longer, there);
    let (next, conversion) = converted(&longer, &manual, &gemini, &mut ledger);
    assert!(!next.contains(off), "{next}");
    assert!(
        conversion.notes.iter().any(|note| note.what == "reasoning" && note.pointer.as_deref() == Some("/thinking")),
        "{:?}",
        conversion.notes
    );
    // A caller who switches it off is heard.
    let (next, _) = converted(&longer, &manual, &gemini, &mut Ledger::default());
    assert!(next.contains(off), "{next}");
}

#[test]
fn the_plan_of_a_thought_that_comes_home_points_at_what_the_source_has_of_it() {
    let deepseek = aim(&Wire::OPENAI_CHAT, "api.deepseek.com", "deepseek-v4-pro");
    let request = r#"{"model":"claude-opus-4-8","max_tokens":900,"messages":[{"role":"user","content":"How warm?"},
        {"role":"assistant","content":[{"type":"thinking","thinking":"I look.","signature":"RXFz"},{"type":"tool_use","id":"toolu_1","name":"look","input":{}}]},
        {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"21"}]}],"tools":[{"name":"look","input_schema":{"type":"object"}}]}"#;
    let mut ledger = Ledger::default();
    let (there, conversion) = converted(request, &claude(), &deepseek, &mut ledger);
    let sent = conversion.plan.thoughts[0].to.clone().unwrap();
    let (home, conversion) = converted(&there, &deepseek, &claude(), &mut ledger);
    assert!(home.contains("RXFz"), "{home}");
    let planned: Vec<_> = conversion.plan.thoughts.iter().map(|one| (one.fate, one.pointer.clone(), one.to.clone())).collect();
    assert_eq!(planned, [(Fate::Verbatim, sent, Some("/messages/1/content/0".to_owned()))], "{there}");
}

/// A loop of a client in JavaScript, which rounds what a double does not hold: every answer of the vendor has such a number.
#[test]
fn answers_with_long_numbers_come_home_though_the_client_rounds_each() {
    let vendor = aim(&Wire::OPENAI_CHAT, "api.deepseek.com", "deepseek-v4-pro");
    let (mut ledger, mut messages) = (Ledger::default(), vec![r#"{"role":"user","content":"Go"}"#.to_owned()]);
    for step in 0..5 {
        let request = format!(r#"{{"model":"claude-opus-4-8","max_tokens":900,"messages":[{}]}}"#, messages.join(","));
        let (there, _) = converted(&request, &claude(), &vendor, &mut ledger);
        for before in 0..step {
            assert!(there.contains(&format!("Thought {before}.")), "step {step} has lost the thought of {before}: {there}");
        }
        let response = format!(
            r#"{{"id":"r{step}","object":"chat.completion","created":1,"model":"deepseek-v4-pro","choices":[{{"index":0,"finish_reason":"tool_calls","message":{{"role":"assistant","content":"","reasoning_content":"Thought {step}.","tool_calls":[{{"id":"call_{step}","type":"function","function":{{"name":"look","arguments":"{{\"n\":12345678901234567890}}"}}}}]}}}}]}}"#
        );
        let reply = convert_response(&scan(response.as_bytes()).unwrap(), &vendor, &claude(), None, 0).unwrap().body;
        let seen = seen_reply(request.as_bytes(), &reply, &claude(), response.as_bytes(), &vendor, &ledger).unwrap();
        ledger.keep_origin(&seen.wire, &seen.issuer, seen.origin, seen.last);
        messages.push(format!(r#"{{"role":"assistant","content":[{{"type":"tool_use","id":"call_{step}","name":"look","input":{{"n":12345678901234567000}}}}]}}"#));
        messages.push(format!(r#"{{"role":"user","content":[{{"type":"tool_result","tool_use_id":"call_{step}","content":"21"}}]}}"#));
    }
}

#[test]
fn a_policy_without_thoughts_keeps_those_of_the_ledger_out() {
    let mut ledger = Ledger::default();
    let (there, _) = converted(CLAUDE, &claude(), &gpt(), &mut ledger);
    let back = |mode: Mode, window: Window| {
        let policy = Policy { mode, window, ..Policy::default() };
        let document = scan(there.as_bytes()).unwrap();
        let options = Options { ledger: Some(&ledger), ..Options::default() };
        let conversion = convert(&document, &gpt(), &claude(), &policy, &options).unwrap();
        (String::from_utf8(conversion.request.clone()).unwrap(), conversion)
    };
    let (whole, _) = back(Mode::Encrypted, Window::All);
    assert!(["RXFz", "RW13", "RXF0"].iter().all(|handle| whole.contains(handle)), "{whole}");
    for mode in [Mode::Off, Mode::SummaryOnly] {
        let (request, conversion) = back(mode, Window::All);
        assert!(!["RXFz", "RW13", "RXF0", "look.\""].iter().any(|handle| request.contains(handle)), "{request}");
        assert!(conversion.plan.thoughts.iter().all(|thought| thought.fate == Fate::Elided), "{:?}", conversion.plan);
        assert_eq!(conversion.notes.iter().filter(|note| note.why.contains("the policy does not send them")).count(), 2, "{mode:?}");
        // What has no thoughts is restored all the same.
        assert!(request.contains(r#""is_error":true"#), "{request}");
    }
    let (request, _) = back(Mode::Encrypted, Window::Turn);
    assert_eq!(["RXFz", "RW13", "RXF0"].map(|handle| request.contains(handle)), [false, false, true], "{request}");
}
