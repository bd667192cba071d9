//! The members of the settings of Bedrock's Converse, and the words that reader and writer share.

use crate::conversation::reader::SettingPath;
use crate::model::Setting;

/// The address determines whether the answer is a stream.
pub(super) const SETTINGS: &[SettingPath] = &[
    (Setting::MaxTokens, "inferenceConfig.maxTokens"),
    (Setting::Temperature, "inferenceConfig.temperature"),
    (Setting::TopP, "inferenceConfig.topP"),
    (Setting::Stop, "inferenceConfig.stopSequences"),
    (Setting::TopK, "additionalModelRequestFields.top_k"),
    (Setting::Metadata, "requestMetadata"),
    (Setting::ServiceTier, "serviceTier.type"),
];

/// The member with the parameters that Bedrock passes to the model.
pub(super) const FIELDS: &str = "additionalModelRequestFields";

/// The user text next to documents, because a message with documents needs a text here.
pub(super) const DOCUMENTS: &[u8] = b"(Documents.)";
