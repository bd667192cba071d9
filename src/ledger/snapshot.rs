//! Writes a ledger as text and reads it: one JSON document, or a line for each response.
//!
//! The document fits a database or `localStorage`. The lines fit an append-only file: the first names the format, each other one is a response. If a program
//! died while writing, the last line is torn. It is left out, and later content begins on a new line.

use super::lines::Lines;
use super::old::Rows;
use super::{Form, Ledger, Numbered, line};
use crate::error::{Code, Error};
use crate::json::{Kind, Value, Writer, scan};

/// The version that is written. Earlier ones are read as well.
const VERSION: usize = 4;

/// Lines before this version name the blocks of a prefix by numbers.
const NAMED_BLOCKS: usize = 3;

/// The beginning of every ledger.
const START: &[u8] = b"{\"rethought\":\"ledger\"";

/// The end of the first line of a snapshot.
const RESPONSES: &[u8] = b",\"responses\":[";

impl Ledger {
    /// Returns the whole ledger as one JSON document.
    #[must_use]
    pub fn snapshot(&self) -> Vec<u8> {
        let mut text = self.opening();
        // Replaces the closing bracket.
        text.pop();
        text.extend_from_slice(RESPONSES);
        for (nth, line) in self.lines.iter().enumerate() {
            text.extend_from_slice(if nth == 0 { b"\n" } else { b",\n" });
            text.extend_from_slice(line);
        }
        text.extend_from_slice(b"\n]}");
        text
    }

    /// Returns the first line of a file of lines: the format, and the members that a later version has added.
    #[must_use]
    pub fn opening(&self) -> Vec<u8> {
        let mut out = begun();
        out.member("form", self.form.name());
        for (name, value) in &self.more {
            out.name(name);
            out.raw(value);
        }
        out.close(b'}');
        out.finish()
    }

    /// Reads a ledger from either text. Unreadable lines are left out, and their numbers are returned.
    ///
    /// # Errors
    /// A text that is not a ledger, or one of a later version.
    pub fn restore(text: &[u8]) -> Result<(Self, Vec<usize>), Error> {
        let mut ledger = Self::default();
        let torn = ledger.load(text)?;
        Ok((ledger, torn))
    }

    /// Loads the answers of a ledger text. Known answers change nothing, and the order does not matter. The lines of several writers form one ledger in any
    /// order. Returns the numbers of unreadable lines.
    ///
    /// # Errors
    /// A text that is not a ledger, or one of a later version.
    pub fn load(&mut self, text: &[u8]) -> Result<Vec<usize>, Error> {
        let (mut torn, mut opened) = (Vec::new(), text.trim_ascii().is_empty());
        let mut reader = Reader { ledger: self, version: VERSION, rows: Rows::default() };
        if let Ok(document) = scan(text)
            && document.root().get("responses").is_some_and(|list| list.kind() == Kind::Array)
        {
            reader.begin(document.root())?;
            return Ok(torn);
        }
        for (nth, line) in text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).enumerate() {
            // This also reads a snapshot that was cut, that has lines after it, or that is too long to be read at once.
            let line = line.strip_suffix(b",").unwrap_or(line);
            let first = line.strip_suffix(RESPONSES).map(|first| [first, b"}"].concat());
            if line.is_empty() || line == b"]}" {
                continue;
            }
            let taken = match scan(first.as_deref().unwrap_or(line)) {
                Ok(document) if line.starts_with(START) => {
                    reader.begin(document.root())?;
                    opened = true;
                    true
                }
                Ok(document) if opened => reader.take(document.root()).is_ok(),
                // This line was not torn, and leaving it out may leave out everything.
                Err(error) if error.code() == Code::JsonSize => return Err(error),
                _ => false,
            };
            if !taken {
                // The torn line may be the first one.
                opened |= line.starts_with(START) || START.starts_with(line);
                torn.push(nth);
            }
        }
        if opened { Ok(torn) } else { Err(Error::new(Code::Input, "this is not a ledger").at(0)) }
    }

    /// Returns the same ledger without any emitted text and handle. This cannot be undone.
    #[must_use]
    pub fn digests(&self) -> Self {
        self.reduced(Form::Digests)
    }

    /// Returns the same ledger with only what a form keeps. This cannot be undone.
    #[must_use]
    pub fn reduced(&self, form: Form) -> Self {
        let mut ledger = Self {
            form,
            lines: Lines::default(),
            index: self.index.emptied(),
            time: self.time,
            more: Vec::new(),
            watch: None,
            halves: Numbered::default(),
        };
        for nth in 0..self.len() {
            let Some(mut answer) = self.answer(nth) else { continue };
            if answer.origin.is_some() {
                continue;
            }
            answer.reduce(form);
            // Written again: members of a later version may hold text.
            let text = line::sealed(&answer);
            ledger.keep(&answer, &text);
        }
        ledger
    }
}

/// Returns the first line for lines of any form.
pub(super) fn bare_opening() -> Vec<u8> {
    let mut out = begun();
    out.close(b'}');
    out.finish()
}

fn begun() -> Writer {
    let mut out = Writer::default();
    out.open(b'{');
    out.member("rethought", "ledger");
    out.name("version");
    out.number(VERSION);
    out
}

/// A ledger that is being read.
struct Reader<'l> {
    ledger: &'l mut Ledger,
    /// The version of the next lines.
    version: usize,
    /// The blocks that lines of earlier versions refer to by number.
    rows: Rows,
}

impl Reader<'_> {
    /// Reads the first line, and the answers if they are in it.
    fn begin(&mut self, first: Value<'_>) -> Result<(), Error> {
        let version = first.get("version").and_then(Value::whole).and_then(|version| usize::try_from(version).ok());
        if !first.fits("rethought=ledger") {
            return Err(Error::new(Code::Input, "this is not a ledger").in_value("/version"));
        }
        let Some(version) = version else { return Err(Error::new(Code::Input, "this is not a ledger").in_value("/version")) };
        if version > VERSION {
            return Err(Error::new(Code::Input, "this ledger is of a later version").in_value("/version"));
        }
        self.version = version;
        // Lines without texts are no reason to keep the texts of others.
        let form = first.get("form").and_then(Value::text).and_then(|form| Form::named(&form.lossy()));
        self.ledger.form = self.ledger.form.max(form.unwrap_or_default());
        // The first line may be repeated after a torn one, or by another writer.
        for (name, value) in first.members() {
            if !["rethought", "version", "form", "responses"].iter().any(|known| name == **known) {
                let name = name.lossy().into_owned();
                self.ledger.more.retain(|(known, _)| *known != name);
                self.ledger.more.push((name, on_one_line(value)));
            }
        }
        for (nth, line) in first.get("responses").into_iter().flat_map(Value::elements).enumerate() {
            self.take(line).map_err(|error| error.in_value(["/responses/", &crate::json::decimal(nth)].concat()))?;
        }
        Ok(())
    }

    /// Adds an answer.
    fn take(&mut self, value: Value<'_>) -> Result<(), Error> {
        let text = if self.version < NAMED_BLOCKS { self.rows.lift(value)? } else { on_one_line(value) };
        let answer = line::read(scan(&text)?.root())?;
        line::check(&text, &answer)?;
        self.ledger.keep(&answer, &text);
        Ok(())
    }
}

/// Returns a value with its line breaks replaced by spaces. In JSON they are only whitespace.
fn on_one_line(value: Value<'_>) -> Vec<u8> {
    value.raw().iter().map(|byte| if *byte == b'\n' { b' ' } else { *byte }).collect()
}
