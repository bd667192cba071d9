//! Where Bedrock's Converse has its settings, and the words that reader and writer share.

use crate::conversation::reader::SettingPath;
use crate::model::Setting;

/// The address says if the answer comes as a stream.
pub(super) const SETTINGS: &[SettingPath] = &[
    (Setting::MaxTokens, "inferenceConfig.maxTokens"),
    (Setting::Temperature, "inferenceConfig.temperature"),
    (Setting::TopP, "inferenceConfig.topP"),
    (Setting::Stop, "inferenceConfig.stopSequences"),
    (Setting::TopK, "additionalModelRequestFields.top_k"),
    (Setting::Metadata, "requestMetadata"),
    (Setting::ServiceTier, "serviceTier.type"),
];

/// The member with the parameters that Bedrock hands on to the model.
pub(super) const FIELDS: &str = "additionalModelRequestFields";

/// The text of the user that stands beside documents, because a message with documents has a text here.
pub(super) const DOCUMENTS: &[u8] = b"(Documents.)";
