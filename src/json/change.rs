//! Edits in terms of values: replace one, remove one, put one in.
//!
//! All changes are meant against the text as it was scanned and become one set of [`Edit`]s, so that removing two
//! neighbours, or everything, or removing and appending at once leaves the commas right. New text takes the spacing of
//! its neighbours; everything else keeps its bytes.

use std::collections::{BTreeMap, BTreeSet};

use super::document::{Document, Value};
use super::edit::{Edit, splice};
use super::error;
use super::scan::scan;
use super::span::{Kind, Span};
use super::string::quote;
use crate::error::Error;

/// What is put at the end of a container: its key, in an object, and its text.
type Added = (Option<String>, Vec<u8>);

/// Changes to a document that are collected and then applied at once.
#[derive(Clone, Debug)]
pub struct Changes<'d> {
    document: &'d Document<'d>,
    replaced: BTreeMap<usize, Vec<u8>>,
    removed: BTreeSet<usize>,
    /// By container: what is to be appended, with its key in an object.
    appended: BTreeMap<usize, Vec<Added>>,
    /// By array element: what is to stand before it.
    inserted: BTreeMap<usize, Vec<Vec<u8>>>,
}

impl<'d> Changes<'d> {
    /// No changes yet.
    #[must_use]
    pub fn new(document: &'d Document<'d>) -> Self {
        Self { document, replaced: BTreeMap::new(), removed: BTreeSet::new(), appended: BTreeMap::new(), inserted: BTreeMap::new() }
    }

    /// Puts a JSON text in the place of a value.
    ///
    /// # Errors
    /// A text that is not JSON.
    pub fn replace(&mut self, value: Value<'_>, text: &[u8]) -> Result<(), Error> {
        self.replaced.insert(value.index, checked(text)?);
        Ok(())
    }

    /// Removes an element or a member, with its key and one comma.
    ///
    /// # Errors
    /// The root cannot be removed: nothing would be left.
    pub fn remove(&mut self, value: Value<'_>) -> Result<(), Error> {
        if value.index == 0 {
            return Err(error::edit_value("the whole text cannot be removed", value.span().start));
        }
        self.removed.insert(value.index);
        Ok(())
    }

    /// Puts a JSON text at the end of an array.
    ///
    /// # Errors
    /// A value that is not an array; a text that is not JSON.
    pub fn append(&mut self, array: Value<'_>, text: &[u8]) -> Result<(), Error> {
        if array.kind() != Kind::Array {
            return Err(error::edit_value("only an array can be appended to", array.span().start));
        }
        self.appended.entry(array.index).or_default().push((None, checked(text)?));
        Ok(())
    }

    /// Puts a JSON text before an element of an array.
    ///
    /// # Errors
    /// A value that is not an element of an array; a text that is not JSON.
    pub fn insert(&mut self, before: Value<'_>, text: &[u8]) -> Result<(), Error> {
        if before.index == 0 || before.key().is_some() {
            return Err(error::edit_value("only an element of an array can have one put before it", before.span().start));
        }
        self.inserted.entry(before.index).or_default().push(checked(text)?);
        Ok(())
    }

