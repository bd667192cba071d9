//! Gemini's generateContent between the wires, on AI Studio and on Vertex.
//!
//! | room | what is in it |
//! |---|---|
//! | `read`, `read_settings` | a request, read: contents, then tools and settings |
//! | `write`, `write_settings` | a request, written: the same halves |
//! | `reply` | its replies |
//! | `response` | what a tool answers: an object here, mostly a text elsewhere |
//! | `media`, `spelling` | forms that Interactions share: media, schemas, both spellings of a name |

pub(crate) mod media;
mod places;
mod read;
mod read_settings;
mod reply;
mod response;
pub(crate) mod spelling;
mod write;
pub(crate) mod write_settings;

use crate::conversation::wire::{IdRule, NameRule, WireFormat};
use crate::model::Wire;
use places::SETTINGS;

/// The names of tools that Google takes, on AI Studio and on Vertex. The limit was 64 until 2026.
pub(crate) const NAMES: NameRule = NameRule { longest: 128, beside: b"_-.:", begins_like_a_word: true };

pub(crate) static FORMAT: WireFormat = WireFormat {
    wire: Wire::GEMINI_GENERATE,
    read: read::read,
    write: write::write,
    ids: IdRule { required: false, longest: 256, shortest: 1, beside: None },
    names: NAMES,
    settings: SETTINGS,
    reply: Some(&reply::REPLY),
};
