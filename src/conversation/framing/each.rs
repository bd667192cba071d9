//! The receiver of the events of a stream.

/// Receives the events of a stream one by one: a name, if the framing has one, and a JSON text.
pub type Each<'e> = &'e mut dyn FnMut(Option<&str>, &[u8]);
