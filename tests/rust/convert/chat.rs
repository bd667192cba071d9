//! Chat Completions, OpenRouter's and Mistral's: whole requests there and back.

use rethought::audit::Options;
use rethought::convert::{Conversion, Policy, convert, read};
use rethought::json::scan;
use rethought::ledger::Ledger;
use rethought::model::Fate;
use rethought::model::{Target, Wire};

use super::corpus::{aim, faults};
use super::home;
use super::outline::{counted, outline};

fn claude() -> Target {
    aim(&Wire::ANTHROPIC_MESSAGES, "api.anthropic.com", "claude-opus-4-8")
}

fn responses() -> Target {
    aim(&Wire::OPENAI_RESPONSES, "api.openai.com", "gpt-5.4")
}

fn openai() -> Target {
    aim(&Wire::OPENAI_CHAT, "api.openai.com", "gpt-5.2")
}

fn at(host: &str, model: &str) -> Target {
    aim(&Wire::OPENAI_CHAT, host, model)
}

fn openrouter() -> Target {
    aim(&Wire::OPENROUTER_CHAT, "openrouter.ai", "anthropic/claude-opus-4.8")
}

fn mistral() -> Target {
    aim(&Wire::MISTRAL_CHAT, "api.mistral.ai", "mistral-large-latest")
}

fn converted(request: &str, from: &Target, to: &Target) -> (String, Conversion) {
    let document = scan(request.as_bytes()).unwrap();
    let conversion = convert(&document, from, to, &Policy::default(), &Options::default()).unwrap();
    let text = String::from_utf8(conversion.request.clone()).unwrap();
    assert_eq!(faults(&document, from, to, &conversion), Vec::<String>::new(), "{text}");
    (text, conversion)
}

fn lines(request: &str, target: &Target) -> Vec<String> {
    let document = scan(request.as_bytes()).unwrap();
    let conversation = read(&document, target).unwrap();
    outline(&conversation, &document).into_iter().filter(|line| !line.is_thought).map(|line| line.text).collect()
}

fn notes(conversion: &Conversion) -> Vec<String> {
    let note = |note: &rethought::conversation::ConversionNote| format!("{} {}", note.pointer.as_deref().unwrap_or("-"), note.what);
    conversion.notes.iter().map(note).collect()
}

/// There and back is equal, in the outline and in any order of the settings.
fn there_and_back(request: &str, from: &Target, to: &Target) -> String {
    let (there, _) = converted(request, from, to);
    let (back, _) = converted(&there, to, from);
    let [mut before, mut after] = [lines(request, from), lines(&back, from)];
    before.sort();
    after.sort();
    assert_eq!(after, before, "{there}\n{back}");
    there
}

const LOOP: &str = r#"{"model":"gpt-5.2","messages":[
  {"role":"system","content":"Be brief."},
  {"role":"user","content":[{"type":"text","text":"What is \u0041?"},{"type":"image_url","image_url":{"url":"https://a.example/a.png","detail":"low"}},{"type":"image_url","image_url":{"url":"data:image/gif;base64,R0lG"}}]},
  {"role":"assistant","content":"Let me see.","tool_calls":[
    {"id":"call_1","type":"function","function":{"name":"look","arguments":"{\"n\":1.0}"}},
    {"id":"call_2","type":"function","function":{"name":"look","arguments":"{\"n\":2}"}}]},
  {"role":"tool","tool_call_id":"call_1","content":"21"},
  {"role":"tool","tool_call_id":"call_2","content":[{"type":"text","text":"22"},{"type":"text","text":"23"}]},
  {"role":"assistant","content":"It is 21."},
  {"role":"user","content":"Thanks"}],
 "tools":[{"type":"function","function":{"name":"look","description":"Looks.","parameters":{"type":"object","properties":{"n":{"type":"number"}}},"strict":true}}],
 "tool_choice":{"type":"function","function":{"name":"look"}},"parallel_tool_calls":false,"max_completion_tokens":900,"reasoning_effort":"low",
 "response_format":{"type":"json_schema","json_schema":{"name":"answer","schema":{"type":"object","properties":{"a":{"type":"number"}},"required":["a"],"additionalProperties":false},"strict":true}}}"#;

