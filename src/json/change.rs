//! Edits in terms of values: replace, remove or insert one.
//!
//! All changes refer to the scanned text and become one set of [`Edit`]s. The commas stay right when two neighbours or all children are removed, or when one
//! call removes and another appends. New text gets the spacing of its neighbours; everything else keeps its bytes.

mod effective;

use std::collections::BTreeMap;

use super::document::{Document, Value};
use super::edit::{Edit, is_idle, splice};
use super::error;
use super::scan::scan;
use super::span::{Kind, Span};
use super::string::quote;
use super::style::{Style, whole};
use crate::error::Error;

pub use effective::EffectiveChange;

/// Changes to a document that are collected and then applied at once.
#[derive(Clone, Debug)]
pub struct Changes<'d> {
    document: &'d Document<'d>,
    changes: Vec<Change>,
}

#[derive(Clone, Debug)]
struct Change {
    /// The value that changes.
    index: usize,
    what: What,
    text: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum What {
    /// The text replaces the value.
    Replace,
    /// The value is removed.
    Remove,
    /// The text is inserted before the value, an element.
    Before,
    /// The text is added at the end of the value, an array.
    Append,
    /// The text is added at the end of the value, an object, under a new name.
    Add(String),
}

impl<'d> Changes<'d> {
    /// Makes an empty set of changes.
    #[must_use]
    pub fn new(document: &'d Document<'d>) -> Self {
        Self { document, changes: Vec::new() }
    }

    /// Replaces a value by a JSON text. The last of several replacements of one value counts.
    ///
    /// # Errors
    /// A text that is not JSON.
    pub fn replace(&mut self, value: Value<'_>, text: &[u8]) -> Result<(), Error> {
        self.add(value, What::Replace, text)
    }

    /// Removes an element or a member, with its key and one comma.
    ///
    /// # Errors
    /// The root cannot be removed.
    pub fn remove(&mut self, value: Value<'_>) -> Result<(), Error> {
        if value.index == 0 {
            return Err(error::edit_value("the whole text cannot be removed", value.span().start));
        }
        self.changes.push(Change { index: value.index, what: What::Remove, text: Vec::new() });
        Ok(())
    }

    /// Adds a JSON text at the end of an array.
    ///
    /// # Errors
    /// A value that is not an array; a text that is not JSON.
    pub fn append(&mut self, array: Value<'_>, text: &[u8]) -> Result<(), Error> {
        if array.kind() != Kind::Array {
            return Err(error::edit_value("only an array can be appended to", array.span().start));
        }
        self.add(array, What::Append, text)
    }

    /// Inserts a JSON text before an element of an array.
    ///
    /// # Errors
    /// A value that is not an element of an array; a text that is not JSON.
    pub fn insert(&mut self, before: Value<'_>, text: &[u8]) -> Result<(), Error> {
        if before.index == 0 || before.key().is_some() {
            return Err(error::edit_value("only an element of an array can have one put before it", before.span().start));
        }
        self.add(before, What::Before, text)
    }

    /// Sets a member of an object: in place if it exists (the last, of duplicates), at the end if not.
    ///
    /// # Errors
    /// A value that is not an object; a text that is not JSON.
    pub fn set(&mut self, object: Value<'_>, name: &str, text: &[u8]) -> Result<(), Error> {
        if object.kind() != Kind::Object {
            return Err(error::edit_value("only an object has members", object.span().start));
        }
        if let Some(there) = object.get(name) {
            return self.replace(there, text);
        }
        self.add(object, What::Add(name.to_owned()), text)
    }

    /// Renames a member. Another member of that name stays, before or after it.
    ///
    /// # Errors
    /// A value that is not a member of an object.
    pub fn rename(&mut self, member: Value<'_>, name: &str) -> Result<(), Error> {
        let key = member.key().ok_or_else(|| error::edit_value("only a member has a name", member.span().start))?;
        self.add(key, What::Replace, quote(name).as_bytes())
    }

