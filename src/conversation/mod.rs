//! Layer 3: what every reader and writer of a conversation shares.

pub mod channels;
pub(crate) mod data_url;
pub(crate) mod events;
pub(crate) mod framing;
pub(crate) mod function;
pub(crate) mod marks;
pub(crate) mod note;
pub(crate) mod placeholder;
pub(crate) mod plan;
pub(crate) mod reader;
pub(crate) mod reasoning;
pub(crate) mod reply;
pub(crate) mod thought_writer;
pub(crate) mod thread;
pub(crate) mod travel;
pub(crate) mod wire;
pub(crate) mod writer;

pub use events::{EventSink, StreamEvent};
pub(crate) use framing::write_frame;
pub use framing::{Each, Framing};
pub use note::ConversionNote;
