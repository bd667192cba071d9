//! Converts Cohere's Chat, version 2.

mod places;
mod read;
mod reply;
mod write;

use crate::conversation::wire::{IdRule, NameRule, WireFormat};
use crate::model::Wire;
use places::SETTINGS;

pub(crate) static FORMAT: WireFormat = WireFormat {
    wire: Wire::COHERE_CHAT,
    read: read::read,
    write: write::write,
    ids: IdRule { required: true, longest: 256, shortest: 1, beside: None },
    names: NameRule::up_to(256),
    reply: Some(&reply::REPLY),
    settings: SETTINGS,
};
