//! OpenAI's Responses between the wires.

mod read;
mod reply;
mod settings;
mod write;

use super::reader::SettingPath;
use super::wire::{IdRule, WireFormat};
use crate::model::{Setting, Wire};

pub(super) static FORMAT: WireFormat = WireFormat {
    wire: Wire::OPENAI_RESPONSES,
    read: read::read,
    write: write::write,
    ids: IdRule { required: true, longest: 64, shortest: 1, beside: None },
    reply: Some(&reply::REPLY),
    settings: SETTINGS,
};

const SETTINGS: &[SettingPath] = &[
    (Setting::MaxTokens, "max_output_tokens"),
    (Setting::Temperature, "temperature"),
    (Setting::TopP, "top_p"),
    (Setting::Stream, "stream"),
    (Setting::User, "user"),
    (Setting::Metadata, "metadata"),
    (Setting::ServiceTier, "service_tier"),
    (Setting::Store, "store"),
    (Setting::TopLogProbs, "top_logprobs"),
    (Setting::Verbosity, "text.verbosity"),
];
