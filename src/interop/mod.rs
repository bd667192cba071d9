//! Floor 7: the records of other systems, one foreign format a file or folder.
//!
//! A record is read into the words of the model and written from them; what it has no place for is said, never dropped in silence.

pub mod letta;
