//! The title of a fix: its edit in words, for one finding.

use std::collections::{BTreeMap, BTreeSet};

use super::details::shown;
use super::place_name::{Named, name_of, name_of_element};
use crate::json::{Changes, EffectiveChange, Kind, Text, Value, scan};

/// Says what a fix changes. `title` has the words of the rule for it; if it is empty, the changes are listed.
pub(crate) fn title_of<'d>(title: &str, place: Value<'d>, changes: &Changes<'d>) -> String {
    let steps = steps_of(place, changes);
    if title.is_empty() { list(&steps) } else { with_count(&title.replace(PART, &named_part(place)), &steps) }
}

/// The placeholder for the kind of the finding's place, in the title of a rule.
const PART: &str = "{part}";

/// The kind of a place: "`thinking` block", or "part" if it is no element of a list.
fn named_part(place: Value<'_>) -> String {
    match name_of(place) {
        Named::Element(kind) => kind.named(1),
        Named::Member { path, .. } => format!("`{path}`"),
        Named::Whole => "part".to_owned(),
    }
}

/// Adds to a title how much is removed, if the fix removes several elements of one kind and changes nothing else.
fn with_count(title: &str, steps: &[Step]) -> String {
    match steps {
        [Step { verb: Verb::Remove, name: Named::Element(kind), count, .. }] if *count > 1 => {
            format!("{title} This removes {}.", kind.counted(*count))
        }
        _ => title.to_owned(),
    }
}

/// Equal changes to places of the same name.
struct Step {
    verb: Verb,
    name: Named,
    count: usize,
    /// True if one of the places is that of the finding.
    has_place: bool,
    /// The finding's place, if a removed element holds it.
    holds: Option<Named>,
}

#[derive(PartialEq, Eq)]
enum Verb {
    Remove,
    /// Removes an element and inserts the same text elsewhere.
    Move,
    /// Gives a value that is short enough to be shown, with the old value if that is short too.
    Set {
        to: String,
        from: Option<String>,
    },
    Replace,
    Add,
    Insert,
    Rename(String),
}

/// Groups the changes by what they do.
fn steps_of<'d>(place: Value<'d>, changes: &Changes<'d>) -> Vec<Step> {
    let changes = changes.effective();
    let moved = moved_texts(&changes);
    let mut steps: Vec<Step> = Vec::new();
    for change in &changes {
        let mut step = step_of(*change, place);
        match change {
            EffectiveChange::Insert(_, text) if moved.contains(text) => continue,
            EffectiveChange::Remove(value) if moved.contains(value.raw()) => step.verb = Verb::Move,
            _ => {}
        }
        match steps.iter_mut().find(|known| known.joins(&step)) {
            Some(known) => known.join(step),
            None => steps.push(step),
        }
    }
    steps
}

/// The texts of elements that are removed in one place and inserted in another.
fn moved_texts<'c>(changes: &'c [EffectiveChange<'c, 'c>]) -> BTreeSet<&'c [u8]> {
    let mut inserted: BTreeMap<&[u8], usize> = BTreeMap::new();
    let mut removed: BTreeMap<&[u8], usize> = BTreeMap::new();
    for change in changes {
        match change {
            EffectiveChange::Insert(_, text) => *inserted.entry(*text).or_default() += 1,
            EffectiveChange::Remove(value) => *removed.entry(value.raw()).or_default() += 1,
            _ => {}
        }
    }
    inserted.into_iter().filter(|(text, count)| *count == 1 && removed.get(text) == Some(&1)).map(|(text, _)| text).collect()
}

fn step_of<'d>(change: EffectiveChange<'_, 'd>, place: Value<'d>) -> Step {
    let (verb, name, value) = match change {
        EffectiveChange::Remove(value) => (Verb::Remove, name_of(value), Some(value)),
        EffectiveChange::Replace(value, text) => match name_of(value) {
            name @ Named::Member { .. } => (replacement(text, Some(value)), name, Some(value)),
            name => (Verb::Replace, name, Some(value)),
        },
        EffectiveChange::Add(object, name, text) => (replacement(text, None), name_of(object).member(name), None),
        EffectiveChange::Insert(array, text) => (Verb::Insert, inserted(array, text), None),
        EffectiveChange::Rename(member, name) => (Verb::Rename(text_of(name)), name_of(member), None),
    };
    let has_place = value == Some(place);
    let is_around = value.is_some_and(|value| value.span().start <= place.span().start && place.span().end <= value.span().end);
    let holds = (is_around && !has_place).then(|| name_of(place));
    Step { verb, name, count: 1, has_place, holds }
}

/// A value that is set, with its text if that is short.
fn replacement(text: &[u8], before: Option<Value<'_>>) -> Verb {
    match (short(text), before) {
        (Some(to), _) => Verb::Set { to, from: before.and_then(|before| short(before.raw())) },
        (None, Some(_)) => Verb::Replace,
        (None, None) => Verb::Add,
    }
}

fn inserted(array: Value<'_>, text: &[u8]) -> Named {
    scan(text).map_or(Named::Whole, |document| Named::Element(name_of_element(document.root(), array)))
}

