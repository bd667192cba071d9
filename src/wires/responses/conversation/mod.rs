//! Converts OpenAI's Responses.

mod places;
mod read;
mod reply;
mod settings;
mod write;

use crate::conversation::wire::{IdRule, NameRule, WireFormat};
use crate::model::Wire;
use places::SETTINGS;

pub(crate) use write::write_thought;

pub(crate) static FORMAT: WireFormat = WireFormat {
    wire: Wire::OPENAI_RESPONSES,
    read: read::read,
    write: write::write,
    ids: IdRule { required: true, longest: 64, shortest: 1, beside: None },
    names: NameRule::up_to(128),
    reply: Some(&reply::REPLY),
    settings: SETTINGS,
};
