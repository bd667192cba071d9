//! `ReasoningConfig` and the reflection types of @cognipeer/agent-sdk 0.9.2.
//!
//! The hooks of a reflection (`shouldReflect`, `buildPrompt`, `onReflection`) are functions: they are in the types, and never cross into wasm.

use serde::Serialize;

use super::state::SmartState;
use super::{OrFalse, Record, any, word};

word!(
    /// Marks a reflection among the events of a run.
    ReflectionWord = "reflection"
);

/// How much a model shall reason, natively and by notes between its turns. An explicit setting outweighs the level.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct ReasoningConfig {
    /// False switches everything here off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
    /// A preset for all that is not set; `medium` once anything is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<ReasoningLevel>,
    /// The provider's own reasoning; `false` leaves it off and keeps reflection.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "NativeReasoningConfig | false"))]
    pub native: Option<OrFalse<NativeReasoningConfig>>,
    /// Notes that the runtime asks for between turns; `false` leaves them off.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "ReflectionConfig | false"))]
    pub reflection: Option<OrFalse<ReflectionConfig>>,
}

/// A preset of effort, cadence and lengths, growing from `minimal` over `low` and `medium` to `high`; `minimal` takes no notes.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum ReasoningLevel {
    /// The least, without notes.
    Minimal,
    /// A little.
    Low,
    /// The usual.
    Medium,
    /// The most.
    High,
}

/// The settings of the provider's own reasoning.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct NativeReasoningConfig {
    /// The effort of thinking.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effort: Option<ReasoningEffort>,
    /// The most tokens for thinking, if the provider counts them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget_tokens: Option<u32>,
    /// True asks for thoughts or their summary in the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include_thoughts: Option<bool>,
    /// Keys merged into the provider's request as they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider_extras: Option<Record<String, any>>,
}

/// The effort of thinking: `none` is sent and means off, then `minimal`, `low`, `medium` and `high`.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum ReasoningEffort {
    /// Sent, and means off.
    None,
    /// The least.
    Minimal,
    /// A little.
    Low,
    /// The usual.
    Medium,
    /// The most.
    High,
}

/// The settings with which the runtime asks the model for a note on its progress.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ReflectionConfig {
    /// False takes no notes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
    /// After which turns a note is taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cadence: Option<ReflectionCadence>,
    /// The way in which the note is asked for; `piggyback` if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<ReflectionMode>,
    /// The most tokens a note may take.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<u32>,
    /// The length to which a note is cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_chars: Option<u32>,
    /// The number of notes that go back into the prompt; three if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keep_last: Option<u32>,
    /// True lets compaction fold the notes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summarize: Option<bool>,
    /// The question that is asked in place of the built-in one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt_template: Option<String>,
    /// False keeps the notes out of the event stream.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emit_events: Option<bool>,
    /// The most notes in one run; unlimited unless said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_per_run: Option<u32>,
    /// The number of turns with tools between two notes; one if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub every_n_turns: Option<u32>,
    /// The place where a note is written besides its record; `none` if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub feed_to: Option<ReflectionTarget>,
    /// Decides in place of the cadence; the limits still hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "(ctx: ReflectionHookContext) => boolean"))]
    pub should_reflect: Option<any>,
    /// Writes the question in place of the template.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "(ctx: ReflectionHookContext & { defaultPrompt: string; maxChars: number }) => string"))]
    pub build_prompt: Option<any>,
    /// Called with every note.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "(record: ReflectionRecord, ctx: ReflectionHookContext) => void"))]
    pub on_reflection: Option<any>,
}

/// The moment that a hook is asked about.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ReflectionHookContext {
    /// The state of the run.
    pub state: SmartState,
    /// The number of tool calls that the run had made by then.
    pub turn: u32,
    /// The cadence of the configuration.
    pub trigger: ReflectionCadence,
    /// True if tools ran in this turn.
    pub ran_tools_this_turn: bool,
}

/// After which turns a note is taken. `off`: never. `every_turn`: each. `after_tool`: those that ran tools. `on_branch`: those whose tools differ from the
/// previous turn. `initial_then_after_tool`: the first, and then those that ran tools.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum ReflectionCadence {
    /// Never.
    Off,
    /// After each turn.
    EveryTurn,
    /// After those that ran tools.
    AfterTool,
    /// After those whose tools differ from the turn before.
    OnBranch,
    /// After the first, then after those that ran tools.
    InitialThenAfterTool,
}

/// The way in which a note is requested. `piggyback`: at the end of the transcript, so it shares its cache. `separate`: with a short separate prompt.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum ReflectionMode {
    /// At the end of the transcript.
    Piggyback,
    /// With a prompt of its own.
    Separate,
}

/// The place where a note is written besides its record: to `memory` as a fact of low confidence, to the `plan`, or to `none`.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum ReflectionTarget {
    /// To memory, as a fact of low confidence.
    Memory,
    /// To the plan.
    Plan,
    /// Nowhere else.
    None,
}

/// A note as the state keeps it: prompted reasoning, not the model's own.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ReflectionRecord {
    /// Names the note.
    pub id: String,
    /// The number of tool calls that the run had made by then.
    pub turn: u32,
    /// The model's text, cut to the allowed length.
    pub text: String,
    /// The time at which it was written, as ISO 8601 text.
    pub created_at: String,
    /// The time that the model took for it, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<f64>,
    /// The index of the last message at that moment, counted from zero.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anchor_message_index: Option<u32>,
    /// The cadence that asked for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trigger: Option<ReflectionCadence>,
    /// The cost of the note.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usage: Option<ReflectionUsage>,
    /// The tool calls that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_call_ids: Option<Vec<String>>,
}

/// A note as the event stream announces it.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ReflectionEvent {
    /// Marks a reflection.
    #[cfg_attr(typescript, tsify(type = "\"reflection\""))]
    pub r#type: ReflectionWord,
    /// The id of its record.
    pub id: String,
    /// The number of tool calls that the run had made by then.
    pub turn: u32,
    /// The model's text, cut to the allowed length.
    pub text: String,
    /// The cadence that asked for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trigger: Option<ReflectionCadence>,
    /// The time that the model took for it, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<f64>,
    /// The cost of the note.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usage: Option<ReflectionUsage>,
    /// The tool calls that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_call_ids: Option<Vec<String>>,
}

/// The tokens that one note cost, as far as the provider says.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ReflectionUsage {
    /// Tokens read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_tokens: Option<u32>,
    /// Tokens written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_tokens: Option<u32>,
    /// Tokens read from the cache.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cached_input_tokens: Option<u32>,
    /// Tokens read and written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_tokens: Option<u32>,
    /// Tokens spent on native reasoning within the note.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasoning_tokens: Option<u32>,
}
