//! Files that a provider holds.

use rethought::model::{Target, Wire};

use super::corpus::aim;
use super::home::{claude, gpt};
use super::there::{noted, sent, there};

const REQUEST: &str = r#"{"model":"gpt-5.4","input":[{"role":"user","content":[{"type":"input_text","text":"Read."},{"type":"input_file","file_id":"file-abc"}]},
 {"type":"function_call","call_id":"call_1","name":"look","arguments":"{}"},{"type":"function_call_output","call_id":"call_1","output":[{"type":"input_text","text":"Here."},{"type":"input_image","file_id":"file-def"}]}],
 "tools":[{"type":"function","name":"look","parameters":{"type":"object"},"strict":false}]}"#;

fn chat() -> Target {
    aim(&Wire::OPENAI_CHAT, "api.openai.com", "gpt-5.2")
}

#[test]
fn a_file_of_another_provider_is_left_out_and_reported() {
    let conversion = there(REQUEST, &gpt(), &claude());
    assert!(!sent(&conversion).contains("file-"), "{}", sent(&conversion));
    assert_eq!(noted(&conversion).iter().filter(|what| *what == "file").count(), 2, "{:?}", conversion.notes);
    assert!(sent(&conversion).contains("Here."));
}

#[test]
fn a_file_goes_along_to_another_wire_of_its_provider() {
    let conversion = there(REQUEST, &gpt(), &chat());
    assert!(sent(&conversion).contains(r#""file":{"file_id":"file-abc"}"#), "{}", sent(&conversion));
}
