//! The plan of @cognipeer/agent-sdk: durable on the state, announced by events.

use serde::Serialize;

use super::word;

word!(
    /// Marks a plan among the events of a run.
    PlanWord = "plan"
);

/// The plan as the state keeps it.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PlanState {
    /// Grows with every change.
    pub version: u32,
    /// The steps in order.
    pub steps: Vec<PlanStepRecord>,
    /// The time of its last change, as ISO 8601 text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_updated: Option<String>,
    /// How closely the run keeps to it, from zero to one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adherence_score: Option<f64>,
    /// The latest note that was fed to the plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_reflection: Option<String>,
}

/// One step of a plan.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PlanStepRecord {
    /// Its number in the plan.
    pub id: u32,
    /// The task.
    pub step: String,
    /// The one who does it.
    #[cfg_attr(typescript, tsify(type = "\"agent\" | \"user\" | \"tool\" | string"))]
    pub owner: String,
    /// The test that shows whether it is done.
    pub exit_criteria: String,
    /// The evidence that it is done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<String>,
    /// Its progress.
    pub status: PlanStepStatus,
    /// A short name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// More about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

/// The progress of a step: `not-started`, `in-progress`, `completed` or `blocked`.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum PlanStepStatus {
    /// Nothing was done yet.
    NotStarted,
    /// Somebody is at it.
    InProgress,
    /// It is done.
    Completed,
    /// It cannot go on.
    Blocked,
}

/// The plan as the event stream announces it.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PlanEvent {
    /// Marks a plan.
    #[cfg_attr(typescript, tsify(type = "\"plan\""))]
    pub r#type: PlanWord,
    /// The one who touched it.
    pub source: PlanSource,
    /// The operation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operation: Option<PlanOperation>,
    /// The steps; the name is older than the plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub todo_list: Option<Vec<PlanStepRecord>>,
    /// The plan's version after that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
    /// How closely the run keeps to it, from zero to one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adherence_score: Option<f64>,
}

/// The one who touched a plan: the model through `manage_todo_list`, or the `system`.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum PlanSource {
    /// The model, through its tool.
    ManageTodoList,
    /// The runtime.
    System,
}

/// The operation on a plan: `read`, `write` or `update`.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum PlanOperation {
    /// It was looked at.
    Read,
    /// It was replaced.
    Write,
    /// It was changed in part.
    Update,
}
