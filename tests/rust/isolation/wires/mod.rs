//! How each wire writes a turn: the body of the response, its stream, and what is said to it next.

mod anthropic;
mod chat;
mod converse;
mod gemini;
mod interactions;
mod plain;
mod responses;
mod streams;

use serde_json::{Value, json};

use super::endpoint::Endpoint;
use super::talk::Turn;

/// A shape of bodies: one for each wire, and one for each place in which a chat carries reasoning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Anthropic,
    Converse,
    Gemini,
    Interactions,
    Responses,
    Cohere,
    Ollama,
    Mistral,
    /// The list of details, in the shape of a vendor.
    OpenRouter(&'static str),
    /// The field with the text.
    Chat(&'static str),
    /// MiniMax's list of details.
    ChatDetails,
    /// Between tags at the head of the content.
    ChatTags,
    /// Gemini's signature on a call of the chat wire.
    ChatGoogle,
}

impl Format {
    /// The member of a request that holds the conversation.
    pub fn list(self) -> &'static str {
        match self {
            Format::Gemini => "contents",
            Format::Interactions | Format::Responses => "input",
            _ => "messages",
        }
    }

    pub fn user(self, text: &str) -> Value {
        match self {
            Format::Converse => json!({"role": "user", "content": [{"text": text}]}),
            Format::Gemini => json!({"role": "user", "parts": [{"text": text}]}),
            Format::Interactions => json!({"type": "user_input", "content": [{"type": "text", "text": text}]}),
            _ => json!({"role": "user", "content": text}),
        }
    }

    /// The entries of a request behind a turn: results of its calls, or the words of the user.
    pub fn next(self, turn: &Turn) -> Vec<Value> {
        if turn.calls.is_empty() {
            return vec![self.user(&turn.next)];
        }
        match self {
            Format::Anthropic => anthropic::results(turn),
            Format::Converse => converse::results(turn),
            Format::Gemini => gemini::results(turn),
            Format::Interactions => interactions::results(turn),
            Format::Responses => responses::results(turn),
            _ => chat::results(turn),
        }
    }

    pub fn response(self, endpoint: &Endpoint, turn: &Turn) -> Value {
        match self {
            Format::Anthropic => anthropic::response(endpoint, turn),
            Format::Converse => converse::response(turn),
            Format::Gemini => gemini::response(endpoint, turn),
            Format::Interactions => interactions::response(endpoint, turn),
            Format::Responses => responses::response(endpoint, turn),
            Format::Cohere => plain::cohere(turn),
            Format::Ollama => plain::ollama(endpoint, turn),
            _ => chat::response(self, endpoint, turn),
        }
    }

    /// The stream in which a response would have come.
    pub fn stream(self, response: &Value) -> String {
        match self {
            Format::Anthropic => streams::anthropic(response),
            Format::Converse => streams::converse(response),
            Format::Gemini => streams::gemini(response),
            Format::Interactions => streams::interactions(response),
            Format::Responses => streams::responses(response),
            Format::Cohere => streams::cohere(response),
            Format::Ollama => streams::ollama(response),
            _ => streams::chat(response),
        }
    }
}
