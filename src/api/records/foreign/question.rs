//! Questions to the user and tool approvals of @cognipeer/agent-sdk: a run that waits has an unanswered tool call.

use serde::Serialize;

use super::{Record, any, word};

word!(
    /// The built-in tool that asks.
    AskUserQuestionWord = "ask_user_question"
);
word!(
    /// Marks a question among the events of a run.
    UserQuestionWord = "user_question"
);

/// Questions that a model put to the user, and what became of them.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PendingUserQuestion {
    /// Names the request.
    pub id: String,
    /// The tool call that waits for the answer; until then no request with it is valid.
    pub tool_call_id: String,
    /// Always the built-in tool.
    #[cfg_attr(typescript, tsify(type = "\"ask_user_question\""))]
    pub tool_name: AskUserQuestionWord,
    /// The questions, one to four.
    pub questions: Vec<UserQuestionItem>,
    /// The progress of the request.
    pub status: UserQuestionStatus,
    /// The time at which it was asked, as ISO 8601 text.
    pub requested_at: String,
    /// The time at which it was answered or cancelled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answered_at: Option<String>,
    /// The one who answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answered_by: Option<String>,
    /// The answers, once they are there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answers: Option<UserQuestionAnswerSet>,
    /// True when the user declined to answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cancelled: Option<bool>,
    /// A remark on the whole request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    /// True if own words were allowed when it was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allow_free_text: Option<bool>,
    /// The application's own notes, carried unchanged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Record<String, any>>,
}

/// The progress of a question: `pending`, then `answered` or `cancelled`, and `executed` once the run went on.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum UserQuestionStatus {
    /// Nobody has answered yet.
    Pending,
    /// The answers are there.
    Answered,
    /// The user declined.
    Cancelled,
    /// The run went on.
    Executed,
}

/// One question.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct UserQuestionItem {
    /// The question in full.
    pub question: String,
    /// A word or two to show beside it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header: Option<String>,
    /// True allows several options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub multi_select: Option<bool>,
    /// Shown in the empty field for own words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placeholder: Option<String>,
    /// The options to choose from; absent for a question that wants own words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<UserQuestionOption>>,
    /// False allows leaving it unanswered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub required: Option<bool>,
}

/// One option of a question.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct UserQuestionOption {
    /// The text that the user sees.
    pub label: String,
    /// The value of the answer; the label if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// A line of help beside the label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Code or a drawing shown while the option is looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preview: Option<String>,
}

/// The answer to one question.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct UserQuestionAnswer {
    /// The chosen values, exactly one unless several are allowed.
    pub values: Vec<String>,
    /// Own words, where they are allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub free_text: Option<String>,
    /// A remark on the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
}

/// Answers by the text of their question, or by its header where two questions share a text.
#[cfg_attr(typescript, tsify::declare)]
pub type UserQuestionAnswerSet = Record<String, UserQuestionAnswer>;

/// The decision of a person on a tool call that waits.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ToolApprovalResolution {
    /// The request, by its own id or by that of its tool call.
    pub id: String,
    /// True lets the tool run.
    pub approved: bool,
    /// The arguments to run with in place of the model's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approved_args: Option<any>,
    /// The one who decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<String>,
    /// The reason for the decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

/// The answer or cancellation of a request by an application.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct UserQuestionResolution {
    /// The request, by its own id or by that of its tool call.
    pub id: String,
    /// The answers; not needed to cancel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answers: Option<UserQuestionAnswerSet>,
    /// The one who answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answered_by: Option<String>,
    /// A remark on the whole request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    /// If true, the model learns that the user declined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cancelled: Option<bool>,
}

/// A question as the event stream announces it.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct UserQuestionEvent {
    /// Marks a question.
    #[cfg_attr(typescript, tsify(type = "\"user_question\""))]
    pub r#type: UserQuestionWord,
    /// The event of the request.
    pub status: UserQuestionEventStatus,
    /// The id of the request.
    pub id: String,
    /// The tool call that waits for the answer.
    pub tool_call_id: String,
    /// The questions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub questions: Option<Vec<UserQuestionItem>>,
    /// The answers, once they are there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answers: Option<UserQuestionAnswerSet>,
    /// The one who answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answered_by: Option<String>,
    /// True if own words are allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allow_free_text: Option<bool>,
}

/// The state of a question in an event: `pending`, `answered` or `cancelled`.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum UserQuestionEventStatus {
    /// It was asked.
    Pending,
    /// It was answered.
    Answered,
    /// It was declined.
    Cancelled,
}

/// A tool call that waits for a person to allow it, and what was decided.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PendingToolApproval {
    /// Names the request.
    pub id: String,
    /// The tool call that waits.
    pub tool_call_id: String,
    /// The tool that wants to run.
    pub tool_name: String,
    /// The arguments that the model gave.
    pub args: any,
    /// The progress of the request.
    pub status: ToolApprovalStatus,
    /// The time at which it was asked, as ISO 8601 text.
    pub requested_at: String,
    /// The time at which it was decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_at: Option<String>,
    /// The one who decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<String>,
    /// The reason for the decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// The arguments to run with in place of the model's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approved_args: Option<any>,
    /// The time at which the tool had run or the model had the refusal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resolved_at: Option<String>,
    /// The execution that followed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub execution_id: Option<String>,
    /// The application's own notes, carried unchanged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Record<String, any>>,
}

/// The progress of an approval: `pending`, then `approved` or `rejected`, and `executed` once the tool ran.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum ToolApprovalStatus {
    /// Nobody has decided yet.
    Pending,
    /// It may run.
    Approved,
    /// It may not run.
    Rejected,
    /// It ran.
    Executed,
}
