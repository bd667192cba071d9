//! The wires on which agents send their messages.

use super::message::{Foreign, Message, Origin, Part, Role};
use super::{anthropic, chat, converse, gemini, responses};
use crate::json::Writer;
use crate::sessions::history::join;

/// A wire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AgentWire {
    Anthropic,
    Responses,
    #[default]
    Chat,
    Gemini,
    Converse,
}

impl AgentWire {
    /// Returns the name of the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Anthropic => "anthropic-messages",
            Self::Responses => "openai-responses",
            Self::Chat => "openai-chat",
            Self::Gemini => "gemini-generate",
            Self::Converse => "bedrock-converse",
        }
    }

    /// Writes messages as the agent sends them to a model, with commas between them.
    pub fn write(messages: &[&Message], to: &Origin, foreign: Foreign) -> Vec<u8> {
        let mut out = Vec::new();
        let is_one = |one: &&Message, other: &&Message| one.is_results() && other.is_results();
        for run in messages.chunk_by(is_one) {
            let Some(first) = run.first() else { continue };
            let parts: Vec<Part> = run.iter().flat_map(|message| message.parts_for(to, foreign)).collect();
            join(&mut out, &to.wire.message(first.role, &parts));
        }
        out
    }

    /// Writes a message. It is empty if nothing of it is sent.
    fn message(self, role: Role, parts: &[Part]) -> Vec<u8> {
        match self {
            Self::Anthropic => anthropic::message(role, parts),
            Self::Responses => responses::items(role, parts),
            Self::Chat => chat::messages(role, parts),
            Self::Gemini => gemini::content(role, parts),
            Self::Converse => converse::message(role, parts),
        }
    }

    /// Writes the body of a response with the message of the answer.
    pub fn response(self, model: Option<&str>, message: &[u8], label: Option<&str>) -> Vec<u8> {
        let (head, tail) = match self {
            Self::Anthropic => ("\"type\":\"message\",", message.strip_prefix(b"{").unwrap_or(message)),
            Self::Responses => ("\"object\":\"response\",\"output\":[", message),
            Self::Chat => ("\"object\":\"chat.completion\",\"choices\":[{\"index\":0,\"message\":", message),
            Self::Gemini => ("\"candidates\":[{\"index\":0,\"content\":", message),
            Self::Converse => ("\"output\":{\"message\":", message),
        };
        let end = match self {
            Self::Anthropic => "",
            Self::Responses => "]}",
            Self::Chat | Self::Gemini => "}]}",
            Self::Converse => "}}",
        };
        let mut facts = Writer::default();
        facts.open(b'{');
        facts.member_if(if self == Self::Gemini { "responseId" } else { "id" }, label);
        facts.member_if(if self == Self::Gemini { "modelVersion" } else { "model" }, model);
        let facts = facts.finish();
        let comma: &[u8] = if facts.len() > 1 { b"," } else { b"" };
        [&facts, comma, head.as_bytes(), tail, end.as_bytes()].concat()
    }
}
