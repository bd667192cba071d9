//! A ledger as text, and back: one JSON document, or a line for each response.
//!
//! The document fits a database or `localStorage`. The lines fit a file that only grows: the first says what it is, each of the others
//! is a response. Where a program died while it wrote, the last line is torn; it is left out, and whatever follows it later
//! begins on a line of its own.

use super::{Form, Ledger, Line, line};
use crate::error::{Code, Error};
use crate::json::{Kind, Value, Writer, scan};

/// The version that is written. The first wrote its digests in hexadecimal; it is read as well.
const VERSION: usize = 2;

/// With what every ledger begins.
const START: &[u8] = b"{\"rethought\":\"ledger\"";

/// With what the first line of a snapshot ends.
const RESPONSES: &[u8] = b",\"responses\":[";

impl Ledger {
    /// All of it, as one JSON document.
    #[must_use]
    pub fn snapshot(&self) -> Vec<u8> {
        let mut text = self.opening();
        // In the place of the closing bracket.
        text.pop();
        text.extend_from_slice(RESPONSES);
        for (nth, line) in self.lines.iter().enumerate() {
            text.extend_from_slice(if nth == 0 { b"\n" } else { b",\n" });
            text.extend_from_slice(&line.text);
        }
        text.extend_from_slice(b"\n]}");
        text
    }

    /// The first line of a file of lines: what it is, and what a later version has said of it.
    #[must_use]
    pub fn opening(&self) -> Vec<u8> {
        let mut out = Writer::default();
        out.open(b'{');
        out.member("rethought", "ledger");
        out.name("version");
        out.number(VERSION);
        out.member("form", self.form.name());
        for (name, value) in &self.more {
            out.name(name);
            out.raw(value);
        }
        out.close(b'}');
        out.finish()
    }

    /// Reads a ledger from either text. Lines that cannot be read are left out and told of, by their numbers.
    ///
    /// # Errors
    /// A text that is no ledger, or one of a later version.
    pub fn restore(text: &[u8]) -> Result<(Self, Vec<usize>), Error> {
        let (mut ledger, mut torn, mut opened) = (Self::default(), Vec::new(), text.trim_ascii().is_empty());
        if let Ok(document) = scan(text)
            && document.root().get("responses").is_some_and(|list| list.kind() == Kind::Array)
        {
            ledger.begin(document.root())?;
            return Ok((ledger, torn));
        }
        for (nth, line) in text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).enumerate() {
            // A snapshot is read so too if it was cut, if lines were put after it, or if it is too long to be read at once.
            let line = line.strip_suffix(b",").unwrap_or(line);
            let first = line.strip_suffix(RESPONSES).map(|first| [first, b"}"].concat());
            if line.is_empty() || line == b"]}" {
                continue;
            }
            let taken = match scan(first.as_deref().unwrap_or(line)) {
                Ok(document) if line.starts_with(START) => {
                    ledger.begin(document.root())?;
                    opened = true;
                    true
                }
                Ok(document) if opened => ledger.take(document.root()).is_ok(),
                // This was not torn, and to leave it out may be to leave out everything.
                Err(error) if error.code() == Code::JsonSize => return Err(error),
                _ => false,
            };
            if !taken {
                // What is torn may be the first line itself.
                opened |= line.starts_with(START) || START.starts_with(line);
                torn.push(nth);
            }
        }
        if opened { Ok((ledger, torn)) } else { Err(Error::new(Code::Input, "this is no ledger").at(0)) }
    }

    /// The same without a word of what was emitted. There is no way back.
    #[must_use]
    pub fn digests(&self) -> Self {
        let mut ledger = Self { form: Form::Digests, last: None, ..self.clone() };
        for line in &mut ledger.lines {
            if let (Ok(mut recorded), Ok(document)) = (line::read(&line.text), scan(&line.text)) {
                recorded.parts.iter_mut().for_each(super::Emitted::forget);
                // Written anew: what a later version has put there may be text.
                line.text = line::write(&recorded, &line::rows(document.root()));
            }
        }
        ledger.more.clear();
        ledger
    }

    /// Takes what the first line says, and the responses if they are in it.
    fn begin(&mut self, first: Value<'_>) -> Result<(), Error> {
        let version = first.get("version").and_then(Value::whole).and_then(|version| usize::try_from(version).ok());
        let Some(version) = version.filter(|_| first.fits("rethought=ledger")) else {
            return Err(Error::new(Code::Input, "this is no ledger").in_value("/version"));
        };
        if version > VERSION {
            return Err(Error::new(Code::Input, "this ledger is of a later version").in_value("/version"));
        }
        if first.fits("form=digests") {
            self.form = Form::Digests;
        }
        // It may come again, after a first line that was torn.
        self.more.clear();
        for (name, value) in first.members() {
            if !["rethought", "version", "form", "responses"].iter().any(|known| name == **known) {
                self.more.push((name.lossy().into_owned(), on_one_line(value)));
            }
        }
        for (nth, line) in first.get("responses").into_iter().flat_map(Value::elements).enumerate() {
            self.take(line).map_err(|error| error.in_value(["/responses/", &crate::json::decimal(nth)].concat()))?;
        }
        Ok(())
    }

    /// Takes a response.
    fn take(&mut self, value: Value<'_>) -> Result<(), Error> {
        let recorded = line::read(value.raw())?;
        for row in line::rows(value) {
            let before = row.before.filter(|before| *before < self.rows.len());
            self.add(before, row);
        }
        let text = on_one_line(value);
        self.last = None;
        self.lines.push(Line { text, digest: recorded.digest, entries: recorded.entries, tip: recorded.tip });
        Ok(())
    }
}

/// A value as it was read. Whoever laid it out prettily has put nothing but space where a line ends.
fn on_one_line(value: Value<'_>) -> Vec<u8> {
    value.raw().iter().map(|byte| if *byte == b'\n' { b' ' } else { *byte }).collect()
}

impl Form {
    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Form::Full => "full",
            Form::Digests => "digests",
        }
    }
}