    /// Adds changes that were collected elsewhere for the same document.
    pub fn extend(&mut self, others: Changes<'d>) {
        self.changes.extend(others.changes);
    }

    fn add(&mut self, value: Value<'_>, what: What, text: &[u8]) -> Result<(), Error> {
        self.changes.push(Change { index: value.index, what, text: checked(text)? });
        Ok(())
    }

    /// Returns the text with all changes applied.
    ///
    /// # Errors
    /// Changes that contradict each other, such as one inside a value that is removed.
    pub fn apply(&self) -> Result<Vec<u8>, Error> {
        splice(self.document.source(), &self.edits()?)
    }

    /// Returns the changes as splices of the source. Empty if all of them together change no byte.
    ///
    /// # Errors
    /// Changes that contradict each other, such as one inside a value that is removed.
    pub fn edits(&self) -> Result<Vec<Edit>, Error> {
        let mut edits = Vec::new();
        let order = self.sorted();
        let lost = self.replacements(&order, &mut edits)?;
        let steps = self.steps(&order);
        let mut rest = steps.as_slice();
        let mut passed = 0;
        while let Some(first) = rest.first() {
            let container = self.value(first.container);
            let count = rest.iter().take_while(|step| step.container == first.container).count();
            let (group, after) = rest.split_at_checked(count).unwrap_or((rest, &[]));
            rest = after;
            // Both are in ascending order, so one walk is enough.
            while lost.get(passed).is_some_and(|(_, end)| *end <= container.index) {
                passed += 1;
            }
            if lost.get(passed).is_some_and(|(start, _)| *start <= container.index) {
                return Err(error::edit_value(INSIDE, container.span().start));
            }
            self.rearrange(container, group, &mut edits)?;
        }
        if is_idle(self.document.source(), &edits) {
            edits.clear();
        }
        Ok(edits)
    }

    /// Writes the replacements. Returns the stretches of the tape that are replaced or removed, none inside another.
    fn replacements(&self, order: &[&Change], edits: &mut Vec<Edit>) -> Result<Vec<(usize, usize)>, Error> {
        let mut lost: Vec<(usize, usize)> = Vec::new();
        let mut last: Option<&Change> = None;
        for change in order {
            let replace = change.what == What::Replace;
            if !replace && change.what != What::Remove {
                continue;
            }
            let value = self.value(change.index);
            let again = last.filter(|last| last.index == change.index);
            let fits = match again {
                Some(last) => last.what == change.what,
                None => lost.last().is_none_or(|(_, end)| *end <= value.index),
            };
            if !fits {
                return Err(error::edit_value(INSIDE, value.span().start));
            }
            last = Some(change);
            if again.is_none() {
                lost.push((value.index, value.end()));
            } else if replace {
                edits.pop();
            }
            if replace {
                edits.push(Edit { span: value.span(), text: change.text.clone() });
            }
        }
        Ok(lost)
    }

