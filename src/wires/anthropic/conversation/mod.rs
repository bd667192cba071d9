//! Converts Anthropic's Messages.

mod places;
mod read;
mod reply;
pub(crate) mod settings;
mod write;

use crate::conversation::wire::{IdRule, NameRule, WireFormat};
use crate::model::Wire;
use places::SETTINGS;

pub(crate) static FORMAT: WireFormat = WireFormat {
    wire: Wire::ANTHROPIC_MESSAGES,
    read: read::read,
    write: write::write,
    ids: IdRule { required: true, longest: 64, shortest: 1, beside: Some(b"_-") },
    names: NameRule::up_to(128),
    reply: Some(&reply::REPLY),
    settings: SETTINGS,
};
