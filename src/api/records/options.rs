//! The options that callers give to audits, repairs and conversions. The calls read them from JSON.

use serde::Serialize;

use super::tables::{HostRow, ModelRow, Tables};
use crate::audit::Safety;

/// The choices of a caller.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct AuditOptions {
    /// Rules that are switched off, by their ids.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "readonly RuleId[] | undefined"))]
    pub off: Option<Vec<String>>,
    /// The number of findings that a report lists, 1,000 if not given. It counts the others by rule.
    #[serde(rename = "maxFindings", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "number | undefined"))]
    pub max_findings: Option<u32>,
    /// Tables to judge by instead of the package's own: a newer `tables.json`, parsed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "Tables | undefined"))]
    pub tables: Option<Tables>,
    /// Rows that outrank the tables of models.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "readonly ModelRow[] | undefined"))]
    pub models: Option<Vec<ModelRow>>,
    /// Rows that outrank the table of hosts and dialects.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "readonly HostRow[] | undefined"))]
    pub hosts: Option<Vec<HostRow>>,
}

/// The same for a repair, which makes safe edits unless more is allowed.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct RepairOptions {
    /// The options of an audit.
    #[serde(flatten)]
    pub audit: AuditOptions,
    /// The edits that are allowed beside safe ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "readonly (\"dead\" | \"unsafe\" | \"placeholder\")[] | undefined"))]
    pub allow: Option<Vec<Safety>>,
}

/// The options of `canRewrite`.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct RewriteOptions {
    /// The options of an audit.
    #[serde(flatten)]
    pub audit: AuditOptions,
    /// How the range is rewritten: it is removed, or a text replaces it. Both are answered if it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "\"drop\" | \"summary\" | undefined"))]
    pub by: Option<String>,
}

/// The caller's choices for thoughts, as far as the contract of the target leaves one.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct ConversionPolicy {
    /// The fate of a thought of another vendor. It is left out (`drop`, by default), or its text or summary is sent in an envelope or beside the messages.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(optional, type = "\"drop\" | \"envelope\" | \"side-channel\" | \"summary\""))]
    pub foreign: Option<String>,
    /// How far back thoughts are sent: those after the last input of the user, those of the last answer, or all, by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(optional, type = "\"round\" | \"turn\" | \"all\""))]
    pub window: Option<String>,
    /// In what form thoughts are sent: not at all, whole, by default, or only what can be read of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(optional, type = "\"off\" | \"encrypted\" | \"summary-only\""))]
    pub mode: Option<String>,
    /// False if a call that must be signed and is not gets no placeholder.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(optional))]
    pub placeholder: Option<bool>,
    /// The texts before and after a thought that is sent as text: `<thought>` and `</thought>`, by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(optional, type = "readonly [open: string, close: string]"))]
    pub envelope: Option<[String; 2]>,
    /// The member of the request that holds thoughts which are sent beside the messages.
    #[serde(rename = "sideChannel", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(optional))]
    pub side_channel: Option<String>,
}