    /// Returns the changes to lists of children, by container and then in the order of the text.
    fn steps<'c>(&self, order: &[&'c Change]) -> Vec<ChildChange<'c>> {
        let mut steps: Vec<ChildChange<'c>> = Vec::new();
        let mut ends: Vec<ChildChange<'c>> = Vec::new();
        for change in order {
            match change.what {
                What::Replace => {}
                What::Append | What::Add(_) => ends.push(ChildChange { container: change.index, change }),
                What::Remove | What::Before => steps.push(ChildChange { container: self.value(change.index).parent().index, change }),
            }
        }
        // Additions at the end of a container come after the changes to its children, and both keep their order.
        steps.append(&mut ends);
        steps.sort_by_key(|step| step.container);
        steps
    }

    /// Returns the changes in the order of the text, then in the order in which they were made.
    fn sorted(&self) -> Vec<&Change> {
        let mut sorted: Vec<&Change> = self.changes.iter().collect();
        sorted.sort_by_key(|change| change.index);
        sorted
    }

    fn value(&self, index: usize) -> Value<'d> {
        Value { document: self.document, index }
    }

    /// Writes the removals, insertions and additions of one container. It reads only the children that change and their neighbours.
    fn rearrange(&self, container: Value<'d>, steps: &[ChildChange<'_>], edits: &mut Vec<Edit>) -> Result<(), Error> {
        let style = Style::of(container, self.document.source());
        let mut steps = steps.iter().map(|step| step.change).peekable();
        let mut gone: Option<Run<'d>> = None;
        while let Some(first) = steps.next_if(|change| change.index != container.index) {
            let child = self.value(first.index);
            let start = whole(child).start;
            let (mut removed, mut before) = (false, Vec::new());
            let mut next = Some(first);
            while let Some(change) = next {
                match change.what {
                    What::Remove => removed = true,
                    _ => before.push(change),
                }
                next = steps.next_if(|change| change.index == child.index);
            }
            if removed && !before.is_empty() {
                return Err(error::edit_value("an insertion before a value that is removed", start));
            }
            match &mut gone {
                Some(run) if removed && run.last.following() == Some(child) => run.last = child,
                _ => edits.extend(std::mem::replace(&mut gone, removed.then_some(Run { first: child, last: child })).map(Run::deletion)),
            }
            for change in before {
                edits.push(Edit { span: Span { start, end: start }, text: [change.text.as_slice(), &style.separator].concat() });
            }
        }
        let end = match &gone {
            Some(run) if run.last.following().is_none() => run.first.previous().map(|kept| kept.span().end),
            _ => container.content_end(),
        };
        edits.extend(gone.map(Run::deletion));
        let (mut first, end) = (end.is_none(), end.unwrap_or(container.span().start + 1));
        for change in last_of_each_name(steps) {
            let mut text = if std::mem::take(&mut first) { Vec::new() } else { style.separator.clone() };
            if let What::Add(name) = &change.what {
                text.extend_from_slice(quote(name).as_bytes());
                text.extend_from_slice(&style.colon);
            }
            text.extend_from_slice(&change.text);
            edits.push(Edit { span: Span { start: end, end }, text });
        }
        Ok(())
    }
}

/// Returns the additions at the end of a container. A member that is added twice appears once: at its first place, with the last text.
fn last_of_each_name<'c>(changes: impl Iterator<Item = &'c Change>) -> Vec<&'c Change> {
    let mut kept: Vec<&Change> = Vec::new();
    let mut places = BTreeMap::new();
    for change in changes {
        let place = match &change.what {
            What::Add(name) => *places.entry(name).or_insert(kept.len()),
            _ => kept.len(),
        };
        match kept.get_mut(place) {
            Some(earlier) => *earlier = change,
            None => kept.push(change),
        }
    }
    kept
}

/// Neighbours that are removed.
struct Run<'d> {
    first: Value<'d>,
    last: Value<'d>,
}

impl Run<'_> {
    /// Returns the edit that deletes them and one comma.
    fn deletion(self) -> Edit {
        let (start, end) = (whole(self.first).start, self.last.span().end);
        let span = match (self.first.previous(), self.last.following()) {
            (Some(before), _) => Span { start: before.span().end, end },
            (None, Some(after)) => Span { start, end: whole(after).start },
            (None, None) => Span { start, end },
        };
        Edit { span, text: Vec::new() }
    }
}

/// A change to the children of a container.
#[derive(Clone, Copy)]
struct ChildChange<'c> {
    container: usize,
    change: &'c Change,
}

const INSIDE: &str = "a change inside a value that another change replaces or removes";

/// Returns the text of one JSON value, without the space around it.
fn checked(text: &[u8]) -> Result<Vec<u8>, Error> {
    match scan(text) {
        Ok(document) => Ok(document.root().raw().to_vec()),
        Err(cause) => Err(error::edit_value("the new text is not JSON", cause.offset().unwrap_or(0)).because(cause)),
    }
}

#[cfg(test)]
mod tests;
