//! Functions to read members and elements of a request, for several rules.

use crate::json::Value;

/// Finds the first element that fits a query.
#[inline(never)]
pub(super) fn find_element<'d>(list: Value<'d>, query: &str) -> Option<Value<'d>> {
    list.elements().find(|element| element.fits(query))
}

/// Reads the member of that name in either spelling, unless it is `null`.
#[inline(never)]
pub(super) fn either<'d>(object: Value<'d>, [camel, snake]: [&str; 2]) -> Option<Value<'d>> {
    object.get(camel).or_else(|| object.get(snake)).filter(|value| !value.is_null())
}

/// Returns `true` if a member is a string that is not empty.
#[inline(never)]
pub(super) fn has_text(object: Value<'_>, name: &str) -> bool {
    object.get(name).and_then(Value::text).is_some_and(|text| !text.is_empty())
}

/// Returns `true` if a value is a string or an array that is not empty.
#[inline(never)]
pub(super) fn is_filled(value: Value<'_>) -> bool {
    value.text().is_some_and(|text| !text.is_empty()) || value.element(0).is_some()
}
