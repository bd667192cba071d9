//! Rows of an export: a single one, or the rows of an API's page.

use super::call::Observed;
use crate::json::{Kind, Value};

/// Reads the calls of a value. Returns `None` if the value is of another kind.
pub(super) type ReadCalls = for<'d> fn(Value<'d>) -> Option<Vec<Observed>>;

/// The members that hold the rows of an API's page, or of a trace that was downloaded.
pub(super) const PAGES: [&str; 4] = ["data", "runs", "events", "observations"];

/// Reads a row, or all rows of a page. Returns `None` if a row is of another kind.
pub(super) fn read_rows(value: Value<'_>, is_row: fn(Value<'_>) -> bool, read: fn(Value<'_>) -> Observed) -> Option<Vec<Observed>> {
    if is_row(value) {
        return Some(vec![read(value)]);
    }
    let page = PAGES.iter().filter_map(|name| value.get(name)).find(|page| page.kind() == Kind::Array)?;
    let rows = page.elements().map(|row| is_row(row).then(|| read(row))).collect::<Option<Vec<_>>>();
    rows.filter(|rows| !rows.is_empty())
}

/// Returns the first of several members that is not `null`.
pub(super) fn first_of<'d>(object: Value<'d>, names: &[&str]) -> Option<Value<'d>> {
    names.iter().filter_map(|name| object.get(name)).find(|value| !value.is_null())
}
