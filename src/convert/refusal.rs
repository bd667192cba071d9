//! A refusal of our own, in the form of the vendor that was called, so that its client throws its own error and does not try again.

use super::error::{ConvertedError, SaidError};
use crate::model::{Target, Wire};

/// Refuses a call at an address. `sentence` is the inside of a JSON string.
#[must_use]
pub fn refuse(url: &str, wire: &Wire, sentence: &[u8]) -> ConvertedError {
    SaidError::refusal(sentence).answer(&Target { url: Some(url.to_owned()), ..Target::new(wire.clone()) })
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    fn said(url: &str, wire: Wire) -> (String, Vec<[&'static str; 2]>) {
        let refusal = refuse(url, &wire, br#"No \"way\""#);
        assert_eq!(refusal.status, 400);
        (String::from_utf8(refusal.body).unwrap(), refusal.headers)
    }

    #[test]
    fn every_wire_refuses_as_its_vendor_does() {
        let openai = r#"{"error":{"message":"No \"way\"","type":"invalid_request_error","param":null,"code":null}}"#;
        let google = r#"{"error":{"code":400,"message":"No \"way\"","status":"INVALID_ARGUMENT"}}"#;
        for (wire, body) in [
            (Wire::ANTHROPIC_MESSAGES, r#"{"type":"error","error":{"type":"invalid_request_error","message":"No \"way\""}}"#),
            (Wire::BEDROCK_CONVERSE, r#"{"message":"No \"way\""}"#),
            (Wire::GEMINI_GENERATE, google),
            (Wire::GEMINI_INTERACTIONS, google),
            (Wire::OPENAI_RESPONSES, openai),
            (Wire::OPENAI_CHAT, openai),
            (Wire::OPENROUTER_CHAT, r#"{"error":{"message":"No \"way\"","code":400}}"#),
            (Wire::MISTRAL_CHAT, r#"{"object":"error","message":"No \"way\"","type":"invalid_request_error","param":null,"code":null}"#),
            (Wire::COHERE_CHAT, r#"{"message":"No \"way\""}"#),
            (Wire::OLLAMA_CHAT, r#"{"error":"No \"way\""}"#),
            (Wire::named("acme"), openai),
        ] {
            let headers = if wire == Wire::BEDROCK_CONVERSE { vec![["x-amzn-errortype", "ValidationException"]] } else { Vec::new() };
            assert_eq!(said("https://example.com/x", wire), (body.to_owned(), headers));
        }
    }

    #[test]
    fn an_address_may_refuse_in_its_own_way() {
        for end in ["invoke", "invoke-with-response-stream"] {
            for wire in [Wire::ANTHROPIC_MESSAGES, Wire::MISTRAL_CHAT] {
                let url = format!("https://bedrock-runtime.us-east-1.amazonaws.com/model/m/{end}?a=b");
                let amazon = (r#"{"message":"No \"way\""}"#.to_owned(), vec![["x-amzn-errortype", "ValidationException"]]);
                assert_eq!(said(&url, wire), amazon, "{url}");
            }
        }
        let gemini =
            |rest: &str| said(&format!("https://generativelanguage.googleapis.com/v1beta/models/m:{rest}"), Wire::GEMINI_GENERATE).0;
        assert!(gemini("streamGenerateContent").starts_with("[{"));
        assert!(gemini("streamGenerateContent?key=1").starts_with("[{"));
        assert!(gemini("streamGenerateContent?key=1&alt=sse#x").starts_with('{'));
        assert!(gemini("generateContent").starts_with('{'));
    }
}
