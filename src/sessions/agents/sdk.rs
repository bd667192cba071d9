//! Parts of messages of the AI SDK, with what a provider keeps beside them: `metadata` in OpenCode, `providerMetadata` in UI messages.

use super::message::{Json, Part};
use super::read::reasoning_item;
use super::wire::AgentWire;
use crate::json::{Value, Writer};

/// A part of an answer, and what the provider keeps beside it.
#[derive(Clone, Copy)]
pub struct SdkPart<'d> {
    pub text: Value<'d>,
    pub metadata: Option<Value<'d>>,
}

impl<'d> SdkPart<'d> {
    fn fact(self, path: &str) -> Option<Value<'d>> {
        self.metadata?.path(path).filter(|value| value.text().is_some())
    }

    fn json(self, path: &str) -> Option<Json> {
        self.fact(path).map(|value| value.raw().to_vec())
    }

    /// Makes a text.
    pub fn text(self, wire: AgentWire) -> Part {
        let signature = (wire == AgentWire::Gemini).then(|| self.google_signature()).flatten();
        Part::Text { text: self.text.raw().to_vec(), signature }
    }

    /// Returns Gemini's signature.
    pub fn google_signature(self) -> Option<Json> {
        self.json("google.thoughtSignature").or_else(|| self.json("vertex.thoughtSignature"))
    }

    /// Makes a thought. The SDK leaves out a thought that lacks what the provider keeps.
    pub fn thought(self, wire: AgentWire) -> Option<Part> {
        let text = self.text.raw().to_vec();
        let is_redacted = self.fact("anthropic.redactedData").is_some();
        match wire {
            AgentWire::Anthropic | AgentWire::Converse => {
                let paths = ["anthropic.redactedData", "anthropic.signature", "bedrock.signature"];
                let signature = paths.iter().find_map(|path| self.json(path))?;
                Some(Part::Thinking { text, signature: Some(signature), is_redacted })
            }
            AgentWire::Gemini => Some(Part::Thinking { text, signature: self.google_signature(), is_redacted: false }),
            AgentWire::Responses => {
                let ciphertext = self.json("openai.reasoningEncryptedContent").or_else(|| self.json("azure.reasoningEncryptedContent"))?;
                Some(Part::Native(reasoning_item(self.json("openai.itemId").as_deref(), Some(&summary_of(&text)), &ciphertext)))
            }
            AgentWire::Chat => {
                if let Some(details) = self.metadata.and_then(|metadata| metadata.path("openrouter.reasoning_details")) {
                    return Some(super::read::member("reasoning_details", details));
                }
                Some(Part::Thinking { text, signature: None, is_redacted: false })
            }
        }
    }
}

/// Returns the summary of a reasoning item.
fn summary_of(text: &[u8]) -> Json {
    if text == b"\"\"" {
        return b"[]".to_vec();
    }
    let mut out = Writer::default();
    out.open(b'[');
    super::anthropic::members(&mut out, &[("type", b"\"summary_text\""), ("text", text)]);
    out.close(b']');
    out.finish()
}

/// Returns the wire of a model by the names of its provider and itself. Gateways serve several vendors.
pub fn sdk_wire(provider: &str, model: &str) -> AgentWire {
    let model = model.rsplit('/').next().unwrap_or(model);
    match provider {
        "anthropic" | "google-vertex-anthropic" => AgentWire::Anthropic,
        "amazon-bedrock" => AgentWire::Converse,
        "openai" | "azure" => AgentWire::Responses,
        "google" | "google-vertex" => AgentWire::Gemini,
        "opencode" if model.starts_with("claude") => AgentWire::Anthropic,
        "opencode" if model.starts_with("gpt") => AgentWire::Responses,
        "opencode" if model.starts_with("gemini") => AgentWire::Gemini,
        "github-copilot" if model.starts_with("gpt-5") => AgentWire::Responses,
        _ => AgentWire::Chat,
    }
}
