//! Gemini's generateContent: there, back, and what stands in the place of a foreign thought.

use rethought::audit::Options;
use rethought::convert::{Conversion, Policy, convert, read};
use rethought::json::scan;
use rethought::ledger::Ledger;
use rethought::model::Fate;
use rethought::model::{Target, Wire};

use super::corpus::{aim, faults};
use super::home::{claude, converted, gpt};
use super::outline::{counted, outline};

pub fn gemini() -> Target {
    aim(&Wire::GEMINI_GENERATE, "generativelanguage.googleapis.com", "gemini-3-pro-preview")
}

/// Converts without a ledger. What is neither there nor told is a fault.
pub fn sent(request: &str, from: &Target, to: &Target) -> (String, Conversion) {
    let document = scan(request.as_bytes()).unwrap();
    let conversion = convert(&document, from, to, &Policy::default(), &Options::default()).unwrap();
    assert_eq!(faults(&document, from, to, &conversion), [""; 0], "{}", String::from_utf8_lossy(&conversion.request));
    (String::from_utf8(conversion.request.clone()).unwrap(), conversion)
}

/// Everything that a request says, but for thoughts.
pub fn lines(request: &str, target: &Target) -> Vec<String> {
    let document = scan(request.as_bytes()).unwrap();
    let all = outline(&read(&document, target).unwrap(), &document);
    all.into_iter().filter(|line| !line.is_thought).map(|line| line.text).collect()
}

/// Converts there and back, and asserts that both ends say the same.
pub fn assert_returns(request: &str, from: &Target, to: &Target) -> (String, String) {
    let there = sent(request, from, to).0;
    let back = sent(&there, to, from).0;
    assert_eq!(lines(&back, from), lines(request, from), "{there}\n{back}");
    (there, back)
}

#[test]
fn an_open_tool_round_of_claude_gets_the_placeholder() {
    let request = r#"{"model":"claude-opus-4-8","max_tokens":900,"tools":[{"name":"look","input_schema":{"type":"object"}}],"messages":[
        {"role":"user","content":"How warm is it?"},
        {"role":"assistant","content":[{"type":"thinking","thinking":"Both.","signature":"RXFz"},{"type":"text","text":"Let me see."},
            {"type":"tool_use","id":"toolu_1","name":"look","input":{"n":1.0}},{"type":"tool_use","id":"toolu_2","name":"look","input":{"n":2}}]},
        {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_2","content":"19","is_error":true},
            {"type":"tool_result","tool_use_id":"toolu_1","content":"{\"celsius\": 21.0}"}]}]}"#;
    let (there, conversion) = sent(request, &claude(), &gemini());
    let contents = r#"[{"role":"user","parts":[{"text":"How warm is it?"}]},{"role":"model","parts":[{"text":"Let me see."},{"functionCall":{"id":"toolu_1","name":"look","args":{"n":1.0}},"thoughtSignature":"skip_thought_signature_validator"},{"functionCall":{"id":"toolu_2","name":"look","args":{"n":2}}}]},{"role":"user","parts":[{"functionResponse":{"id":"toolu_1","name":"look","response":{"celsius": 21.0}}},{"functionResponse":{"id":"toolu_2","name":"look","response":{"error":"19"}}}]}]"#;
    assert!(there.contains(contents), "{there}");
    let [thought] = &conversion.plan.thoughts[..] else { panic!("{:?}", conversion.plan) };
    assert_eq!((thought.fate, thought.pointer.as_str()), (Fate::Placeholder, "/messages/1/content/0"));
    assert_eq!(thought.to.as_deref(), Some("/contents/1/parts/1"));
    // The string is not a thought: on the way back there is none.
    let (back, conversion) = sent(&there, &gemini(), &claude());
    assert!(conversion.plan.thoughts.is_empty() && !back.contains("skip_thought"), "{back}");
    assert!(back.contains(r#"{"type":"tool_result","tool_use_id":"toolu_2","content":"19","is_error":true}"#), "{back}");
}

const GEMINI: &str = r#"{"systemInstruction":{"parts":[{"text":"Be brief."},{"text":"Be kind."}]},
 "contents":[{"role":"user","parts":[{"text":"How warm is it in l\u006fndon?"},{"inlineData":{"mimeType":"image/png","data":"iVBORw0KGgo="}},{"inline_data":{"mime_type":"text/plain","data":"YSAiYiI="}}]},
  {"role":"model","parts":[{"text":"I look.","thought":true},{"functionCall":{"name":"look","args":{"n":1.0}},"thoughtSignature":"EjQKMgEMOdbH"},{"functionCall":{"name":"look","args":{"n":2}}},{"functionCall":{"name":"see","args":{}}}]},
  {"role":"user","parts":[{"functionResponse":{"name":"look","response":{"output":"21"}}},{"functionResponse":{"name":"look","response":{"error":"none"}}},
   {"functionResponse":{"name":"see","response":{"a":[1.0]},"parts":[{"inlineData":{"mimeType":"image/jpeg","data":"_9j-"}}]}}]},
  {"role":"model","parts":[{"text":"It is 21."},{"text":"","thoughtSignature":"EjQKMgEMOdbI"}]},{"role":"user","parts":[{"text":"Thanks"}]}],
 "tools":[{"functionDeclarations":[{"name":"look","description":"Looks.","parameters":{"type":"OBJECT","properties":{"n":{"type":"NUMBER"},"type":{"type":"STRING","enum":["STRING"]}}}},{"name":"see","parametersJsonSchema":{"type":"object"}}]},{"googleSearch":{}}],
 "toolConfig":{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["look"]}},
 "generationConfig":{"maxOutputTokens":500,"temperature":0.5,"topK":40,"stopSequences":["end"],"responseMimeType":"application/json","responseSchema":{"type":"ARRAY"},"thinkingConfig":{"thinkingLevel":"HIGH","includeThoughts":true}},
 "safetySettings":[{"category":"HARM_CATEGORY_HARASSMENT","threshold":"BLOCK_NONE"}]}"#;

