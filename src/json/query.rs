//! Queries on a value: a path of names with dots between them, `*` for every element of an array.
//!
//! Paths are written only in this crate, so a name has no dot in it. Codecs describe their wires, and rules describe defects, in this language, as data.

use std::cmp::Ordering;

use super::canonical::canonical;
use super::document::{Children, Members, Value};
use super::number::integer;
use super::scan::scan;
use super::span::Kind;

impl<'d> Value<'d> {
    /// Returns the value at a path. A number is the index of an element; an empty path is the value itself.
    #[must_use]
    pub fn path(self, path: &str) -> Option<Value<'d>> {
        let mut here = self;
        for name in path.as_bytes().split(|byte| *byte == b'.').filter(|name| !name.is_empty()) {
            here = match name.first() {
                Some(b'0'..=b'9') => here.element(usize::try_from(whole(name)?).ok()?)?,
                _ => here.member(name)?,
            };
        }
        Some(here)
    }

    /// Returns the elements of the array at a path. Empty if there is no array.
    #[must_use]
    #[inline(never)]
    pub fn list(self, path: &str) -> Children<'d> {
        self.path(path).map_or_else(|| Children::none(self.document), Value::elements)
    }

    /// Returns the members of the object at a path. Empty if there is no object.
    #[must_use]
    #[inline(never)]
    pub fn fields(self, path: &str) -> Members<'d> {
        self.path(path).map_or_else(|| Members::none(self.document), Value::members)
    }

    /// Adds every value at a path.
    pub fn collect(self, path: &str, found: &mut Vec<Value<'d>>) {
        self.visit(path, &mut |value| found.push(value));
    }

    /// Calls `found` with every value at a path.
    pub fn visit(self, path: &str, found: &mut dyn FnMut(Value<'d>)) {
        self.gather(path.as_bytes(), found);
    }

    fn gather(self, path: &[u8], found: &mut dyn FnMut(Value<'d>)) {
        match cut(path, b'.') {
            (b"", _) => found(self),
            (b"*", rest) => self.elements().for_each(|element| element.gather(rest, found)),
            (name, b"") => self.member(name).into_iter().for_each(found),
            (name, rest) => self.member(name).into_iter().for_each(|value| value.gather(rest, found)),
        }
    }

    /// Returns `true` if all conditions hold. Spaces separate conditions; with commas between them, one is enough.
    ///
    /// A condition is a path and a test, which a value at the path must pass. The tests are: `=a|b` for one of those strings, or for `true`, `null` or a
    /// number of that value; `^a|b` for a string that begins with one and `~a|b` for one that contains it; `<a` and `>a` for a string that comes before or after,
    /// or a whole number below or above; `:a`, `:o` or `:s` for an array, an object or a string. Without a test, the value must exist. A `!` in front negates
    /// the condition. An element has no number here: `*` is any of them.
    #[must_use]
    pub fn fits(self, query: &str) -> bool {
        self.unmet(query).is_none()
    }

    /// Returns the first of several conditions that does not hold.
    #[must_use]
    pub fn unmet(self, query: &str) -> Option<&[u8]> {
        let holds = |one: &[u8]| one.split(|byte| *byte == b',').any(|condition| self.meets(condition));
        query.as_bytes().split(|byte| *byte == b' ').find(|one| !holds(one))
    }

    fn meets(self, condition: &[u8]) -> bool {
        if let [b'!', condition @ ..] = condition {
            return !self.meets(condition);
        }
        self.leads(condition)
    }

    /// Returns `true` if a value at the path of a condition passes its test.
    fn leads(self, condition: &[u8]) -> bool {
        let is_end = |byte: &u8| matches!(byte, b'.' | b'=' | b'^' | b':' | b'~' | b'<' | b'>');
        let end = condition.iter().position(is_end).unwrap_or(condition.len());
        let (name, rest) = condition.split_at_checked(end).unwrap_or_default();
        match (name, rest.strip_prefix(b".").unwrap_or(rest)) {
            (b"", rest) => self.passes(rest),
            (b"*", rest) => self.elements().any(|element| element.leads(rest)),
            (name, rest) => self.member(name).is_some_and(|value| value.leads(rest)),
        }
    }

    fn passes(self, test: &[u8]) -> bool {
        let [sign, words @ ..] = test else { return true };
        let text = self.text();
        words.split(|byte| *byte == b'|').any(|word| match (sign, text) {
            (b':', _) => {
                self.kind()
                    == if word == b"a" {
                        Kind::Array
                    } else if word == b"o" {
                        Kind::Object
                    } else {
                        Kind::String
                    }
            }
            (b'^', Some(text)) => text.begins(word),
            (b'~', Some(text)) => find_bytes(&text.wtf8(), word).is_some(),
            (b'<', _) => self.ordered(word) == Some(Ordering::Less),
            (b'>', _) => self.ordered(word) == Some(Ordering::Greater),
            (b'=', Some(text)) => text.is(word),
            (b'=', None) => self.raw() == word || self.equals_number(word),
            _ => false,
        })
    }

    /// Returns `true` if it is a number and has the value of a word, however both are written: `1.0` and `1e0` are 1.
    fn equals_number(self, word: &[u8]) -> bool {
        let has_one_spelling = |text: &[u8]| text.iter().all(u8::is_ascii_digit);
        if self.kind() != Kind::Number || has_one_spelling(self.raw()) && has_one_spelling(word) {
            return false;
        }
        scan(word).is_ok_and(|word| word.root().kind() == Kind::Number && canonical(word.root()) == canonical(self))
    }

    /// Compares it with a word, as a whole number or as a string.
    fn ordered(self, word: &[u8]) -> Option<Ordering> {
        match self.text() {
            Some(text) => Some((*text.wtf8()).cmp(word)),
            None => Some(self.whole()?.cmp(&whole(word)?)),
        }
    }

    /// Returns its whole number. `None` if it has a point or an exponent.
    #[must_use]
    pub fn whole(self) -> Option<i64> {
        (self.kind() == Kind::Number).then(|| whole(self.raw())).flatten()
    }

    /// Returns the bytes of a member's word, for fast comparisons without display.
    #[must_use]
    pub fn token(self, name: &str) -> &'d [u8] {
        self.word(name).as_bytes()
    }

    /// Returns the word of a member: its string. Empty for any other value, and for half of a surrogate pair.
    #[must_use]
    pub fn word(self, name: &str) -> &'d str {
        self.get(name).and_then(Value::decoded).unwrap_or_default()
    }
}

