//! Converts Bedrock's Converse.

mod media;
mod places;
mod read;
mod reply;
mod settings;
mod write;

use crate::conversation::wire::{IdRule, NameRule, WireFormat};
use crate::model::Wire;
use places::SETTINGS;

pub(crate) static FORMAT: WireFormat = WireFormat {
    wire: Wire::BEDROCK_CONVERSE,
    read: read::read,
    write: write::write,
    ids: IdRule { required: true, longest: 64, shortest: 1, beside: Some(b"_-") },
    names: NameRule::up_to(64),
    reply: Some(&reply::REPLY),
    settings: SETTINGS,
};