#[test]
fn a_conversation_that_begins_with_a_call_keeps_the_call_and_its_result() {
    let request = r#"{"model":"claude-sonnet-4-5","max_tokens":99,"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"look","input":{"n":1}}]},
      {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"21"}]},{"role":"assistant","content":[{"type":"tool_use","id":"toolu_2","name":"look","input":{}}]},
      {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_2","content":"22"},{"type":"text","text":"Well?"}]}]}"#;
    let (there, conversion) = sent(request, &claude(), &gemini());
    assert!(
        there.starts_with(r#"{"contents":[{"role":"user","parts":[{"text":"(The conversation begins with the model.)"}]},{"role":"model""#),
        "{there}"
    );
    for part in [
        r#"{"id":"toolu_1","name":"look","args":{"n":1}}"#,
        r#""response":{"output":"21"}"#,
        r#""response":{"output":"22"}"#,
        r#"{"text":"Well?"}"#,
    ] {
        assert!(there.contains(part), "{part}\n{there}");
    }
    let told: Vec<_> = conversion.notes.iter().map(|note| (note.to.as_deref(), note.what.as_str())).collect();
    assert!(told.contains(&(Some("/contents/0"), "user")), "{told:?}");
    assert!(!told.iter().any(|(_, what)| ["call", "result", "content"].contains(what)), "{told:?}");
    let (back, _) = sent(&there, &gemini(), &claude());
    assert!(!back.contains("begins with the model"), "{back}");
}

#[test]
fn ids_are_made_for_claude_and_dropped_again() {
    let (there, conversion) = sent(GEMINI, &gemini(), &claude());
    let there = counted(&there);
    for part in [
        r#"{"type":"tool_use","id":"callrt000","name":"look","input":{"n":1.0}}"#,
        r#"{"type":"tool_result","tool_use_id":"callrt000","content":"21"}"#,
        r#"{"type":"tool_result","tool_use_id":"callrt001","content":"none","is_error":true}"#,
        r#"{"type":"text","text":"{\"a\":[1.0]}"},{"type":"image","source":{"type":"base64","media_type":"image/jpeg","data":"/9j+"}}"#,
        r#""source":{"type":"text","media_type":"text/plain","data":"a \"b\""}"#,
        r#""input_schema":{"type":"object","properties":{"n":{"type":"number"},"type":{"type":"string","enum":["STRING"]}}}"#,
        r#""tool_choice":{"type":"tool","name":"look"}"#,
        r#""effort":"high","format":{"type":"json_schema","schema":{"type":"array"}}"#,
        r#"in l\u006fndon?"#,
    ] {
        assert!(there.contains(part), "{part}\nis not in\n{there}");
    }
    assert!(!there.contains("EjQKMgEMOdb"), "{there}");
    let fates: Vec<_> = conversion.plan.thoughts.iter().map(|thought| (thought.pointer.as_str(), thought.fate)).collect();
    assert_eq!(fates, ["/contents/1/parts/0", "/contents/1/parts/1", "/contents/3/parts/1"].map(|pointer| (pointer, Fate::Elided)));
    let told: Vec<_> = conversion.notes.iter().filter_map(|note| note.pointer.as_deref()).collect();
    assert!(["/safetySettings", "/tools/1/googleSearch"].iter().all(|place| told.contains(place)), "{told:?}");
    // The results of another order find their calls again.
    let (one, two) = (
        there.find(r#"{"type":"tool_result","tool_use_id":"callrt000""#).unwrap(),
        there.find(r#"{"type":"tool_result","tool_use_id":"callrt001""#).unwrap(),
    );
    let three = there.find(r#"{"type":"tool_result","tool_use_id":"callrt002""#).unwrap();
    let swapped = [&there[..one], &there[two..three], &there[one..two], &there[three..]].concat();
    for way in [there, swapped] {
        let back = sent(&way, &claude(), &gemini()).0;
        assert!(!back.contains("callrt"), "{back}");
        for part in [
            r#"{"functionCall":{"name":"look","args":{"n":1.0}}}"#,
            r#"{"functionResponse":{"name":"look","response":{"output":"21"}}},{"functionResponse":{"name":"look","response":{"error":"none"}}},{"functionResponse":{"name":"see","response":{"a":[1.0]},"parts":[{"inlineData":{"mimeType":"image/jpeg","data":"/9j+"}}]}}"#,
            r#"{"inlineData":{"mimeType":"text/plain","data":"YSAiYiI="}}"#,
            r#""systemInstruction":{"parts":[{"text":"Be brief."},{"text":"Be kind."}]}"#,
            r#""toolConfig":{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["look"]}}"#,
            r#""thinkingConfig":{"thinkingLevel":"HIGH","includeThoughts":true}"#,
            r#""responseMimeType":"application/json","responseJsonSchema":{"type":"array"}"#,
        ] {
            assert!(back.contains(part), "{part}\nis not in\n{back}");
        }
    }
}

#[test]
fn signatures_come_home_with_a_ledger() {
    let mut ledger = Ledger::default();
    let there = converted(GEMINI, &gemini(), &claude(), &mut ledger).0;
    let (home, conversion) = converted(&there, &claude(), &gemini(), &mut ledger);
    let of = |text: &str, list: &str| {
        let document = scan(text.as_bytes()).unwrap();
        document.root().list(list).map(|entry| String::from_utf8(entry.raw().to_vec()).unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(of(&home, "contents"), of(GEMINI, "contents"));
    assert_eq!(of(&home, "tools"), of(GEMINI, "tools"));
    let returned: Vec<_> = conversion.plan.thoughts.iter().map(|thought| (thought.to.as_deref().unwrap(), thought.fate)).collect();
    assert_eq!(returned, ["/contents/1/parts/0", "/contents/1/parts/1", "/contents/3/parts/1"].map(|pointer| (pointer, Fate::Verbatim)));
}

#[test]
fn results_are_wrapped_and_unwrapped() {
    let texts = [
        "",
        "21",
        "{}",
        "[1]",
        "{\\\"a\\\":1}",
        "{\\\"output\\\":\\\"x\\\"}",
        "{\\\"error\\\":\\\"x\\\"}",
        "{\\\"output\\\":[\\\"x\\\",\\\"y\\\"]}",
        "{\\\"output\\\":{}}",
        "{\\\"error\\\":{}}",
        "a \\ud83d\\ude00 \\\\",
    ];
    let parts = [
        format!("[{}]", texts[1..].iter().map(|text| format!(r#"{{"type":"text","text":"{text}"}}"#)).collect::<Vec<_>>().join(",")),
        r#"[{"type":"text","text":"one"},{"type":"image","source":{"type":"url","url":"https://a.example/b.png"}}]"#.to_owned(),
        r#"[{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"JVBERi0="}}]"#.to_owned(),
    ];
    for failed in [false, true] {
        for content in texts.iter().map(|text| format!("\"{text}\"")).chain(parts.clone()) {
            let request = format!(
                r#"{{"model":"claude-opus-4-8","max_tokens":900,"messages":[{{"role":"user","content":"a"}},{{"role":"assistant","content":[{{"type":"tool_use","id":"t","name":"f","input":{{}}}}]}},
                {{"role":"user","content":[{{"type":"tool_result","tool_use_id":"t","content":{content},"is_error":{failed}}}]}}]}}"#
            );
            assert_returns(&request, &claude(), &gemini());
            assert_returns(&request, &claude(), &super::interactions::interactions());
        }
    }
}

#[test]
fn what_gemini_cannot_say_is_reported() {
    let request = r#"{"model":"gpt-5.4","instructions":"Be brief.","input":[{"role":"user","content":[{"type":"input_text","text":"See"},{"type":"input_image","image_url":"https://a.example/b.webp","detail":"high"},{"type":"input_file","filename":"c.pdf","file_data":"data:application/pdf;base64,JVBERi0="}]},
        {"role":"developer","content":"Be kind."},{"role":"assistant","content":[{"type":"refusal","refusal":"No."}]},{"role":"user","content":"Why?"}],
        "tools":[{"type":"function","name":"f","parameters":{"type":"object"},"strict":true},{"type":"custom","name":"g"},{"type":"web_search"}],"tool_choice":"required","parallel_tool_calls":false,"stream":true,
        "max_output_tokens":70,"reasoning":{"effort":"medium","summary":"auto"},"text":{"format":{"type":"json_schema","name":"n","schema":{"type":"object"},"strict":true}}}"#;
    let (there, conversion) = sent(request, &gpt(), &gemini());
    let expected = r#"{"systemInstruction":{"parts":[{"text":"Be brief."}]},"contents":[{"role":"user","parts":[{"text":"See"},{"fileData":{"mimeType":"image/webp","fileUri":"https://a.example/b.webp"}},{"inlineData":{"mimeType":"application/pdf","data":"JVBERi0="}},{"text":"<system_message>Be kind.</system_message>"}]},{"role":"model","parts":[{"text":"No."}]},{"role":"user","parts":[{"text":"Why?"}]}],"tools":[{"functionDeclarations":[{"name":"f","parametersJsonSchema":{"type":"object"}},{"name":"g","parametersJsonSchema":{"type":"object","properties":{"input":{"type":"string"}},"required":["input"]}}]}],"toolConfig":{"functionCallingConfig":{"mode":"ANY"}},"generationConfig":{"maxOutputTokens":70,"responseMimeType":"application/json","responseJsonSchema":{"type":"object"},"thinkingConfig":{"thinkingLevel":"LOW","includeThoughts":true}}}"#;
    assert_eq!(there, expected);
    let told: Vec<_> = conversion.notes.iter().map(|note| note.what.as_str()).collect();
    for what in ["detail", "mime_type", "name", "system", "refusal", "strict", "tool", "parallel", "stream", "reasoning"] {
        assert!(told.contains(&what), "{what} in {told:?}");
    }
}

#[test]
fn how_much_to_think_is_said_as_the_model_takes_it() {
    let thinking = |model: &str, settings: &str| {
        let request = format!(r#"{{"model":"claude-opus-4-8","max_tokens":90000,{settings}"messages":[{{"role":"user","content":"a"}}]}}"#);
        let to = aim(&Wire::GEMINI_GENERATE, "generativelanguage.googleapis.com", model);
        let there = sent(&request, &claude(), &to).0;
        there.split_once(r#""thinkingConfig":"#).map(|(_, rest)| rest.strip_suffix("}}").unwrap().to_owned()).unwrap_or_default()
    };
    let (budget, off) = (r#""thinking":{"type":"enabled","budget_tokens":40000},"#, r#""thinking":{"type":"disabled"},"#);
    assert_eq!(thinking("gemini-2.5-pro", budget), r#"{"thinkingBudget":32768}"#);
    assert_eq!(thinking("gemini-2.5-pro", off), r#"{"thinkingBudget":128}"#);
    assert_eq!(thinking("gemini-2.5-flash", off), r#"{"thinkingBudget":0}"#);
    assert_eq!(thinking("gemini-2.5-flash", r#""thinking":{"type":"adaptive"},"#), r#"{"thinkingBudget":-1}"#);
    assert_eq!(thinking("gemini-3-pro-preview", budget), r#"{"thinkingLevel":"HIGH"}"#);
    assert_eq!(thinking("gemini-3-pro-preview", off), r#"{"thinkingLevel":"LOW"}"#);
    assert_eq!(thinking("gemini-3-flash-preview", off), r#"{"thinkingLevel":"MINIMAL"}"#);
    assert_eq!(thinking("gemini-2.0-flash", budget), "");
    assert_eq!(thinking("gemini-3-flash-preview", ""), "");
}

#[test]
fn media_of_results_stand_behind_where_the_model_takes_none_in_them() {
    let request = r#"{"model":"claude-opus-4-8","max_tokens":900,"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"f","input":{}}]},
        {"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBO"}},{"type":"text","text":"one"}]},{"type":"text","text":"Go on"}]}]}"#;
    let to = aim(&Wire::GEMINI_GENERATE, "generativelanguage.googleapis.com", "gemini-2.5-flash");
    let there = sent(request, &claude(), &to).0;
    let parts = r#"[{"functionResponse":{"id":"t","name":"f","response":{"output":"one"}}},{"text":"Go on"},{"inlineData":{"mimeType":"image/png","data":"iVBO"}}]"#;
    assert!(there.contains(parts), "{there}");
}

#[test]
fn a_signature_of_the_other_service_gives_way_to_the_placeholder() {
    let request = r#"{"contents":[{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"text":"b","thoughtSignature":"EjQKMgEMOdbG"},{"functionCall":{"name":"f","args":{}},"thought_signature":"EjQKMgEMOdbH"}]},{"role":"user","parts":[{"functionResponse":{"name":"f","response":{}}}]}]}"#;
    let vertex = aim(&Wire::GEMINI_GENERATE, "aiplatform.googleapis.com", "gemini-3-pro-preview");
    let document = scan(request.as_bytes()).unwrap();
    let conversion = convert(&document, &gemini(), &vertex, &Policy::default(), &Options::default()).unwrap();
    let there = String::from_utf8(conversion.request).unwrap();
    let expected = request.replace(r#","thoughtSignature":"EjQKMgEMOdbG""#, "").replace("EjQKMgEMOdbH", "skip_thought_signature_validator");
    assert_eq!(there, expected);
    let fates: Vec<_> = conversion.plan.thoughts.iter().map(|thought| (thought.fate, thought.to.as_deref())).collect();
    assert_eq!(fates, [(Fate::Elided, None), (Fate::Placeholder, Some("/contents/1/parts/1"))]);
    assert_eq!(conversion.notes, []);
    // A call that nobody signed, and that the plan has no thought for, is told.
    let unsigned = sent(
        r#"{"model":"gpt-5.4","input":[{"role":"user","content":"a"},{"type":"function_call","call_id":"c","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c","output":"b"}]}"#,
        &gpt(),
        &gemini(),
    );
    assert!(unsigned.0.contains("skip_thought"), "{}", unsigned.0);
    assert_eq!(unsigned.1.notes.iter().filter(|note| note.what == "thoughtSignature").count(), 1);
}

#[test]
fn a_damaged_signature_is_planned_as_the_placeholder_that_goes() {
    let request = r#"{"contents":[{"role":"user","parts":[{"text":"How warm is it?"}]},
        {"role":"model","parts":[{"functionCall":{"name":"look","args":{}},"thoughtSignature":"no base64!"}]},
        {"role":"user","parts":[{"functionResponse":{"name":"look","response":{"output":"21"}}}]}]}"#;
    let to = aim(&Wire::OPENAI_CHAT, "generativelanguage.googleapis.com", "gemini-3-pro-preview");
    let (text, conversion) = sent(request, &gemini(), &to);
    assert!(!text.contains("no base64!"), "{text}");
    let fates: Vec<_> = conversion.plan.thoughts.iter().map(|thought| thought.fate).collect();
    assert_eq!(fates, [Fate::Placeholder], "{text}\n{:?}", conversion.notes);
}

#[test]
fn a_result_without_an_id_finds_its_call() {
    let request = r#"{"contents":[{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"functionCall":{"id":"w6","name":"f","args":{}}},{"functionCall":{"id":"w7","name":"g","args":{}}}]},
        {"role":"user","parts":[{"functionResponse":{"name":"g","response":{"output":"of g"}}},{"functionResponse":{"name":"f","response":{"output":"of f"}}}]}]}"#;
    let there = convert(&scan(request.as_bytes()).unwrap(), &gemini(), &claude(), &Policy::default(), &Options::default()).unwrap();
    let there = String::from_utf8(there.request).unwrap();
    assert!(
        there.contains(
            r#"{"type":"tool_result","tool_use_id":"w7","content":"of g"},{"type":"tool_result","tool_use_id":"w6","content":"of f"}"#
        ),
        "{there}"
    );
}

#[test]
fn types_of_a_schema_may_be_words_or_numbers() {
    let request = r#"{"contents":[{"role":"user","parts":[{"text":"Hello"}]}],"tools":[{"functionDeclarations":[{"name":"look","parameters":
        {"properties":{"type":{"type":1},"days":{"type":"INTEGER"},"old":{"type":"string"}},"type":6}}]}]}"#;
    let (there, _) = sent(request, &gemini(), &gpt());
    let schema = r#"{"properties":{"type":{"type":"string"},"days":{"type":"integer"},"old":{"type":"string"}},"type":"object"}"#;
    assert!(there.contains(schema), "{there}");
}

#[test]
fn data_of_a_type_that_claude_does_not_take_are_reported() {
    let request = r#"{"contents":[{"role":"user","parts":[{"text":"Read it."},{"inlineData":{"mimeType":"application/msword","data":"0M8R4A=="}},
        {"inlineData":{"mimeType":"image/svg+xml","data":"PHN2Zz4="}},{"inlineData":{"mimeType":"image/webp","data":"UklGRg=="}}]}]}"#;
    let (there, conversion) = sent(request, &gemini(), &claude());
    assert!(there.contains("image/webp") && !there.contains("msword") && !there.contains("svg"), "{there}");
    let told: Vec<_> = conversion.notes.iter().filter_map(|note| note.pointer.as_deref()).collect();
    assert!(["/contents/0/parts/1", "/contents/0/parts/2"].iter().all(|place| told.contains(place)), "{told:?}");
}
