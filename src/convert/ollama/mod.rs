//! Ollama's own chat between the wires.

mod read;
mod reply;
mod write;

use super::reader::SettingPath;
use super::wire::{IdRule, WireFormat};
use crate::model::{Setting, Wire};

pub(super) static FORMAT: WireFormat = WireFormat {
    wire: Wire::OLLAMA_CHAT,
    read: read::read,
    write: write::write,
    // Calls have none.
    ids: IdRule { required: false, longest: usize::MAX, shortest: 0, beside: None },
    reply: Some(&reply::REPLY),
    settings: SETTINGS,
};

const SETTINGS: &[SettingPath] = &[
    (Setting::Stream, "stream"),
    (Setting::LogProbs, "logprobs"),
    (Setting::TopLogProbs, "top_logprobs"),
    (Setting::MaxTokens, "options.num_predict"),
    (Setting::Temperature, "options.temperature"),
    (Setting::TopP, "options.top_p"),
    (Setting::TopK, "options.top_k"),
    (Setting::Stop, "options.stop"),
    (Setting::Seed, "options.seed"),
    (Setting::PresencePenalty, "options.presence_penalty"),
    (Setting::FrequencyPenalty, "options.frequency_penalty"),
];
