//! Notes: everything that the target cannot express like the source, with the place in the source.

use std::borrow::Cow;

use crate::json::{Document, Places, Value, lossy};

/// One thing that a conversion left out, changed or added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversionNote {
    /// The place in the source, as a JSON pointer: the first of several. `None` if only the target requires the change.
    pub pointer: Option<String>,
    /// All places in the source, if there are several.
    pub places: Vec<String>,
    /// The place in the target, as a JSON pointer, if the change is visible there.
    pub to: Option<String>,
    /// The level of the change.
    pub level: NoteLevel,
    /// The name of the thing.
    pub what: String,
    /// The reason.
    pub why: String,
    /// The number of places.
    pub count: usize,
}

/// The level of a change: how much of the source the target still has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteLevel {
    /// The target does not get it.
    Lost,
    /// The target gets it in another way, or in another place.
    Changed,
    /// The source does not have it, and the target requires it.
    Added,
}

impl NoteLevel {
    /// The word for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Lost => "lost",
            Self::Changed => "changed",
            Self::Added => "added",
        }
    }
}

impl ConversionNote {
    /// Makes a note that has no place in the source.
    #[must_use]
    pub fn without_source(to: Option<String>, level: NoteLevel, what: String, why: String) -> Self {
        Self { pointer: None, places: Vec::new(), to, level, what, why, count: 1 }
    }

    /// Returns all places in the source that it is about.
    pub fn pointers(&self) -> impl Iterator<Item = &str> {
        let only = self.pointer.iter().filter(|_| self.places.is_empty());
        only.chain(&self.places).map(String::as_str)
    }

    /// Adds a place of the same change. A value that is noted twice counts once.
    fn repeat(&mut self, pointer: String) {
        if self.pointers().any(|known| known == pointer) {
            return;
        }
        if self.places.is_empty() {
            self.places.extend(self.pointer.clone());
        }
        self.places.push(pointer);
        self.count = self.places.len();
    }
}

/// Notes under construction: their places are values of the source.
#[derive(Default)]
pub(crate) struct Notes<'d> {
    pub(crate) all: Vec<Noted<'d>>,
    /// Notes that only the target requires: the level, the place in the target, the name and the reason.
    demanded: Vec<(NoteLevel, [&'static str; 3])>,
}

/// A note on a value of the source.
#[derive(Clone, PartialEq)]
pub(crate) struct Noted<'d> {
    value: Value<'d>,
    level: NoteLevel,
    what: &'static str,
    /// Both spellings of a name, before the reason.
    names: String,
    why: Cow<'static, str>,
}

impl<'d> Notes<'d> {
    /// Notes that the target gets a value of the source in another way.
    pub(crate) fn add(&mut self, value: Value<'d>, what: &'static str, why: &'static str) {
        self.note(value, NoteLevel::Changed, what, why.into());
    }

    /// Notes that the target gets a name of the source in another spelling.
    pub(crate) fn rename(&mut self, value: Value<'d>, what: &'static str, (old, new): (&[u8], &[u8]), why: &'static str) {
        let names = ["`", &lossy(old), "` became `", &lossy(new), "`: "].concat();
        self.push(Noted { value, level: NoteLevel::Changed, what, names, why: why.into() });
    }

    /// Notes that the target does not get a value of the source.
    pub(crate) fn lose(&mut self, value: Value<'d>, what: &'static str, why: &'static str) {
        self.note(value, NoteLevel::Lost, what, why.into());
    }

    /// Notes that the target does not get a value of the source, if there is one.
    pub(crate) fn at(&mut self, value: Option<Value<'d>>, what: &'static str, why: &'static str) {
        value.into_iter().for_each(|value| self.lose(value, what, why));
    }

    /// Notes that the target gets a value of the source in another way, if there is one.
    pub(crate) fn change_at(&mut self, value: Option<Value<'d>>, what: &'static str, why: &'static str) {
        value.into_iter().for_each(|value| self.add(value, what, why));
    }

    /// Returns `true` if a note says that the target does not get a value of the source.
    pub(crate) fn has_lost(&self, value: Value<'_>) -> bool {
        self.all.iter().any(|note| note.level == NoteLevel::Lost && note.value == value)
    }

    /// Adds a note on a value of the source. Each reason is reported once for each value.
    pub(crate) fn note(&mut self, value: Value<'d>, level: NoteLevel, what: &'static str, why: Cow<'static, str>) {
        self.push(Noted { value, level, what, names: String::new(), why });
    }

    fn push(&mut self, note: Noted<'d>) {
        if self.all.last() != Some(&note) {
            self.all.push(note);
        }
    }

    /// Notes something that was added because only the target requires it.
    pub(crate) fn demand(&mut self, to: &'static str, what: &'static str, why: &'static str) {
        self.demanded.push((NoteLevel::Added, [to, what, why]));
    }

    /// Notes that the request as a whole means something else at the target.
    pub(crate) fn change_whole(&mut self, what: &'static str, why: &'static str) {
        self.demanded.push((NoteLevel::Changed, ["", what, why]));
    }

    /// Returns the notes in the order of the source, so that one walk finds all pointers. Notes on additions come last. A change in several places is one
    /// note, with the names of the first; a loss is reported at each place.
    pub(crate) fn placed(&self, source: &Document<'_>) -> Vec<ConversionNote> {
        let mut ordered: Vec<_> = self.all.iter().collect();
        ordered.sort_by_key(|note| note.value.span().start);
        let (mut places, mut placed) = (Places::new(source), Vec::<ConversionNote>::new());
        // The changes so far, with their index among the notes.
        let mut changes: Vec<(&Noted<'_>, usize)> = Vec::new();
        for note in ordered {
            let pointer = lossy(places.pointer(note.value));
            let known = changes.iter().find(|(known, _)| known.is_same_change(note)).map(|(_, nth)| *nth);
            if let Some(first) = known.and_then(|nth| placed.get_mut(nth)) {
                first.repeat(pointer);
                continue;
            }
            if note.level == NoteLevel::Changed {
                changes.push((note, placed.len()));
            }
            let (what, why) = (note.what.to_owned(), [note.names.as_str(), &note.why].concat());
            placed.push(ConversionNote { pointer: Some(pointer), ..ConversionNote::without_source(None, note.level, what, why) });
        }
        let of_target = |(level, [to, what, why]): (NoteLevel, [&str; 3])| {
            ConversionNote::without_source(Some(to.to_owned()), level, what.to_owned(), why.to_owned())
        };
        placed.extend(self.demanded.iter().copied().map(of_target));
        placed
    }
}

impl Noted<'_> {
    fn is_same_change(&self, other: &Self) -> bool {
        self.level == other.level && self.what == other.what && self.why == other.why
    }
}
