//! Gemini's generateContent between the wires, on AI Studio and on Vertex.
//!
//! | room | what is in it |
//! |---|---|
//! | `read`, `read_settings` | a request, read: contents, then tools and settings |
//! | `write`, `write_settings` | a request, written: the same halves |
//! | `reply` | its replies |
//! | `response` | what a tool answers: an object here, mostly a text elsewhere |
//! | `media`, `spelling` | forms that Interactions share: media, schemas, both spellings of a name |

pub(super) mod media;
mod read;
mod read_settings;
mod reply;
mod response;
pub(super) mod spelling;
mod write;
pub(super) mod write_settings;

use super::reader::SettingPath;
use super::wire::{IdRule, WireFormat};
use crate::model::{Setting, Wire};

pub(super) static FORMAT: WireFormat = WireFormat {
    wire: Wire::GEMINI_GENERATE,
    read: read::read,
    write: write::write,
    ids: IdRule { required: false, longest: 256, shortest: 1, beside: None },
    settings: SETTINGS,
    reply: Some(&reply::REPLY),
};

/// Why a mark of a cache is left out.
pub(super) const NO_CACHE: &str = "the target has no mark for a cache";

const SETTINGS: &[SettingPath] = &[
    (Setting::MaxTokens, "generationConfig.maxOutputTokens"),
    (Setting::Temperature, "generationConfig.temperature"),
    (Setting::TopP, "generationConfig.topP"),
    (Setting::TopK, "generationConfig.topK"),
    (Setting::Stop, "generationConfig.stopSequences"),
    (Setting::Seed, "generationConfig.seed"),
    (Setting::PresencePenalty, "generationConfig.presencePenalty"),
    (Setting::FrequencyPenalty, "generationConfig.frequencyPenalty"),
    (Setting::Count, "generationConfig.candidateCount"),
    (Setting::LogProbs, "generationConfig.responseLogprobs"),
    (Setting::TopLogProbs, "generationConfig.logprobs"),
];
