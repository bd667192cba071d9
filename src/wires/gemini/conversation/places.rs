//! The members of the settings of Gemini's generateContent, and the words that reader and writer share.

use crate::conversation::reader::SettingPath;
use crate::model::Setting;

pub(super) const SETTINGS: &[SettingPath] = &[
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
