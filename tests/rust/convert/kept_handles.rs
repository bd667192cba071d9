//! Handles of every vendor in the messages of agentfootprint and cognipeer: they return to their vendor without a ledger, and go to nobody else.

use rethought::json::scan;
use rethought::model::{Target, Wire};

use super::corpus::aim;
use super::framework_messages::format;
use super::there::{sent, there};
use super::true_plans::untrue;

const CIPHERTEXT: &str = "gAAAAABpGx7Kc0ZyQ2hWbTJ4dU9sR3NEa1F3YkpINnRmUGpBNXZYOGVNb0xyWTF6QnFOaUtwVXlUbVdz";
const SIGNATURES: [&str; 3] = [
    "CikBVKhc7g9Q2hWbTJ4dU9sR3NEa1F3YkpINnRmUGpBNXZYOGVNb0xyWTF6QnFO",
    "CjMBVKhc7mV4YW1wbGUtb2YtYS1zaWduYXR1cmUtdGhhdC1pcy1sb25nLWVub3Vn",
    "CkABVKhc7nNlY29uZC1leGFtcGxlLW9mLWEtc2lnbmF0dXJlLW9uLWEtdGV4dA==",
];

fn vendors() -> [Target; 4] {
    [
        aim(&Wire::OPENAI_RESPONSES, "api.openai.com", "gpt-5.4"),
        aim(&Wire::GEMINI_GENERATE, "generativelanguage.googleapis.com", "gemini-3-pro-preview"),
        aim(&Wire::GEMINI_GENERATE, "aiplatform.googleapis.com", "gemini-3-pro-preview"),
        aim(&Wire::ANTHROPIC_MESSAGES, "api.anthropic.com", "claude-opus-4-8"),
    ]
}

/// A conversation at a vendor, with the strings that must return.
fn conversation(vendor: &Target) -> Option<(String, Vec<&'static str>)> {
    let [call, text, empty] = SIGNATURES;
    match vendor.wire.as_str() {
        "openai-responses" => Some((
            format!(
                r#"{{"model":"gpt-5.4","store":false,"include":["reasoning.encrypted_content"],"input":[{{"role":"user","content":"Look."}},
                {{"id":"rs_1","type":"reasoning","summary":[{{"type":"summary_text","text":"First."}},{{"type":"summary_text","text":"Second."}}],"encrypted_content":"{CIPHERTEXT}"}},
                {{"type":"function_call","call_id":"call_1","name":"look","arguments":"{{}}"}},{{"type":"function_call_output","call_id":"call_1","output":"21"}},
                {{"role":"assistant","content":"It is 21."}},{{"role":"user","content":"And now?"}}],"tools":[{{"type":"function","name":"look","parameters":{{"type":"object"}}}}]}}"#
            ),
            vec![r#""summary":[{"type":"summary_text","text":"First."},{"type":"summary_text","text":"Second."}]"#, CIPHERTEXT],
        )),
        "gemini-generate" => Some((
            format!(
                r#"{{"contents":[{{"role":"user","parts":[{{"text":"Look."}}]}},{{"role":"model","parts":[{{"functionCall":{{"id":"c1","name":"look","args":{{}}}},"thoughtSignature":"{call}"}}]}},
                {{"role":"user","parts":[{{"functionResponse":{{"id":"c1","name":"look","response":{{"n":21}}}}}}]}},
                {{"role":"model","parts":[{{"text":"It is 21.","thoughtSignature":"{text}"}},{{"text":"","thoughtSignature":"{empty}"}}]}},{{"role":"user","parts":[{{"text":"And now?"}}]}}],
                "tools":[{{"functionDeclarations":[{{"name":"look"}}]}}]}}"#
            ),
            SIGNATURES.to_vec(),
        )),
        _ => None,
    }
}

#[test]
fn handles_return_to_their_vendor_and_go_to_no_other() {
    for vendor in vendors() {
        let Some((request, kept)) = conversation(&vendor) else { continue };
        for system in ["agentfootprint", "cognipeer"] {
            let messages = there(&request, &vendor, &format(system));
            let faults = untrue(&scan(request.as_bytes()).unwrap(), &vendor, &format(system), &messages);
            assert!(faults.is_empty(), "{system}: {faults:?}\n{}", sent(&messages));
            let back = sent(&there(&sent(&messages), &format(system), &vendor));
            for string in &kept {
                assert!(back.contains(string), "{system} has lost {string}:\n{}\n{back}", sent(&messages));
            }
            for other in vendors().into_iter().filter(|other| other.host != vendor.host) {
                let elsewhere = sent(&there(&sent(&messages), &format(system), &other));
                for handle in SIGNATURES.into_iter().chain([CIPHERTEXT]) {
                    assert!(!elsewhere.contains(handle), "{system}: {handle} is sent to {:?}: {elsewhere}", other.host);
                }
            }
        }
    }
}
