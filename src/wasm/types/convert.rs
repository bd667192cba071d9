//! The records of a conversion, as TypeScript.

use serde::{Deserialize, Serialize};
use tsify::Tsify;

/// The fate of a thought: `verbatim`, byte for byte in its own shape; `routed`, whole, in the shape of another wire; `degraded`, only its text;
/// `elided`, left out; `placeholder`, a documented string stands in its place.
#[derive(Serialize, Deserialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum ThoughtFate {
    Verbatim,
    Routed,
    Degraded,
    Elided,
    Placeholder,
}

/// One thought, and what becomes of it.
#[derive(Serialize, Deserialize, Tsify)]
pub struct PlannedThought {
    /// Its place in the source; of one that comes home and of which the source has nothing any more, the message that it returns to.
    pub pointer: String,
    /// Its place in the target, if it has one there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Its kind.
    #[tsify(type = "\"text\" | \"summary\" | \"encrypted\" | \"redacted\" | \"omitted\" | \"unknown\"")]
    pub kind: String,
    /// Its fate.
    pub fate: ThoughtFate,
    /// Why.
    pub reason: String,
}

/// Something else that is not as it was.
#[derive(Serialize, Deserialize, Tsify)]
pub struct ConversionNote {
    /// The place in the source; absent where the target alone asked for the change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// The place in the target, where the change can be seen there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The setting or the kind of the thing, `member` if only the source's wire knows it; of something that the target would have refused, the rule.
    #[tsify(
        type = "'audio' | 'cache_control' | 'call' | 'content' | 'date' | 'description' | 'detail' | 'developer' | 'document' | 'ending' | 'file' | 'filename' | 'format' | 'frequency_penalty' | 'id' | 'image' | 'input' | 'is_error' | 'logprobs' | 'max_tokens' | 'member' | 'metadata' | 'mime_type' | 'model' | 'n' | 'name' | 'parallel' | 'part' | 'presence_penalty' | 'reasoning' | 'refusal' | 'result' | 'seed' | 'service_tier' | 'shown' | 'stop' | 'store' | 'stream' | 'strict' | 'system' | 'temperature' | 'text' | 'thought' | 'thoughtSignature' | 'tool' | 'tool_choice' | 'tools' | 'top_k' | 'top_logprobs' | 'top_p' | 'user' | 'verbosity' | 'video' | RuleId"
    )]
    pub what: String,
    /// The reason; of something that the target would have refused, the fix.
    pub why: String,
}

/// The caller's choices for thoughts, as far as the contract of the target leaves one.
#[derive(Serialize, Deserialize, Tsify)]
pub struct ConversionPolicy {
    /// The fate of a thought of another issuer: it is left out (`drop`, if nothing is said), its text or its summary is sent in an envelope, or it is sent
    /// beside the messages.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional, type = "\"drop\" | \"envelope\" | \"side-channel\" | \"summary\"")]
    pub foreign: Option<String>,
    /// How far back thoughts are sent: those after the last input of the user, those of the last answer, or all, if nothing is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional, type = "\"round\" | \"turn\" | \"all\"")]
    pub window: Option<String>,
    /// In what form thoughts are sent: not at all, whole, if nothing is said, or only what can be read of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional, type = "\"off\" | \"encrypted\" | \"summary-only\"")]
    pub mode: Option<String>,
    /// False if a call that must be signed and is not gets no placeholder.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub placeholder: Option<bool>,
    /// The marks before and after a thought that is sent as a text: `<thought>` and `</thought>`, if nothing is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional, type = "readonly [open: string, close: string]")]
    pub envelope: Option<[String; 2]>,
    /// The member of the request that holds thoughts which are sent beside the messages.
    #[serde(rename = "sideChannel", skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub side_channel: Option<String>,
}