/// Returns a JSON text as a title shows it: numbers, single words and small objects in backticks. Returns `None` for texts that are
/// long or could be somebody's words.
fn short(json: &[u8]) -> Option<String> {
    if json.len() > LONGEST_VALUE {
        return None;
    }
    let document = scan(json).ok()?;
    let value = document.root();
    let text = match value.kind() {
        Kind::String => value.text().map(Text::lossy).unwrap_or_default(),
        Kind::Array | Kind::Object => String::from_utf8_lossy(json),
        _ => String::from_utf8_lossy(json),
    };
    let is_prose = text.contains(char::is_whitespace) || text.ends_with('.') || text.contains(".\"");
    (!is_prose).then(|| format!("`{}`", shown(&text)))
}

/// The longest JSON text that a title shows.
const LONGEST_VALUE: usize = 48;

fn text_of(string: &[u8]) -> String {
    scan(string).ok().and_then(|document| document.root().text().map(|text| shown(&text.lossy()))).unwrap_or_default()
}

impl Step {
    /// Returns `true` if another change does the same, but for its values.
    fn joins(&self, other: &Step) -> bool {
        let is_same = match (&self.verb, &other.verb) {
            (Verb::Set { .. }, Verb::Set { .. } | Verb::Replace) | (Verb::Replace, Verb::Set { .. }) => true,
            (one, other) => one == other,
        };
        is_same && self.name == other.name
    }

    fn join(&mut self, other: Step) {
        self.count += 1;
        self.has_place |= other.has_place;
        self.holds = None;
        if self.verb == other.verb {
            return;
        }
        self.verb = match (std::mem::replace(&mut self.verb, Verb::Replace), other.verb) {
            (Verb::Set { to, .. }, Verb::Set { to: also, .. }) if to == also => Verb::Set { to, from: None },
            _ => Verb::Replace,
        };
    }

    /// The step as a clause with an imperative. A step beside others only counts its elements.
    fn clause(&self, with_old: bool, is_only: bool) -> Clause {
        let (object, holder) = self.object(is_only);
        let in_holder = |preposition: &str| holder.as_ref().map(|holder| format!(" {preposition} {holder}")).unwrap_or_default();
        let (verb, rest) = match &self.verb {
            Verb::Remove => ("remove", in_holder("from") + &self.content()),
            Verb::Move => ("move", String::new()),
            Verb::Replace => ("replace", in_holder("in")),
            Verb::Add => ("add", in_holder("to")),
            Verb::Insert => ("insert", String::new()),
            Verb::Rename(to) => ("rename", format!(" to `{to}`{}", in_holder("in"))),
            Verb::Set { to, from } => {
                let from = from.as_ref().filter(|_| with_old).map(|from| format!(" (was {from})")).unwrap_or_default();
                ("set", format!("{} to {to}{from}", in_holder("in")))
            }
        };
        Clause { verb, objects: vec![object], rest }
    }

    /// The elements of a step, by their number.
    fn elements(&self, is_only: bool) -> String {
        let Named::Element(kind) = &self.name else { return String::new() };
        match self.count {
            1 => kind.one(),
            count if self.has_place && is_only => format!("{} and {} other {}", kind.one(), count - 1, kind.named(count - 1)),
            count => kind.counted(count),
        }
    }

    /// The place of the finding in a removed element that holds it.
    fn content(&self) -> String {
        match &self.holds {
            Some(Named::Element(kind)) => format!(" with {} in it", kind.one()),
            _ => String::new(),
        }
    }

    /// The places that a step changes, and the element that holds them.
    fn object(&self, is_only: bool) -> (String, Option<String>) {
        match &self.name {
            Named::Member { path, holder } => {
                let holder = holder.as_ref().map(|kind| if self.count > 1 { kind.counted(self.count) } else { kind.one() });
                (format!("`{path}`"), holder)
            }
            Named::Element(kind) if self.verb == Verb::Insert && self.count == 1 => (kind.another(), None),
            Named::Element(kind) if self.verb == Verb::Insert => (kind.counted(self.count), None),
            Named::Element(_) => (self.elements(is_only), None),
            Named::Whole => ("the request".to_owned(), None),
        }
    }
}

/// A part of a title: what is done to which places.
struct Clause {
    verb: &'static str,
    objects: Vec<String>,
    rest: String,
}

/// Lists the steps in one sentence. A sentence that would be long leaves out old values first, and then counts the last steps.
fn list(steps: &[Step]) -> String {
    let tries = [(3, true), (3, false), (2, false), (1, false)];
    let sentences = tries.iter().map(|(most, with_old)| sentence(steps, *most, *with_old));
    let mut last = String::new();
    for sentence in sentences {
        last = sentence;
        if last.split_whitespace().count() <= MOST_WORDS {
            break;
        }
    }
    last
}

/// So many words a title has. Values in backticks count too, so it is shorter than a sentence may be.
const MOST_WORDS: usize = 24;

