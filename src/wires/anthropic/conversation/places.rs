//! The members of the settings of Anthropic's Messages, and the words that reader and writer share.

use crate::conversation::reader::SettingPath;
use crate::model::Setting;

pub(super) const SETTINGS: &[SettingPath] = &[
    (Setting::MaxTokens, "max_tokens"),
    (Setting::Temperature, "temperature"),
    (Setting::TopP, "top_p"),
    (Setting::TopK, "top_k"),
    (Setting::Stop, "stop_sequences"),
    (Setting::Stream, "stream"),
    (Setting::User, "metadata.user_id"),
];
