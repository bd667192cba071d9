//! The members of the settings of Cohere's chat, and the words that reader and writer share.

use crate::conversation::reader::SettingPath;
use crate::model::Setting;

pub(super) const SETTINGS: &[SettingPath] = &[
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
