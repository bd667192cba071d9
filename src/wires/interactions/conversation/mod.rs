//! Converts Gemini's Interactions.

mod places;
mod read;
mod reply;
mod write;
mod write_settings;

use crate::conversation::wire::{IdRule, WireFormat};
use crate::model::Wire;
use places::SETTINGS;

pub(crate) static FORMAT: WireFormat = WireFormat {
    wire: Wire::GEMINI_INTERACTIONS,
    read: read::read,
    write: write::write,
    ids: IdRule { required: true, longest: 256, shortest: 1, beside: None },
    names: crate::wires::gemini::conversation::NAMES,
    settings: SETTINGS,
    reply: Some(&reply::REPLY),
};
