//! Gemini's Interactions between the wires.

mod places;
mod read;
mod reply;
mod write;
mod write_settings;

use super::wire::{IdRule, WireFormat};
use crate::model::Wire;
use places::SETTINGS;

pub(super) static FORMAT: WireFormat = WireFormat {
    wire: Wire::GEMINI_INTERACTIONS,
    read: read::read,
    write: write::write,
    ids: IdRule { required: true, longest: 256, shortest: 1, beside: None },
    names: super::gemini::NAMES,
    settings: SETTINGS,
    reply: Some(&reply::REPLY),
};
