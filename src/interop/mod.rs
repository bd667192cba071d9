//! Floor 7: the records of other systems, in and out. One system a folder, which knows every floor below and none above.
//!
//! A record is read into the words of the model and written from them; what it has no place for is said, never dropped in silence.

pub mod letta;
pub mod smart_state;
