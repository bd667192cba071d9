//! A JSON text that is written front to back. This crate's records are written with it.

use super::string::{append, lossy, write_quoted};

/// Writes a text. Commas and colons are automatic; the caller writes the brackets.
#[derive(Debug, Default)]
pub struct Writer {
    out: Vec<u8>,
}

impl Writer {
    /// Returns the text.
    #[must_use]
    pub fn finish(self) -> Vec<u8> {
        self.out
    }

    /// Opens an object or an array: `{` or `[`.
    pub fn open(&mut self, bracket: u8) {
        self.next();
        self.out.push(bracket);
    }

    /// Closes an object or an array.
    pub fn close(&mut self, bracket: u8) {
        self.out.push(bracket);
    }

    /// Writes the name of a member. Its value follows.
    pub fn name(&mut self, name: &str) {
        self.text(name);
        self.out.push(b':');
    }

    /// Writes the name of a member that is already escaped, without its quotes.
    pub fn written_name(&mut self, name: &[u8]) {
        self.written(name);
        self.out.push(b':');
    }

    /// Writes a string.
    pub fn text(&mut self, text: &str) {
        self.quoted(text.as_bytes());
    }

    /// Writes a string from its UTF-8 bytes.
    pub fn quoted(&mut self, text: &[u8]) {
        self.next();
        write_quoted(text, &mut self.out);
    }

    /// Writes a string that is already escaped, without its quotes.
    pub fn written(&mut self, text: &[u8]) {
        self.next();
        self.out.push(b'"');
        append(&mut self.out, text);
        self.out.push(b'"');
    }

    /// Removes everything after a length.
    pub fn cut(&mut self, length: usize) {
        self.out.truncate(length);
    }

    /// Returns the length of the text.
    #[must_use]
    pub fn len(&self) -> usize {
        self.out.len()
    }

    /// Returns `true` if the text is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.out.is_empty()
    }

    /// Writes a string, or `null` if there is none.
    pub fn text_or_null(&mut self, text: Option<&str>) {
        match text {
            Some(text) => self.text(text),
            None => self.raw(b"null"),
        }
    }

    /// Writes a whole number.
    pub fn number(&mut self, number: usize) {
        self.long(u64::try_from(number).unwrap_or(u64::MAX));
    }

    /// Writes a whole number that may be larger than a `usize`.
    pub fn long(&mut self, number: u64) {
        self.next();
        write_decimal(number, &mut self.out);
    }

    /// Writes a whole number that may be negative, or larger than a `usize`.
    pub fn integer(&mut self, number: i64) {
        self.next();
        if number < 0 {
            self.out.push(b'-');
        }
        write_decimal(number.unsigned_abs(), &mut self.out);
    }

    /// Writes `true` or `false`.
    pub fn flag(&mut self, flag: bool) {
        self.raw(if flag { b"true" } else { b"false" });
    }

    /// Writes a value that is JSON already.
    pub fn raw(&mut self, json: &[u8]) {
        self.next();
        append(&mut self.out, json);
    }

    /// Writes a member that is a string.
    pub fn member(&mut self, name: &str, text: &str) {
        self.name(name);
        self.text(text);
    }

    /// Writes a member that is a string, if there is one.
    pub fn member_if(&mut self, name: &str, text: Option<&str>) {
        if let Some(text) = text {
            self.member(name, text);
        }
    }

    fn next(&mut self) {
        if !matches!(self.out.last(), None | Some(b'{' | b'[' | b':')) {
            self.out.push(b',');
        }
    }
}

/// Returns a whole number as a text.
#[must_use]
pub fn decimal(number: usize) -> String {
    let mut out = Writer::default();
    out.number(number);
    lossy(&out.finish())
}

/// Writes a whole number. The recursion is one level for each digit, at most twenty.
pub(crate) fn write_decimal(number: u64, out: &mut Vec<u8>) {
    if number > 9 {
        write_decimal(number / 10, out);
    }
    out.push(u8::try_from(number % 10).unwrap_or(0) + b'0');
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::Writer;

    #[test]
    fn commas_stand_between_and_nowhere_else() {
        let mut writer = Writer::default();
        writer.open(b'{');
        writer.member("a\n", "\":[");
        writer.member_if("none", None);
        writer.name("b");
        writer.open(b'[');
        for number in [0, 7, 10, 4_294_967_295] {
            writer.number(number);
        }
        writer.integer(i64::MIN);
        writer.open(b'[');
        writer.close(b']');
        writer.flag(true);
        writer.close(b']');
        writer.name("c");
        writer.raw(b"null");
        writer.close(b'}');
        assert_eq!(
            String::from_utf8(writer.finish()).unwrap(),
            r#"{"a\n":"\":[","b":[0,7,10,4294967295,-9223372036854775808,[],true],"c":null}"#
        );
    }
}
