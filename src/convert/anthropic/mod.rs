//! Anthropic's Messages between the wires.

mod read;
mod reply;
pub(super) mod settings;
mod write;

use super::reader::SettingPath;
use super::wire::{IdRule, WireFormat};
use crate::model::{Setting, Wire};

pub(super) static FORMAT: WireFormat = WireFormat {
    wire: Wire::ANTHROPIC_MESSAGES,
    read: read::read,
    write: write::write,
    ids: IdRule { required: true, longest: 64, shortest: 1, beside: Some(b"_-") },
    reply: Some(&reply::REPLY),
    settings: SETTINGS,
};

const SETTINGS: &[SettingPath] = &[
    (Setting::MaxTokens, "max_tokens"),
    (Setting::Temperature, "temperature"),
    (Setting::TopP, "top_p"),
    (Setting::TopK, "top_k"),
    (Setting::Stop, "stop_sequences"),
    (Setting::Stream, "stream"),
    (Setting::User, "metadata.user_id"),
];
