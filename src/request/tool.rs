//! A call or a result of a tool that the caller runs.

use std::borrow::Cow;

use crate::json::Value;
use crate::wires::{Call, ToolPlace};

/// A call or a result.
pub struct Tool<'d> {
    /// The number of its entry.
    pub entry: usize,
    /// The part.
    pub place: Value<'d>,
    /// The id that joins call and result. Empty if there is none.
    pub id: Cow<'d, str>,
}

impl<'d> Tool<'d> {
    /// Returns the name of the tool. Empty if there is none.
    #[must_use]
    pub fn name(&self) -> Cow<'d, str> {
        Call::read(self.place).name.unwrap_or_default()
    }

    /// Reads the call or result of a part. `holder` has its id and name.
    pub(crate) fn read(entry: usize, place: Value<'d>, holder: Value<'d>, members: ToolPlace) -> Self {
        let inner = members.wrapper.map_or(Some(holder), |wrapper| holder.get(wrapper));
        let id = match inner.and_then(|inner| inner.get(members.id)?.text()) {
            Some(id) => Some(id.lossy()),
            // Another spelling, or the wire has no ids.
            None if inner.and_then(|inner| inner.path(members.name)?.text()).is_none() => Call::read(holder).id,
            None => None,
        };
        Self { entry, place, id: id.unwrap_or_default() }
    }
}
