//! The reader of transcripts: it recognises the format, cuts the bytes into pieces as they arrive, and passes the pieces to the reader of the format.

use super::FORMATS;
use super::conversations::Conversations;
use super::cut::{Cut, Cutter};
use super::format::{FormatReader, TranscriptFormat};
use super::record::{Fault, Piece, Record};
use super::resumed::Resumed;
use super::sample::Sample;
use super::unread::UnreadFormat;
use crate::error::{Code, Error};
use crate::json::{Document, Limits, line_end, scan};

/// Reads a transcript as it arrives.
#[derive(Default)]
pub struct TranscriptReader {
    /// The bytes that arrived before the format was known.
    held: Vec<u8>,
    /// The number of [`Self::SAMPLES`] that were checked.
    looks: usize,
    conversations: Conversations,
    open: Option<(&'static TranscriptFormat, Cutter, Box<dyn FormatReader>)>,
    /// True if a line had two values.
    has_glued_lines: bool,
    /// The format, if it is known but not read. Its bytes are skipped.
    unread: Option<&'static UnreadFormat>,
}

/// The format of a sample.
#[derive(Clone, Copy)]
pub(super) enum Looks {
    Known(&'static TranscriptFormat),
    Unread(&'static UnreadFormat),
}

impl TranscriptReader {
    /// The lengths of the samples for recognition. The longer ones are used only while no line belongs to a format, such as the log of a server before its
    /// first exchange.
    const SAMPLES: [usize; 3] = [64 << 10, 256 << 10, 1 << 20];

    /// Returns the name of the format, once it is known; `unread` if it is known but not read.
    #[must_use]
    pub fn format(&self) -> Option<&'static str> {
        self.open.as_ref().map(|(kind, ..)| kind.name).or(self.unread.map(|_| "unread"))
    }

    /// Reads the bytes that have arrived and returns the records that are complete.
    #[must_use]
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Record> {
        let mut out = Vec::new();
        if self.open.is_some() {
            self.read(bytes, &mut out);
        } else {
            self.hold(bytes, &mut out);
        }
        self.joined(out)
    }

    /// Ends the transcript and returns the last records. For an unknown format there are no records and no format.
    #[must_use]
    pub fn finish(&mut self) -> Vec<Record> {
        let mut out = Vec::new();
        if self.open.is_none() && self.unread.is_none() {
            let held = std::mem::take(&mut self.held);
            self.begin(look(&held).0, &held, &mut out);
        }
        if let Some((kind, cutter, format)) = &mut self.open {
            let is_line = kind.cut == Cut::Lines;
            let glued = &mut self.has_glued_lines;
            let around = cutter.finish(&mut |piece| *glued |= read(format.as_mut(), piece, is_line, &mut out));
            format.finish(&around, &mut out);
        }
        self.joined(out)
    }

    /// Returns the conversations as the agent continues them, after [`finish`](Self::finish). The one that it resumes is the last. Formats that are not an
    /// agent's own have none.
    #[must_use]
    pub fn resumed(&self) -> Vec<Resumed> {
        self.open.as_ref().map(|(_, _, format)| format.resumed()).unwrap_or_default()
    }

    /// Returns `true` if a line had two values: a writer that was stopped left no line feed.
    pub(super) fn has_glued_lines(&self) -> bool {
        self.has_glued_lines
    }

    /// Returns how the format is cut into pieces, once it is known.
    pub(super) fn cut(&self) -> Option<Cut> {
        self.open.as_ref().map(|(kind, ..)| kind.cut)
    }

    /// Returns the folder of the project, if the transcript names it.
    #[must_use]
    pub fn folder(&self) -> Option<&str> {
        self.open.as_ref().and_then(|(_, _, format)| format.folder())
    }

    /// Adds to each record its conversation.
    fn joined(&mut self, mut records: Vec<Record>) -> Vec<Record> {
        for record in &mut records {
            if let Record::Exchange(exchange) = record {
                self.conversations.join(exchange);
            }
        }
        records
    }

    /// Keeps the bytes until the format is recognised. The samples have fixed lengths, so the chunks do not matter.
    fn hold(&mut self, bytes: &[u8], out: &mut Vec<Record>) {
        // A file without a format is not kept.
        if self.looks < Self::SAMPLES.len() {
            self.held.extend_from_slice(bytes);
        }
        while let Some(sample) = Self::SAMPLES.get(self.looks).and_then(|size| self.held.get(..*size)) {
            self.looks += 1;
            let (looks, may_follow) = look(sample);
            if !may_follow || self.looks == Self::SAMPLES.len() {
                let held = std::mem::take(&mut self.held);
                return self.begin(looks, &held, out);
            }
        }
    }

    fn begin(&mut self, looks: Option<Looks>, held: &[u8], out: &mut Vec<Record>) {
        self.looks = Self::SAMPLES.len();
        match looks {
            Some(Looks::Known(kind)) => {
                self.open = Some((kind, Cutter::new(kind.cut, Limits::default().bytes), (kind.open)()));
                self.read(held, out);
            }
            Some(Looks::Unread(format)) => {
                self.unread = Some(format);
                out.push(Record::Fault(format.fault()));
            }
            None => {}
        }
    }

    fn read(&mut self, bytes: &[u8], out: &mut Vec<Record>) {
        if let Some((kind, cutter, format)) = &mut self.open {
            let is_line = kind.cut == Cut::Lines;
            let glued = &mut self.has_glued_lines;
            cutter.push(bytes, &mut |piece| *glued |= read(format.as_mut(), piece, is_line, out));
        }
    }
}

/// Returns the format of a sample, and `true` if a later line may decide another: its lines so far belong to no format.
fn look(sample: &[u8]) -> (Option<Looks>, bool) {
    let first = Sample::of(sample);
    // A format that is not read resembles one that is, with additional members. It is therefore checked first.
    if let Some(unread) = UnreadFormat::find(&first) {
        return (Some(Looks::Unread(unread)), false);
    }
    let kind = FORMATS.iter().find(|format| (format.fits)(&first));
    let is_bare = first.opens_with(b'{') || first.opens_with(b'[');
    let is_settled = kind.is_some_and(|format| format.cut != Cut::Whole || !is_bare);
    if is_settled || !first.is_line || line_end(first.text).is_none() {
        return (kind.map(Looks::Known), false);
    }
    // The first lines are checked before. If they decide a format, a later line must not decide another.
    let later = Sample::of_objects(sample);
    let found = FORMATS.iter().find(|format| format.cut == Cut::Lines && (format.fits)(&later)).map(Looks::Known);
    match found.or_else(|| UnreadFormat::find(&later).map(Looks::Unread)) {
        Some(found) => (Some(found), false),
        None => (kind.map(Looks::Known), true),
    }
}

/// Returns the format of a single line, if it is one object. A transcript of that line has the same format.
pub(super) fn look_at_line(line: &Document<'_>) -> Option<Looks> {
    let [size, ..] = TranscriptReader::SAMPLES;
    let sample = Sample::of_line(line.source().get(..size).unwrap_or(line.source()), line.root());
    let unread = UnreadFormat::find_in_line(&sample, line.root()).map(Looks::Unread);
    unread.or_else(|| FORMATS.iter().find(|format| (format.fits)(&sample)).map(Looks::Known))
}

/// Reads a piece. Returns `true` if it is a line with several values.
fn read(format: &mut dyn FormatReader, piece: Result<Piece<'_>, Fault>, is_line: bool, out: &mut Vec<Record>) -> bool {
    let (mut rest, mut left) = (piece, MOST_VALUES);
    let mut is_glued = false;
    while let Ok(piece) = rest {
        let Err(error) = format.piece(piece, out) else { return is_glued };
        // A writer that was stopped left no line feed, and the next one began right after its value. Both values are complete.
        left -= 1;
        if is_line
            && left > 0
            && let Some((first, second)) = two_values(piece)
        {
            let whole = format.piece(first, out);
            whole.err().into_iter().for_each(|error| out.push(Record::Fault(fault_of(first, &error))));
            (rest, is_glued) = (Ok(second), true);
            continue;
        }
        rest = Err(fault_of(piece, &error));
    }
    out.extend(rest.err().map(Record::Fault));
    is_glued
}

/// The maximum number of values that are searched in one line. Each search reads the rest of the line.
const MOST_VALUES: usize = 64;

fn fault_of(piece: Piece<'_>, error: &Error) -> Fault {
    let offset = piece.offset + error.offset().unwrap_or_default();
    let before = error.offset().and_then(|at| piece.text.get(..at)).unwrap_or_default();
    let line = piece.line + before.iter().filter(|byte| **byte == b'\n').count();
    Fault::new(line, offset, error.reason())
}

/// Cuts a line that has another object after its first value.
pub(super) fn two_values(piece: Piece<'_>) -> Option<(Piece<'_>, Piece<'_>)> {
    let end = scan(piece.text).err().filter(|error| error.code() == Code::JsonSyntax)?.offset()?;
    let (first, second) = piece.text.split_at_checked(end)?;
    let is_whole = second.starts_with(b"{") && scan(first).is_ok();
    is_whole.then_some((Piece { text: first, ..piece }, Piece { text: second, offset: piece.offset + end, ..piece }))
}
