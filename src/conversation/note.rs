//! Notes: everything that the target cannot say as the source did, with the place in the source.

use crate::json::Value;

/// One thing that a conversion changed or left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversionNote {
    /// The place in the source, as a JSON pointer. Nothing, if the target alone asked for the change.
    pub pointer: Option<String>,
    /// The place in the target, as a JSON pointer, if the change can be seen there.
    pub to: Option<String>,
    /// The name of the thing.
    pub what: String,
    /// The reason.
    pub why: String,
}

/// Notes under construction: their places are values of the source.
#[derive(Default)]
pub(crate) struct Notes<'d> {
    pub(crate) all: Vec<(Value<'d>, &'static str, &'static str)>,
    /// Those on what the target alone asks for: the place in the target, the name and the reason.
    pub(crate) demanded: Vec<[&'static str; 3]>,
}

impl<'d> Notes<'d> {
    /// Adds a note on a value of the source. One reason is told once of each value.
    pub(crate) fn add(&mut self, value: Value<'d>, what: &'static str, why: &'static str) {
        if self.all.last() != Some(&(value, what, why)) {
            self.all.push((value, what, why));
        }
    }

    /// Adds a note on a value of the source, if there is one.
    pub(crate) fn at(&mut self, value: Option<Value<'d>>, what: &'static str, why: &'static str) {
        value.into_iter().for_each(|value| self.add(value, what, why));
    }

    /// Adds a note on something that the target alone asks for.
    pub(crate) fn demand(&mut self, to: &'static str, what: &'static str, why: &'static str) {
        self.demanded.push([to, what, why]);
    }
}
