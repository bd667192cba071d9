//! The `ReasoningConfig` of @cognipeer/agent-sdk with every setting filled in, as [`resolve`](crate::formats::cognipeer::resolve) writes it.

use serde::Serialize;

use super::reflection::{NativeReasoningConfig, ReasoningLevel, ReflectionCadence, ReflectionConfig, ReflectionMode, ReflectionTarget};

/// A configuration with all that its level and the defaults fill in.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct ResolvedReasoning {
    /// Always true: a configuration that asks for nothing is not resolved to anything.
    #[cfg_attr(typescript, tsify(type = "true"))]
    pub enabled: bool,
    /// The level; `medium` unless said.
    pub level: ReasoningLevel,
    /// The settings for the provider; absent where it was switched off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub native: Option<NativeReasoningConfig>,
    /// When and how notes are taken.
    pub reflection: ResolvedReflectionConfig,
}

/// The notes between turns, with every setting filled in.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ResolvedReflectionConfig {
    /// The settings as they were given, with the caller's functions.
    #[serde(flatten)]
    pub given: ReflectionConfig,
    /// True if notes are taken at all.
    pub enabled: bool,
    /// After which turns; `off` if no notes are taken.
    pub cadence: ReflectionCadence,
    /// How a note is asked for.
    pub mode: ReflectionMode,
    /// The most tokens a note may take.
    pub max_tokens: u32,
    /// The length to which a note is cut.
    pub max_chars: u32,
    /// How many notes go back into the prompt.
    pub keep_last: u32,
    /// True if compaction folds the notes.
    pub summarize: bool,
    /// True if the event stream has them.
    pub emit_events: bool,
    /// How many turns with tools lie between two.
    pub every_n_turns: u32,
    /// The place where a note is written besides its record.
    pub feed_to: ReflectionTarget,
}
