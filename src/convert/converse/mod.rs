//! Bedrock's Converse between the wires.

mod media;
mod read;
mod reply;
mod settings;
mod write;

use super::reader::SettingPath;
use super::wire::{IdRule, WireFormat};
use crate::model::{Setting, Wire};

pub(super) static FORMAT: WireFormat = WireFormat {
    wire: Wire::BEDROCK_CONVERSE,
    read: read::read,
    write: write::write,
    ids: IdRule { required: true, longest: 64, shortest: 1, beside: Some(b"_-") },
    reply: Some(&reply::REPLY),
    settings: SETTINGS,
};

/// Whether the answer comes as a stream is said by the address.
const SETTINGS: &[SettingPath] = &[
    (Setting::MaxTokens, "inferenceConfig.maxTokens"),
    (Setting::Temperature, "inferenceConfig.temperature"),
    (Setting::TopP, "inferenceConfig.topP"),
    (Setting::Stop, "inferenceConfig.stopSequences"),
    (Setting::TopK, "additionalModelRequestFields.top_k"),
    (Setting::Metadata, "requestMetadata"),
    (Setting::ServiceTier, "serviceTier.type"),
];

/// The member with the parameters that Bedrock hands on to the model.
const FIELDS: &str = "additionalModelRequestFields";

/// The text of the user that stands beside documents, because a message with documents has a text here.
const DOCUMENTS: &[u8] = b"(Documents.)";

/// The text of the user that stands before a conversation that the model begins, because a conversation begins with the user here.
const OPENING: &[u8] = b"(The conversation begins with the model.)";
