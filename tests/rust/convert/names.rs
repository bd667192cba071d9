//! Tools whose names the target does not take, as those of MCP servers often are.

use rethought::convert::{StreamConverter, convert_response};
use rethought::json::{Value, lossy, scan};
use rethought::ledger::Ledger;
use rethought::model::{Target, Wire};

use super::corpus::aim;
use super::home::{converted, gpt};
use super::there::{noted, sent, there};

const NAME: &str = "files.read:lines";

fn gemini() -> Target {
    aim(&Wire::GEMINI_GENERATE, "generativelanguage.googleapis.com", "gemini-2.5-pro")
}

fn request() -> String {
    let call = r#"{"role":"model","parts":[{"functionCall":{"name":"NAME","args":{"n":1}}}]},{"role":"user","parts":[{"functionResponse":{"name":"NAME","response":{"output":"a"}}}]}"#;
    let text = format!(
        r#"{{"contents":[{{"role":"user","parts":[{{"text":"Read."}}]}},{call}],"tools":[{{"functionDeclarations":[{{"name":"NAME","parametersJsonSchema":{{"type":"object"}}}},{{"name":"look","parametersJsonSchema":{{"type":"object"}}}}]}}],"toolConfig":{{"functionCallingConfig":{{"mode":"ANY","allowedFunctionNames":["NAME"]}}}}}}"#
    );
    text.replace("NAME", NAME)
}

/// The names of the tools, of the call and of the choice in a request of Responses.
fn names(request: &str) -> Vec<String> {
    let document = scan(request.as_bytes()).unwrap();
    let mut found = Vec::new();
    for path in ["tools.*.name", "input.*.name", "tool_choice.name"] {
        document.root().visit(path, &mut |name: Value<'_>| found.push(lossy(name.text().unwrap().raw())));
    }
    found
}

#[test]
fn a_name_that_the_target_refuses_is_another_everywhere_and_is_reported() {
    let conversion = there(&request(), &gemini(), &gpt());
    let names = names(&sent(&conversion));
    let [changed, other, call, choice] = &names[..] else { panic!("{names:?}") };
    assert_eq!((other.as_str(), call, choice), ("look", changed, changed));
    assert!(changed.starts_with("files_read_lines_") && changed.len() <= 64, "{changed}");
    assert!(noted(&conversion).contains(&"name".to_owned()), "{:?}", conversion.notes);
    let long = request().replace(NAME, &"x".repeat(64));
    assert!(!noted(&there(&long, &gemini(), &gpt())).contains(&"name".to_owned()), "what is taken stays");
}

#[test]
fn the_client_is_answered_by_the_names_that_it_gave() {
    let changed = names(&sent(&there(&request(), &gemini(), &gpt())))[0].clone();
    let response = r#"{"id":"resp_1","object":"response","status":"completed","model":"gpt-5.4","output":[{"type":"function_call","id":"fc_1","call_id":"call_1","name":"CHANGED","arguments":"{\"n\":2}"}]}"#
        .replace("CHANGED", &changed);
    let (request, response) = (request(), scan(response.as_bytes()).unwrap());
    let client = scan(request.as_bytes()).unwrap();
    for (known, name) in [(Some(&client), NAME), (None, changed.as_str())] {
        let body = convert_response(&response, &gpt(), &gemini(), known, 0).unwrap().body;
        let body = scan(&body).unwrap();
        assert_eq!(body.root().path("candidates.0.content.parts.0.functionCall.name").unwrap().raw(), format!("\"{name}\"").as_bytes());
    }
    let stream = format!(
        "data: {{\"type\":\"response.created\",\"response\":{{\"id\":\"resp_1\"}}}}\n\ndata: {{\"type\":\"response.output_item.added\",\"output_index\":0,\"item\":{{\"type\":\"function_call\",\"id\":\"fc_1\",\"call_id\":\"call_1\",\"name\":\"{changed}\",\"arguments\":\"\"}}}}\n\ndata: {{\"type\":\"response.output_item.done\",\"output_index\":0,\"item\":{{\"type\":\"function_call\",\"id\":\"fc_1\",\"call_id\":\"call_1\",\"name\":\"{changed}\",\"arguments\":\"{{}}\"}}}}\n\n"
    );
    let mut converter = StreamConverter::new(&gpt(), &gemini(), 0).unwrap();
    converter.know_tools(&client);
    let made = [converter.push(stream.as_bytes()), converter.finish().0].concat();
    assert!(lossy(&made).contains(&format!("\"{NAME}\"")), "{}", lossy(&made));
}

#[test]
fn at_home_a_tool_has_its_own_name_again() {
    let mut ledger = Ledger::default();
    let (there, _) = converted(&request(), &gemini(), &gpt(), &mut ledger);
    let changed = names(&there)[0].clone();
    let more = format!(
        r#",{{"type":"function_call","id":"fc_2","call_id":"call_2","name":"{changed}","arguments":"{{}}"}},{{"type":"function_call_output","call_id":"call_2","output":"b"}}]"#
    );
    let end = there.find("],\"tools\"").unwrap();
    let longer = format!("{}{more}{}", &there[..end], &there[end + 1..]);
    let (home, _) = converted(&longer, &gpt(), &gemini(), &mut ledger);
    assert!(!home.contains(&changed), "{home}");
    assert_eq!(home.matches(&format!("\"{NAME}\"")).count(), 6, "two calls, two results, a tool, a choice: {home}");
}
