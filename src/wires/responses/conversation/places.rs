//! The members of the settings of OpenAI's Responses, and the words that reader and writer share.

use crate::conversation::reader::SettingPath;
use crate::model::Setting;

pub(super) const SETTINGS: &[SettingPath] = &[
    (Setting::MaxTokens, "max_output_tokens"),
    (Setting::Temperature, "temperature"),
    (Setting::TopP, "top_p"),
    (Setting::Stream, "stream"),
    (Setting::User, "user"),
    (Setting::User, "safety_identifier"),
    (Setting::Metadata, "metadata"),
    (Setting::ServiceTier, "service_tier"),
    (Setting::Store, "store"),
    (Setting::TopLogProbs, "top_logprobs"),
    (Setting::Verbosity, "text.verbosity"),
];
