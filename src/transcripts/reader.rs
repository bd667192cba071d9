//! The reader of transcripts: it recognises the format, cuts the bytes into pieces as they arrive, and hands the pieces to the reader of the format.

use super::FORMATS;
use super::conversations::Conversations;
use super::cut::{Cut, Cutter};
use super::format::{FormatReader, TranscriptFormat};
use super::record::{Fault, Piece, Record};
use super::sample::Sample;
use crate::json::{Limits, line_end};

/// Reads a transcript as it arrives.
#[derive(Default)]
pub struct TranscriptReader {
    /// The bytes that arrived before the format was known.
    held: Vec<u8>,
    /// How many of [`Self::SAMPLES`] were looked at.
    looks: usize,
    conversations: Conversations,
    open: Option<(&'static TranscriptFormat, Cutter, Box<dyn FormatReader>)>,
}

impl TranscriptReader {
    /// The lengths of the samples that the format is recognised by. The longer ones are used only while all lines belong to no
    /// format, such as the log of a server before its first exchange.
    const SAMPLES: [usize; 3] = [64 << 10, 256 << 10, 1 << 20];

    /// The name of the format, once it is known.
    #[must_use]
    pub fn format(&self) -> Option<&'static str> {
        self.open.as_ref().map(|(kind, ..)| kind.name)
    }

    /// Takes the bytes that have arrived and returns the records that are complete.
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

    /// Ends the transcript and returns the last records. There are none, and no format, if the format is not known.
    #[must_use]
    pub fn finish(&mut self) -> Vec<Record> {
        let mut out = Vec::new();
        if self.open.is_none() {
            let held = std::mem::take(&mut self.held);
            self.begin(look(&held).0, &held, &mut out);
        }
        if let Some((_, cutter, format)) = &mut self.open {
            let around = cutter.finish(&mut |piece| read(format.as_mut(), piece, &mut out));
            format.finish(&around, &mut out);
        }
        self.joined(out)
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
            let (kind, may_follow) = look(sample);
            if !may_follow || self.looks == Self::SAMPLES.len() {
                let held = std::mem::take(&mut self.held);
                return self.begin(kind, &held, out);
            }
        }
    }

    fn begin(&mut self, kind: Option<&'static TranscriptFormat>, held: &[u8], out: &mut Vec<Record>) {
        self.looks = Self::SAMPLES.len();
        if let Some(kind) = kind {
            self.open = Some((kind, Cutter::new(kind.cut, Limits::default().bytes), (kind.open)()));
            self.read(held, out);
        }
    }

    fn read(&mut self, bytes: &[u8], out: &mut Vec<Record>) {
        if let Some((_, cutter, format)) = &mut self.open {
            cutter.push(bytes, &mut |piece| read(format.as_mut(), piece, out));
        }
    }
}

/// The format that a sample looks like, and `true` if it may have another: its lines so far belong to none, and a later line may tell.
fn look(sample: &[u8]) -> (Option<&'static TranscriptFormat>, bool) {
    let first = Sample::of(sample);
    let kind = FORMATS.iter().find(|format| (format.fits)(&first));
    let is_bare = first.opens_with(b'{') || first.opens_with(b'[');
    let is_settled = kind.is_some_and(|format| format.cut != Cut::Whole || !is_bare);
    if is_settled || !first.is_line || line_end(first.text).is_none() {
        return (kind, false);
    }
    // The first lines alone are looked at before: where they tell a format, a line further down must not tell another.
    let later = Sample::of_objects(sample);
    match FORMATS.iter().find(|format| format.cut == Cut::Lines && (format.fits)(&later)) {
        Some(found) => (Some(found), false),
        None => (kind, true),
    }
}

fn read(format: &mut dyn FormatReader, piece: Result<Piece<'_>, Fault>, out: &mut Vec<Record>) {
    let fault = match piece {
        Ok(piece) => match format.piece(piece, out) {
            Ok(()) => return,
            Err(error) => {
                let offset = piece.offset + error.offset().unwrap_or_default();
                let before = error.offset().and_then(|at| piece.text.get(..at)).unwrap_or_default();
                let line = piece.line + before.iter().filter(|byte| **byte == b'\n').count();
                Fault { line, offset, reason: error.reason().to_owned() }
            }
        },
        Err(fault) => fault,
    };
    out.push(Record::Fault(fault));
}