#[test]
fn a_loop_of_tools_goes_everywhere_and_comes_back() {
    for to in [responses(), openrouter()] {
        there_and_back(LOOP, &openai(), &to);
    }
    let (there, _) = converted(LOOP, &openai(), &claude());
    assert!(there.contains(r#""source":{"type":"base64","media_type":"image/gif","data":"R0lG"}"#), "{there}");
    let (there, _) = converted(LOOP, &openai(), &openrouter());
    assert!(there.contains(r#""reasoning":{"effort":"low"}"#) && there.contains(r#""max_tokens":900"#), "{there}");
    assert!(there.contains(r#""arguments":"{\"n\":1.0}""#) && there.contains(r#""text":"What is \u0041?""#), "{there}");
}

#[test]
fn mistral_gets_its_own_ids_and_words() {
    let request = LOOP.replace(r#"{"type":"function","function":{"name":"look"}}"#, r#""required""#).replace("900", "901,\"seed\":7");
    let (there, conversion) = converted(&request, &openai(), &mistral());
    assert!(there.contains(r#""tool_choice":"any""#) && there.contains(r#""random_seed":7"#), "{there}");
    assert!(!there.contains("call_1"), "{there}");
    let ids: Vec<_> = conversion.notes.iter().filter(|note| note.what == "id").map(|note| (note.count, note.places.len())).collect();
    assert_eq!(ids, [(4, 4)], "{:?}", conversion.notes);
    let (there, conversion) = converted(&request, &openai(), &aim(&Wire::MISTRAL_CHAT, "api.mistral.ai", "codestral-2508"));
    assert!(!there.contains("reasoning_effort"), "{there}");
    assert_eq!(notes(&conversion).last().unwrap(), "/reasoning_effort reasoning");
}

const CLAUDE: &str = r#"{"model":"claude-opus-4-8","max_tokens":900,"stop_sequences":["END"],"top_k":5,"thinking":{"type":"adaptive"},"output_config":{"effort":"max"},
 "system":[{"type":"text","text":"Be brief.","cache_control":{"type":"ephemeral","ttl":"1h"}},{"type":"text","text":"Be kind."}],
 "tools":[{"name":"look","description":"Looks.","input_schema":{"type":"object","properties":{}},"cache_control":{"type":"ephemeral"}}],"tool_choice":{"type":"auto"},
 "messages":[{"role":"user","content":[{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"JVBE"},"title":"a.pdf"},{"type":"text","text":"Look."}]},
  {"role":"assistant","content":[{"type":"thinking","thinking":"I must look.","signature":"RXFz"},{"type":"tool_use","id":"toolu_1","name":"look","input":{}}]},
  {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","is_error":true,"content":[{"type":"text","text":"no"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBO"}}]},{"type":"text","text":"And now?"}]}]}"#;

#[test]
fn pictures_and_errors_of_tools_find_a_place() {
    let (there, conversion) = converted(CLAUDE, &claude(), &openai());
    assert!(there.contains(r#"{"role":"tool","tool_call_id":"toolu_1","content":"<tool_error>no</tool_error>"},{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,iVBO"}},{"type":"text","text":"And now?"}]}"#), "{there}");
    assert!(there.contains(r#"{"type":"file","file":{"filename":"a.pdf","file_data":"data:application/pdf;base64,JVBE"}}"#), "{there}");
    assert!(there.contains(r#""reasoning_effort":"xhigh""#) && there.contains(r#""max_completion_tokens":900"#), "{there}");
    assert!(!there.contains("cache_control") && !there.contains("RXFz") && !there.contains("top_k"), "{there}");
    let told = notes(&conversion);
    for note in
        ["/system/0/cache_control cache_control", "/tools/0/cache_control cache_control", "/top_k top_k", "/output_config/effort reasoning"]
    {
        assert!(told.contains(&note.to_owned()), "{note} is not in {told:?}");
    }
    assert_eq!(conversion.plan.thoughts[0].fate, Fate::Elided);
    let (back, _) = converted(&there, &openai(), &claude());
    assert!(back.contains(r#""is_error":true"#), "{back}");
}

#[test]
fn openrouter_takes_the_pictures_of_a_model_beside_its_words() {
    let gemini = aim(&Wire::GEMINI_GENERATE, "generativelanguage.googleapis.com", "gemini-3-pro-preview");
    let request = r#"{"contents":[{"role":"user","parts":[{"text":"Draw."}]},{"role":"model","parts":[{"text":"Here."},{"inlineData":{"mimeType":"image/png","data":"iVBORw=="}}]},{"role":"user","parts":[{"text":"More."}]}]}"#;
    let (there, _) = converted(request, &gemini, &openrouter());
    assert!(there.contains(r#""images":[{"image_url":{"url":"data:image/png;base64,iVBORw=="}}]"#), "{there}");
    let (back, _) = converted(&there, &openrouter(), &gemini);
    assert!(back.contains(r#"{"inlineData":{"mimeType":"image/png","data":"iVBORw=="}}"#), "{back}");
}

#[test]
fn openrouter_takes_marks_of_a_cache_and_pictures_from_tools() {
    let (there, _) = converted(CLAUDE, &claude(), &openrouter());
    assert!(there.contains(r#"{"role":"system","content":[{"type":"text","text":"Be brief.","cache_control":{"type":"ephemeral","ttl":"1h"}},{"type":"text","text":"Be kind."}]}"#), "{there}");
    assert!(there.contains(r#"[{"type":"text","text":"<tool_error>no</tool_error>"},{"type":"image_url","#), "{there}");
    assert!(there.contains(r#""top_k":5"#) && there.contains(r#""reasoning":{"effort":"max"}"#), "{there}");
    // Claude takes no `top_k` while it thinks.
    there_and_back(&CLAUDE.replace(r#""top_k":5,"#, ""), &claude(), &openrouter());
}

#[test]
fn deepseek_gets_one_text_and_the_reasoning_that_it_asks_for() {
    let deepseek = at("api.deepseek.com", "deepseek-v4-pro");
    let (there, conversion) = converted(CLAUDE, &claude(), &deepseek);
    assert!(there.contains(r#"{"role":"system","content":"Be brief.\n\nBe kind."}"#), "{there}");
    assert!(there.contains(r#"{"role":"assistant","reasoning_content":"I must look.","tool_calls":"#), "{there}");
    assert!(
        there.contains(r#""thinking":{"type":"enabled"},"reasoning_effort":"max""#) && there.contains(r#""max_tokens":900"#),
        "{there}"
    );
    let thought = &conversion.plan.thoughts[0];
    assert_eq!((thought.fate, thought.to.as_deref()), (Fate::Degraded, Some("/messages/2/reasoning_content")));
}

#[test]
fn gemini_reads_signatures_of_calls_and_gets_the_placeholder_where_there_is_none() {
    let gemini = at("generativelanguage.googleapis.com", "gemini-3-pro-preview");
    let (there, conversion) = converted(
        &LOOP
            .replace(
                r#",
  {"role":"assistant","content":"It is 21."},
  {"role":"user","content":"Thanks"}"#,
                "",
            )
            .replace("gpt-5.2", "claude-opus-4-8"),
        &openrouter(),
        &gemini,
    );
    let signed = r#""extra_content":{"google":{"thought_signature":"skip_thought_signature_validator"}}"#;
    assert_eq!(there.matches(signed).count(), 1, "{there} {:?}", conversion.plan);
}

#[test]
fn every_spelling_of_a_chat_is_read() {
    let old = r#"{"model":"gpt-4o","functions":[{"name":"look","parameters":{"type":"object","properties":{}}}],"function_call":{"name":"look"},"messages":[
      {"role":"user","content":"Look.","name":"ann"},
      {"role":"assistant","content":null,"function_call":{"name":"look","arguments":"{}"}},
      {"role":"function","name":"look","content":"21"},
      {"role":"assistant","content":"21","refusal":null,"annotations":[]},
      {"role":"developer","content":"Be kind."},
      {"role":"assistant","content":null,"refusal":"I can not."},
      {"role":"user","content":[{"type":"input_audio","input_audio":{"data":"UklG","format":"wav"}}]}]}"#;
    let from = at("api.openai.com", "gpt-4o");
    let (there, conversion) = converted(old, &from, &responses());
    let there = counted(&there);
    assert!(there.contains(r#""call_id":"callrt000","name":"look","arguments":"{}""#), "{there}");
    assert!(there.contains(r#"{"type":"function_call_output","call_id":"callrt000","output":"21"}"#), "{there}");
    assert!(there.contains(r#""tool_choice":{"type":"function","name":"look"}"#), "{there}");
    assert!(notes(&conversion).contains(&"/messages/0/name member".to_owned()), "{:?}", conversion.notes);
    let there = there_and_back(old, &from, &openrouter());
    assert!(there.contains(r#"{"role":"assistant","refusal":"I can not."}"#), "{there}");
    assert!(there.contains(r#"{"role":"developer","content":"Be kind."}"#), "{there}");
    // Mistral takes no instructions behind an answer.
    let (there, _) = converted(old, &from, &mistral());
    assert!(there.contains(r#"{"role":"user","content":"<system_message>Be kind.</system_message>"}"#), "{there}");
    assert!(there.contains(r#"{"type":"input_audio","input_audio":"UklG"}"#), "{there}");
}

#[test]
fn reasoning_is_switched_as_each_dialect_has_it() {
    let request = |settings: &str| format!(r#"{{"model":"a/b",{settings},"messages":[{{"role":"user","content":"Hi"}}]}}"#);
    let cases = [
        (r#""reasoning":{"max_tokens":2000}"#, "dashscope.aliyuncs.com", "qwen3-8-max", r#""enable_thinking":true,"thinking_budget":2000"#),
        (r#""reasoning":{"enabled":false}"#, "dashscope.aliyuncs.com", "qwen3-8-max", r#""enable_thinking":false"#),
        (r#""reasoning":{"enabled":false}"#, "api.z.ai", "glm-4.7", r#""thinking":{"type":"disabled"}"#),
        (r#""reasoning":{"effort":"minimal"}"#, "api.moonshot.ai", "kimi-k2.6", r#""thinking":{"type":"enabled"}"#),
        (r#""reasoning":{"effort":"xhigh"}"#, "api.moonshot.ai", "kimi-k3", r#""reasoning_effort":"high""#),
        (r#""reasoning":{"effort":"xhigh"}"#, "api.groq.com", "openai/gpt-oss-120b", r#""reasoning_effort":"high""#),
        (r#""reasoning":{"effort":"none"}"#, "vllm", "qwen3-8b", r#""chat_template_kwargs":{"enable_thinking":false}"#),
        (r#""reasoning":{"effort":"max"}"#, "generativelanguage.googleapis.com", "gemini-3-pro-preview", r#""reasoning_effort":"high""#),
        (r#""reasoning":{"max_tokens":9000}"#, "api.openai.com", "gpt-5.2", r#""reasoning_effort":"medium""#),
        (r#""reasoning":{"effort":"high"}"#, "api.minimax.io", "MiniMax-M3", r#""thinking":{"type":"adaptive"}"#),
    ];
    for (settings, host, model, expected) in cases {
        let (there, _) = converted(&request(settings), &openrouter(), &at(host, model));
        let written = there.split_once(r#""content":"Hi"}]"#).unwrap().1;
        assert_eq!(written, format!(",{expected}}}"), "{host}");
        let back = converted(&there, &at(host, model), &openrouter()).0;
        assert!(back.contains(r#""reasoning":{"#), "{back}");
    }
    let (there, _) =
        converted(&request(r#""reasoning_effort":"high""#), &openai(), &aim(&Wire::MISTRAL_CHAT, "api.mistral.ai", "mistral-small-latest"));
    assert!(there.contains(r#""reasoning_effort":"high""#), "{there}");
}

#[test]
fn a_thought_of_the_family_goes_where_the_dialect_reads_it() {
    let request = r#"{"model":"deepseek-v4-pro","messages":[{"role":"user","content":"Hi"},
      {"role":"assistant","content":"Hello","reasoning_content":"A \u0067reeting."},{"role":"user","content":"Bye"}]}"#;
    let deepseek = at("api.deepseek.com", "deepseek-v4-pro");
    let (there, conversion) = converted(request, &deepseek, &aim(&Wire::OPENROUTER_CHAT, "openrouter.ai", "deepseek/deepseek-v4-pro"));
    assert!(there.contains(r#"{"role":"assistant","content":"Hello","reasoning":"A \u0067reeting."}"#), "{there}");
    let thought = &conversion.plan.thoughts[0];
    assert_eq!(
        (thought.fate, thought.pointer.as_str(), thought.to.as_deref()),
        (Fate::Routed, "/messages/1/reasoning_content", Some("/messages/1/reasoning"))
    );
    let tags = r#"{"model":"magistral-small","messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":"<think>A greeting.</think>Hello"},{"role":"user","content":"Bye"}]}"#;
    let (there, conversion) =
        converted(tags, &at("vllm", "magistral-small"), &aim(&Wire::MISTRAL_CHAT, "api.mistral.ai", "magistral-small"));
    assert!(
        there.contains(
            r#""content":[{"type":"thinking","thinking":[{"type":"text","text":"A greeting."}]},{"type":"text","text":"Hello"}]"#
        ),
        "{there}"
    );
    assert_eq!(conversion.plan.thoughts[0].to.as_deref(), Some("/messages/1/content/0"));
}

#[test]
fn a_chat_goes_to_claude_and_comes_home() {
    let deepseek = at("api.deepseek.com", "deepseek-v4-pro");
    let request = r#"{"model":"deepseek-v4-pro","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"How warm is it?"},
      {"role":"assistant","content":"","reasoning_content":"I must l\u006fok.","tool_calls":[{"index":0,"id":"call_00_a","type":"function","function":{"name":"look","arguments":"{\"n\": 1.0}"}}]},
      {"role":"tool","tool_call_id":"call_00_a","content":"21"},
      {"role":"assistant","content":"21.","reasoning_content":"It says so."},{"role":"user","content":"Thanks"}],
      "tools":[{"type":"function","function":{"name":"look","parameters":{"type":"object","properties":{"n":{"type":"number"}}}}}]}"#;
    let mut ledger = Ledger::default();
    let (there, conversion) = home::converted(request, &deepseek, &claude(), &mut ledger);
    assert!(!there.contains("l\\u006fok"), "{there}");
    assert!(conversion.plan.thoughts.iter().all(|thought| thought.fate == Fate::Elided), "{:?}", conversion.plan);
    let (back, conversion) = home::converted(&there, &claude(), &deepseek, &mut ledger);
    let document = scan(request.as_bytes()).unwrap();
    for entry in document.root().list("messages").skip(1) {
        let entry = std::str::from_utf8(entry.raw()).unwrap();
        assert!(back.contains(entry), "{entry}\nis not in\n{back}");
    }
    let places: Vec<_> = conversion.plan.thoughts.iter().filter_map(|thought| thought.to.as_deref()).collect();
    assert_eq!(places, ["/messages/2/reasoning_content", "/messages/4/reasoning_content"]);
    // And Claude's thoughts come home from chats.
    for to in [openai(), openrouter(), mistral(), deepseek] {
        let mut ledger = Ledger::default();
        let (there, _) = home::converted(home::CLAUDE, &claude(), &to, &mut ledger);
        assert!(["RXFz", "RW13", "RXF0"].iter().all(|handle| !there.contains(handle)), "{there}");
        let (back, _) = home::converted(&there, &to, &claude(), &mut ledger);
        assert!(["RXFz", "RW13", "RXF0"].iter().all(|handle| back.contains(handle)), "{}: {there}\n{back}", to.wire);
    }
}
