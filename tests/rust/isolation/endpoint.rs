//! A place that answers, and what is peculiar to it.

use rethought::json::scan;
use rethought::model::Target;
use rethought::wires::resolve_target;
use serde_json::{Value, json};

use super::endpoints::ENDPOINTS;
use super::wires::Format;

/// A place that answers: its address, what a request there begins with, and how its answers are written.
#[derive(Debug)]
pub struct Endpoint {
    pub name: &'static str,
    pub wire: &'static str,
    pub host: &'static str,
    pub model: &'static str,
    /// The members of a request besides its messages.
    pub settings: fn() -> Value,
    pub format: Format,
    pub ids: &'static [Ids],
    /// How ids of calls and of responses begin.
    pub call: &'static str,
    pub response: &'static str,
    pub thinks: Thinks,
    pub seal: Seal,
    /// True if one answer may hold two thoughts, a thought without a text, a redacted thought.
    pub several: bool,
    pub omits: bool,
    pub redacts: bool,
}

/// How a service names calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ids {
    Long,
    /// `call_0` again in each answer.
    Restarting,
    Counting,
    /// Kimi's `functions.look:0`.
    Functions,
    /// OpenRouter's `tool_0_look` for Gemini.
    Tool,
    /// Mistral's nine letters.
    Nine,
    Absent,
}

/// When an endpoint demands a thought, so that an intact request is one that it accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thinks {
    Always,
    BeforeCalls,
    Sometimes,
}

/// The shape of handles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seal {
    Claude,
    OpenAi,
    Google,
    Xai,
    Mistral,
    Nothing,
}

impl Endpoint {
    pub fn target(&self, account: Option<&str>) -> Target {
        let target = json!({"wire": self.wire, "host": self.host, "model": self.model, "account": account});
        resolve_target(scan(target.to_string().as_bytes()).unwrap().root(), None).unwrap()
    }

    /// A request with its settings and no messages. Gemini and Bedrock have the model in the address.
    pub fn opening(&self) -> Value {
        let mut opening = (self.settings)();
        if self.wire != "gemini-generate" && self.wire != "bedrock-converse" {
            opening["model"] = self.model.into();
        }
        opening
    }

    pub fn named(name: &str) -> &'static Self {
        ENDPOINTS.iter().find(|endpoint| endpoint.name == name).unwrap()
    }
}
