//! Floor 3: one wire a file. How its responses, requests and streams are read, and how a turn goes back.
//!
//! A codec is a stateless translator between a provider's own shape and the typed view. It never rewrites: reading gives
//! parts that point into the body, and going back copies the bytes that came. A stream is put together into the body that
//! a call without streaming would have returned, every opaque string as it was written, and is then read like one.
//!
//! A new wire is one file or folder here, one line in [`CODECS`] and one folder in `tests/codecs`.

mod address;
mod anthropic;
mod append;
pub(crate) mod base64;
mod blocks;
mod call;
pub mod channels;
mod chat;
mod codec;
mod cohere;
mod converse;
mod description;
mod detect;
mod event_template;
mod events;
mod framing;
mod gemini;
mod interactions;
mod issuer;
mod ollama;
mod read;
mod registry;
mod replay;
mod resolve_target;
mod responses;
mod shape_query;
mod stream;

pub use call::Call;
pub use chat::{DIALECTS, Dialect, ReasoningItem, dialect};
pub use codec::{AssembledBody, Codec, Note, Recognition, Side, StreamAssembler};
pub use description::{EntryShape, ModelPlace, ToolPlace, WireDescription};
pub use detect::{Detection, detect};
pub use events::{EventSink, StreamEvent};
pub use framing::{Each, Framing};
pub use issuer::issuer;
pub use registry::{CODECS, codec, description, handle_paths, list_names, text_paths};
pub use replay::{Replayed, replay};
pub use resolve_target::resolve_target;
pub use stream::{StreamDecoder, Streamed};
