//! Cohere's Chat, version 2, between the wires.

mod read;
mod reply;
mod write;

use super::reader::SettingPath;
use super::wire::{IdRule, WireFormat};
use crate::model::{Setting, Wire};

pub(super) static FORMAT: WireFormat = WireFormat {
    wire: Wire::COHERE_CHAT,
    read: read::read,
    write: write::write,
    ids: IdRule { required: true, longest: 256, shortest: 1, beside: None },
    reply: Some(&reply::REPLY),
    settings: SETTINGS,
};

const SETTINGS: &[SettingPath] = &[
    (Setting::MaxTokens, "max_tokens"),
    (Setting::Temperature, "temperature"),
    (Setting::TopP, "p"),
    (Setting::TopK, "k"),
    (Setting::Stop, "stop_sequences"),
    (Setting::Seed, "seed"),
    (Setting::PresencePenalty, "presence_penalty"),
    (Setting::FrequencyPenalty, "frequency_penalty"),
    (Setting::Stream, "stream"),
    (Setting::LogProbs, "logprobs"),
];
