//! The members of the settings of Ollama's chat, and the words that reader and writer share.

use crate::conversation::reader::SettingPath;
use crate::model::Setting;

pub(super) const SETTINGS: &[SettingPath] = &[
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
