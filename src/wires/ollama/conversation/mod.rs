//! Converts Ollama's own chat.

mod places;
mod read;
mod reply;
mod write;

use crate::conversation::wire::{IdRule, NameRule, WireFormat};
use crate::model::Wire;
use places::SETTINGS;

pub(crate) static FORMAT: WireFormat = WireFormat {
    wire: Wire::OLLAMA_CHAT,
    read: read::read,
    write: write::write,
    // Calls have none.
    ids: IdRule { required: false, longest: usize::MAX, shortest: 0, beside: None },
    names: NameRule::ANY,
    reply: Some(&reply::REPLY),
    settings: SETTINGS,
};
