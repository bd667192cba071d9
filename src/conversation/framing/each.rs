//! Where the events of a stream go.

/// Takes the events of a stream one by one: a name, where the framing gives one, and a JSON text.
pub type Each<'e> = &'e mut dyn FnMut(Option<&str>, &[u8]);
