//! Layer 3: shared code of all readers and writers of a conversation.
//!
//! | module | holds |
//! |---|---|
//! | `wire` | `WireFormat`: how one wire is read and written, and the ids and names that it allows |
//! | `reader`, `thread`, `travel` | a request into a conversation; turns in order; who reads whose thoughts |
//! | `writer`, `thought_writer`, `marks`, `note`, `defaults`, `answer` | a conversation into a request, and notes on everything that changed |
//! | `plan` | the records of a plan: the fate of each thought, which writers follow |
//! | `reply` | the grammar of replies: a provider's answer as another wire writes it |
//! | `channels`, `placeholder`, `signed_id`, `reasoning`, `function`, `data_url`, `web_search`, `citation` | reasoning between tags, the documented string of Gemini, ids with a signature, and forms that several wires have |
//! | `mask` | what recorders write over a handle |
//! | `framing`, `events` | the frames and events of streams |

pub(crate) mod answer;
pub mod channels;
pub(crate) mod citation;
pub(crate) mod data_url;
pub(crate) mod defaults;
pub(crate) mod events;
pub(crate) mod framing;
pub(crate) mod function;
pub(crate) mod handle_form;
pub(crate) mod marks;
pub(crate) mod mask;
pub(crate) mod note;
pub(crate) mod placeholder;
pub(crate) mod plan;
pub(crate) mod reader;
pub(crate) mod reasoning;
pub(crate) mod reply;
pub(crate) mod signed_id;
pub(crate) mod thought_writer;
pub(crate) mod thread;
pub(crate) mod travel;
pub(crate) mod web_search;
pub(crate) mod wire;
pub(crate) mod writer;

pub use citation::Citation;
pub use events::{EventSink, StreamEvent};
pub(crate) use framing::write_frame;
pub use framing::{Each, Framing};
pub use note::{ConversionNote, NoteLevel};
