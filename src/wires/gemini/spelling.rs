//! Members in the two spellings that Google accepts.

use crate::json::Value;

/// Returns the member with that name, in either spelling.
pub(super) fn either<'d>(object: Value<'d>, [camel, snake]: [&str; 2]) -> Option<Value<'d>> {
    object.get(camel).or_else(|| object.get(snake))
}
