//! The members of the settings of Gemini's Interactions, and the words that reader and writer share.

use crate::conversation::reader::SettingPath;
use crate::model::Setting;

pub(super) const SETTINGS: &[SettingPath] = &[
    (Setting::Stream, "stream"),
    (Setting::Store, "store"),
    (Setting::MaxTokens, "generation_config.max_output_tokens"),
    (Setting::Temperature, "generation_config.temperature"),
    (Setting::TopP, "generation_config.top_p"),
    (Setting::Stop, "generation_config.stop_sequences"),
    (Setting::Seed, "generation_config.seed"),
];
