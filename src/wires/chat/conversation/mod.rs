//! Converts Chat Completions: OpenAI's own with its dialects, OpenRouter's and Mistral's.
//!
//! The three wires share one reader and one writer. Their differences are data: the tables and queries of `dialects`.

mod answer;
mod contents;
mod detail;
mod dialects;
mod media;
mod read;
mod read_settings;
mod reasoning;
mod reply;
mod write;
mod write_settings;

use crate::conversation::reply::WireReply;
use crate::conversation::wire::{IdRule, NameRule, WireFormat};
use crate::model::Wire;
use dialects::SETTINGS;

pub(crate) use answer::reasoning_field;
pub(crate) use detail::{is_detail, write_detail};
pub(crate) use media::write_media;
pub(crate) use read::kind_of as part_kind;
pub(crate) use read::read_parameters;

/// OpenAI refuses longer ids.
pub(crate) static OPENAI: WireFormat =
    format(Wire::OPENAI_CHAT, IdRule { required: true, longest: 40, shortest: 1, beside: None }, &reply::OPENAI);
pub(crate) static OPENROUTER: WireFormat =
    format(Wire::OPENROUTER_CHAT, IdRule { required: true, longest: 40, shortest: 1, beside: None }, &reply::OPENROUTER);
pub(crate) static MISTRAL: WireFormat =
    format(Wire::MISTRAL_CHAT, IdRule { required: true, longest: 9, shortest: 9, beside: Some(b"") }, &reply::MISTRAL);

const fn format(wire: Wire, ids: IdRule, reply: &'static WireReply) -> WireFormat {
    WireFormat { wire, read: read::read, write: write::write, ids, names: NameRule::up_to(64), reply: Some(reply), settings: SETTINGS }
}
