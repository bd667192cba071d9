//! The records of a conversion, as TypeScript.

use serde::{Deserialize, Serialize};
use tsify::Tsify;

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
