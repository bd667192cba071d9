//! Names for places of a request as people say them: "the `thinking` block", "`signature`" in it.

use super::details::shown;
use crate::json::{Kind, Text, Value};

/// A place in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    /// The whole request.
    Whole,
    /// An element of a list.
    Element(ElementKind),
    /// A member: the names that lead to it from the request, or from the innermost element of a list that holds it.
    Member { path: String, holder: Option<ElementKind> },
}

impl Named {
    /// The member of that name in the place.
    pub(crate) fn member(self, name: &str) -> Named {
        let name = shown(name);
        match self {
            Named::Whole => Named::Member { path: name, holder: None },
            Named::Element(kind) => Named::Member { path: name, holder: Some(kind) },
            Named::Member { path, holder } => Named::Member { path: format!("{path}.{name}"), holder },
        }
    }
}

/// An element of a list by its type and its list: a `thinking` block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ElementKind {
    /// Its type, role or name; empty if it has none.
    label: String,
    /// The word for elements of its list.
    noun: &'static str,
    /// The name of its list, if there is no word for its elements.
    list: String,
}

impl ElementKind {
    /// With the definite article: "the `thinking` block".
    pub(crate) fn one(&self) -> String {
        format!("the {}", self.named(1))
    }

    /// With the indefinite article: "a `thinking` block".
    pub(crate) fn another(&self) -> String {
        let first = self.label.chars().chain(self.noun.chars()).next().unwrap_or_default();
        // "user" begins with a consonant when it is spoken.
        format!("{} {}", if "aeio".contains(first) { "an" } else { "a" }, self.named(1))
    }

    /// With a number: "3 `thinking` blocks".
    pub(crate) fn counted(&self, count: usize) -> String {
        format!("{count} {}", self.named(count))
    }

    /// Without article or number, for so many: "`thinking` blocks".
    pub(crate) fn named(&self, count: usize) -> String {
        let noun = match (count, self.noun) {
            (1, noun) => noun.to_owned(),
            (_, "entry") => "entries".to_owned(),
            (_, noun) => format!("{noun}s"),
        };
        let label = if self.label.is_empty() { String::new() } else { format!("`{}` ", self.label) };
        let list = if self.list.is_empty() { String::new() } else { format!(" of `{}`", self.list) };
        format!("{label}{noun}{list}")
    }
}

/// Names a place.
pub(crate) fn name_of(value: Value<'_>) -> Named {
    let mut names: Vec<String> = Vec::new();
    let mut here = value;
    while let Some(key) = here.key() {
        names.push(key.text().map(|text| shown(&text.lossy())).unwrap_or_default());
        here = here.parent();
    }
    let parent = here.parent();
    let element = (parent.kind() == Kind::Array).then(|| name_of_element(here, parent));
    if names.is_empty() {
        return element.map_or(Named::Whole, Named::Element);
    }
    names.reverse();
    Named::Member { path: names.join("."), holder: element }
}

/// Names a value that is in a list, or will be.
pub(crate) fn name_of_element(element: Value<'_>, list: Value<'_>) -> ElementKind {
    let list = list.key().and_then(|key| key.text()?.plain()).unwrap_or_default();
    let noun = NOUNS.iter().find(|(lists, _)| lists.contains(&list)).map(|(_, noun)| *noun);
    let (role, kind) = (element.word("role"), element.word("type"));
    if !role.is_empty() && (kind.is_empty() || kind == "message") {
        return ElementKind { label: shown(role), noun: "message", list: String::new() };
    }
    let label = match element.text() {
        Some(text) => short_label(text),
        None => label_of(element, noun == Some("tool") || noun == Some("tool call")),
    };
    ElementKind { label, noun: noun.unwrap_or("entry"), list: if noun.is_some() { String::new() } else { shown(list) } }
}

/// The name of a tool, or the type of anything else. An element without a type, as Gemini and Converse have them, is what its member says.
fn label_of(element: Value<'_>, is_tool: bool) -> String {
    let name = [element.word("name"), element.get("function").map_or("", |function| function.word("name"))];
    let name = name.into_iter().filter(|_| is_tool).chain([element.word("type")]).find(|name| !name.is_empty());
    if let Some(name) = name {
        return shown(name);
    }
    if element.fits("thought=true") {
        return "thought".to_owned();
    }
    let mut names = element.members().filter_map(|(name, _)| name.plain());
    names.find(|name| !BESIDE.contains(name)).map(shown).unwrap_or_default()
}

/// A text as the label of an element. The words of a conversation are none.
fn short_label(text: Text<'_>) -> String {
    let text = text.lossy();
    if text.contains(char::is_whitespace) { String::new() } else { shown(&text) }
}

/// The members of a Gemini part that are beside what it is.
const BESIDE: &[&str] = &["id", "thought", "thoughtSignature", "thought_signature", "partMetadata", "role", "parts"];

/// The words for elements, by the names of their lists.
const NOUNS: &[(&[&str], &str)] = &[
    (&["messages", "contents"], "message"),
    (&["content", "system"], "block"),
    (&["parts"], "part"),
    (&["input", "output"], "item"),
    (&["steps"], "step"),
    (&["tools", "functionDeclarations"], "tool"),
    (&["tool_calls"], "tool call"),
];
