//! The records of a response and of the messages of a request: places in the body, which the caller has, and the few words that a place cannot say.
//! Entries and parts are in [`parts`](super::parts).

use std::borrow::Cow;

use serde::Serialize;

/// The first byte of a stretch and the byte after its last.
pub type Stretch = [usize; 2];

/// A response, read. Its parts follow on the next line, as a list of `PartRecord`.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct TurnRecord<'d> {
    /// The wire that it was read as.
    #[cfg_attr(typescript, tsify(type = "Wire"))]
    pub wire: &'d str,
    /// The rest that the provider still owes; absent if the answer is whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub continuation: Option<Continuation<'d>>,
    /// The id of the response.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<&'d str>,
    /// The model that answered, as it names itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<&'d str>,
    /// The tokens that it cost, as reported.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(optional, type = "[start: number, end: number]"))]
    pub usage: Option<Stretch>,
    /// The thoughts of the request that failed a check; absent if the response does not report it.
    #[serde(rename = "inputTransformations", skip_serializing_if = "Option::is_none")]
    pub input_transformations: Option<Vec<InputTransformation<'d>>>,
    /// Who issued its thoughts.
    #[cfg_attr(typescript, tsify(type = "Omit<Provenance, \"position\" | \"complete\">"))]
    pub issuer: Issuer<'d>,
    /// The places that are malformed.
    pub diagnostics: Vec<Diagnostic>,
}

/// The messages of a request, read. They follow on the next line, as a list of `EntryRecord`. They name no vendor, because the target of a request does not say
/// who issued its thoughts.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct HistoryRecord<'d> {
    /// The wire that it was read as.
    #[cfg_attr(typescript, tsify(type = "Wire"))]
    pub wire: &'d str,
    /// The places that are malformed.
    pub diagnostics: Vec<Diagnostic>,
}

/// The members of a provenance that all thoughts of an answer share.
#[derive(Serialize)]
pub struct Issuer<'d> {
    /// The company whose model thought it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vendor: Option<&'d str>,
    /// The service that it was reached through.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub surface: Option<&'d str>,
    /// The account hint of the target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account: Option<&'d str>,
    /// The model as the response names it, or else the one that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<&'d str>,
    /// The id of the response.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response: Option<&'d str>,
}

/// The vendor of a thought and its setting. They decide whether a provider accepts it again. Members that are not known are left out, never guessed.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct Provenance<'d> {
    /// The company whose model thought it, such as `anthropic`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vendor: Option<&'d str>,
    /// The service that it was reached through, such as `bedrock`, `vertex` or `api`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub surface: Option<&'d str>,
    /// The account hint of the target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account: Option<&'d str>,
    /// The model as the response names it, or else the one that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<&'d str>,
    /// The id of the response.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response: Option<&'d str>,
    /// Its place among the parts of the turn or of the message, from 0.
    pub position: usize,
    /// True if it arrived whole.
    pub complete: bool,
}

/// A malformed place of a body. The rest is read all the same.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct Diagnostic {
    /// The JSON pointer of the value.
    pub pointer: String,
    /// Its first byte.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// The fault, in words.
    pub reason: &'static str,
}

/// The rest of a long answer, which comes in hops. Send the same request again with the token. Read all hops as one answer: as an array of their bodies, or as
/// one stream after the other. OpenRouter has the token among the thoughts of the message. There the partial answer is sent back unchanged.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct Continuation<'d> {
    /// The JSON pointer of the value that says so.
    pub pointer: String,
    /// True if the provider broke off, so this is half of an answer. False if the budget of the request is spent and a larger one brings more.
    pub required: bool,
    /// The token, where it is a member of the response.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<Cow<'d, str>>,
}

/// A thought of the request that failed a check of the provider, as the response reports it.
///
/// - `thinking_dropped`: the model did not see it.
/// - `thinking_mismatch_allowed`: the model saw it, because the check is not enforced for this request.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct InputTransformation<'d> {
    /// The fate of the thought. There may be words that are not listed here.
    #[serde(rename = "type")]
    #[cfg_attr(typescript, tsify(type = "\"thinking_dropped\" | \"thinking_mismatch_allowed\" | (string & {})"))]
    pub kind: &'d str,
    /// The check that it failed. There may be words that are not listed here.
    #[cfg_attr(
        typescript,
        tsify(
            type = "\"model_binding_mismatch\" | \"prefix_binding_mismatch\" | \"organization_binding_mismatch\" | \"end_user_binding_mismatch\" | (string & {})"
        )
    )]
    pub reason: &'d str,
    /// The JSON pointer of the thought in the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<&'d str>,
}
