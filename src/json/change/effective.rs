//! The changes that take effect, for readers who describe them.

use super::{Change, Changes, What};
use crate::json::{Kind, Value};

/// A change that takes effect, with the JSON text that it writes.
#[derive(Clone, Copy, Debug)]
pub enum EffectiveChange<'c, 'd> {
    /// Writes another text for a value.
    Replace(Value<'d>, &'c [u8]),
    /// Removes an element or a member.
    Remove(Value<'d>),
    /// Writes a new element into an array.
    Insert(Value<'d>, &'c [u8]),
    /// Writes a new member into an object.
    Add(Value<'d>, &'c str, &'c [u8]),
    /// Gives a member another name: a string of JSON.
    Rename(Value<'d>, &'c [u8]),
}

impl<'d> Changes<'d> {
    /// Lists the changes that take effect, in the order of the text. It lists only the last of several replacements of one value, and each removal once. A
    /// replacement by the same bytes is left out.
    #[must_use]
    pub fn effective(&self) -> Vec<EffectiveChange<'_, 'd>> {
        let mut kept: Vec<&Change> = Vec::new();
        for change in self.sorted() {
            let mut earlier = kept.iter_mut().rev().take_while(|earlier| earlier.index == change.index);
            match earlier.find(|earlier| change.is_single() && earlier.what == change.what) {
                Some(earlier) => *earlier = change,
                None => kept.push(change),
            }
        }
        kept.into_iter().filter_map(|change| self.effect_of(change)).collect()
    }

    fn effect_of<'c>(&self, change: &'c Change) -> Option<EffectiveChange<'c, 'd>> {
        let (value, text) = (self.value(change.index), change.text.as_slice());
        match &change.what {
            What::Replace if value.raw() == text => None,
            What::Replace if value.kind() == Kind::Key => Some(EffectiveChange::Rename(self.value(value.index + 1), text)),
            What::Replace => Some(EffectiveChange::Replace(value, text)),
            What::Remove => Some(EffectiveChange::Remove(value)),
            What::Before => Some(EffectiveChange::Insert(value.parent(), text)),
            What::Append => Some(EffectiveChange::Insert(value, text)),
            What::Add(name) => Some(EffectiveChange::Add(value, name, text)),
        }
    }
}

impl Change {
    /// Returns `true` if a later change of this kind to the same value replaces it.
    fn is_single(&self) -> bool {
        !matches!(self.what, What::Before | What::Append)
    }
}
