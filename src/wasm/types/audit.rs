//! The options of audits and repairs, as TypeScript.

use serde::{Deserialize, Serialize};
use tsify::Tsify;

use super::unknown;

/// The choices of a caller.
#[derive(Serialize, Deserialize, Tsify)]
pub struct AuditOptions {
    /// Rules that are switched off, by their ids.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "readonly RuleId[] | undefined")]
    pub off: Option<unknown>,
    /// The number of findings that a report lists, 1,000 if not given. It counts the others by rule.
    #[serde(rename = "maxFindings", skip_serializing_if = "Option::is_none")]
    #[tsify(type = "number | undefined")]
    pub max_findings: Option<u32>,
    /// Tables to judge by instead of the package's own: a newer `tables.json`, parsed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "Tables | undefined")]
    pub tables: Option<unknown>,
    /// Rows that outrank the tables of models.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "readonly ModelRow[] | undefined")]
    pub models: Option<unknown>,
    /// Rows that outrank the table of hosts and dialects.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "readonly HostRow[] | undefined")]
    pub hosts: Option<unknown>,
}

/// The same for a repair, which makes safe edits unless more is allowed.
#[derive(Serialize, Deserialize, Tsify)]
pub struct RepairOptions {
    /// The options of an audit.
    #[serde(flatten)]
    pub audit: AuditOptions,
    /// The edits that are allowed beside safe ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "readonly (\"unsafe\" | \"placeholder\")[] | undefined")]
    pub allow: Option<unknown>,
}
