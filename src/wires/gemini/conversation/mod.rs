//! Converts Gemini's generateContent, on AI Studio and on Vertex.
//!
//! | module | contents |
//! |---|---|
//! | `read`, `read_settings` | reads a request: contents, then tools and settings |
//! | `write`, `write_settings` | writes a request: the same halves |
//! | `reply` | its replies |
//! | `response` | the answer of a tool: an object here, usually a text elsewhere |
//! | `media`, `spelling` | shared with Interactions: media, schemas, both spellings of a name |

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

/// The tool names that Google accepts, on AI Studio and on Vertex. The limit was 64 until 2026.
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
