//! A call or a result of a tool that the caller runs.

use std::borrow::Cow;

use crate::json::Value;
use crate::wires::{Call, ToolPlace};

/// A call or a result.
pub struct Tool<'d> {
    /// The entry it stands in.
    pub entry: usize,
    /// The part.
    pub place: Value<'d>,
    /// The id that joins call and result; empty where there is none.
    pub id: Cow<'d, str>,
}

impl<'d> Tool<'d> {
    /// The tool; empty where it is not said.
    #[must_use]
    pub fn name(&self) -> Cow<'d, str> {
        Call::read(self.place).name.unwrap_or_default()
    }

    /// Reads the call or result of a part, whose id and name are said in a holder.
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
