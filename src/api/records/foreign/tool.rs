//! Tool executions as the state of @cognipeer/agent-sdk records them.

use serde::Serialize;

use super::any;

/// One run of a tool, and how much of its output is still kept.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ToolExecution {
    /// Names the run, so that its output can be fetched again.
    pub execution_id: String,
    /// The tool that ran.
    pub tool_name: String,
    /// Its arguments.
    pub args: any,
    /// The output as the model sees it.
    pub output: any,
    /// The output before any shortening.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raw_output: Option<any>,
    /// The time at which it ran, as ISO 8601 text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timestamp: Option<String>,
    /// True once compaction replaced the output.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summarized: Option<bool>,
    /// The tokens of the output before shortening; null when not counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "number | null"))]
    pub original_token_count: Option<u32>,
    /// The message that holds the output.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message_id: Option<String>,
    /// The call that asked for it, under the wire's own spelling.
    #[serde(rename = "tool_call_id", skip_serializing_if = "Option::is_none")]
    pub tool_call_id: Option<String>,
    /// True when an earlier output was used again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_cache: Option<bool>,
    /// The importance of the output.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classification: Option<ToolResponseClassification>,
    /// The treatment of the output in a compaction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retention_policy: Option<ToolResponseRetentionPolicy>,
    /// The place where the whole output was put away.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub archive_id: Option<String>,
    /// The text that replaces the output after a compaction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// Its outcome.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<ToolExecutionStatus>,
    /// The result of shortening, if it was applied.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context_pilot: Option<ContextPilotCompressionStats>,
}

/// The importance of an output: `critical`, `informative` or `verbose`.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum ToolResponseClassification {
    /// Must not be lost.
    Critical,
    /// Worth keeping.
    Informative,
    /// May be shortened first.
    Verbose,
}

/// The treatment of an output in a compaction. `keep_full` keeps it, and `keep_structured` keeps its structure. `summarize_archive` replaces it by a summary,
/// and `drop` removes it.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum ToolResponseRetentionPolicy {
    /// Nothing is removed.
    KeepFull,
    /// The structure stays.
    KeepStructured,
    /// A summary stays, the rest is put away.
    SummarizeArchive,
    /// Nothing stays.
    Drop,
}

/// The outcome of a run of a tool: `success`, `error`, `rejected` by a person, or `handoff` to another agent.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum ToolExecutionStatus {
    /// It gave an output.
    Success,
    /// It failed.
    Error,
    /// A person forbade it.
    Rejected,
    /// Another agent took over.
    Handoff,
}

/// The result of shortening a tool's output.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ContextPilotCompressionStats {
    /// True when the output was shortened.
    pub applied: bool,
    /// The method.
    pub compressor_used: ContextPilotCompressorKind,
    /// Tokens before.
    pub original_tokens: u32,
    /// Tokens after.
    pub compressed_tokens: u32,
    /// The number of entries that were left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dropped_items: Option<u32>,
    /// The key under which the original can be had.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ccr_hash: Option<String>,
    /// The earlier execution that had the same output.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duplicate_of: Option<String>,
}

/// The method of shortening: by `jsonCrusher`, `textCrusher`, `diffCompressor`, `logCompressor` or `searchCompressor`, or by `none`.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum ContextPilotCompressorKind {
    /// For lists in JSON.
    JsonCrusher,
    /// For long text.
    TextCrusher,
    /// For diffs.
    DiffCompressor,
    /// For logs.
    LogCompressor,
    /// For search results.
    SearchCompressor,
    /// Not shortened.
    None,
}
