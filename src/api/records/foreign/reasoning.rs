//! The replay vocabulary of clark-agent: items as OpenRouter's `reasoning_details[]` writes them, contract and audit.
//!
//! clark reads an optional field that is null as absent, and OpenRouter sends both; `null` is therefore part of the types.

use serde::Serialize;

use super::{unknown, word};

/// Whose reasoning an item is and in which form. The set is open: a format that is not listed keeps its own name.
///
/// - `anthropic-claude-v1`: thinking blocks with a signature.
/// - `google-gemini-v1`: thought signatures, each tied to a part.
/// - `openai-responses-v1`: reasoning items with encrypted content.
/// - `azure-openai-responses-v1`: the same, issued by Azure.
/// - `xai-responses-v1`: the same, issued by xAI.
/// - `unknown`: the router did not say.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(transparent)]
#[cfg_attr(
    typescript,
    tsify(
        type = "\"anthropic-claude-v1\" | \"google-gemini-v1\" | \"openai-responses-v1\" | \"azure-openai-responses-v1\" | \"xai-responses-v1\" | \"unknown\" | (string & {})"
    )
)]
pub struct ReasoningFormat(pub String);

/// One piece of reasoning as a provider emitted it.
///
/// `type` names the kind. Real items of a known kind sometimes lack a field: those are `UnknownReasoningItem` with a familiar `type`.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(untagged)]
pub enum ReasoningItem {
    /// Readable reasoning.
    Text(ReasoningTextItem),
    /// A provider's summary.
    Summary(ReasoningSummaryItem),
    /// Encrypted reasoning.
    Encrypted(ReasoningEncryptedItem),
    /// Reasoning that the provider withheld but wants back.
    Redacted(ReasoningRedactedItem),
    /// Reasoning without visible text.
    Omitted(ReasoningOmittedItem),
    /// Anything else.
    Unknown(UnknownReasoningItem),
}

/// An item that none of the kinds describes; `handwritten.d.ts` has its TypeScript.
pub type UnknownReasoningItem = unknown;

word!(
    /// Marks readable reasoning.
    TextWord = "reasoning.text"
);
word!(
    /// Marks a summary.
    SummaryWord = "reasoning.summary"
);
word!(
    /// Marks encrypted reasoning.
    EncryptedWord = "reasoning.encrypted"
);
word!(
    /// Marks withheld reasoning.
    RedactedWord = "reasoning.redacted"
);
word!(
    /// Marks invisible reasoning.
    OmittedWord = "reasoning.omitted"
);
word!(
    /// Names clark's one violation.
    MissingSignaturesWord = "missing-signatures-for-strict-provider"
);

/// Reasoning that can be read, with the vendor's signature if there is one.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct ReasoningTextItem {
    /// Marks readable reasoning.
    #[cfg_attr(typescript, tsify(type = "\"reasoning.text\""))]
    pub r#type: TextWord,
    /// The provider's name for the item; some send null.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | null"))]
    pub id: Option<String>,
    /// Whose reasoning it is.
    pub format: ReasoningFormat,
    /// The place of the item among its turn's reasoning, counted from zero.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "number | null"))]
    pub index: Option<u64>,
    /// The text of the reasoning.
    pub text: String,
    /// The vendor's signature of the text. Strict providers refuse the item without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | null"))]
    pub signature: Option<String>,
}

/// A summary that the provider wrote of reasoning it does not show.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct ReasoningSummaryItem {
    /// Marks a summary.
    #[cfg_attr(typescript, tsify(type = "\"reasoning.summary\""))]
    pub r#type: SummaryWord,
    /// The provider's name for the item; some send null.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | null"))]
    pub id: Option<String>,
    /// Whose reasoning it is.
    pub format: ReasoningFormat,
    /// The place of the item among its turn's reasoning, counted from zero.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "number | null"))]
    pub index: Option<u64>,
    /// The summary's text.
    pub summary: String,
}

