//! Gemini's Interactions between the wires.

mod read;
mod reply;
mod write;
mod write_settings;

use super::reader::SettingPath;
use super::wire::{IdRule, WireFormat};
use crate::model::{Setting, Wire};

pub(super) static FORMAT: WireFormat = WireFormat {
    wire: Wire::GEMINI_INTERACTIONS,
    read: read::read,
    write: write::write,
    ids: IdRule { required: true, longest: 256, shortest: 1, beside: None },
    settings: SETTINGS,
    reply: Some(&reply::REPLY),
};

const SETTINGS: &[SettingPath] = &[
    (Setting::Stream, "stream"),
    (Setting::Store, "store"),
    (Setting::MaxTokens, "generation_config.max_output_tokens"),
    (Setting::Temperature, "generation_config.temperature"),
    (Setting::TopP, "generation_config.top_p"),
    (Setting::Stop, "generation_config.stop_sequences"),
    (Setting::Seed, "generation_config.seed"),
];