/// The steps as a sentence: the first kinds of changes are named, and the others counted.
fn sentence(steps: &[Step], most: usize, with_old: bool) -> String {
    let (mut clauses, mut others): (Vec<Clause>, usize) = (Vec::new(), 0);
    for step in steps {
        let (clause, is_full) = (step.clause(with_old, steps.len() == 1), clauses.len() >= most);
        match clauses.iter_mut().find(|known| known.verb == clause.verb && known.rest == clause.rest && clause.verb != "set") {
            Some(known) => known.objects.extend(clause.objects),
            None if is_full => others += step.count,
            None => clauses.push(clause),
        }
    }
    let mut words: Vec<String> =
        clauses.iter().map(|clause| format!("{} {}{}", clause.verb, joined(&clause.objects), clause.rest)).collect();
    if others > 0 {
        words.push(format!("make {others} more {}", if others == 1 { "change" } else { "changes" }));
    }
    let words = joined(&words);
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}

/// Joins words as a sentence lists them.
pub(super) fn joined(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::title_of;
    use crate::error::Error;
    use crate::json::{Changes, Document, scan};

    const REQUEST: &str = r#"{"thinking":{"budget_tokens":2000},"old":1,"include":["a"],"messages":[{"role":"assistant","content":[
        {"type":"thinking","signature":"s"},{"type":"thinking"},{"type":"text","text":"Said by somebody."},{"type":"thinking"}]}]}"#;

    /// The title for changes to the request, found at a place.
    fn title(words: &str, place: &str, change: impl for<'d> Fn(&mut Changes<'d>, &'d Document<'d>) -> Result<(), Error>) -> String {
        let document = scan(REQUEST.as_bytes()).unwrap();
        let mut changes = Changes::new(&document);
        change(&mut changes, &document).unwrap();
        title_of(words, document.find(place).unwrap(), &changes)
    }

    const FIRST: &str = "/messages/0/content/0";

    fn remove<'d>(changes: &mut Changes<'d>, document: &'d Document<'d>, places: &[usize]) -> Result<(), Error> {
        places.iter().try_for_each(|nth| changes.remove(document.find(&format!("/messages/0/content/{nth}"))?))
    }

    #[test]
    fn a_title_names_the_places_and_both_values() {
        assert_eq!(
            title("", "/thinking", |changes, all| changes.replace(all.find("/thinking/budget_tokens")?, b"1024")),
            "Set `thinking.budget_tokens` to `1024` (was `2000`)."
        );
        assert_eq!(title("", "", |changes, all| changes.set(all.root(), "store", b"false")), "Set `store` to `false`.");
        assert_eq!(title("", "/old", |changes, all| changes.rename(all.find("/old")?, "new")), "Rename `old` to `new`.");
        assert_eq!(title("", "/old", |changes, all| changes.remove(all.find("/old")?)), "Remove `old`.");
        assert_eq!(title("", "", |changes, all| changes.append(all.find("/include")?, b"\"b\"")), "Insert a `b` entry of `include`.");
        assert_eq!(
            title("", FIRST, |changes, all| changes.remove(all.find("/messages/0/content/0/signature")?)),
            "Remove `signature` from the `thinking` block."
        );
    }

    #[test]
    fn equal_changes_are_counted() {
        assert_eq!(
            title("", FIRST, |changes, all| remove(changes, all, &[0, 1, 3])),
            "Remove the `thinking` block and 2 other `thinking` blocks."
        );
        assert_eq!(title("", "", |changes, all| remove(changes, all, &[1, 3])), "Remove 2 `thinking` blocks.");
        assert_eq!(title("", FIRST, |changes, all| remove(changes, all, &[0, 2])), "Remove the `thinking` block and the `text` block.");
        assert_eq!(title("", FIRST, |changes, all| remove(changes, all, &[0, 1, 2])), "Remove 2 `thinking` blocks and the `text` block.");
        assert_eq!(
            title("", FIRST, |changes, all| changes.remove(all.find("/messages/0")?)),
            "Remove the `assistant` message with the `thinking` block in it."
        );
        assert_eq!(title("Drop it.", FIRST, |changes, all| remove(changes, all, &[0, 1])), "Drop it. This removes 2 `thinking` blocks.");
        assert_eq!(title("Drop it.", FIRST, |changes, all| remove(changes, all, &[0])), "Drop it.");
    }

    #[test]
    fn the_words_of_a_conversation_are_not_shown() {
        let text = "/messages/0/content/2/text";
        assert_eq!(title("", text, |changes, all| changes.replace(all.find(text)?, b"\"x\"")), "Set `text` in the `text` block to `x`.");
        assert_eq!(
            title("", text, |changes, all| changes.replace(all.find(text)?, b"\"Other words.\"")),
            "Replace `text` in the `text` block."
        );
    }

    #[test]
    fn an_element_that_is_inserted_elsewhere_is_moved() {
        let moved = title("", FIRST, |changes, all| {
            remove(changes, all, &[2])?;
            changes.insert(all.find(FIRST)?, all.find("/messages/0/content/2")?.raw())
        });
        assert_eq!(moved, "Move the `text` block.");
    }
}