/// Splits a path at the first such byte.
fn cut(path: &[u8], byte: u8) -> (&[u8], &[u8]) {
    let end = path.iter().position(|one| *one == byte).unwrap_or(path.len());
    (path.get(..end).unwrap_or_default(), path.get(end + 1..).unwrap_or_default())
}

/// Finds a word in a text, by its first byte. A simple loop is enough: the search of the standard library is 8 kB of wasm.
#[must_use]
#[inline(never)]
pub fn find_bytes(text: &[u8], word: &[u8]) -> Option<usize> {
    let (first, rest) = word.split_first()?;
    let starts = text.iter().enumerate().filter(|(_, byte)| *byte == first);
    starts.map(|(at, _)| at).find(|at| text.get(at + 1..).is_some_and(|after| after.starts_with(rest)))
}

/// Returns the whole number of a text, if it is one.
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
        let body = br#"{"type":"message","content":[{"type":"text"},{"type":"thinking","n":null}],"model":"claude-x","deep":{"a":{"b":"c"}},"w":"\u0061","n":1024,"no":false,"era":"2026-04","one":1e0,"half":0.50}"#;
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
            "one=1 one=1.0 half=0.5 n=1024.0",
            "w^a w~a !w^b !w~u0061",
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
            "one=10",
            "one=x|true",
            "half=0.05",
        ] {
            assert!(!root.fits(query), "{query}");
        }
        assert_eq!(root.path("content.1.type").map(|value| value.raw()), Some(&b"\"thinking\""[..]));
        assert_eq!(root.path("content.2.type"), None);
        assert_eq!(root.path(""), Some(root));
        assert_eq!((root.word("type"), root.word("w"), root.word("content")), ("message", "a", ""));
    }
}
