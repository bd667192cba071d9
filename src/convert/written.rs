//! A request between its writer and the last step, with the source that it was written from.

use super::restore::Originals;
use crate::conversation::reader::SettingPath;
use crate::conversation::writer::RestoredEntries;
use crate::json::{Document, Span};
use crate::model::{Conversation, Target};

/// A request as a writer leaves it.
#[derive(Default)]
pub(super) struct Written {
    /// Its text.
    pub(super) text: Vec<u8>,
    /// Where contents went: their bytes in the source, and the byte of the text after which each is written.
    pub(super) places: Vec<(Span, usize)>,
    /// The entries that were restored.
    pub(super) restored: Vec<RestoredEntries>,
    /// Where the target has its settings.
    pub(super) settings: &'static [SettingPath],
}

/// The source of a conversion.
pub(super) struct Source<'s, 'd> {
    /// The request.
    pub(super) request: &'d Document<'d>,
    /// The conversation that was read from it.
    pub(super) conversation: &'s Conversation<'d>,
    /// Its target.
    pub(super) from: &'s Target,
    /// Its original entries, if there is a ledger.
    pub(super) originals: Option<Originals<'s>>,
}
