//! The records of conversions.

use serde::Serialize;

use crate::model::{Fate, ThinkingKind};

/// One thought, and its fate.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct PlannedThought<'p> {
    /// Its place in the source; of a restored thought that the source lacks, the message that it returns to.
    pub pointer: &'p str,
    /// Its place in the target, if it has one there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<&'p str>,
    /// Its kind.
    #[cfg_attr(typescript, tsify(type = "\"text\" | \"summary\" | \"encrypted\" | \"redacted\" | \"omitted\" | \"unknown\""))]
    pub kind: ThinkingKind,
    /// Its fate.
    #[cfg_attr(typescript, tsify(type = "ThoughtFate"))]
    pub fate: Fate,
    /// The reason for the fate.
    pub reason: &'static str,
}

/// Something else that was changed.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct ConversionNote<'p> {
    /// The level. `lost`: the target does not get it. `changed`: it gets it in another way. `added`: the target requires it, and the source does not have it.
    #[cfg_attr(typescript, tsify(type = "'lost' | 'changed' | 'added'"))]
    pub level: &'static str,
    /// The place in the source, of several the first; absent where the target alone asked for the change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<&'p str>,
    /// How many places have this change. A loss is reported at each place.
    pub count: usize,
    /// All places in the source, if there are several.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    #[cfg_attr(typescript, tsify(type = "string[]", optional))]
    pub places: &'p [String],
    /// The place in the target, where the change can be seen there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<&'p str>,
    /// The setting or the kind of the thing, and `member` if only the source's wire has it. For content that the target refuses, it is the rule.
    #[cfg_attr(
        typescript,
        tsify(
            type = "'audio' | 'cache_control' | 'call' | 'citations' | 'content' | 'date' | 'description' | 'detail' | 'developer' | 'document' | 'ending' | 'file' | 'filename' | 'format' | 'frequency_penalty' | 'id' | 'image' | 'input' | 'is_error' | 'logprobs' | 'max_tokens' | 'member' | 'metadata' | 'mime_type' | 'model' | 'n' | 'name' | 'parallel' | 'part' | 'presence_penalty' | 'reasoning' | 'refusal' | 'result' | 'seed' | 'service_tier' | 'shown' | 'stop' | 'store' | 'stream' | 'strict' | 'system' | 'temperature' | 'text' | 'thought' | 'thoughtSignature' | 'tool' | 'tool_choice' | 'tools' | 'top_k' | 'top_logprobs' | 'top_p' | 'user' | 'verbosity' | 'video' | RuleId"
        )
    )]
    pub what: &'p str,
    /// The reason, in a sentence; of something that the target would have refused, the defect and the fix.
    pub why: &'p str,
}