/// Reasoning that only its vendor can decrypt.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct ReasoningEncryptedItem {
    /// Marks encrypted reasoning.
    #[cfg_attr(typescript, tsify(type = "\"reasoning.encrypted\""))]
    pub r#type: EncryptedWord,
    /// The provider's name for the item; some send null.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | null"))]
    pub id: Option<String>,
    /// Whose reasoning it is.
    pub format: ReasoningFormat,
    /// The place of the item among its turn's reasoning, counted from zero.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "number | null"))]
    pub index: Option<u64>,
    /// The opaque blob, to be returned byte for byte.
    pub data: String,
}

/// Reasoning that a provider's filter withheld and nevertheless wants back; clark has no such kind.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct ReasoningRedactedItem {
    /// Marks withheld reasoning.
    #[cfg_attr(typescript, tsify(type = "\"reasoning.redacted\""))]
    pub r#type: RedactedWord,
    /// The provider's name for the item; some send null.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | null"))]
    pub id: Option<String>,
    /// Whose reasoning it is.
    pub format: ReasoningFormat,
    /// The place of the item among its turn's reasoning, counted from zero.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "number | null"))]
    pub index: Option<u64>,
    /// The opaque blob, to be returned byte for byte.
    pub data: String,
}

/// Reasoning without visible text, at most with a signature. Clark does not have this kind.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct ReasoningOmittedItem {
    /// Marks invisible reasoning.
    #[cfg_attr(typescript, tsify(type = "\"reasoning.omitted\""))]
    pub r#type: OmittedWord,
    /// The provider's name for the item; some send null.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | null"))]
    pub id: Option<String>,
    /// Whose reasoning it is.
    pub format: ReasoningFormat,
    /// The place of the item among its turn's reasoning, counted from zero.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "number | null"))]
    pub index: Option<u64>,
    /// The vendor's signature, which must be sent although there is no text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | null"))]
    pub signature: Option<String>,
}

/// The rule for sending reasoning back: `stateless` never, `required-with-tools` when the next request carries tool
/// results, `always-required` on every request.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum ReplayContract {
    /// Never asked for.
    Stateless,
    /// Asked for beside tool results.
    RequiredWithTools,
    /// Asked for on every request.
    AlwaysRequired,
}

/// A way in which an audited turn breaks its contract; `type` names the way. Clark has the first only.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(untagged)]
pub enum ReplayViolation {
    /// Nothing signed where a signature is demanded.
    MissingSignatures(MissingSignaturesForStrictProvider),
    /// One item is at fault.
    Item(FaultyReasoningItem),
    /// Items that no one model emitted.
    Mixed(MixedIssuers),
}

/// One item of the turn is at fault. It lacks the signature that its kind requires, is encrypted and empty, or is a piece of another item.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct FaultyReasoningItem {
    /// Names the fault.
    #[cfg_attr(typescript, tsify(type = "\"unsigned-item\" | \"empty-payload\" | \"repeated-item\""))]
    pub r#type: String,
    /// Its place among the turn's items.
    pub item: u32,
    /// The place of the item that it belongs to, of one that is repeated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<u32>,
}

/// The turn's items are of formats that no one model emits.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct MixedIssuers {
    /// Names this violation.
    #[cfg_attr(typescript, tsify(type = "\"mixed-issuers\""))]
    pub r#type: String,
    /// The formats, sorted and without repetition.
    pub formats: Vec<ReasoningFormat>,
}

/// The provider demands signed reasoning and no item of these formats is signed.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct MissingSignaturesForStrictProvider {
    /// Names this violation.
    #[cfg_attr(typescript, tsify(type = "\"missing-signatures-for-strict-provider\""))]
    pub r#type: MissingSignaturesWord,
    /// The contract that was broken.
    pub contract: ReplayContract,
    /// The formats found in the turn, sorted and without repetition.
    pub formats: Vec<ReasoningFormat>,
}

/// The result of `auditReplay` for the reasoning of one turn.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ReplayAudit {
    /// The number of items of the turn.
    pub item_count: u32,
    /// The number of those that carry a signature or encrypted data.
    pub signed_count: u32,
    /// The formats found in the turn, sorted and without repetition.
    pub formats: Vec<ReasoningFormat>,
    /// The first of the broken rules; absent when the turn can go back as it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub violation: Option<ReplayViolation>,
    /// All of them.
    pub violations: Vec<ReplayViolation>,
}
