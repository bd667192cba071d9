//! Floor 7: the formats of other systems, in and out. One system a folder, which knows every floor below and none above.

pub mod smart_state;