    /// Gives a member of an object a value: in place if it is there (the last, of duplicates), at the end if not.
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
        let text = checked(text)?;
        let added = self.appended.entry(object.index).or_default();
        added.retain(|(key, _)| key.as_deref() != Some(name));
        added.push((Some(name.to_owned()), text));
        Ok(())
    }

    /// The text with all changes in it.
    ///
    /// # Errors
    /// Changes that contradict each other, such as one inside a value that is removed.
    pub fn apply(&self) -> Result<Vec<u8>, Error> {
        splice(self.document.emit(), &self.edits()?)
    }

    /// The changes as splices of the source.
    ///
    /// # Errors
    /// Changes that contradict each other, such as one inside a value that is removed.
    pub fn edits(&self) -> Result<Vec<Edit>, Error> {
        let mut edits = Vec::new();
        let lost = self.lost()?;
        for (index, text) in &self.replaced {
            edits.push(Edit { span: self.value(*index).span(), text: text.clone() });
        }
        for container in self.containers() {
            if lost.range(..=container.index).next_back().is_some_and(|(_, end)| container.index < *end) {
                return Err(error::edit_value(INSIDE, container.span().start));
            }
            self.rearrange(container, &mut edits)?;
        }
        Ok(edits)
    }

    /// The stretches of the tape that are replaced or removed: from index to index. None lies in another.
    fn lost(&self) -> Result<BTreeMap<usize, usize>, Error> {
        let mut lost = BTreeMap::new();
        let mut done = 0;
        let both: BTreeSet<usize> = self.removed.iter().chain(self.replaced.keys()).copied().collect();
        for value in both.into_iter().map(|index| self.value(index)) {
            if value.index < done || self.removed.contains(&value.index) && self.replaced.contains_key(&value.index) {
                return Err(error::edit_value(INSIDE, value.span().start));
            }
            done = value.end();
            lost.insert(value.index, done);
        }
        Ok(lost)
    }

    fn value(&self, index: usize) -> Value<'d> {
        Value { document: self.document, index }
    }

    /// The containers whose list of children changes, in the order of the text.
    fn containers(&self) -> Vec<Value<'d>> {
        let children: BTreeSet<usize> = self.removed.iter().chain(self.inserted.keys()).copied().collect();
        let mut open: Vec<Value<'d>> = Vec::new();
        let mut found: BTreeSet<usize> = self.appended.keys().copied().collect();
        let last = children.last().copied().unwrap_or(0);
        for index in 0..=last {
            let value = self.value(index);
            while open.last().is_some_and(|container| container.end() <= index) {
                open.pop();
            }
            if children.contains(&index) {
                found.extend(open.last().map(|container| container.index));
            }
            if matches!(value.kind(), Kind::Array | Kind::Object) {
                open.push(value);
            }
        }
        found.into_iter().map(|index| self.value(index)).collect()
    }

    /// Writes the removals, insertions and appendings of one container.
    fn rearrange(&self, container: Value<'d>, edits: &mut Vec<Edit>) -> Result<(), Error> {
        let children: Vec<Value<'d>> = container.elements().chain(container.members().map(|(_, value)| value)).collect();
        let style = Style::of(container, &children, self.document.emit());
        let mut last_kept: Option<Span> = None;
        let mut run: Option<Span> = None;
        for child in &children {
            let span = whole(*child);
            if self.removed.contains(&child.index) {
                if self.inserted.contains_key(&child.index) {
                    return Err(error::edit_value("an insertion before a value that is removed", span.start));
                }
                run = Some(Span { start: run.map_or(span.start, |run| run.start), end: span.end });
                continue;
            }
            if let Some(gone) = run.take() {
                edits.push(closing(gone, last_kept, Some(span)));
            }
            for text in self.inserted.get(&child.index).into_iter().flatten() {
                edits.push(Edit { span: Span { start: span.start, end: span.start }, text: [text, style.separator.as_slice()].concat() });
            }
            last_kept = Some(span);
        }
        if let Some(gone) = run {
            edits.push(closing(gone, last_kept, None));
        }
        let end = last_kept.map_or(container.span().start + 1, |span| span.end);
        let mut first = last_kept.is_none();
        for (key, text) in self.appended.get(&container.index).into_iter().flatten() {
            let mut added = if first { Vec::new() } else { style.separator.clone() };
            if let Some(key) = key {
                added.extend_from_slice(quote(key).as_bytes());
                added.extend_from_slice(&style.colon);
            }
            added.extend_from_slice(text);
            edits.push(Edit { span: Span { start: end, end }, text: added });
            first = false;
        }
        Ok(())
    }
}

/// The deletion of neighbours together with the comma that goes with them.
fn closing(gone: Span, before: Option<Span>, after: Option<Span>) -> Edit {
    let span = match (before, after) {
        (Some(before), _) => Span { start: before.end, end: gone.end },
        (None, Some(after)) => Span { start: gone.start, end: after.start },
        (None, None) => gone,
    };
    Edit { span, text: Vec::new() }
}

/// A child with its key.
fn whole(child: Value<'_>) -> Span {
    Span { start: child.key().unwrap_or(child).span().start, end: child.span().end }
}

const INSIDE: &str = "a change inside a value that another change replaces or removes";

/// How a container spaces its children.
struct Style {
    separator: Vec<u8>,
    colon: Vec<u8>,
}

impl Style {
    fn of(container: Value<'_>, children: &[Value<'_>], source: &[u8]) -> Self {
        let between = |start: usize, end: usize| source.get(start..end).unwrap_or_default();
        let separator = match children {
            [first, second, ..] => between(first.span().end, whole(*second).start).to_vec(),
            [only] => [b",", between(container.span().start + 1, whole(*only).start)].concat(),
            [] => b",".to_vec(),
        };
        let colon = children.first().and_then(|child| Some(between(child.key()?.span().end, child.span().start)));
        Self { separator, colon: colon.unwrap_or(b":").to_vec() }
    }
}

