//! `SmartState` of @cognipeer/agent-sdk 0.9.2: what a run keeps and a snapshot stores.
//!
//! The field `agent` is left out: it holds functions, and a snapshot drops it.

use serde::Serialize;

use super::plan::PlanState;
use super::question::{PendingToolApproval, PendingUserQuestion};
use super::reflection::ReflectionRecord;
use super::tool::ToolExecution;
use super::{Record, any};

/// The state of a smart agent's run, all of it plain data.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SmartState {
    /// The conversation in order; reasoning rides on its assistant messages.
    pub messages: Vec<SmartMessage>,
    /// The runs of tools whose output is still in the conversation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_history: Option<Vec<ToolExecution>>,
    /// The runs of tools whose output compaction took out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_history_archived: Option<Vec<ToolExecution>>,
    /// Outputs that may be used again, by key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_cache: Option<Record<String, any>>,
    /// The number of tool calls so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_call_count: Option<u32>,
    /// The summary of the compaction, as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summaries: Option<Vec<String>>,
    /// The summary of the compaction, in its parts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary_records: Option<Vec<SummaryRecord>>,
    /// Facts remembered across turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_facts: Option<Vec<MemoryFact>>,
    /// The current plan; null once it was cleared.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "PlanState | null"))]
    pub plan: Option<PlanState>,
    /// The version of the plan that the model saw last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan_version: Option<u32>,
    /// Every note of the run, also those no longer in the prompt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reflections: Option<Vec<ReflectionRecord>>,
    /// Tool calls that wait for a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pending_approvals: Option<Vec<PendingToolApproval>>,
    /// Questions that wait for the user.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pending_user_questions: Option<Vec<PendingUserQuestion>>,
    /// The cost of the run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usage: Option<StateUsage>,
    /// The findings of the guardrails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guardrail_result: Option<GuardrailOutcome>,
    /// The application's own notes, carried unchanged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Record<String, any>>,
    /// Values for tools and callbacks; keys that hold functions do not survive a snapshot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ctx: Option<Record<String, any>>,
}

/// One message of the conversation; `handwritten.d.ts` has its TypeScript.
pub type SmartMessage = any;

/// The summary of one compaction.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SummaryRecord {
    /// The facts that hold from now on.
    #[serde(rename = "stable_facts")]
    pub stable_facts: Vec<SummaryFactItem>,
    /// The tasks that are still to be done.
    #[serde(rename = "active_goals")]
    pub active_goals: Vec<String>,
    /// The questions that are still open.
    #[serde(rename = "open_questions")]
    pub open_questions: Vec<String>,
    /// The facts that no longer hold.
    #[serde(rename = "discarded_obsolete")]
    pub discarded_obsolete: Vec<String>,
    /// The model's own text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raw_summary: Option<String>,
    /// The result of the check for lost facts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub integrity: Option<SummaryIntegrityCheck>,
    /// The time at which it was written, as ISO 8601 text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_at: Option<String>,
}

/// One fact of a summary.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct SummaryFactItem {
    /// The subject of the fact.
    pub key: String,
    /// The fact.
    pub value: String,
    /// Its certainty, from zero to one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// The source that it was read in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

/// The result of a check of a summary against the one before it.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SummaryIntegrityCheck {
    /// True if nothing was lost and nothing outdated was restored.
    pub passed: bool,
    /// True when a fact that matters was lost.
    pub critical_fact_loss: bool,
    /// True if a fact that was no longer true was restored.
    pub obsolete_fact_revived: bool,
    /// The findings in words.
    pub notes: Vec<String>,
}

/// One remembered fact.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct MemoryFact {
    /// The subject of the fact.
    pub key: String,
    /// The fact.
    pub value: String,
    /// The turn from which it is known.
    pub source_turn: u32,
    /// Its certainty, from zero to one.
    pub confidence: f64,
    /// The time for which it holds; null for ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "number | null"))]
    pub ttl: Option<f64>,
    /// True once it no longer holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub obsolete: Option<bool>,
    /// The time of its last change, as ISO 8601 text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_updated_at: Option<String>,
    /// Its scope.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<MemoryScope>,
    /// Words to find it by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<String>>,
}

/// The scope of a fact: one `session`, one `user`, a `workspace` or a `tenant`.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum MemoryScope {
    /// One conversation.
    Session,
    /// One person.
    User,
    /// One place of work.
    Workspace,
    /// One customer.
    Tenant,
}

/// The cost of a run.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct StateUsage {
    /// Every request in order.
    pub per_request: Vec<RequestUsage>,
    /// The sums by model name.
    pub totals: Record<String, ModelUsage>,
}

/// The cost of one request.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RequestUsage {
    /// Names the request.
    pub id: String,
    /// The model that answered.
    pub model_name: String,
    /// The provider's own account.
    pub usage: any,
    /// The time at which it was sent, as ISO 8601 text.
    pub timestamp: String,
    /// The turn to which it belongs.
    pub turn: u32,
    /// Tokens read from the cache.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cached_input: Option<u32>,
}

/// The cost of one model in a run.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ModelUsage {
    /// Tokens read.
    pub input: u32,
    /// Tokens written.
    pub output: u32,
    /// Tokens read and written.
    pub total: u32,
    /// Tokens read from the cache.
    pub cached_input: u32,
}

/// The findings of the guardrails in a request or an answer.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct GuardrailOutcome {
    /// True when nothing was blocked.
    pub ok: bool,
    /// Every finding.
    pub incidents: Vec<GuardrailIncident>,
}

/// One finding of a guardrail.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct GuardrailIncident {
    /// The guardrail, by id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guardrail_id: Option<String>,
    /// The guardrail, by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guardrail_title: Option<String>,
    /// Its rule, by id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule_id: Option<String>,
    /// Its rule, by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule_title: Option<String>,
    /// `request` or `response`: where it was found. The SDK has an enum here, into which TypeScript lets no string.
    pub phase: any,
    /// The fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// More about it, in the rule's own shape.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<Record<String, any>>,
    /// The action that was taken.
    pub disposition: GuardrailDisposition,
}

/// The action that was taken on a finding: `block`, `warn` or `allow`.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum GuardrailDisposition {
    /// It was stopped.
    Block,
    /// It was remarked upon.
    Warn,
    /// It was let through.
    Allow,
}
