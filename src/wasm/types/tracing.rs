//! `TracingConfig` of @cognipeer/agent-sdk 0.9.2.
//!
//! A custom sink has two callbacks, which are functions and have no place in data.

use serde::{Deserialize, Serialize};
use tsify::Tsify;

use super::{Record, word};

word!(
    /// Names the file sink.
    FileWord = "file"
);
word!(
    /// Names the custom sink.
    CustomWord = "custom"
);
word!(
    /// Names the cognipeer sink.
    CognipeerWord = "cognipeer"
);
word!(
    /// Names the http sink.
    HttpWord = "http"
);
word!(
    /// Names the otlp sink.
    OtlpWord = "otlp"
);

/// The settings of tracing: the parts of a run that are traced, and the sink.
#[derive(Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct TracingConfig {
    /// False traces nothing.
    pub enabled: bool,
    /// The time at which events leave.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<TracingMode>,
    /// False leaves contents out and keeps the measures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log_data: Option<bool>,
    /// The sink of the events.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sink: Option<TraceSinkConfig>,
    /// Joins the sessions of one conversation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thread_id: Option<String>,
    /// The session's name; a random one unless said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    /// The name under which the agent is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent_name: Option<String>,
}

/// The time at which events leave: `batched` at the end of a session, or `streaming` as they happen.
#[derive(Serialize, Deserialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum TracingMode {
    /// At the end of a session.
    Batched,
    /// As they happen.
    Streaming,
}

/// The sink of a trace; `type` tells the sinks apart.
#[derive(Serialize, Deserialize, Tsify)]
#[serde(untagged)]
pub enum TraceSinkConfig {
    /// A file on disk.
    File(TraceSinkFileConfig),
    /// The application's own functions.
    Custom(TraceSinkCustomConfig),
    /// The vendor's console.
    Cognipeer(TraceSinkCognipeerConfig),
    /// Any HTTP address.
    Http(TraceSinkHttpConfig),
    /// An OpenTelemetry collector.
    Otlp(TraceSinkOtlpConfig),
}

/// A trace written to disk.
#[derive(Serialize, Deserialize, Tsify)]
pub struct TraceSinkFileConfig {
    /// Names this sink.
    #[tsify(type = "\"file\"")]
    pub r#type: FileWord,
    /// The folder for it; the runtime's own unless said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
}

/// A trace handed to the application's own functions.
#[derive(Serialize, Deserialize, Tsify)]
pub struct TraceSinkCustomConfig {
    /// Names this sink.
    #[tsify(type = "\"custom\"")]
    pub r#type: CustomWord,
}

/// A trace sent to the vendor's console.
#[derive(Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct TraceSinkCognipeerConfig {
    /// Names this sink.
    #[tsify(type = "\"cognipeer\"")]
    pub r#type: CognipeerWord,
    /// The key for it, a secret.
    pub api_key: String,
    /// Another address than the usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// A trace posted to an address.
#[derive(Serialize, Deserialize, Tsify)]
pub struct TraceSinkHttpConfig {
    /// Names this sink.
    #[tsify(type = "\"http\"")]
    pub r#type: HttpWord,
    /// The address to post to.
    pub url: String,
    /// Headers sent along, such as a key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub headers: Option<Record<String, String>>,
}

/// A trace sent to an OpenTelemetry collector.
#[derive(Serialize, Deserialize, Tsify)]
pub struct TraceSinkOtlpConfig {
    /// Names this sink.
    #[tsify(type = "\"otlp\"")]
    pub r#type: OtlpWord,
    /// The address of the collector.
    pub endpoint: String,
    /// Headers sent along, such as a key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub headers: Option<Record<String, String>>,
}