/// A text that is one JSON value, without the space around it.
fn checked(text: &[u8]) -> Result<Vec<u8>, Error> {
    match scan(text) {
        Ok(document) => Ok(document.root().raw().to_vec()),
        Err(cause) => Err(error::edit_value("the new text is not JSON", cause.offset().unwrap_or(0)).because(cause)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::scan;

    fn changed(body: &str, change: impl Fn(&mut Changes<'_>, &Document<'_>) -> Result<(), Error>) -> String {
        let document = scan(body.as_bytes()).unwrap();
        let mut changes = Changes::new(&document);
        change(&mut changes, &document).unwrap();
        String::from_utf8(changes.apply().unwrap()).unwrap()
    }

    #[test]
    fn removing_takes_the_comma_along_wherever_it_stands() {
        let remove = |gone: &[usize]| {
            changed("[ 0 , 1 , 2 ]", |changes, document| {
                gone.iter().try_for_each(|nth| changes.remove(document.root().element(*nth).unwrap()))
            })
        };
        assert_eq!(remove(&[0]), "[ 1 , 2 ]");
        assert_eq!(remove(&[1]), "[ 0 , 2 ]");
        assert_eq!(remove(&[2]), "[ 0 , 1 ]");
        assert_eq!(remove(&[0, 1]), "[ 2 ]");
        assert_eq!(remove(&[1, 2]), "[ 0 ]");
        assert_eq!(remove(&[0, 2]), "[ 1 ]");
        assert_eq!(remove(&[0, 1, 2]), "[  ]");
    }

    #[test]
    fn a_member_goes_with_its_key_and_comes_with_one() {
        let body = r#"{"a": 1, "b": 2, "a": 3}"#;
        assert_eq!(changed(body, |changes, document| changes.remove(document.find("/a")?)), r#"{"a": 1, "b": 2}"#);
        assert_eq!(changed(body, |changes, document| changes.set(document.root(), "a", b"4")), r#"{"a": 1, "b": 2, "a": 4}"#);
        assert_eq!(
            changed(body, |changes, document| changes.set(document.root(), "c\"", b" [] ")),
            r#"{"a": 1, "b": 2, "a": 3, "c\"": []}"#
        );
        assert_eq!(changed("{}", |changes, document| changes.set(document.root(), "c", b"1")), r#"{"c":1}"#);
    }

    #[test]
    fn new_elements_take_the_spacing_of_their_neighbours() {
        let append = |changes: &mut Changes<'_>, document: &Document<'_>| changes.append(document.root(), b"9");
        assert_eq!(changed("[]", append), "[9]");
        assert_eq!(changed("[1]", append), "[1,9]");
        assert_eq!(changed("[\n  1\n]", append), "[\n  1,\n  9\n]");
        assert_eq!(changed("[1, 2]", append), "[1, 2, 9]");
        assert_eq!(changed("[1, 2]", |changes, document| changes.insert(document.root().element(0).unwrap(), b"0")), "[0, 1, 2]");
    }

    #[test]
    fn all_removed_and_some_appended_is_still_json() {
        let both = changed("[1, 2]", |changes, document| {
            document.root().elements().try_for_each(|value| changes.remove(value))?;
            changes.append(document.root(), b"3")?;
            changes.append(document.root(), b"4")
        });
        assert_eq!(both, "[3, 4]");
    }

    #[test]
    fn changes_that_contradict_each_other_are_refused() {
        let document = scan(br#"{"a": {"b": [1]}}"#).unwrap();
        let (a, list) = (document.find("/a").unwrap(), document.find("/a/b").unwrap());
        let refused = |change: &dyn Fn(&mut Changes<'_>) -> Result<(), Error>| {
            let mut changes = Changes::new(&document);
            change(&mut changes).and_then(|()| changes.apply().map(drop)).unwrap_err().code().as_str()
        };
        assert_eq!(refused(&|changes| changes.remove(document.root())), "E_EDIT_VALUE");
        assert_eq!(refused(&|changes| changes.append(a, b"1")), "E_EDIT_VALUE");
        assert_eq!(refused(&|changes| changes.set(list, "x", b"1")), "E_EDIT_VALUE");
        assert_eq!(refused(&|changes| changes.insert(a, b"1")), "E_EDIT_VALUE");
        assert_eq!(refused(&|changes| changes.append(list, b"1,")), "E_EDIT_VALUE");
        assert_eq!(refused(&|changes| changes.remove(a).and_then(|()| changes.append(list, b"1"))), "E_EDIT_VALUE");
        assert_eq!(refused(&|changes| changes.replace(a, b"1").and_then(|()| changes.remove(list))), "E_EDIT_VALUE");
        assert_eq!(refused(&|changes| changes.replace(a, b"1").and_then(|()| changes.remove(a))), "E_EDIT_VALUE");
    }
}
