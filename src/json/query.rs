//! Questions to a value in a few words: a path of names with dots between them, `*` for every element of an array.
//!
//! Paths are of our own writing, so a name has no dot in it. What a wire looks like, and what a rule looks for, is said in
//! this language, as data.

use std::cmp::Ordering;

use super::document::Value;
use super::number::integer;
use super::pointer::index;
use super::span::Kind;

impl<'d> Value<'d> {
    /// The value that a path leads to; a number is the place of an element, and nothing is the value itself.
    #[must_use]
    pub fn path(self, path: &str) -> Option<Value<'d>> {
        let mut here = self;
        for name in path.split('.').filter(|name| !name.is_empty()) {
            here = match index(name) {
                Some(nth) => here.element(nth)?,
                None => here.get(name)?,
            };
        }
        Some(here)
    }

    /// Adds every value that a path leads to.
    pub fn collect(self, path: &str, found: &mut Vec<Value<'d>>) {
        match path.split_once('.').unwrap_or((path, "")) {
            ("", _) => found.push(self),
            ("*", rest) => self.elements().for_each(|element| element.collect(rest, found)),
            (name, rest) => {
                if let Some(value) = self.get(name) {
                    value.collect(rest, found);
                }
            }
        }
    }

    /// Whether all of several conditions hold, with spaces between them; with commas between them, one of several is enough.
    ///
    /// A condition is a path and the test that a value it leads to must pass: `=a|b` for one of those strings, or for `true`, `null`
    /// or a number written so; `^a|b` for a string that begins with one and `~a|b` for one that has it in it; `<a` and `>a` for a
    /// string that comes before or after, or a whole number below or above; `:a`, `:o` or `:s` for an array, an object or a string.
    /// Without a test it has to be there. A `!` in front turns the answer round.
    #[must_use]
    pub fn fits(self, query: &str) -> bool {
        query.split(' ').all(|one| one.split(',').any(|condition| self.meets(condition)))
    }

    fn meets(self, condition: &str) -> bool {
        if let Some(condition) = condition.strip_prefix('!') {
            return !self.meets(condition);
        }
        let end = condition.bytes().position(|byte| matches!(byte, b'=' | b'^' | b':' | b'~' | b'<' | b'>')).unwrap_or(condition.len());
        let (path, test) = condition.split_at_checked(end).unwrap_or_default();
        self.leads(path, test)
    }

    /// Whether the path leads to a value that passes.
    fn leads(self, path: &str, test: &str) -> bool {
        match path.split_once('.').unwrap_or((path, "")) {
            ("", _) => self.passes(test),
            ("*", rest) => self.elements().any(|element| element.leads(rest, test)),
            (name, rest) => self.get(name).is_some_and(|value| value.leads(rest, test)),
        }
    }

    fn passes(self, test: &str) -> bool {
        let Some(words) = test.get(1..) else { return true };
        let mut words = words.split('|');
        match test.as_bytes().first() {
            Some(b':') => words.any(|word| match word {
                "a" => self.kind() == Kind::Array,
                "o" => self.kind() == Kind::Object,
                _ => self.kind() == Kind::String,
            }),
            Some(b'^') => self.text().is_some_and(|text| words.any(|word| text.raw().starts_with(word.as_bytes()))),
            Some(b'~') => self.text().is_some_and(|text| words.any(|word| has(text.raw(), word.as_bytes()))),
            Some(b'<') => words.any(|word| self.ordered(word) == Some(Ordering::Less)),
            Some(b'>') => words.any(|word| self.ordered(word) == Some(Ordering::Greater)),
            _ => words.any(|word| self.text().map_or_else(|| self.raw() == word.as_bytes(), |text| text == *word)),
        }
    }

    /// How it compares with a word: as a whole number if it is one, as a string if it is that.
    fn ordered(self, word: &str) -> Option<Ordering> {
        match self.text() {
            Some(text) => text.plain().map(|text| text.cmp(word)),
            None => Some(self.whole()?.cmp(&whole(word.as_bytes())?)),
        }
    }

    /// The whole number that it is written as; one with a point or an exponent is none.
    #[must_use]
    pub fn whole(self) -> Option<i64> {
        (self.kind() == Kind::Number).then(|| whole(self.raw())).flatten()
    }

    /// The word that a member is: its string, if it is one without an escape; otherwise nothing.
    #[must_use]
    pub fn word(self, name: &str) -> &'d str {
        self.get(name).and_then(Value::text).and_then(|text| text.plain()).unwrap_or_default()
    }
}

/// Whether one text has the other in it. Both are short: the search of the standard library is 3 kB of wasm.
fn has(text: &[u8], word: &[u8]) -> bool {
    text.windows(word.len().max(1)).any(|window| window == word)
}

/// The whole number that a text is, if it is one.
fn whole(text: &[u8]) -> Option<i64> {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    (!digits.is_empty() && digits.iter().all(u8::is_ascii_digit)).then(|| integer(text)).flatten()
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use crate::json::scan;

    #[test]
    fn a_query_asks_what_it_says() {
        let body = br#"{"type":"message","content":[{"type":"text"},{"type":"thinking","n":null}],"model":"claude-x","deep":{"a":{"b":"c"}},"w":"\u0061","n":1024,"no":false,"era":"2026-04"}"#;
        let document = scan(body).unwrap();
        let root = document.root();
        for query in [
            "type",
            "type=message",
            "type=a|message",
            "content:a",
            "content.*.type=thinking",
            "content.*.n",
            "model^gpt|claude",
            "deep.a.b=c",
            "deep:o",
            "w=a",
            "!none",
            "!type=text",
            "type:s|a",
            "",
            "deep.a:o",
            "none,type model",
            "none,!other deep:o",
            "no=false",
            "no=true|false",
            "n=1024 n<1025 n>1023",
            "content.*.n=null",
            "model~ude",
            "era<2026-05 era>2026-03",
        ] {
            assert!(root.fits(query), "{query}");
        }
        for query in [
            "none",
            "type=text",
            "content:o",
            "content.*.type=call",
            "model^gpt",
            "deep.a.b.c",
            "!type",
            "*",
            "content.type",
            "deep.b",
            "type none",
            "none,other",
            "no=true",
            "n<1024",
            "n>1024",
            "n>x",
            "model~gpt",
            "era<2026-04",
            "none<1",
        ] {
            assert!(!root.fits(query), "{query}");
        }
        assert_eq!(root.path("content.1.type").map(|value| value.raw()), Some(&b"\"thinking\""[..]));
        assert_eq!(root.path("content.2.type"), None);
        assert_eq!(root.path(""), Some(root));
        assert_eq!((root.word("type"), root.word("w"), root.word("content")), ("message", "", ""));
    }
}
